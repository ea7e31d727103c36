import { Packr } from 'msgpackr'
import { binaryFrame, textFrame, WebSocketConnection } from '../../bench/load/websocket.js'
import { AccountFold, type Event, type View } from './account-fold.js'

/**
 * One live socket of one account, with what it has heard. It outlives its connections: after each
 * `connect` it resumes where its fold stands.
 *
 *   T1. A request that the connection's end leaves unanswered resolves with undefined: unknown.
 *   T2. A request has one answer: another one is a problem of the fold's.
 *   T3. Events before the answer to `snapshot` or `resume` are left out, since that covers them.
 */
export interface Reply {
  readonly id: number
  readonly code: string
  readonly message: string
  readonly data: View | null
}

export type Codec = 'json' | 'msgpack'
const PATH = '/trader/v1/socket'
const packr = new Packr({ useRecords: false, variableMapSize: true })

export class Terminal {
  readonly login: number
  readonly codec: Codec
  readonly fold = new AccountFold()
  /** The end of the last connection, like `closed with 1012 …`; empty while it lives. */
  ended = ''
  #connection: WebSocketConnection | undefined
  #isSyncing = false
  #lastId = 0
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>()
  #heard: () => void = () => undefined

  constructor(login: number, codec: Codec) {
    this.login = login
    this.codec = codec
  }

  get isConnected(): boolean {
    return this.#connection !== undefined
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves when the fold has everything up to the answer of `snapshot` or `resume`. */
  async connect(port: number, token: string): Promise<void> {
    const protocol = `openfloor.${this.codec}` as const
    const connection = await WebSocketConnection.open({ port, path: PATH, protocol, token })
    this.ended = ''
    this.#connection = connection
    this.#isSyncing = true
    connection.receive({
      frame: (bytes, start, end) => this.#frame(bytes.subarray(start, end)),
      turn: () => this.#heard(),
      closed: (why) => this.#closed(why),
    })
    if (this.fold.isGrounded) await this.#resume()
    else this.fold.ground(await this.#sure('snapshot', {}))
  }

  snapshot(): Promise<View> {
    return this.#sure('snapshot', {})
  }

  ask(op: string, args: View): Promise<Reply | undefined> {
    const connection = this.#connection
    if (connection === undefined) return Promise.resolve(undefined)
    const id = ++this.#lastId
    const frame = { id, op, args }
    connection.push(
      this.codec === 'json' ? textFrame(JSON.stringify(frame)) : binaryFrame(packr.pack(frame)),
    )
    queueMicrotask(() => connection.flush())
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  /** Ends the connection from this side. */
  hangUp(): void {
    const connection = this.#connection
    this.#closed('hung up')
    connection?.close()
  }

  /** An account has one snapshot or resume under way: the other terminal's may be. */
  async #whenFree(op: string, args: View): Promise<Reply | undefined> {
    for (;;) {
      const reply = await this.ask(op, args)
      if (reply?.code !== 'trade.too_many_requests') return reply
    }
  }

  async #resume(): Promise<void> {
    const reply = await this.#whenFree('resume', { seq: String(this.fold.seq) })
    if (reply !== undefined && reply.code !== 'ok') {
      this.fold.problems.push(`resume after ${this.fold.seq}: ${reply.code} ${reply.message}`)
      this.fold.ground(await this.#sure('snapshot', {}))
      return
    }
    const to = reply?.data?.['to']
    while (this.fold.seq < Number(to) && this.isConnected) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    }
  }

  async #sure(op: string, args: View): Promise<View> {
    const reply = await this.#whenFree(op, args)
    if (reply?.code === 'ok' && reply.data !== null) return reply.data
    throw new Error(`${op} of ${this.login}: ${reply?.code ?? this.ended} ${reply?.message ?? ''}`)
  }

  #frame(bytes: Buffer): void {
    const frame = (
      this.codec === 'json' ? JSON.parse(bytes.toString('utf8')) : packr.unpack(bytes)
    ) as Reply & Event
    if (frame.event !== undefined) {
      if (!this.#isSyncing) this.fold.take(frame)
      return
    }
    // Refused because the other terminal's is under way: it is asked for again.
    if (frame.code !== 'trade.too_many_requests') this.#isSyncing = false
    const resolve = this.#waiting.get(frame.id)
    if (!this.#waiting.delete(frame.id)) this.fold.problems.push(`${frame.id} is answered twice`)
    resolve?.(frame)
  }

  #closed(why: string): void {
    this.ended = why
    this.#connection = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve(undefined)
    this.#heard()
  }
}
