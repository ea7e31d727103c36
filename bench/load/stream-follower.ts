import { type EncodedHistogram, Histogram } from '../histogram.js'
import { textFrame, WebSocketConnection } from './websocket.js'

/** A program that follows all events, and the time from the answer of an order to its event. */
export interface FollowSpec {
  readonly port: number
  readonly path: string
  /** API key of a staff user. */
  readonly key: string
  readonly traderPath: string
  /** The account whose orders are timed. */
  readonly login: number
  readonly token: string
}

export interface FollowResult {
  readonly seconds: number
  readonly events: number
  /** Milliseconds from the answer of an order to the event of its deal. */
  readonly delay: EncodedHistogram
  /** Orders whose event had not come at the end; how long the first of them has been waiting. */
  readonly missing: number
  readonly waitedMs: number
}

const PROTOCOL = 'openfloor.json'
const ACKNOWLEDGE_EVENTS = 2_000
const ORDER_EVERY_MS = 40
/** Bytes of a frame in which its id, kind and login are. */
const HEAD_BYTES = 250
const ID = /"data":\{"id":"([\w-]+)"/

export class StreamFollower {
  readonly #stream: WebSocketConnection
  readonly #orders: WebSocketConnection
  readonly #ofLogin: string
  #delay = new Histogram()
  #events = 0
  #unacknowledged = 0
  #newest = ''
  #lost = ''
  #nextId = 1
  /** The times of answers whose event has not come, and of events whose answer has not, by deal. */
  readonly #answered = new Map<number, number>()
  readonly #early = new Map<number, number>()
  #position = 0

  private constructor(login: number, stream: WebSocketConnection, orders: WebSocketConnection) {
    this.#stream = stream
    this.#orders = orders
    this.#ofLogin = `"login":${login},`
    const closed = (why: string): void => {
      this.#lost ||= why
    }
    stream.receive({
      frame: (bytes, start, end) => this.#event(bytes, start, end),
      turn: () => this.#acknowledge(),
      closed,
    })
    orders.receive({
      frame: (bytes, start, end) => this.#answer(bytes.toString('utf8', start, end)),
      turn: () => undefined,
      closed,
    })
  }

  /** Begins behind the newest event. */
  static async open(spec: FollowSpec): Promise<StreamFollower> {
    const { port, path, key, traderPath, token } = spec
    const stream = await WebSocketConnection.open({ port, path, protocol: PROTOCOL, token: key })
    const orders = await WebSocketConnection.open({
      port,
      path: traderPath,
      protocol: PROTOCOL,
      token,
    })
    const follower = new StreamFollower(spec.login, stream, orders)
    follower.#push(stream, { id: 0, op: 'follow', args: { latest: true } })
    return follower
  }

  async follow(seconds: number): Promise<FollowResult> {
    this.#events = 0
    this.#delay = new Histogram()
    const begin = performance.now()
    for (let now = begin; now < begin + seconds * 1000; now = performance.now()) {
      if (this.#lost !== '') throw new Error(`a socket of the follower ended: ${this.#lost}`)
      this.#order()
      await new Promise((resolve) => setTimeout(resolve, ORDER_EVERY_MS))
    }
    const now = performance.now()
    const first = this.#answered.values().next().value ?? now
    return {
      seconds: (now - begin) / 1000,
      events: this.#events,
      delay: this.#delay.encode(),
      missing: this.#answered.size,
      waitedMs: now - first,
    }
  }

  close(): void {
    this.#stream.close()
    this.#orders.close()
  }

  #order(): void {
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    const args = this.#position === 0 ? open : { kind: 'close', position_id: this.#position }
    this.#position = 0
    this.#push(this.#orders, { id: this.#nextId++, op: 'trade', args })
  }

  #answer(text: string): void {
    const frame = JSON.parse(text) as {
      readonly id?: number
      readonly code?: string
      readonly data?: { readonly deal_id?: number; readonly position_id?: number } | null
    }
    if (frame.id === undefined || frame.code !== 'ok') return
    const { deal_id: deal = 0, position_id: position = 0 } = frame.data ?? {}
    // Orders open and close in turn.
    this.#position = frame.id % 2 === 1 ? position : 0
    const early = this.#early.get(deal)
    this.#early.delete(deal)
    if (early === undefined) this.#answered.set(deal, performance.now())
    else this.#delay.record(0)
  }

  #event(bytes: Buffer, start: number, end: number): void {
    const head = bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES))
    if (!head.startsWith('{"event":"stream"')) {
      if (head.includes('"code":"ok"')) return
      this.#lost ||= head
      return
    }
    this.#events++
    this.#unacknowledged++
    this.#newest = head
    if (!head.includes(this.#ofLogin) || !head.includes('"kind":"deal"')) return
    const { data } = JSON.parse(bytes.toString('utf8', start, end)) as {
      readonly data: { readonly data: { readonly id: number } }
    }
    const deal = data.data.id
    const answered = this.#answered.get(deal)
    this.#answered.delete(deal)
    if (answered === undefined) this.#early.set(deal, performance.now())
    else this.#delay.record(performance.now() - answered)
  }

  #acknowledge(): void {
    if (this.#unacknowledged < ACKNOWLEDGE_EVENTS) return
    this.#unacknowledged = 0
    const id = ID.exec(this.#newest)?.[1]
    this.#push(this.#stream, { id: this.#nextId++, op: 'ack', args: { id } })
  }

  #push(connection: WebSocketConnection, frame: object): void {
    connection.push(textFrame(JSON.stringify(frame)))
    connection.flush()
  }
}
