import type { Clock, Timer } from '../../actors/clock.js'
import { assert } from '../../engine/assert.js'
import { type Refusal, refuse } from '../../engine/code.js'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_IN_FLIGHT_MAX,
  SOCKET_SIGN_IN_MS,
  SOCKETS_UNSIGNED_MAX,
} from '../../engine/limits.js'
import type { SocketControl } from '../../wire/messages.js'
import { decodeRequest, FRAME_BYTES_MAX, type SocketCodec } from '../../wire/socket-frame.js'
import type { LiveSession } from '../live-session.js'
import { Connection, type LibrarySocket, type Live, type SocketShard } from './connection.js'
import { drainSockets, RESTART } from './drain.js'
import { FanOut } from './fan-out.js'
import type { Quotes } from './quotes.js'
import { sendReply } from './replies.js'
import { SessionFrames, type SessionFramesOptions } from './session-frames.js'
import { Upkeep } from './upkeep.js'

/**
 * All live sockets of traders. The frames of a signed-in socket go to the shard of its account
 * unread; what the shard sends goes out as it is.
 *
 *   L1. Every frame gets one reply, except one that closes the socket: from the shard, or from here
 *       when it was not handed on (`trade.too_many_requests`, `unavailable`).
 *   L2. A shard that ends leaves the outcome of its frames unknown: the sockets that wait for one are
 *       closed with 1012, and so are the others of their accounts, which may miss an event. The rest
 *       stay, and the shard's successor is told of them when it is ready.
 *   L3. What waits for a reader is bounded: beyond `SOCKET_BACKLOG_BYTES_MAX` the socket closes with
 *       4008, and `CLOSING_MS` after any close the memory is let go, whether the peer reads or not.
 *   L4. A frame of the wrong kind (text on MessagePack, binary on JSON) goes to the shard as an empty
 *       one, so it counts among the unreadable.
 */
export interface SocketsOptions extends SessionFramesOptions {
  readonly clock: Clock
  readonly shards: readonly SocketShard[]
  readonly quotes: Quotes
}

const SCAN_MS = 50
const CLOSING_MS = 5000
const NOTHING = new Uint8Array(0)

export class Sockets {
  readonly #options: SocketsOptions
  readonly #byId = new Map<number, Connection>()
  readonly #bySession = new Map<string, Set<Connection>>()
  /** Those with a deadline: unsigned and closing ones. */
  readonly #watched = new Set<Connection>()
  readonly #fanOut: FanOut
  readonly #sessionFrames: SessionFrames
  readonly #upkeep: Upkeep
  readonly #scanning: Timer
  readonly #close = (connection: Connection, code: number, why: string): void =>
    this.close(connection, code, why)
  #lastId = 0
  #unsigned = 0
  #isDraining = false

  constructor(options: SocketsOptions) {
    this.#options = options
    const { clock, sessions, quotes } = options
    const close = this.#close
    this.#sessionFrames = new SessionFrames(options, {
      bind: (connection, session) => this.#bind(connection, session),
      close,
    })
    this.#fanOut = new FanOut(this.#byId, {
      control: (connection, control) => this.#control(connection, control),
      behind: (connection) => quotes.setBehind(connection),
      close,
    })
    this.#upkeep = new Upkeep(clock, {
      all: this.#byId,
      watched: this.#watched,
      end: (connection, reason) => this.#sessionFrames.end(connection, reason),
      reopen: (connection, live) => this.#openAtShard(connection, live),
      endWhenSent: (connection) => this.#endWhenSent(connection),
      close,
    })
    this.#scanning = clock.every(SCAN_MS, () => quotes.scan())
    sessions.onClosed((session) => this.#sessionClosed(session))
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
    const now = this.#options.clock.monotonic()
    const state =
      session === null
        ? ({ kind: 'unsigned', until: now + SOCKET_SIGN_IN_MS } as const)
        : this.#liveState(session)
    return new Connection(this.#freeId(), codec, address, state, now)
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

  /** A ping or a pong. */
  heard(connection: Connection): void {
    connection.heardAt = this.#upkeep.now
    connection.isPinged = false
    this.#boundBacklog(connection)
  }

  frame(connection: Connection, message: ArrayBuffer, isBinary: boolean): void {
    connection.heardAt = this.#upkeep.now
    connection.isPinged = false
    const { state } = connection
    if (message.byteLength > FRAME_BYTES_MAX) {
      this.close(connection, 1009, 'frames have at most 64 KiB')
      return
    }
    const bytes = isBinary === connection.isBinary ? new Uint8Array(message) : NOTHING
    if (state.kind === 'live') this.#forward(connection, state, bytes)
    else if (state.kind === 'unsigned') this.#sessionFrames.first(connection, bytes)
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
    const ofShard: [Connection, number][] = []
    const unknown = new Set<number>()
    for (const connection of this.#byId.values()) {
      const { state } = connection
      if (state.kind !== 'live' || state.shard.shard !== shard) continue
      connection.toldReadOnly = null
      ofShard.push([connection, state.session.login])
      if (connection.inFlight > 0) unknown.add(state.session.login)
    }
    const why = 'outcome unknown: connect, resume, repeat with the same ids'
    for (const [connection, login] of ofShard) {
      if (unknown.has(login)) this.close(connection, RESTART, why)
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

  /** Takes no new socket and no new frame, answers what it has for `graceMs`, then closes all. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true
    await drainSockets(this.#byId, this.#options.clock, graceMs, this.#close)
    this.#upkeep.stop()
    this.#scanning.cancel()
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
    this.#boundBacklog(connection)
  }

  /** After what the front itself, or the library's pongs, added to what waits (L3). */
  #boundBacklog(connection: Connection): void {
    if (connection.unsent > SOCKET_BACKLOG_BYTES_MAX) this.close(connection, 4008, 'too_slow')
  }

  #control(
    connection: Connection,
    control: Exclude<SocketControl, { op: 'close' | 'bulk' }>,
  ): void {
    if ('symbols' in control) {
      const { quotes } = this.#options
      if (control.op === 'subscribe') quotes.subscribe(connection, control.symbols)
      else quotes.unsubscribe(connection, control.symbols)
      return
    }
    // Its frame is answered here, not by the shard.
    connection.inFlight--
    const { id, args } = control
    if (control.op === 'auth') this.#sessionFrames.auth(connection, id, args)
    else void this.#sessionFrames.logout(connection, id)
  }

  #sessionClosed(session: LiveSession): void {
    for (const connection of [...(this.#bySession.get(session.id) ?? [])]) {
      this.#sessionFrames.end(connection, 'closed')
    }
  }

  #liveState(session: LiveSession): Live {
    const { shards } = this.#options
    const shard = shards[session.login % shards.length]
    assert(shard !== undefined, 'every login has a shard')
    return { kind: 'live', session, shard }
  }

  #bind(connection: Connection, session: LiveSession): void {
    const { state } = connection
    if (state.kind === 'live') this.#unlist(connection, state.session)
    else {
      this.#unsigned--
      this.#watched.delete(connection)
    }
    const live = this.#liveState(session)
    connection.state = live
    this.#begin(connection, live)
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

  #freeId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0
    while (this.#lastId === 0 || this.#byId.has(this.#lastId))
    return this.#lastId
  }
}
