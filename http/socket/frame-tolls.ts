import type { Clock, Timer } from '../../actors/thread/clock.js'
import {
  BYTES_PER_POINT,
  CLOSING_FRAMES_MAX,
  CONTROL_FRAME_POINTS,
  CONTROL_FRAME_RATE,
  FLOOD_TICK_MS,
  FRAME_POINTS,
  FRAMES_PER_TICK_MAX,
  UNSIGNED_CONTROL_FRAMES_MAX,
} from '../../engine/limits/floods.js'
import type { FloodGuard } from '../server/flood-guard.js'
import type { Connection } from './connection.js'
import type { FrameToll } from './frame-toll.js'

/** The functions of the flood guard that WebSockets need. */
export type AddressAccount = Pick<FloodGuard, 'pays' | 'ends'>

/** The possible results of charging a socket. A socket that is cut gets no close frame. */
export const TOLL = { paid: 0, flood: 1, cut: 2 } as const

/**
 * Limits what a single WebSocket may cost by its frames of any kind and their bytes, independent of
 * rate limits.
 *
 * - Time is measured in ticks, which come late if one socket keeps the event loop busy. The library
 *   serves a socket as long as it sends and cannot pause it, so a socket beyond the limit per tick
 *   is cut off.
 * - Pings and pongs are expensive for their size, so they have a separate limit, and before sign-in
 *   a very small one.
 * - A closing socket may send a little more, then it is cut off.
 * - The address is charged once per tick.
 */
export class FrameTolls {
  readonly #account: AddressAccount
  readonly #timer: Timer
  #tick = 1

  constructor(clock: Clock, account: AddressAccount) {
    this.#account = account
    this.#timer = clock.every(FLOOD_TICK_MS, () => {
      this.#tick++
    })
  }

  /** Charges a text or binary frame. Returns a value of `TOLL`. */
  frame(connection: Connection, bytes: number): number {
    const { toll } = connection
    const hasPaid = toll.tick === this.#tick || this.#renew(connection)
    toll.points += FRAME_POINTS
    toll.bytes += bytes
    toll.frames++
    if (connection.state.kind === 'closing') return closing(toll)
    return hasPaid && toll.frames <= FRAMES_PER_TICK_MAX ? TOLL.paid : TOLL.cut
  }

  /** Charges a ping or pong. Returns a value of `TOLL`. */
  control(connection: Connection): number {
    const { toll, state } = connection
    const hasPaid = toll.tick === this.#tick || this.#renew(connection)
    toll.points += CONTROL_FRAME_POINTS
    if (state.kind === 'closing') return closing(toll)
    if (!hasPaid) return TOLL.cut
    if (state.kind === 'unsigned' && ++toll.unsignedControls > UNSIGNED_CONTROL_FRAMES_MAX) {
      return TOLL.flood
    }
    if (toll.controls < 1) return TOLL.flood
    toll.controls--
    return TOLL.paid
  }

  /** Records that a socket was closed for flooding. */
  ends({ address }: Connection): void {
    this.#account.ends(address)
  }

  stop(): void {
    this.#timer.cancel()
  }

  /** Starts a new tick. Returns false if the address cannot pay for the last one. */
  #renew({ toll, address }: Connection): boolean {
    const { perSecond, burst } = CONTROL_FRAME_RATE
    const gained = ((this.#tick - toll.tick) * FLOOD_TICK_MS * perSecond) / 1000
    toll.controls = Math.min(burst, toll.controls + gained)
    toll.tick = this.#tick
    toll.frames = 0
    const points = toll.points + Math.floor(toll.bytes / BYTES_PER_POINT)
    toll.points = 0
    toll.bytes %= BYTES_PER_POINT
    return this.#account.pays(address, points)
  }
}

function closing(toll: FrameToll): number {
  return ++toll.late <= CLOSING_FRAMES_MAX ? TOLL.paid : TOLL.cut
}
