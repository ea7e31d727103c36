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

/** The part of the account of addresses that live sockets need. */
export type AddressAccount = Pick<FloodGuard, 'pays' | 'ends'>

/** The fates of a socket that has sent something; one that is cut gets no close frame, and hears nothing more. */
export const TOLL = { paid: 0, flood: 1, cut: 2 } as const

/**
 * The bound of what one live socket may cost, whatever it is answered: frames of every kind, and bytes.
 *
 *   T1. The time is that of a tick, which comes late when one socket keeps the loop from everybody else. The library
 *       serves a socket as long as it sends and cannot be told to rest, so beyond a tick's frames it is cut.
 *   T2. Pings and pongs cost most for their size: they have a rate of their own, and before the sign-in hardly any.
 *   T3. A socket that is closing may send on for a little, then it is cut.
 *   T4. Its address pays once a tick.
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

  /** Charges a socket for a text or binary frame; answers one of `TOLL`. */
  frame(connection: Connection, bytes: number): number {
    const { toll } = connection
    const hasPaid = toll.tick === this.#tick || this.#renew(connection)
    toll.points += FRAME_POINTS
    toll.bytes += bytes
    toll.frames++
    if (connection.state.kind === 'closing') return closing(toll)
    return hasPaid && toll.frames <= FRAMES_PER_TICK_MAX ? TOLL.paid : TOLL.cut
  }

  /** Charges a socket for a ping or a pong; answers one of `TOLL`. */
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

  /** Records that a socket was ended for what it has sent. */
  ends({ address }: Connection): void {
    this.#account.ends(address)
  }

  stop(): void {
    this.#timer.cancel()
  }

  /** A new tick; false when its address cannot pay for what it has sent before. */
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
