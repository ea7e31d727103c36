import type { Silence } from '../../actors/server/quorum-watch.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { SessionSide } from '../../engine/access/session.js'
import type { Refusal } from '../../engine/code.js'
import {
  SOCKET_SIGN_IN_MS,
  SOCKET_SILENT_MS,
  UNSIGNED_FRAME_BYTES_MAX,
} from '../../engine/limits/sockets.js'
import { because } from '../../engine/reasons/reasons.js'
import { FRAME_BYTES_MAX, type SocketCodec } from '../../wire/frame/socket-frame.js'
import { SILENT } from '../exchange/door.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { Connection, ConnectionState, LibrarySocket } from './connection.js'
import { drainSockets, RESTART } from './drain.js'
import { FLOOD_CLOSE, FLOOD_REASON } from './frame-rates.js'
import { type AddressAccount, FrameTolls, TOLL } from './frame-tolls.js'
import { reasonToEnd } from './revalidate.js'
import { SessionFrames, type SessionFramesOptions } from './session-frames.js'
import type { SocketCounts } from './socket-counts.js'
import { Upkeep } from './upkeep.js'

/**
 * The lives of one side's sockets, from the upgrade to the end: sign-in, heartbeat, sessions that end,
 * closing. What a signed-in socket says and hears is the side's own matter.
 *
 *   L1. What waits for a reader is bounded: beyond `SOCKET_BACKLOG_BYTES_MAX` the socket closes with
 *       4008, and `CLOSING_MS` after any close the memory is let go, whether the peer reads or not.
 *   L2. A frame of the wrong kind (text on MessagePack, binary on JSON) goes to the side as an empty
 *       one, so it counts among the unreadable.
 *   L3. A session that ends takes its sockets along at once, and what it may do is looked at again as
 *       soon as it changes; every two seconds all are looked at.
 *   L4. A socket that has not signed in gets in no frame beyond `UNSIGNED_FRAME_BYTES_MAX`.
 *   L5. What a socket sends is counted, whatever its state and its answers are (frame-tolls.ts): a flood closes it, and
 *       where that takes longer than the flood leaves time for, cuts it.
 */
export interface LiveSocketsOptions extends SessionFramesOptions {
  readonly clock: Clock
  /** The counts of both sides together. */
  readonly counts: SocketCounts
  readonly floods: AddressAccount
}

/** The things that traders' and staff's sockets do differently. */
export interface SocketSide<C extends Connection> {
  readonly side: SessionSide
  connection(...start: ConstructorParameters<typeof Connection>): C
  /** Called when a socket has signed in, or goes on under another session of its login. */
  begin(connection: C, session: LiveSession): void
  frame(connection: C, session: LiveSession, bytes: Uint8Array): void
  /** Every two seconds, and when it has: what the session may do may have changed. */
  review(connection: C, session: LiveSession): void
  /** Its reader has taken something. */
  drained(connection: C): void
  /** Called when a socket is closing or gone (its `ws` is null then); may be called twice. */
  leave(connection: C): void
  /** Frames that waited while nothing might be told are taken now. */
  goesOn?(): void
}

const CLOSING_MS = 5000
const TOO_BIG = 1009
const NOTHING = new Uint8Array(0)

export class LiveSockets<C extends Connection> {
  readonly frames: SessionFrames<C>
  readonly #options: LiveSocketsOptions
  readonly #side: SocketSide<C>
  readonly #byId = new Map<number, C>()
  readonly #bySession = new Map<string, Set<C>>()
  /** Sockets with a deadline: unsigned and closing ones. */
  readonly #watched = new Set<C>()
  readonly #upkeep: Upkeep<C>
  readonly #tolls: FrameTolls
  #lastId = 0
  #isDraining = false
  #isSilent = false

  constructor(options: LiveSocketsOptions, side: SocketSide<C>) {
    this.#options = options
    this.#side = side
    const close = (connection: C, code: number, why: string) => this.close(connection, code, why)
    this.frames = new SessionFrames(side.side, options, {
      refusal: (session) => options.counts.refusalOf(session),
      bind: (connection, session) => this.#bind(connection, session),
      close,
    })
    this.#upkeep = new Upkeep(options.clock, {
      all: this.#byId,
      reasonToEnd: (connection, session) => reasonToEnd(options.sessions, session, connection),
      watched: this.#watched,
      end: (connection, reason) => this.frames.end(connection, reason),
      review: (connection, session) => side.review(connection, session),
      endWhenSent: (connection) => this.#endWhenSent(connection),
      close,
    })
    this.#tolls = new FrameTolls(options.clock, options.floods)
    options.sessions.onClosed((session) => this.#sessionClosed(session))
    options.sessions.onChanged((session) => this.#sessionChanged(session))
  }

  get side(): SessionSide {
    return this.#side.side
  }

  get all(): ReadonlyMap<number, C> {
    return this.#byId
  }

  connectionsOf(session: LiveSession): readonly C[] {
    return [...(this.#bySession.get(session.id) ?? [])]
  }

  /** The number of sockets of a session that are open. */
  ofSession(id: string): number {
    return this.#bySession.get(id)?.size ?? 0
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Accepts a socket at its upgrade; without a session its first frame must bring one. */
  accept(codec: SocketCodec, address: string, session: LiveSession | null): C | Refusal {
    if (this.#isDraining) return because('unavailable.restarting')
    if (this.#isSilent) return SILENT
    const full = this.#options.counts.refusal(address, session)
    if (full !== null) return full
    const now = this.#options.clock.monotonic()
    const state: ConnectionState =
      session === null
        ? { kind: 'unsigned', until: now + SOCKET_SIGN_IN_MS }
        : { kind: 'live', session }
    return this.#side.connection(this.#freeId(), codec, address, state, now)
  }

  opened(connection: C, ws: LibrarySocket): void {
    connection.ws = ws
    this.#byId.set(connection.id, connection)
    const { counts } = this.#options
    counts.opened(connection.address)
    const { state } = connection
    if (state.kind === 'live') this.#begin(connection, state.session)
    else {
      counts.waits(connection.address)
      this.#watched.add(connection)
    }
  }

  /** A ping or a pong. */
  heard(connection: C): void {
    const toll = this.#tolls.control(connection)
    if (toll !== TOLL.paid) {
      this.#ends(connection, toll)
      return
    }
    connection.heardAt = this.#upkeep.now
    connection.isPinged = false
    this.boundBacklog(connection)
  }

  frame(connection: C, message: ArrayBuffer, isBinary: boolean): void {
    const toll = this.#tolls.frame(connection, message.byteLength)
    if (toll !== TOLL.paid) {
      this.#ends(connection, toll)
      return
    }
    connection.heardAt = this.#upkeep.now
    connection.isPinged = false
    const { state } = connection
    if (message.byteLength > FRAME_BYTES_MAX) {
      this.close(connection, TOO_BIG, 'frames have at most 64 KiB')
      return
    }
    if (state.kind === 'unsigned' && message.byteLength > UNSIGNED_FRAME_BYTES_MAX) {
      this.close(connection, TOO_BIG, 'before sign-in frames have at most 4 KiB')
      return
    }
    const bytes = isBinary === connection.isBinary ? new Uint8Array(message) : NOTHING
    if (state.kind === 'live') this.#side.frame(connection, state.session, bytes)
    else if (state.kind === 'unsigned') this.frames.first(connection, bytes)
  }

  drained(connection: C): void {
    if (connection.state.kind === 'closing') this.#endWhenSent(connection)
    else this.#side.drained(connection)
  }

  /** The library's socket is no more. */
  gone(connection: C): void {
    this.#unlist(connection)
    connection.ws = null
    this.#side.leave(connection)
    connection.state = { kind: 'gone' }
    if (this.#byId.delete(connection.id)) this.#options.counts.gone(connection.address)
    this.#watched.delete(connection)
  }

  /** Closes a socket: it is sent nothing more, and ends once earlier frames are sent or given up. */
  close(connection: C, code: number, why: string): void {
    const { kind } = connection.state
    if (kind === 'closing' || kind === 'gone') return
    this.#unlist(connection)
    this.#side.leave(connection)
    if (code === FLOOD_CLOSE) this.#tolls.ends(connection)
    const until = this.#options.clock.monotonic() + CLOSING_MS
    connection.state = { kind: 'closing', until, code, why }
    this.#watched.add(connection)
    this.#endWhenSent(connection)
  }

  /** Closes a socket with too many unsent bytes, after the front or the library's pongs have added some (L1). */
  boundBacklog(connection: C): void {
    if (connection.unsent > connection.backlogMax) this.close(connection, 4008, 'too_slow')
  }

  /** Nothing may be told to anybody: frames wait or are refused, no socket is taken; and later those that are open are closed. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  silenced(silence: Silence): void {
    this.#isSilent = silence !== 'none'
    if (silence === 'none') this.#side.goesOn?.()
    if (silence !== 'closed') return
    for (const connection of [...this.#byId.values()]) this.close(connection, RESTART, 'no quorum')
  }

  /** Takes no new socket and no new frame, answers what it has for `graceMs`, then closes all. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true
    await drainSockets(this.#byId, this.#options.clock, graceMs, (connection, code, why) =>
      this.close(connection, code, why),
    )
    this.#upkeep.stop()
    this.#tolls.stop()
  }

  #ends(connection: C, toll: number): void {
    this.close(connection, FLOOD_CLOSE, FLOOD_REASON)
    if (toll === TOLL.cut) connection.ws?.close()
  }

  #sessionClosed(session: LiveSession): void {
    for (const connection of [...(this.#bySession.get(session.id) ?? [])]) {
      this.frames.end(connection, 'closed')
    }
  }

  #sessionChanged(session: LiveSession): void {
    for (const connection of [...(this.#bySession.get(session.id) ?? [])]) {
      const reason = reasonToEnd(this.#options.sessions, session, connection)
      if (reason === null) this.#side.review(connection, session)
      else this.frames.end(connection, reason)
    }
  }

  #bind(connection: C, session: LiveSession): void {
    this.#unlist(connection)
    this.#watched.delete(connection)
    connection.state = { kind: 'live', session }
    this.#begin(connection, session)
  }

  #begin(connection: C, session: LiveSession): void {
    this.#options.counts.joined(session)
    this.#seen(connection, session)
    const siblings = this.#bySession.get(session.id)
    if (siblings === undefined) this.#bySession.set(session.id, new Set([connection]))
    else siblings.add(connection)
    this.#side.begin(connection, session)
  }

  /** Takes a socket out of the lists of its state. */
  #unlist(connection: C): void {
    const { state } = connection
    const { counts } = this.#options
    if (state.kind === 'unsigned') counts.waitsNoMore(connection.address)
    if (state.kind !== 'live') return
    counts.left(state.session)
    this.#seen(connection, state.session)
    const { id } = state.session
    const siblings = this.#bySession.get(id)
    siblings?.delete(connection)
    if (siblings?.size === 0) this.#bySession.delete(id)
  }

  /** The session is in use by this socket, unless nobody has been heard at its other end. */
  #seen(connection: C, session: LiveSession): void {
    const { clock } = this.#options
    const silentMs = clock.monotonic() - connection.heardAt
    if (silentMs < SOCKET_SILENT_MS) session.lastSeenAt = clock.now()
  }

  #endWhenSent(connection: C): void {
    const { state, ws } = connection
    if (state.kind === 'closing' && ws !== null && connection.unsent === 0) {
      ws.end(state.code, state.why)
    }
  }

  #freeId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0
    while (this.#lastId === 0 || this.#byId.has(this.#lastId))
    return this.#lastId
  }
}
