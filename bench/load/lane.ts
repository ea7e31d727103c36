import { FIRST_ID, type OrderFrames } from './order-frames.js'
import type { Tally, TrafficSpec } from './traffic.js'
import type { WebSocketConnection } from './websocket.js'

const SLOTS_MAX = 1_000

/**
 * One socket's slots (socket-client.ts, S1 and S2).
 */
export class Lane {
  readonly #connection: WebSocketConnection
  readonly #frames: OrderFrames
  readonly #echo: boolean
  readonly #closedLoop: boolean
  readonly #tally: Tally
  readonly #serial: () => number
  readonly #sentAt: Float64Array
  /** 0: the slot's next request opens a position; else: closes this one. */
  readonly #position: Float64Array
  readonly #isClose: Uint8Array
  readonly #free: number[] = []
  /** Due times of requests that wait for a slot (open loop). */
  readonly #waiting: number[] = []
  #inFlight = 0
  #now = 0
  #stopping = false

  constructor(
    connection: WebSocketConnection,
    frames: OrderFrames,
    spec: TrafficSpec,
    tally: Tally,
    serial: () => number,
  ) {
    const slots = Math.min(SLOTS_MAX, spec.inFlight)
    this.#connection = connection
    this.#frames = frames
    this.#echo = spec.mix === 'echo'
    this.#closedLoop = spec.rate === 0
    this.#tally = tally
    this.#serial = serial
    this.#sentAt = new Float64Array(slots)
    this.#position = new Float64Array(slots)
    this.#isClose = new Uint8Array(slots)
    for (let slot = slots - 1; slot >= 0; slot--) this.#free.push(slot)
  }

  get busy(): boolean {
    return this.#inFlight > 0
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Closed loop: puts every slot to work. */
  fill(now: number): void {
    for (let slot = this.#free.pop(); slot !== undefined; slot = this.#free.pop()) {
      this.#send(slot, now)
    }
    this.#connection.flush()
  }

  /** Open loop: a request that was due at `dueAt`. */
  due(dueAt: number): void {
    const slot = this.#free.pop()
    if (slot === undefined) this.#waiting.push(dueAt)
    else this.#send(slot, dueAt)
  }

  flush(): void {
    this.#connection.flush()
  }

  windDown(): void {
    this.#stopping = true
    this.#waiting.length = 0
    for (const slot of this.#free) if (this.#position[slot] !== 0) this.#send(slot, 0)
    this.#connection.flush()
  }

  frame(bytes: Buffer, start: number, end: number): void {
    const tally = this.#tally
    tally.bytes += end - start
    const id = this.#frames.replyId(bytes, start, end)
    if (id < 0) {
      tally.events++
      return
    }
    // One reading of the clock serves all frames of a read.
    if (this.#now === 0) this.#now = performance.now()
    const slot = id - FIRST_ID
    this.#inFlight--
    tally.answers++
    tally.latency.record(this.#now - (this.#sentAt[slot] as number))
    if (!this.#echo) this.#settle(slot, bytes, start, end)
    this.#next(slot)
  }

  turn(): void {
    this.#now = 0
  }

  #settle(slot: number, bytes: Buffer, start: number, end: number): void {
    const ok = this.#frames.isOk(bytes, start, end)
    if (!ok) {
      this.#tally.refused++
      this.#tally.firstRefusal ||= bytes.toString('utf8', start, Math.min(end, start + 400))
    }
    const opened = ok && this.#isClose[slot] === 0
    this.#position[slot] = opened ? this.#frames.positionId(bytes, start, end) : 0
  }

  #next(slot: number): void {
    if (this.#stopping) {
      if (this.#position[slot] !== 0) this.#send(slot, this.#now)
      return
    }
    if (this.#closedLoop) {
      this.#send(slot, this.#now)
      return
    }
    const dueAt = this.#waiting.shift()
    if (dueAt === undefined) this.#free.push(slot)
    else this.#send(slot, dueAt)
  }

  #send(slot: number, at: number): void {
    const id = FIRST_ID + slot
    const position = this.#position[slot] as number
    this.#sentAt[slot] = at
    this.#isClose[slot] = position === 0 ? 0 : 1
    this.#inFlight++
    this.#connection.push(
      position === 0
        ? this.#frames.open(id, this.#serial())
        : this.#frames.close(id, this.#serial(), position),
    )
  }
}
