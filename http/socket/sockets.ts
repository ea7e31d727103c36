import type { Clock, Timer } from '../../actors/clock.js'
import { assert } from '../../engine/assert.js'
import { type Refusal, refuse } from '../../engine/code.js'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_IN_FLIGHT_MAX,
  SOCKET_SIGN_IN_MS,
  SOCKETS_UNSIGNED_MAX,
} from '../../engine/limits.js'
import { isRefusal } from '../../wire/errors.js'
import type { SocketControl } from '../../wire/messages.js'
import { decodeRequest, FRAME_BYTES_MAX, type SocketCodec } from '../../wire/socket-frame.js'
import type { LiveSession } from '../live-session.js'
import type { SessionStore } from '../session-store.js'
import { Connection, type LibrarySocket, type Live, type SocketShard } from './connection.js'
import { FanOut } from './fan-out.js'
import type { Quotes } from './quotes.js'
import { sendReply, sendSessionClosed } from './replies.js'
import { heartbeat, reasonToEnd } from './revalidate.js'
import { signInByToken } from './sign-in.js'

/**
 * All live sockets of traders. The frames of a signed-in socket go to the shard of its account
 * unread; what the shard sends goes out as it is.
 *
 *   L1. Every frame gets one reply, except one that closes the socket: from the shard, or from here
 *       when it was not handed on (`trade.too_many_requests`, `unavailable`).
 *   L2. A socket whose shard ended while a frame was there is closed with 1012: its outcome is not
 *       known. The others stay, and the shard's successor is told of them when it is ready.
 *   L3. What waits for a reader is bounded: beyond `SOCKET_BACKLOG_BYTES_MAX` the socket closes with
 *       4008, and `CLOSING_MS` after any close the memory is let go, whether the peer reads or not.
 *   L4. A frame of the wrong kind (text on MessagePack, binary on JSON) goes to the shard as an empty
 *       one, so it counts among the unreadable.
 */
export interface SocketsOptions {
  readonly clock: Clock
  readonly sessions: SessionStore
  readonly shards: readonly SocketShard[]
  readonly quotes: Quotes
  /** Signs the session out, durably; a refusal when that failed. */
  logout(session: LiveSession, address: string): Promise<Refusal | null>
}

const SWEEP_MS = 2000
const WATCH_MS = 250
const SCAN_MS = 50
const CLOSING_MS = 5000
const DRAIN_STEP_MS = 20
const DRAIN_SOCKETS_A_STEP = 500
const NOTHING = new Uint8Array(0)
const SESSION_CLOSED = 4001
const RESTART = 1012

export class Sockets {
  readonly #options: SocketsOptions
  readonly #byId = new Map<number, Connection>()
  readonly #bySession = new Map<string, Set<Connection>>()
  /** Those with a deadline: unsigned and closing ones. */
  readonly #watched = new Set<Connection>()
  readonly #fanOut: FanOut
  readonly #timers: readonly Timer[]
  #lastId = 0
  #unsigned = 0
  #now: number
  #isDraining = false

  constructor(options: SocketsOptions) {
    this.#options = options
    const { clock, sessions, quotes } = options
    this.#now = clock.monotonic()
    this.#fanOut = new FanOut(this.#byId, {
      control: (connection, control) => this.#control(connection, control),
      close: (connection, code, why) => this.close(connection, code, why),
      behind: (connection) => quotes.setBehind(connection),
    })
    sessions.onClosed((session) => this.#sessionClosed(session))
    this.#timers = [
      clock.every(SWEEP_MS, () => this.#sweep()),
      clock.every(WATCH_MS, () => this.#watch()),
      clock.every(SCAN_MS, () => quotes.scan()),
    ]
  }

  get size(): number {
    return this.#byId.size
  }

  /** At the upgrade. Without a session the first frame must bring one. */
  accept(codec: SocketCodec, address: string, session: LiveSession | null): Connection | Refusal {
    if (this.#isDraining) return refuse('unavailable', 'The server is restarting. Try again soon.')
    if (session === null && this.#unsigned >= SOCKETS_UNSIGNED_MAX) {
      return refuse('unavailable', 'Too many sockets wait for their sign-in. Try again soon.')
    }
    this.#now = this.#options.clock.monotonic()
    const state =
      session === null
        ? ({ kind: 'unsigned', until: this.#now + SOCKET_SIGN_IN_MS } as const)
        : this.#liveState(session)
    return new Connection(this.#freeId(), codec, address, state, this.#now)
  }

  opened(connection: Connection, ws: LibrarySocket): void {
    connection.ws = ws
    this.#byId.set(connection.id, connection)
    if (connection.state.kind === 'live') this.#begin(connection, connection.state)
    else {
      this.#unsigned++
      this.#watched.add(connection)
    }
  }

  heard(connection: Connection): void {
    connection.heardAt = this.#now
    connection.isPinged = false
  }

  frame(connection: Connection, message: ArrayBuffer, isBinary: boolean): void {
    connection.heardAt = this.#now
    connection.isPinged = false
    const { state } = connection
    if (message.byteLength > FRAME_BYTES_MAX) {
      this.close(connection, 1009, 'frames have at most 64 KiB')
      return
    }
    const bytes = isBinary === connection.isBinary ? new Uint8Array(message) : NOTHING
    if (state.kind === 'unsigned') this.#firstFrame(connection, bytes)
    else if (state.kind === 'live') this.#forward(connection, state, bytes)
  }

  drained(connection: Connection): void {
    if (connection.state.kind === 'closing') this.#endWhenSent(connection)
    else this.#options.quotes.drained(connection)
  }

  /** The library's socket is no more. */
  gone(connection: Connection): void {
    this.#leave(connection)
    connection.ws = null
    this.#options.quotes.leave(connection)
    connection.state = { kind: 'gone' }
    this.#byId.delete(connection.id)
    this.#watched.delete(connection)
  }

  /** A shard's batch: replies, events and controls for sockets. The buffer is used up. */
  onBatch(batch: ArrayBuffer): void {
    this.#fanOut.send(batch)
  }

  /** The shard's thread is at work (again). */
  onShardReady(shard: number): void {
    for (const connection of this.#byId.values()) {
      const { state } = connection
      if (state.kind === 'live' && state.shard.shard === shard) this.#openAtShard(connection, state)
    }
  }

  onShardDeath(shard: number): void {
    for (const connection of [...this.#byId.values()]) {
      const { state } = connection
      if (state.kind !== 'live' || state.shard.shard !== shard) continue
      connection.toldReadOnly = null
      if (connection.inFlight > 0) {
        this.close(
          connection,
          RESTART,
          'outcome unknown: connect, resume, repeat with the same ids',
        )
      }
    }
  }

  /** Nothing more is sent to it; it ends when what was sent before is on its way, or in vain. */
  close(connection: Connection, code: number, why: string): void {
    const { kind } = connection.state
    if (kind === 'closing' || kind === 'gone') return
    this.#leave(connection)
    this.#options.quotes.leave(connection)
    const until = this.#options.clock.monotonic() + CLOSING_MS
    connection.state = { kind: 'closing', until, code, why }
    this.#watched.add(connection)
    this.#endWhenSent(connection)
  }

  /**
   * Takes no new socket and no new frame, waits at most `graceMs` for the replies to what was taken,
   * then closes all with 1012, some at a time so that they do not all come back at once.
   */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true
    const { clock } = this.#options
    const pause = () => new Promise<void>((resolve) => clock.after(DRAIN_STEP_MS, resolve))
    const giveUpAt = clock.monotonic() + graceMs
    const isBusy = () => [...this.#byId.values()].some(({ inFlight }) => inFlight > 0)
    while (clock.monotonic() < giveUpAt && isBusy()) await pause()
    const all = [...this.#byId.values()]
    for (let first = 0; first < all.length; first += DRAIN_SOCKETS_A_STEP) {
      for (const connection of all.slice(first, first + DRAIN_SOCKETS_A_STEP)) {
        this.close(connection, RESTART, 'server restart')
      }
      await pause()
    }
    while (this.#byId.size > 0) await pause()
    for (const timer of this.#timers) timer.cancel()
  }

  #forward(connection: Connection, live: Live, bytes: Uint8Array): void {
    if (connection.inFlight >= SOCKET_IN_FLIGHT_MAX) {
      const why = `Wait for replies: at most ${SOCKET_IN_FLIGHT_MAX} requests may be without one.`
      this.#refuseFrame(connection, bytes, refuse('trade.too_many_requests', why))
    } else if (this.#isDraining || !live.shard.frame(connection.id, bytes)) {
      const why = 'The server cannot take this request now. Try again in a moment.'
      this.#refuseFrame(connection, bytes, refuse('unavailable', why))
    } else connection.inFlight++
  }

  #refuseFrame(connection: Connection, bytes: Uint8Array, { code, message }: Refusal): void {
    const id = decodeRequest(connection.codec, bytes)?.id ?? null
    sendReply(connection, id, code, message)
    if (connection.unsent > SOCKET_BACKLOG_BYTES_MAX) this.close(connection, 4008, 'too_slow')
  }

  #firstFrame(connection: Connection, bytes: Uint8Array): void {
    const request = decodeRequest(connection.codec, bytes)
    const session =
      request?.op === 'auth'
        ? this.#byToken(connection, request.args)
        : refuse('auth.session_expired', 'Sign in first: send the op auth with your access_token.')
    if (isRefusal(session)) {
      sendReply(connection, request?.id ?? null, session.code, session.message)
      this.close(connection, SESSION_CLOSED, session.code)
      return
    }
    this.#leave(connection)
    this.#watched.delete(connection)
    connection.state = this.#liveState(session)
    this.#begin(connection, connection.state)
    sendReply(connection, request?.id ?? null, 'ok', '')
  }

  #byToken(connection: Connection, args: Readonly<Record<string, unknown>>): LiveSession | Refusal {
    return signInByToken(this.#options.sessions, 'trader', args['access_token'], connection.address)
  }

  #control(connection: Connection, control: Exclude<SocketControl, { op: 'close' }>): void {
    if ('symbols' in control) {
      const { quotes } = this.#options
      if (control.op === 'subscribe') quotes.subscribe(connection, control.symbols)
      else quotes.unsubscribe(connection, control.symbols)
      return
    }
    // Its frame is answered here, not by the shard.
    connection.inFlight--
    const { state } = connection
    assert(state.kind === 'live', 'only a live socket has a shard')
    if (control.op === 'auth') this.#rebind(connection, state, control.id, control.args)
    else void this.#logout(connection, state, control.id)
  }

  /** A fresh token of the same account: the socket goes on under that token's session. */
  #rebind(
    connection: Connection,
    live: Live,
    id: number | string,
    args: Readonly<Record<string, unknown>>,
  ): void {
    let session = this.#byToken(connection, args)
    if (!isRefusal(session) && session.login !== live.session.login) {
      const why = 'This token is of another account. Open a socket of its own for it.'
      session = refuse('auth.account_changed', why)
    }
    if (isRefusal(session)) {
      sendReply(connection, id, session.code, session.message)
      return
    }
    this.#unlist(connection, live.session)
    connection.state = { ...live, session }
    this.#begin(connection, connection.state)
    sendReply(connection, id, 'ok', '')
  }

  async #logout(connection: Connection, live: Live, id: number | string): Promise<void> {
    connection.logoutId = id
    const refusal = await this.#options.logout(live.session, connection.address)
    if (connection.state.kind !== 'live') return
    connection.logoutId = null
    if (refusal !== null) sendReply(connection, id, refusal.code, refusal.message)
    else {
      sendReply(connection, id, 'ok', '')
      this.#endSession(connection, 'logout')
    }
  }

  #sessionClosed(session: LiveSession): void {
    for (const connection of [...(this.#bySession.get(session.id) ?? [])]) {
      this.#endSession(connection, 'closed')
    }
  }

  #endSession(connection: Connection, reason: string): void {
    connection.ws?.cork(() => {
      if (connection.logoutId === null) {
        sendSessionClosed(connection, reason)
        return
      }
      sendReply(connection, connection.logoutId, 'ok', '')
      sendSessionClosed(connection, 'logout')
    })
    this.close(connection, SESSION_CLOSED, reason)
  }

  #liveState(session: LiveSession): Live {
    const { shards } = this.#options
    const shard = shards[session.login % shards.length]
    assert(shard !== undefined, 'every login has a shard')
    return { kind: 'live', session, shard }
  }

  #begin(connection: Connection, live: Live): void {
    const siblings = this.#bySession.get(live.session.id)
    if (siblings === undefined) this.#bySession.set(live.session.id, new Set([connection]))
    else siblings.add(connection)
    if (live.shard.ready) this.#openAtShard(connection, live)
  }

  #openAtShard(connection: Connection, { session, shard }: Live): void {
    if (connection.toldReadOnly !== null) shard.closeSocket(connection.id)
    connection.toldReadOnly = session.readOnly
    shard.openSocket(connection.id, {
      login: session.login,
      codec: connection.codec,
      read_only: session.readOnly,
      reason: session.terminal === 'api' ? 'api' : 'client',
    })
  }

  /** Out of the lists of the state it is in. */
  #leave(connection: Connection): void {
    const { state } = connection
    if (state.kind === 'unsigned') this.#unsigned--
    if (state.kind !== 'live') return
    this.#unlist(connection, state.session)
    if (connection.toldReadOnly !== null) state.shard.closeSocket(connection.id)
    connection.toldReadOnly = null
  }

  #unlist(connection: Connection, session: LiveSession): void {
    const siblings = this.#bySession.get(session.id)
    siblings?.delete(connection)
    if (siblings?.size === 0) this.#bySession.delete(session.id)
  }

  #endWhenSent(connection: Connection): void {
    const { state, ws } = connection
    if (state.kind === 'closing' && ws !== null && connection.unsent === 0) {
      ws.end(state.code, state.why)
    }
  }

  /** Deadlines that are finer than the sweep. */
  #watch(): void {
    const now = this.#options.clock.monotonic()
    for (const connection of this.#watched) {
      const { state } = connection
      if (state.kind === 'closing') {
        if (now >= state.until) connection.ws?.close()
        else this.#endWhenSent(connection)
      } else if (state.kind === 'unsigned' && now >= state.until) {
        this.close(connection, SESSION_CLOSED, 'auth.session_expired')
      }
    }
  }

  #sweep(): void {
    const before = this.#now
    this.#now = this.#options.clock.monotonic()
    const wall = this.#options.clock.now()
    for (const connection of this.#byId.values()) {
      const { state } = connection
      if (state.kind !== 'live') continue
      const reason = reasonToEnd(state.session, connection.address)
      if (reason !== null) {
        this.#endSession(connection, reason)
        continue
      }
      if (connection.toldReadOnly !== null && connection.toldReadOnly !== state.session.readOnly) {
        this.#openAtShard(connection, state)
      }
      if (connection.heardAt >= before) state.session.lastSeenAt = wall
      else this.#listen(connection)
    }
  }

  #listen(connection: Connection): void {
    const call = heartbeat(connection, this.#now)
    if (call === 'ping') {
      connection.isPinged = true
      connection.ws?.ping()
    } else if (call === 'silent') this.close(connection, 1001, 'nothing was heard for 60 s')
  }

  #freeId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0
    while (this.#lastId === 0 || this.#byId.has(this.#lastId))
    return this.#lastId
  }
}
