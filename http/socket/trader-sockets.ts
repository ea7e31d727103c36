import type { Timer } from '../../actors/thread/clock.js'
import { assert } from '../../engine/assert.js'
import type { Code } from '../../engine/code.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import {
  SOCKET_AT_SHARD_MAX,
  SOCKET_IN_FLIGHT_MAX,
  SOCKET_WAITING_BYTES_MAX,
} from '../../engine/limits/sockets.js'
import { frameId } from '../../wire/frame/frame-id.js'
import type { Batch } from '../../wire/thread/batch.js'
import type { SocketControl } from '../../wire/thread/messages.js'
import { sessionName } from '../exchange/session.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { Connection } from './connection.js'
import type { Depths } from './depths.js'
import { RESTART } from './drain.js'
import { FanOut } from './fan-out.js'
import { FRAME } from './frame-rate.js'
import { FLOOD_CLOSE, FLOOD_REASON, FrameRates, retryAfterOf, tooFast } from './frame-rates.js'
import { LiveSockets, type LiveSocketsOptions, type SocketSide } from './live-sockets.js'
import { MarketFrames, type MarketSource } from './market-frames.js'
import type { MarketQuestion } from './market-question.js'
import { NewsReaders } from './news-readers.js'
import type { Quotes } from './quotes.js'
import { RepeatedRefusal, sendReply } from './replies.js'
import { type SocketShard, TraderConnection } from './trader-connection.js'
import type { TraderSettings } from './trader-settings.js'

/**
 * The WebSockets of traders. Frames of a signed-in socket are passed unread to the shard of its
 * account, and the shard's frames are sent unchanged.
 *
 * - Every frame gets one reply, except one that closes the socket. It comes from the shard, or from
 *   here if the frame could not be passed on (`trade.too_many_requests`, `unavailable`).
 * - If a shard ends, the results of its pending frames are unknown, and events may be missing. The
 *   sockets of its accounts that waited for a reply, and others of these accounts, are closed with
 *   1012. The rest stay open and are registered with the shard's successor.
 * - A socket has at most `SOCKET_AT_SHARD_MAX` frames at its shard. Others wait here in order, so
 *   that a burst of one client does not delay all others.
 * - All sockets of an account share one rate limit. View-only sessions share a separate one, so
 *   that an investor cannot use up the owner's limit.
 */
export interface TraderSocketsOptions extends LiveSocketsOptions {
  readonly shards: readonly SocketShard[]
  readonly quotes: Quotes
  readonly depths: Depths
  readonly settings: TraderSettings
  readonly market: MarketSource
  /** The rate limit of each account; null disables it. */
  readonly rate: RequestRate | null
}

const SCAN_MS = 50
const NOT_NOW = 'The server cannot take this request now. Try again in a moment.'
const TOO_MANY = 'trade.too_many_requests'

export class TraderSockets implements SocketSide<TraderConnection> {
  readonly side = 'trader'
  readonly live: LiveSockets<TraderConnection>
  readonly news = new NewsReaders((connection) => this.live.boundBacklog(connection))
  readonly #options: TraderSocketsOptions
  readonly #fanOut: FanOut
  readonly #market: MarketFrames
  readonly #rates: FrameRates
  readonly #tooFast: RepeatedRefusal
  readonly #scanning: Timer

  constructor(options: TraderSocketsOptions) {
    this.#options = options
    const { clock, quotes, rate } = options
    this.#rates = new FrameRates(rate, clock)
    this.#tooFast = new RepeatedRefusal(TOO_MANY, tooFast('account', rate), retryAfterOf(rate))
    this.live = new LiveSockets<TraderConnection>(options, this)
    this.#fanOut = new FanOut(this.live.all, {
      control: (connection, control) => this.#control(connection, control),
      behind: (connection) => quotes.setBehind(connection),
      begins: (connection) => {
        if (!connection.isBehind) quotes.setBehind(connection)
        options.settings.pause(connection)
      },
      ended: (connection) => options.settings.goOn(connection),
      answered: (connection) => this.#goOn(connection),
      credit: (connection) => connection.shard?.credit(connection.id),
      valueAgain: (connection) => connection.shard?.valueAgain(connection.id),
      close: (connection, code, why) => this.live.close(connection, code, why),
    })
    this.#market = new MarketFrames(options.market, (connection) => {
      this.live.boundBacklog(connection)
      this.#goOn(connection)
    })
    this.#scanning = clock.every(SCAN_MS, () => this.#scan())
  }

  get size(): number {
    return this.live.all.size
  }

  connection(...start: ConstructorParameters<typeof Connection>): TraderConnection {
    return new TraderConnection(...start)
  }

  begin(connection: TraderConnection, session: LiveSession): void {
    const { shards, settings } = this.#options
    const shard = shards[session.login % shards.length]
    assert(shard !== undefined, 'every login has a shard')
    connection.shard = shard
    this.#rates.join(connection, session.login * 2 + (session.readOnly ? 1 : 0))
    settings.join(connection, session.group)
    if (shard.ready) this.#openAtShard(connection, session, shard)
  }

  frame(connection: TraderConnection, _session: LiveSession, bytes: Uint8Array): void {
    const fate = this.#rates.take(connection)
    if (fate === FRAME.flood) this.live.close(connection, FLOOD_CLOSE, FLOOD_REASON)
    else if (fate === FRAME.refused) {
      this.#tooFast.send(connection, frameId(connection.codec, bytes))
      this.live.boundBacklog(connection)
    } else if (connection.inFlight >= SOCKET_IN_FLIGHT_MAX) {
      const why = `Wait for replies: at most ${SOCKET_IN_FLIGHT_MAX} requests may be without one.`
      this.#refuseFrame(connection, bytes, TOO_MANY, why)
    } else if (this.live.isDraining) this.#refuseFrame(connection, bytes, 'unavailable', NOT_NOW)
    else if (this.live.isSilent || connection.inFlight >= SOCKET_AT_SHARD_MAX) {
      this.#wait(connection, bytes)
    } else if (this.#handOn(connection, bytes)) connection.inFlight++
  }

  /** Passes a frame to the shard, or refuses it if the shard does not accept it. */
  #handOn(connection: TraderConnection, bytes: Uint8Array): boolean {
    if (connection.shard?.frame(connection.id, bytes)) return true
    this.#refuseFrame(connection, bytes, 'unavailable', NOT_NOW)
    return false
  }

  /** Queues a frame until earlier frames of the socket have been answered. */
  #wait(connection: TraderConnection, bytes: Uint8Array): void {
    if (connection.waitingBytes + bytes.length > SOCKET_WAITING_BYTES_MAX) {
      const why = `Wait for replies: at most ${SOCKET_WAITING_BYTES_MAX} bytes of requests may wait.`
      this.#refuseFrame(connection, bytes, TOO_MANY, why)
      return
    }
    connection.waiting.push(bytes.slice())
    connection.waitingBytes += bytes.length
    connection.inFlight++
  }

  /** Passes waiting frames on after some of the socket's frames have been answered. */
  #goOn(connection: TraderConnection): void {
    if (this.live.isSilent) return
    const { waiting } = connection
    let taken = 0
    while (taken < waiting.length) {
      if (connection.inFlight - (waiting.length - taken) >= SOCKET_AT_SHARD_MAX) break
      const bytes = waiting[taken++] as Uint8Array
      connection.waitingBytes -= bytes.length
      if (!this.#handOn(connection, bytes)) connection.inFlight--
    }
    waiting.splice(0, taken)
  }

  goesOn(): void {
    for (const connection of this.live.all.values()) this.#goOn(connection)
  }

  review(connection: TraderConnection, session: LiveSession): void {
    const { shard, toldReadOnly } = connection
    const { group } = connection
    this.#options.settings.join(connection, session.group)
    if (connection.group !== group) this.#options.quotes.regroup(connection)
    if (shard === null || toldReadOnly === null || toldReadOnly === session.readOnly) return
    this.#openAtShard(connection, session, shard)
  }

  drained(connection: TraderConnection): void {
    this.#options.quotes.drained(connection)
    this.#fanOut.drained(connection)
  }

  leave(connection: TraderConnection): void {
    const { quotes, settings, depths } = this.#options
    if (connection.toldReadOnly !== null) connection.shard?.closeSocket(connection.id)
    connection.toldReadOnly = null
    this.#rates.leave(connection)
    connection.waiting.length = 0
    quotes.leave(connection)
    depths.leave(connection)
    settings.forget(connection)
    this.news.set(connection, false)
    this.#fanOut.leave(connection)
  }

  /** Handles a shard's batch of replies, events and controls. The buffer is consumed. */
  onBatch(batch: Batch): void {
    this.#fanOut.send(batch)
  }

  /** Called when the shard's thread is ready, also after a restart. */
  onShardReady(shard: number): void {
    for (const connection of this.live.all.values()) {
      const { state } = connection
      if (state.kind !== 'live' || connection.shard?.shard !== shard) continue
      this.#openAtShard(connection, state.session, connection.shard)
    }
  }

  onShardDeath(shard: number): void {
    const ofShard: [TraderConnection, number][] = []
    const unknown = new Set<number>()
    for (const connection of this.live.all.values()) {
      const { state } = connection
      if (state.kind !== 'live' || connection.shard?.shard !== shard) continue
      connection.toldReadOnly = null
      ofShard.push([connection, state.session.login])
      const { inFlight, questions, hasBulk } = connection
      if (inFlight > questions.length || hasBulk) unknown.add(state.session.login)
    }
    const why = 'outcome unknown: connect, resume, repeat with the same ids'
    for (const [connection, login] of ofShard) {
      if (unknown.has(login)) this.live.close(connection, RESTART, why)
    }
  }

  async drain(graceMs: number): Promise<void> {
    await this.live.drain(graceMs)
    this.#scanning.cancel()
    this.#rates.stop()
  }

  #scan(): void {
    const { quotes, settings } = this.#options
    if (!this.live.isSilent) quotes.scan()
    this.#fanOut.scan()
    // Published frames appear in the backlog only at the end of the turn, so it is checked here.
    if (!settings.takePublished()) return
    for (const connection of this.live.all.values()) this.live.boundBacklog(connection)
  }

  #refuseFrame(connection: TraderConnection, bytes: Uint8Array, code: Code, message: string): void {
    const retry = code === TOO_MANY ? null : undefined
    sendReply(connection, frameId(connection.codec, bytes), code, message, retry)
    this.live.boundBacklog(connection)
  }

  #control(
    connection: TraderConnection,
    control: Exclude<SocketControl, { op: 'close' | 'bulk' }>,
  ): void {
    if (control.op === 'valuation') {
      connection.hearsValues = control.hears
      return
    }
    if (control.op === 'news') {
      this.news.set(connection, control.hears)
      return
    }
    if ('symbols' in control) {
      const { quotes } = this.#options
      if (control.op === 'subscribe') {
        quotes.subscribe(connection, control.symbols, control.max_per_sec)
      } else quotes.unsubscribe(connection, control.symbols)
      return
    }
    if (control.op === 'symbols' || control.op === 'candles') {
      this.#market.ask(connection, control as MarketQuestion)
      return
    }
    // The frame is answered here instead of by the shard.
    connection.inFlight--
    const { id } = control
    if (control.op === 'depth') this.#options.depths.answer(connection, id, control.args)
    else if (control.op === 'auth') this.live.frames.auth(connection, id, control.args)
    else void this.live.frames.logout(connection, id)
  }

  #openAtShard(connection: TraderConnection, session: LiveSession, shard: SocketShard): void {
    connection.toldReadOnly = session.readOnly
    shard.openSocket(connection.id, {
      login: session.login,
      codec: connection.codec,
      read_only: session.readOnly,
      reason: session.terminal === 'api' ? 'api' : 'client',
      session: sessionName(session),
      ip: connection.address,
      ...(connection.hearsValues ? { valuation: true } : {}),
    })
  }
}
