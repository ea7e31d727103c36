import { Backoff } from '../backoff.js'
import { Emitter } from '../emitter.js'
import { type ErrorCode, OpenfloorError } from '../errors.js'
import { type Cancel, type Platform, type SocketMaker, TIMER_MAX_MS } from '../platform.js'
import type { Access } from '../rest/access.js'
import type { Rest } from '../rest/rest.js'
import {
  CODECS_BY_NAME,
  type Codec,
  type CodecName,
  type ReceivedEvent,
  type Reply,
} from './codec.js'
import { Line, type LineEnd, type LineListener } from './line.js'

/**
 * The state of the WebSocket client.
 *   `connecting`  it has not been live yet
 *   `live`        it is connected and has missed no event
 *   `stale`       it has received nothing for too long, so data may be outdated
 *   `resuming`    it lost the connection, or it is fetching missed events
 *   `signed-out`  the session has ended: sign in, then start the client again
 *   `closed`      it was stopped or has not been started
 */
export type LiveState = 'connecting' | 'live' | 'stale' | 'resuming' | 'signed-out' | 'closed'

export interface StateChange {
  readonly state: LiveState
  readonly before: LiveState
  /** An explanation for people, in English. */
  readonly why: string
}

export interface LiveOptions {
  readonly codec?: CodecName
  /** The interval in milliseconds between pings of the server. */
  readonly pingMs?: number
  /** The silence after a ping after which the connection is stale. */
  readonly staleMs?: number
  /** The silence after which the connection is dropped. */
  readonly lostMs?: number
  /** The shortest and the longest pause between attempts to connect. */
  readonly firstPauseMs?: number
  readonly mostPauseMs?: number
}

/** Events of the connection itself, besides those from the server. */
export interface LineEvents {
  readonly state: StateChange
  /** An error thrown by a listener, or the refusal of a kept subscription. */
  readonly problem: unknown
}

/** Restores the events that were missed while the connection was lost. */
export interface Catching {
  /**
   * Called on a connection that is signed in. Returns true if nothing is missing, or if `caughtUp`
   * will be called later.
   */
  begin(line: Line, caughtUp: () => void): Promise<boolean>
  /** Called for a new connection, whose events do not continue the events of the old connection. */
  restart(): void
  /**
   * `missing` means that an earlier event is missing, so the client reconnects and resumes. `known`
   * events are not passed on.
   */
  take(event: ReceivedEvent): 'new' | 'known' | 'missing'
}

/** Handles the refusal of a kept subscription; returns true if it is not a problem. */
type Refused = (reply: Reply) => boolean

interface Kept {
  readonly op: string
  readonly args: object
  readonly refused: Refused | undefined
}

type AnyOps = { readonly [name: string]: { readonly args: unknown; readonly data: unknown } }
type OpsOf<Ops> = {
  readonly [Name in keyof Ops]: { readonly args: unknown; readonly data: unknown }
}

const PING_MS = 5_000
const STALE_MS = 3_000
const LOST_MS = 12_000
const FIRST_PAUSE_MS = 250
const MOST_PAUSE_MS = 8_000
/** Codes with which the server refuses restricted sessions. */
const BARS: readonly ErrorCode[] = [
  'auth.password_change_required',
  'auth.otp_enrol_required',
  // The refusal of an API key that is used from a wrong address.
  'forbidden',
]
/** The close code for a session that has ended. */
const SESSION_ENDED = 4001
/** Close codes that ask the client to wait: too many sockets, and flooding. */
const PATIENCE: readonly number[] = [1013, 4029]

/**
 * A WebSocket client that connects, signs in and reconnects by itself.
 *
 * - It is `live` when nothing is missing: missed account events have been restored and
 *   subscriptions have been requested again.
 * - A request whose connection is lost fails with the code `network`. It is never repeated
 *   automatically.
 */
export class LiveClient<Ops extends OpsOf<Ops> = AnyOps, Events extends object = object> {
  readonly #platform: Platform
  readonly #make: SocketMaker | null
  readonly #access: Access
  readonly #rest: Rest
  readonly #url: string
  readonly #codec: Codec
  readonly #options: Required<Omit<LiveOptions, 'codec'>>
  readonly #events: Emitter<Events & LineEvents>
  readonly #backoff: Backoff
  readonly #kept = new Map<string, Kept>()
  readonly #catching: Catching | null
  #state: LiveState = 'closed'
  /** The current connection, also while it opens. */
  #line: Line | null = null
  /** Increases with each start and stop, so that work of an earlier run can be recognised. */
  #run = 0
  #isCaughtUp = false
  /** The restriction of the session that prevents a socket. */
  #barred: ErrorCode | null = null
  #heardAt = 0
  #aheadMs = 0
  #roundTripMs: number | null = null
  #wake: () => void = () => undefined
  #nextPing: Cancel = () => undefined

  constructor(
    parts: {
      readonly platform: Platform
      readonly access: Access
      readonly rest: Rest
      readonly url: string
    },
    options: LiveOptions,
    catching: Catching | null,
  ) {
    this.#platform = parts.platform
    this.#make = parts.platform.socket
    this.#access = parts.access
    this.#rest = parts.rest
    this.#url = parts.url
    this.#codec = CODECS_BY_NAME[options.codec ?? 'json']
    this.#options = {
      pingMs: options.pingMs ?? PING_MS,
      staleMs: options.staleMs ?? STALE_MS,
      lostMs: options.lostMs ?? LOST_MS,
      firstPauseMs: options.firstPauseMs ?? FIRST_PAUSE_MS,
      mostPauseMs: options.mostPauseMs ?? MOST_PAUSE_MS,
    }
    const { firstPauseMs, mostPauseMs } = this.#options
    this.#backoff = new Backoff(this.#platform, firstPauseMs, mostPauseMs)
    this.#catching = catching
    // An error in a listener of problems is ignored.
    this.#events = new Emitter((error, name) => {
      if (name !== 'problem') this.problem(error)
    })
  }

  get state(): LiveState {
    return this.#state
  }

  /** The time since the last message of the server. */
  get silentMs(): number {
    return this.#heardAt === 0
      ? Number.POSITIVE_INFINITY
      : this.#platform.monotonic() - this.#heardAt
  }

  /** The duration of the last ping; null before the first. */
  get roundTripMs(): number | null {
    return this.#roundTripMs
  }

  /** The server's time, which the client estimates from pings. */
  serverNow(): number {
    return this.#platform.now() + this.#aheadMs
  }

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof (Events & LineEvents)>(
    name: Name,
    listener: (data: (Events & LineEvents)[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener)
  }

  /** Connects and stays connected until `stop`. */
  start(): void {
    if (this.#state !== 'closed' && this.#state !== 'signed-out') return
    if (this.#make === null) {
      const why =
        'This runtime has no WebSocket: hand one in, or take that of openfloor-client/node.'
      throw new OpenfloorError('protocol', why)
    }
    this.#barred = null
    const run = ++this.#run
    this.#enter('connecting', 'started')
    void this.#stay(run).catch((error) => this.problem(error))
  }

  stop(): void {
    if (this.#state === 'closed') return
    this.#run++
    this.#nextPing()
    this.#line?.end()
    this.#line = null
    this.#wake()
    this.#enter('closed', 'stopped')
  }

  /** Reconnects at once, for example when the machine has woken up or is online again. */
  wake(): void {
    this.#wake()
    if (this.#state === 'stale') this.#line?.end(4000, 'woken while stale')
  }

  /**
   * Resolves when the state is live. Rejects if it cannot become live, and with `timeout` after
   * `withinMs`.
   */
  whenLive(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#state === 'live') return Promise.resolve()
    return new Promise((resolve, reject) => {
      const tooLate = (): void => {
        reject(new OpenfloorError('timeout', `The socket is not live yet: ${this.#state}.`))
        end()
      }
      const isBound = withinMs <= TIMER_MAX_MS
      const cancel = isBound ? this.#platform.after(withinMs, tooLate) : () => undefined
      const look = (state: LiveState, why: string): void => {
        if (state === 'live') resolve()
        else if (state === 'signed-out') reject(new OpenfloorError('signed_out', `Sign in: ${why}`))
        else if (state === 'closed') reject(new OpenfloorError('closed', 'The client was stopped.'))
        else return
        end()
      }
      const off = this.on('state', ({ state, why }) => look(state, why))
      const end = (): void => {
        cancel()
        off()
      }
      look(this.#state, 'there is no session')
    })
  }

  /** Returns the data of the reply. Throws an `OpenfloorError` for a refusal or a lost connection. */
  async ask<Name extends keyof Ops & string>(
    op: Name,
    ...[args]: Readonly<Record<string, never>> extends Ops[Name]['args']
      ? [args?: Ops[Name]['args']]
      : [args: Ops[Name]['args']]
  ): Promise<Ops[Name]['data']> {
    const reply = await this.tryAsk(op, (args ?? {}) as object)
    if (reply === undefined) throw new OpenfloorError('network', 'The line was lost.')
    if (!isDone(reply)) throw new OpenfloorError(reply.code, reply.message, { data: reply.data })
    return reply.data
  }

  /** Returns the reply with any code; undefined if the connection is lost or missing. */
  tryAsk(op: string, args: object): Promise<Reply | undefined> {
    return this.#line?.ask(op, args) ?? Promise.resolve(undefined)
  }

  /** Sends a request now and again after each reconnect, for subscriptions. `key` identifies it. */
  keep<Name extends keyof Ops & string>(
    key: string,
    op: Name,
    args: Ops[Name]['args'],
    refused?: Refused,
  ): void {
    const kept = { op, args: (args ?? {}) as object, refused }
    this.#kept.set(key, kept)
    if (this.#line !== null) this.#again(this.#line, kept)
  }

  /** Stops repeating the request. To end the subscription now, send the request for that yourself. */
  unkeep(key: string): void {
    this.#kept.delete(key)
  }

  protected problem(error: unknown): void {
    this.#events.emit('problem', error as (Events & LineEvents)['problem'])
  }

  #enter(state: LiveState, why: string): void {
    const before = this.#state
    if (before === state) return
    this.#state = state
    const change: StateChange = { state, before, why }
    this.#events.emit('state', change as (Events & LineEvents)['state'])
  }

  async #stay(run: number): Promise<void> {
    while (run === this.#run) {
      const end = await this.#once(run)
      if (run !== this.#run) return
      if (this.#access.tokens === null || this.#barred !== null) {
        this.#enter('signed-out', this.#barred ?? end)
        return
      }
      if (this.#state !== 'connecting') this.#enter('resuming', end)
      await this.#pause(this.#backoff.next())
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#platform.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  /** Runs one connection from its start to its end. Returns why it ended. */
  async #once(run: number): Promise<string> {
    try {
      await this.#access.fresh()
    } catch (error) {
      return codeOf(error)
    }
    if (run !== this.#run || this.#make === null) return 'stopped'
    const end = await this.#connected(this.#make)
    // A later start may already have another connection.
    if (run !== this.#run) return 'stopped'
    this.#line = null
    this.#nextPing()
    if (PATIENCE.includes(end.code)) this.#backoff.slow()
    // A browser does not learn why an upgrade was refused.
    // Clients with a token are authenticated only after the upgrade.
    const isRefused = !end.wasOpen && this.#access.tokens?.accessToken === null
    if (end.code === SESSION_ENDED || isRefused) await this.#lookAtSession()
    return `${end.code} ${end.reason}`.trim()
  }

  #connected(make: SocketMaker): Promise<LineEnd> {
    return new Promise((resolve) => {
      this.#isCaughtUp = false
      this.#catching?.restart()
      const listener: LineListener = {
        onFrame: () => this.#heard(),
        onEvent: (event) => this.#told(line, event),
        ended: resolve,
      }
      const socket = make(this.#url, [this.#codec.protocol])
      const line = new Line(this.#platform, socket, this.#codec, listener)
      this.#line = line
      void this.#begin(line).catch((error) => {
        this.problem(error)
        line.end(4000, 'it could not be begun')
      })
    })
  }

  async #begin(line: Line): Promise<void> {
    if (!(await line.opened)) return
    this.#beat(line)
    if (!(await this.#signIn(line))) return
    await this.#ping(line)
    for (const kept of this.#kept.values()) this.#again(line, kept)
    const isBegun = (await this.#catching?.begin(line, () => this.#caughtUp(line))) ?? true
    if (!isBegun) {
      line.end(4000, 'its events could not be had')
      return
    }
    if (this.#catching === null) this.#caughtUp(line)
  }

  /** Cookies have already signed it in. */
  async #signIn(line: Line): Promise<boolean> {
    const { tokens } = this.#access
    if (tokens === null) {
      line.end(SESSION_ENDED, 'signed out')
      return false
    }
    if (tokens.accessToken === null) return true
    const reply = await line.ask('auth', { access_token: tokens.accessToken })
    if (reply?.code === 'ok') return true
    // The server closes the socket after this reply, without a further reason.
    if (reply !== undefined && BARS.includes(reply.code)) this.#barred = reply.code
    if (reply?.code.startsWith('auth.')) line.end(SESSION_ENDED, reply.code)
    else line.end(PATIENCE[0], reply?.code ?? '')
    return false
  }

  /** Asks the server whether the session has ended; this refreshes the token if necessary. */
  async #lookAtSession(): Promise<void> {
    const me = this.#access.side === 'staff' ? 'GET /admin/v1/auth/me' : 'GET /trader/v1/auth/me'
    try {
      await this.#rest.request(me, { retries: 0 })
    } catch (error) {
      const code = codeOf(error)
      if (!code.startsWith('auth.')) return
      await this.#access.forget(code)
      if (this.#access.isKey) this.#barred = code
    }
  }

  #again(line: Line, { op, args, refused }: Kept): void {
    void line.ask(op, args).then((reply) => {
      if (reply === undefined || isDone(reply) || refused?.(reply) === true) return
      this.problem(new OpenfloorError(reply.code, reply.message, { data: reply.data }))
    })
  }

  #caughtUp(line: Line): void {
    if (line !== this.#line) return
    this.#isCaughtUp = true
    this.#backoff.reset()
    this.#enter('live', 'nothing is missing')
  }

  #heard(): void {
    this.#heardAt = this.#platform.monotonic()
    if (this.#state === 'stale') {
      this.#enter(this.#isCaughtUp ? 'live' : 'resuming', 'the server is heard again')
    }
  }

  #told(line: Line, event: ReceivedEvent): void {
    const fate = this.#catching?.take(event) ?? 'new'
    if (fate === 'missing') line.end(4000, 'an event is missing')
    if (fate !== 'new') return
    type Name = keyof (Events & LineEvents)
    this.#events.emit(event.event as Name, event.data as (Events & LineEvents)[Name])
  }

  async #ping(line: Line): Promise<void> {
    const sentAt = this.#platform.monotonic()
    const reply = await line.ask('ping', {})
    const at = Date.parse(String((reply?.data as { readonly at?: string } | null)?.at ?? ''))
    if (Number.isNaN(at)) return
    this.#roundTripMs = this.#platform.monotonic() - sentAt
    this.#aheadMs = at + this.#roundTripMs / 2 - this.#platform.now()
  }

  /** Pings repeatedly. A server that does not answer makes the connection stale and then lost. */
  #beat(line: Line): void {
    const { pingMs, staleMs, lostMs } = this.#options
    this.#nextPing = this.#platform.after(pingMs, () => {
      if (line !== this.#line) return
      const before = this.#heardAt
      void this.#ping(line)
      const look = (waitedMs: number): void => {
        const isSilent = this.#heardAt === before
        if (line !== this.#line) return
        if (!isSilent) {
          this.#beat(line)
          return
        }
        if (waitedMs >= lostMs) {
          line.end(4000, 'nothing was heard any more')
          return
        }
        if (this.#state === 'live') this.#enter('stale', 'nothing is heard')
        const waitMs = Math.min(staleMs, lostMs - waitedMs)
        this.#nextPing = this.#platform.after(waitMs, () => look(waitedMs + waitMs))
      }
      this.#nextPing = this.#platform.after(staleMs, () => look(staleMs))
    })
  }
}

export function isDone({ code }: { readonly code: string }): boolean {
  return ['ok', 'trade.placed', 'trade.partial', 'trade.pending'].includes(code)
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof OpenfloorError ? error.code : 'network'
}
