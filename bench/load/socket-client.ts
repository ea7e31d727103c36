import { type EncodedHistogram, Histogram } from '../histogram.js'
import { FIRST_ID, type OrderFrames, orderFrames, type SocketProtocol } from './order-frames.js'
import { textFrame, WebSocketConnection } from './websocket.js'

/**
 * Trade requests over many sockets, in a closed loop (every socket keeps so many in flight) or an
 * open one (requests are due at a rate, whatever the server does).
 *
 *   S1. A slot has at most one request in flight; its id is FIRST_ID + slot.
 *   S2. In the open loop a latency runs from when the request was due, also while it waited here for
 *       a free slot: a server that stalls is charged for all that it kept waiting.
 *   S3. When a run ends every position it opened is closed, outside what is counted.
 */
export interface SocketsSpec {
  readonly port: number
  readonly path: string
  readonly protocol: SocketProtocol
  /** One socket each; empty texts for a server that asks for none. */
  readonly tokens: readonly string[]
  /** How the token travels: in the upgrade, or in a first frame. */
  readonly signIn: 'header' | 'frame'
}

export interface TrafficSpec {
  /** `echo`: whatever comes back is an answer; nothing in it is read. */
  readonly mix: 'orders' | 'echo'
  readonly inFlight: number
  /** Requests per second over all sockets; 0 is the closed loop. */
  readonly rate: number
  readonly warmUpSec: number
  readonly seconds: number
}

export interface TrafficResult {
  readonly seconds: number
  /** Answers in the counted time. */
  readonly answers: number
  readonly refused: number
  readonly firstRefusal: string
  readonly events: number
  readonly bytes: number
  readonly latency: EncodedHistogram
  /** Open loop: most requests that waited here at one time. */
  readonly backlogMax: number
  /** Share of one core that this process used. */
  readonly clientCpu: number
}

const SLOTS_MAX = 1_000
const BACKLOG_MAX = 200_000
/** A request unanswered for this long fails the run. */
const ANSWER_MAX_MS = 15_000
/** Rest of the pacing loop when nothing is due: short against the latencies, long against its cost. */
const NAP_MS = 0.05

export class SocketClient {
  readonly #connections: WebSocketConnection[] = []
  readonly #frames: OrderFrames
  #serial = 0

  private constructor(protocol: SocketProtocol) {
    this.#frames = orderFrames(protocol, `${process.pid.toString(36)}${Date.now().toString(36)}`)
  }

  static async open(spec: SocketsSpec): Promise<SocketClient> {
    const client = new SocketClient(spec.protocol)
    for (const token of spec.tokens) {
      const inHeader = spec.signIn === 'header' && token !== ''
      const connection = await WebSocketConnection.open({
        port: spec.port,
        path: spec.path,
        protocol: spec.protocol,
        ...(inHeader ? { token } : {}),
      })
      client.#connections.push(connection)
      if (spec.signIn === 'frame') await signIn(connection, token)
    }
    return client
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  async run(spec: TrafficSpec): Promise<TrafficResult> {
    const tally = new Tally()
    let failed: Error | undefined
    const lanes = this.#connections.map((connection) => {
      const lane = new Lane(connection, this.#frames, spec, tally, () => this.#serial++)
      connection.receive({
        frame: (bytes, start, end) => lane.frame(bytes, start, end),
        turn: () => lane.turn(),
        closed: (why) => {
          failed ??= new Error(why)
        },
      })
      return lane
    })
    const begin = performance.now()
    const countFrom = begin + spec.warmUpSec * 1000
    const end = countFrom + spec.seconds * 1000
    const pacer = spec.rate > 0 ? new Pacer(lanes, spec.rate, begin) : undefined
    if (pacer === undefined) for (const lane of lanes) lane.fill(begin)
    const healthy = (): boolean => failed === undefined && !(pacer?.overrun ?? false)
    await spend(countFrom, pacer, healthy)
    tally.start()
    await spend(end, pacer, healthy)
    const result = tally.result(pacer?.backlogMax ?? 0)
    for (const lane of lanes) lane.windDown()
    const patience = performance.now() + ANSWER_MAX_MS
    while (healthy() && lanes.some((lane) => lane.busy)) {
      if (performance.now() > patience) failed = new Error('a request was never answered')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (failed !== undefined) throw failed
    if (pacer?.overrun) throw new Error(`the server cannot keep up with ${spec.rate} requests/s`)
    return result
  }
}

/** Lets the sockets work until `until`; with a pacer, sends what falls due. */
async function spend(
  until: number,
  pacer: Pacer | undefined,
  healthy: () => boolean,
): Promise<void> {
  while (healthy() && performance.now() < until) {
    if (pacer === undefined) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(50, until - performance.now())))
    } else {
      if (pacer.sendDue(performance.now()) === 0) nap()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

const napCell = new Int32Array(new SharedArrayBuffer(4))

/** Timers step by a millisecond, and a busy loop would take a core from the server. */
function nap(): void {
  Atomics.wait(napCell, 0, 0, NAP_MS)
}

function signIn(connection: WebSocketConnection, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.receive({
      frame: (bytes, start, end) => {
        const text = bytes.toString('utf8', start, end)
        if (!text.startsWith('{"id":1,')) return
        if (text.includes('"code":"ok"')) resolve()
        else reject(new Error(`the socket was not signed in: ${text}`))
      },
      turn: () => undefined,
      closed: (why) => reject(new Error(why)),
    })
    const args = JSON.stringify({ id: 1, op: 'auth', args: { access_token: token } })
    connection.push(textFrame(args))
    connection.flush()
  })
}

class Tally {
  latency = new Histogram()
  answers = 0
  refused = 0
  events = 0
  bytes = 0
  firstRefusal = ''
  #since = 0
  #cpu = process.cpuUsage()

  start(): void {
    this.latency = new Histogram()
    this.answers = 0
    this.refused = 0
    this.events = 0
    this.bytes = 0
    this.#since = performance.now()
    this.#cpu = process.cpuUsage()
  }

  result(backlogMax: number): TrafficResult {
    const seconds = (performance.now() - this.#since) / 1000
    const cpu = process.cpuUsage(this.#cpu)
    return {
      seconds,
      answers: this.answers,
      refused: this.refused,
      firstRefusal: this.firstRefusal,
      events: this.events,
      bytes: this.bytes,
      latency: this.latency.encode(),
      backlogMax,
      clientCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    }
  }
}

/** One socket's slots. */
class Lane {
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

/** Which requests are due: number k at `begin + k / rate`, on the sockets in turn. */
class Pacer {
  readonly #lanes: readonly Lane[]
  readonly #perMs: number
  readonly #begin: number
  #sent = 0
  backlogMax = 0

  constructor(lanes: readonly Lane[], rate: number, begin: number) {
    this.#lanes = lanes
    this.#perMs = rate / 1000
    this.#begin = begin
  }

  get overrun(): boolean {
    return this.backlogMax > BACKLOG_MAX
  }

  sendDue(now: number): number {
    const due = Math.floor((now - this.#begin) * this.#perMs)
    const first = this.#sent
    for (; this.#sent < due; this.#sent++) {
      const lane = this.#lanes[this.#sent % this.#lanes.length] as Lane
      lane.due(this.#begin + this.#sent / this.#perMs)
      // A lane that got its last request of this step writes them all at once.
      if (due - this.#sent <= this.#lanes.length) lane.flush()
    }
    if (due > first) {
      const waiting = this.#lanes.reduce((sum, lane) => sum + lane.waiting, 0)
      this.backlogMax = Math.max(this.backlogMax, waiting)
    }
    return due - first
  }
}
