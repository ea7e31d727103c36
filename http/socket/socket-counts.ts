import { Tally } from '../../actors/thread/tally.js'
import { addressBlock } from '../../engine/access/address.js'
import { isOwners } from '../../engine/access/session.js'
import { type Refusal, refuseFor } from '../../engine/code.js'
import {
  SOCKETS_KEPT_FOR_OWNER,
  SOCKETS_PER_ADDRESS_MAX,
  SOCKETS_PER_LOGIN_MAX,
  SOCKETS_PER_SESSION_MAX,
  SOCKETS_UNSIGNED_MAX,
  SOCKETS_UNSIGNED_PER_ADDRESS_MAX,
} from '../../engine/limits/sockets.js'
import type { Session } from '../exchange/session.js'

/**
 * Counts the WebSockets of both sides by address, session and login.
 * - A socket counts for its address from the upgrade until the library frees it, including while it
 *   is closing. It counts for its session and login while it belongs to them.
 * - The limits on all sockets, which bound memory and file descriptors, apply to everybody; a part
 *   is reserved for staff. Limits by address do not apply to shared addresses.
 * - Some sockets of a login are reserved for its owner, so that holders of its other passwords
 *   cannot lock the owner out.
 */
export interface SocketBounds {
  readonly all: number
  readonly keptForStaff: number
  /** True if many people share the address, so that limits by address do not apply. */
  isShared(address: string): boolean
  /** False disables the limits by address, session and login. */
  readonly isHeld: boolean
}

/** How long the client should wait. The server cannot know when other sockets will close. */
const RETRY_MS = 5000

export class SocketCounts {
  readonly #bounds: SocketBounds
  readonly #byAddress = new Tally()
  readonly #unsignedByAddress = new Tally()
  readonly #bySession = new Tally()
  readonly #byLogin = new Tally()
  #all = 0
  #unsigned = 0

  constructor(bounds: SocketBounds) {
    this.#bounds = bounds
  }

  get all(): number {
    return this.#all
  }

  get unsigned(): number {
    return this.#unsigned
  }

  /** The reason why no socket may be opened; null if it may. */
  refusal(address: string, session: Session | null): Refusal | null {
    const { all, keptForStaff, isHeld } = this.#bounds
    const max = session?.audience === 'staff' ? all : all - keptForStaff
    if (this.#all >= max) return full('There are too many live sockets. Try again soon.')
    if (session === null && this.#unsigned >= SOCKETS_UNSIGNED_MAX) {
      return full('Too many sockets wait for their sign-in. Try again soon.')
    }
    if (isHeld && !this.#bounds.isShared(address)) {
      const block = addressBlock(address)
      if (this.#byAddress.of(block) >= SOCKETS_PER_ADDRESS_MAX) {
        return tooMany(
          `Your address has ${SOCKETS_PER_ADDRESS_MAX} sockets open. Close some first.`,
        )
      }
      const unsigned = this.#unsignedByAddress.of(block)
      if (session === null && unsigned >= SOCKETS_UNSIGNED_PER_ADDRESS_MAX) {
        return tooMany('Too many sockets of your address wait for their sign-in. Sign in first.')
      }
    }
    return session === null ? null : this.refusalOf(session)
  }

  /** The reason why the session may not open one more socket; null if it may. */
  refusalOf(session: Session): Refusal | null {
    const { id, login } = session
    if (!this.#bounds.isHeld) return null
    if (this.#bySession.of(id) >= SOCKETS_PER_SESSION_MAX) {
      return tooMany(`A session has ${SOCKETS_PER_SESSION_MAX} sockets at most. Close one first.`)
    }
    const most = SOCKETS_PER_LOGIN_MAX - (isOwners(session) ? 0 : SOCKETS_KEPT_FOR_OWNER)
    if (this.#byLogin.of(login) < most) return null
    return tooMany(`This login has ${most} sockets open. Close one first.`)
  }

  opened(address: string): void {
    this.#all++
    this.#byAddress.add(addressBlock(address))
  }

  gone(address: string): void {
    this.#all--
    this.#byAddress.remove(addressBlock(address))
  }

  waits(address: string): void {
    this.#unsigned++
    this.#unsignedByAddress.add(addressBlock(address))
  }

  waitsNoMore(address: string): void {
    this.#unsigned--
    this.#unsignedByAddress.remove(addressBlock(address))
  }

  joined({ id, login }: Session): void {
    this.#bySession.add(id)
    this.#byLogin.add(login)
  }

  left({ id, login }: Session): void {
    this.#bySession.remove(id)
    this.#byLogin.remove(login)
  }
}

function full(why: string): Refusal {
  return refuseFor(RETRY_MS, 'unavailable', why)
}

function tooMany(why: string): Refusal {
  return refuseFor(RETRY_MS, 'too_many_requests', why)
}
