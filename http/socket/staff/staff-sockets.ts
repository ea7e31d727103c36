import { refuseWithout } from '../../../engine/access/rights.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import type { RequestRate } from '../../../engine/limits/rates.js'
import { BAD_FRAMES_MAX, SOCKET_IN_FLIGHT_MAX } from '../../../engine/limits/sockets.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import { because } from '../../../engine/reasons/reasons.js'
import { findErrors } from '../../../wire/check/validate.js'
import { FRAME_FORM } from '../../../wire/frame/frame-form.js'
import { frameId } from '../../../wire/frame/frame-id.js'
import { plainReply } from '../../../wire/frame/plain-frame.js'
import { decodeRequest, type SocketRequest } from '../../../wire/frame/socket-frame.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { NoArgs } from '../../../wire/types/scalars.js'
import { SILENT } from '../../exchange/door.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { Connection } from '../connection.js'
import { FRAME } from '../frame-rate.js'
import { FLOOD_CLOSE, FLOOD_REASON, FrameRates, tooFast } from '../frame-rates.js'
import { LiveSockets, type LiveSocketsOptions, type SocketSide } from '../live-sockets.js'
import { sendRefusal } from '../replies.js'
import { sessionOps } from './session-ops.js'
import { StaffConnection } from './staff-connection.js'
import type { ServedFamily, StaffAnswer, StaffFamily, StaffOp, StaffState } from './staff-op.js'

/**
 * The WebSockets of staff. Frames are answered here by operation. Each family of operations is a
 * file in this folder.
 *
 * - Every frame gets one reply, except one that closes the socket.
 * - `STAFF_OPS` defines rights and arguments of each operation. Each frame is checked against them,
 *   with the session's current rights.
 * - At most `SOCKET_IN_FLIGHT_MAX` operations of a socket run at a time.
 * - The sockets of a session share one rate limit.
 */
export interface StaffSocketsOptions extends LiveSocketsOptions {
  readonly families: readonly StaffFamily[]
  /** The rate limit of each session; null disables it. */
  readonly rate: RequestRate | null
}

const TOO_MANY_BAD_FRAMES = 4003

interface ServedOp {
  readonly op: StaffOp<unknown>
  readonly state: StaffState
}

function servedOps({ ops, state }: ServedFamily): readonly (readonly [string, ServedOp])[] {
  return ops.map((op) => [op.name, { op, state }])
}

export class StaffSockets implements SocketSide<StaffConnection> {
  readonly side = 'staff'
  readonly live: LiveSockets<StaffConnection>
  readonly #states: readonly StaffState[]
  readonly #ops: ReadonlyMap<string, ServedOp>
  readonly #rates: FrameRates
  readonly #tooFast: string

  constructor(options: StaffSocketsOptions) {
    this.live = new LiveSockets<StaffConnection>(options, this)
    this.#rates = new FrameRates(options.rate, options.clock)
    this.#tooFast = tooFast('session', options.rate)
    const families = [sessionOps(options.clock), ...options.families]
    const all = families.map((family) => family(this.live))
    this.#states = all.map(({ state }) => state)
    this.#ops = new Map(all.flatMap(servedOps))
  }

  get size(): number {
    return this.live.all.size
  }

  connection(...start: ConstructorParameters<typeof Connection>): StaffConnection {
    return new StaffConnection(...start)
  }

  begin(connection: StaffConnection, session: LiveSession): void {
    this.#rates.join(connection, session.rateName ?? session.id)
    this.review(connection, session)
  }

  review(connection: StaffConnection, session: LiveSession): void {
    for (const state of this.#states) state.enter?.(connection, session)
  }

  drained(connection: StaffConnection): void {
    for (const state of this.#states) state.drained?.(connection)
  }

  leave(connection: StaffConnection): void {
    this.#rates.leave(connection)
    for (const state of this.#states) state.leave?.(connection)
  }

  frame(connection: StaffConnection, session: LiveSession, bytes: Uint8Array): void {
    const fate = this.#rates.take(connection)
    if (fate === FRAME.flood) {
      this.live.close(connection, FLOOD_CLOSE, FLOOD_REASON)
      return
    }
    if (fate === FRAME.refused) {
      const id = frameId(connection.codec, bytes)
      this.#reply(connection, id, refuse('too_many_requests', this.#tooFast))
      return
    }
    const request = decodeRequest(connection.codec, bytes)
    if (request === undefined) {
      this.#badFrame(connection)
      return
    }
    connection.badFrames = 0
    if (this.live.isSilent) {
      this.#reply(connection, request.id, SILENT)
      return
    }
    const answer = this.#answer(connection, session, request, bytes.length)
    if (answer instanceof Promise) void this.#wait(connection, request.id, answer)
    else this.#reply(connection, request.id, answer)
  }

  onDeskEvent(event: DeskEvent): void {
    for (const state of this.#states) state.onDeskEvent?.(event)
  }

  async drain(graceMs: number): Promise<void> {
    await this.live.drain(graceMs)
    this.#rates.stop()
  }

  #badFrame(connection: StaffConnection): void {
    if (++connection.badFrames >= BAD_FRAMES_MAX) {
      this.live.close(connection, TOO_MANY_BAD_FRAMES, 'too many bad frames')
      return
    }
    this.#reply(connection, null, because('invalid_input.frame', { frame: FRAME_FORM }))
  }

  #answer(
    connection: StaffConnection,
    session: LiveSession,
    { id, op, args }: SocketRequest,
    sizeBytes: number,
  ): StaffAnswer | Promise<StaffAnswer> {
    if (this.live.isDraining) {
      return because('unavailable.restarting')
    }
    const served = this.#ops.get(op)
    if (served === undefined) return this.#unknown(op)
    const { rights = [], anyOf, args: schema } = served.op
    const without = refuseWithout(session.rights, rights, anyOf)
    if (without !== null) return without
    if (connection.inFlight >= SOCKET_IN_FLIGHT_MAX) {
      const why = `Wait for replies: at most ${SOCKET_IN_FLIGHT_MAX} requests may be without one.`
      return refuse('trade.too_many_requests', why)
    }
    // Operations without arguments accept and ignore any, because clients may send some.
    const errors = schema === NoArgs ? null : findErrors(schema, args, sizeBytes)
    if (errors !== null) return refuseInput(errors)
    return served.op.handle(served.state, { id, connection, session }, args)
  }

  async #wait(
    connection: StaffConnection,
    id: number | string,
    answer: Promise<StaffAnswer>,
  ): Promise<void> {
    connection.inFlight++
    const answered = await answer
    connection.inFlight--
    this.#reply(connection, id, answered)
  }

  #reply(connection: StaffConnection, id: number | string | null, answer: StaffAnswer): void {
    if (answer === 'answered') return
    if (!answer.ok) sendRefusal(connection, id, answer)
    else if (id !== null) connection.send(plainReply(connection.codec, id, answer.data))
    this.live.boundBacklog(connection)
  }

  #unknown(name: string): Refusal {
    const known = [...this.#ops.keys()].join(', ')
    return because('invalid_input.staff_operation', { name: name.slice(0, 32), known })
  }
}
