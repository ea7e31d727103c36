import { after, every, monotonic, takeServerTime, wait } from './clock.js'
import type { ArgsOf, LiveOps, SocketReply, TraderLiveOps } from './contract.js'
import { jitter } from './random.js'
import { sidePath } from './side.js'

/**
 * A WebSocket that reconnects by itself, so that it appears as a single connection.
 *
 * L1. A trader's connection is `live` once the account's data is complete, by `resume` from the
 *     last sequence number or by a `snapshot`. Staff have no account data, so their connection is
 *     live at once, and subscriptions are requested again.
 * L2. An answer that does not arrive is `null`, which means an unknown result. Requests are never
 *     repeated automatically.
 * L3. Every frame is a sign of life. The server is pinged every two seconds, and at once if prices
 *     stop for 0.7 s. The connection becomes `stale` if nothing arrives within 1.3 s after that (or
 *     three times the last round trip), or if an answer is three seconds late. An unresponsive
 *     server is thus noticed after two seconds in a moving market and after 3.3 s in a quiet one,
 *     and silence has no other meaning. The next frame makes it live again.
 * L4. A connection that is stale for eight seconds is dropped. A lost connection is retried after
 *     0.25 s, then every two seconds, after a minute every eight, and at once when the browser
 *     reports that it is online.
 * L5. Events that happened while the connection was lost arrive after `resume` and are marked as
 *     past.
 */
export type LineState = 'connecting' | 'live' | 'stale' | 'lost' | 'closed'

export interface Frame {
  readonly id?: number
  readonly event?: string
  readonly seq?: string
  readonly code?: string
  readonly message?: string
  // biome-ignore lint/suspicious/noExplicitAny: frames are distinguished by their names
  readonly data?: any
}

interface LineHooks<Event> {
  /** `silentMs` is the time since the last message of the server. */
  onState(state: LineState, silentMs: number): void
  onEvent(event: Event, isPast: boolean): void
  /** The account of the connection; staff have none. */
  readonly account?: AccountHooks
  /** Called when the connection is live for the first time or again, to request subscriptions. */
  onLive(): void
  onLatency(ms: number): void
  /** Called when the connection is refused or closed permanently. Returns whether to try again. */
  mayReturn(): Promise<boolean>
}

interface AccountHooks {
  onSnapshot(data: TraderLiveOps['snapshot']['data']): void
  /** Called after all missed events. `isWhole` is false if some were too old to be sent. */
  onCaughtUp(isWhole: boolean): void
}

const LOOK_MS = 200
const PING_MS = 2_000
/** If prices were arriving and then stop for this long, the server is pinged. */
const QUIET_MS = 700
const PATIENCE_MS = 1_300
const PATIENCE_MAX_MS = 3_000
const GIVEN_UP_MS = 8_000
const OPENED_MS = 20_000
const ANSWER_MS = 15_000
const WAITS_MS = [250, 500, 1_000, 2_000]
/** A restarting server is back within a minute. After this many attempts it is tried less often. */
const SOON_TRIES = 30
const SELDOM_MS = 8_000
/** The close code of a session that has ended. */
const CLOSED_FOR_GOOD = 4001

export class Line<Ops extends LiveOps, Event> {
  readonly #hooks: LineHooks<Event>
  readonly #waiting = new Map<number, (frame: Frame | null) => void>()
  #socket: WebSocket | null = null
  #state: LineState = 'connecting'
  #seq = 0
  #lastId = 0
  #tries = 0
  #isWanted = true
  /** Account events up to this number happened while the connection was lost. */
  #pastSeq = 0
  #heardAt = 0
  #isFlowing = false
  #pingedAt = 0
  #isPinging = false
  #tookMs = 0
  #lookedAt = 0
  #wake: () => void = () => undefined
  #stopLooking: () => void = () => undefined

  constructor(hooks: LineHooks<Event>) {
    this.#hooks = hooks
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    void this.#keepConnected()
  }

  get state(): LineState {
    return this.#state
  }

  /**
   * Returns the answer; null if the connection is lost before, or if it takes longer than
   * `patienceMs`.
   */
  ask<Op extends keyof Ops & string>(
    op: Op,
    args: ArgsOf<Ops, Op> | Readonly<Record<string, never>> = {},
    patienceMs = ANSWER_MS,
  ): Promise<SocketReply<Ops, Op> | null> {
    return this.#ask(op, args, patienceMs) as Promise<SocketReply<Ops, Op> | null>
  }

  #ask(op: string, args: unknown = {}, patienceMs = ANSWER_MS): Promise<Frame | null> {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const stop = after(patienceMs, () => this.#settle(id, null))
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

  /** Opens a connection. Resolves with the close code when it has ended. */
  #connection(): Promise<number> {
    if (this.#state !== 'lost') this.#say('connecting')
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${sidePath}/socket`, 'openfloor.json')
    this.#socket = socket
    return new Promise((resolve) => {
      const end = (code: number) => {
        this.#stopLooking()
        socket.onopen = socket.onmessage = socket.onclose = null
        socket.close()
        for (const id of [...this.#waiting.keys()]) this.#settle(id, null)
        resolve(code)
      }
      this.#stopLooking = after(OPENED_MS, () => end(0))
      socket.onopen = () => void this.#begin(socket, end)
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Frame)
      socket.onclose = ({ code }) => end(code)
    })
  }

  async #begin(socket: WebSocket, end: (code: number) => void): Promise<void> {
    this.#heard(false)
    const isBack = this.#seq > 0
    if (isBack) {
      const resumed = await this.#ask('resume', { seq: String(this.#seq) })
      if (resumed === null) return
      if (resumed.code === 'ok') this.#pastSeq = Number(resumed.data.to)
      else this.#seq = 0
    }
    const isWhole = this.#seq > 0
    if (this.#seq === 0 && this.#hooks.account !== undefined) {
      const snapshot = await this.#ask('snapshot')
      if (snapshot === null) return
      if (snapshot.code !== 'ok') {
        socket.close()
        return
      }
    }
    this.#tries = 0
    this.#say('live')
    this.#hooks.onLive()
    if (isBack && !(isWhole && this.#pastSeq > this.#seq)) this.#hooks.account?.onCaughtUp(isWhole)
    void this.ping()
    this.#lookedAt = monotonic()
    this.#stopLooking()
    this.#stopLooking = every(LOOK_MS, () => this.#look(end))
  }

  /** Measures the round trip and sets the server's clock. */
  async ping(): Promise<boolean> {
    const begun = monotonic()
    this.#pingedAt = begun
    this.#isPinging = true
    const answer = await this.#ask('ping')
    this.#isPinging = false
    // A server that is starting or stopping may refuse the ping, without a time.
    if (answer?.code !== 'ok') return false
    this.#tookMs = monotonic() - begun
    takeServerTime(String(answer.data.at), this.#tookMs)
    this.#hooks.onLatency(this.#tookMs)
    if (this.#state === 'stale') this.#say('live')
    return true
  }

  /** Pings the server when necessary. Reports and later closes a connection that stays silent. */
  #look(end: (code: number) => void): void {
    const at = monotonic()
    const wasAsleep = at - this.#lookedAt > PATIENCE_MS
    this.#lookedAt = at
    // After the page itself was suspended, frames are still waiting to be read.
    if (wasAsleep) return
    const [silentMs, askedMs] = [at - this.#heardAt, at - this.#pingedAt]
    if (this.#isPinging) {
      const patience = Math.min(PATIENCE_MAX_MS, Math.max(PATIENCE_MS, 3 * this.#tookMs))
      if (this.#isAnswerLate() || Math.min(askedMs, silentMs) > patience) this.#say('stale')
      if (silentMs > GIVEN_UP_MS) end(0)
    } else if (askedMs >= PING_MS || (this.#isFlowing && silentMs >= QUIET_MS)) void this.ping()
  }

  #isAnswerLate(): boolean {
    return this.#isPinging && monotonic() - this.#pingedAt > PATIENCE_MAX_MS
  }

  /** Records a sign of life. `isFlowing` means that the frame was not an answer. */
  #heard(isFlowing: boolean): void {
    this.#heardAt = monotonic()
    this.#isFlowing = isFlowing
    if (this.#state === 'stale' && !this.#isAnswerLate()) this.#say('live')
  }

  #receive(frame: Frame): void {
    this.#heard(frame.event !== undefined)
    if (frame.event === undefined) {
      if (frame.data?.positions !== undefined && frame.data.seq !== undefined) {
        this.#seq = Number(frame.data.seq)
        this.#hooks.account?.onSnapshot(frame.data)
      }
      this.#settle(frame.id ?? 0, frame)
      return
    }
    // `money` names the sequence number up to which it is valid.
    // A higher number than the last event shows that events are missing.
    const isLive = this.#state === 'live' || this.#state === 'stale'
    if (frame.event === 'money' && isLive && Number(frame.data?.seq) > this.#seq) {
      this.#socket?.close()
      return
    }
    if (frame.seq !== undefined && this.#hooks.account !== undefined) {
      const seq = Number(frame.seq)
      // Events before the snapshot are part of it.
      if (this.#seq === 0 || seq <= this.#seq) return
      if (seq !== this.#seq + 1) {
        this.#socket?.close()
        return
      }
      this.#seq = seq
    }
    const isPast = frame.seq !== undefined && this.#pastSeq > 0 && this.#seq <= this.#pastSeq
    this.#hooks.onEvent(frame as unknown as Event, isPast)
    if (isPast && this.#seq === this.#pastSeq) this.#hooks.account?.onCaughtUp(true)
  }

  #settle(id: number, frame: Frame | null): void {
    const tell = this.#waiting.get(id)
    this.#waiting.delete(id)
    tell?.(frame)
  }

  #say(state: LineState): void {
    if (state === this.#state || this.#state === 'closed') return
    this.#state = state
    this.#hooks.onState(state, monotonic() - this.#heardAt)
  }
}
