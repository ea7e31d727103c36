import { after, every, monotonic, serverSaid, wait } from './clock.js'
import { jitter } from './random.js'

/**
 * The live socket: one connection after the other, as if it were one.
 *
 *   L1. `live` is said once the account's picture is whole: by `resume` from the last number, or by a `snapshot`.
 *   L2. An answer that does not come is `null`: nobody knows then. A request is never sent twice by itself.
 *   L3. No answer to a ping for three seconds is `stale`. What is lost is tried again after 0.25 s and
 *       then every two seconds, after a minute every eight, at once when the browser says that the network is there.
 */
export type LineState = 'connecting' | 'live' | 'stale' | 'lost' | 'closed'

export interface Frame {
  readonly id?: number
  readonly event?: string
  readonly seq?: string
  readonly code?: string
  readonly message?: string
  // biome-ignore lint/suspicious/noExplicitAny: frames are told apart by their names
  readonly data?: any
}

export interface LineHooks {
  onState(state: LineState): void
  onEvent(frame: Frame): void
  onSnapshot(data: Frame['data']): void
  /** Live again, or for the first time: subscriptions are asked for anew. */
  onLive(): void
  onLatency(ms: number): void
  /** Refused or closed for good: whether to try again. */
  mayReturn(): Promise<boolean>
}

const PING_MS = 4_000
const STALE_MS = 3_000
const ANSWER_MS = 15_000
const WAITS_MS = [250, 500, 1_000, 2_000]
/** A server that starts again is back within a minute; one that is away longer is asked less often. */
const SOON_TRIES = 30
const SELDOM_MS = 8_000
/** The session is over, or was closed by somebody. */
const CLOSED_FOR_GOOD = 4001

export class Line {
  readonly #hooks: LineHooks
  readonly #waiting = new Map<number, (frame: Frame | null) => void>()
  #socket: WebSocket | null = null
  #state: LineState = 'connecting'
  #seq = 0
  #lastId = 0
  #tries = 0
  #isWanted = true
  #wake: () => void = () => undefined
  #stopPinging: () => void = () => undefined

  constructor(hooks: LineHooks) {
    this.#hooks = hooks
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    void this.#keepConnected()
  }

  get state(): LineState {
    return this.#state
  }

  /** The answer; null where the line is lost before it comes. */
  ask(op: string, args: object = {}): Promise<Frame | null> {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const stop = after(ANSWER_MS, () => this.#settle(id, null))
      this.#waiting.set(id, (frame) => {
        stop()
        resolve(frame)
      })
      socket.send(JSON.stringify({ id, op, args }))
    })
  }

  close(): void {
    this.#isWanted = false
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.#socket?.close()
    this.#say('closed')
    this.#wake()
  }

  readonly #hurry = (): void => {
    if (document.visibilityState === 'visible') this.#wake()
  }

  async #keepConnected(): Promise<void> {
    while (this.#isWanted) {
      const code = await this.#connection()
      if (!this.#isWanted) return
      this.#say('lost')
      const isRefused = code === CLOSED_FOR_GOOD || this.#tries > 1
      if (isRefused && !(await this.#hooks.mayReturn())) {
        this.close()
        return
      }
      const soon = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)] ?? 0
      const pause = (this.#tries > SOON_TRIES ? SELDOM_MS : soon) * jitter()
      this.#tries++
      await Promise.race([wait(pause), new Promise<void>((resolve) => (this.#wake = resolve))])
    }
  }

  /** Resolves with its code when the connection has ended. */
  #connection(): Promise<number> {
    if (this.#state !== 'lost') this.#say('connecting')
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/trader/v1/socket`, 'openfloor.json')
    this.#socket = socket
    return new Promise((resolve) => {
      socket.onopen = () => void this.#begin(socket)
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Frame)
      socket.onclose = ({ code }) => {
        this.#stopPinging()
        for (const id of [...this.#waiting.keys()]) this.#settle(id, null)
        resolve(code)
      }
    })
  }

  async #begin(socket: WebSocket): Promise<void> {
    if (this.#seq > 0) {
      const resumed = await this.ask('resume', { seq: String(this.#seq) })
      if (resumed === null) return
      if (resumed.code !== 'ok') this.#seq = 0
    }
    if (this.#seq === 0) {
      const snapshot = await this.ask('snapshot')
      if (snapshot === null) return
      if (snapshot.code !== 'ok') {
        socket.close()
        return
      }
    }
    this.#tries = 0
    this.#say('live')
    this.#hooks.onLive()
    void this.ping()
    this.#stopPinging = every(PING_MS, () => void this.ping())
  }

  /** Measures the way, and sets the server's clock. */
  async ping(): Promise<boolean> {
    const begun = monotonic()
    const isStale = after(STALE_MS, () => this.#say('stale'))
    const answer = await this.ask('ping')
    isStale()
    if (answer === null) return false
    const took = monotonic() - begun
    serverSaid(String(answer.data.at), took)
    this.#hooks.onLatency(took)
    if (this.#state === 'stale') this.#say('live')
    return true
  }

  #receive(frame: Frame): void {
    if (frame.event === undefined) {
      if (frame.data?.positions !== undefined && frame.data.seq !== undefined) {
        this.#seq = Number(frame.data.seq)
        this.#hooks.onSnapshot(frame.data)
      }
      this.#settle(frame.id ?? 0, frame)
      return
    }
    if (frame.seq !== undefined) {
      const seq = Number(frame.seq)
      // Before the picture of the account it is part of that.
      if (this.#seq === 0 || seq <= this.#seq) return
      if (seq !== this.#seq + 1) {
        this.#socket?.close()
        return
      }
      this.#seq = seq
    }
    this.#hooks.onEvent(frame)
  }

  #settle(id: number, frame: Frame | null): void {
    const tell = this.#waiting.get(id)
    this.#waiting.delete(id)
    tell?.(frame)
  }

  #say(state: LineState): void {
    if (state === this.#state || this.#state === 'closed') return
    this.#state = state
    this.#hooks.onState(state)
  }
}
