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
import type { Session } from '../pipeline/session.js'

/**
 * Counts the live sockets of both sides, and whose they are.
 *   C1. A socket counts for its address from the upgrade until the library lets go of it, so one that is
 *       closing counts too; for its session and login while it is theirs.
 *   C2. The bounds on all sockets, which bound memory and descriptors, hold for everybody; a part of them
 *       is staff's alone. Those by address spare addresses that many share.
 *   C3. Of those of a login some are its owner's alone, whom the holders of other passwords cannot shut out.
 */
export interface SocketBounds {
  readonly all: number
  /** The part of all sockets that only staff may take. */
  readonly keptForStaff: number
  /** Stands for many people: what is counted by address does not count for it. */
  isShared(address: string): boolean
  /** False lifts what is counted by address, session and login. */
  readonly isHeld: boolean
}

/** Sockets go as their users go: nobody can say when, so not too soon. */
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

  /** Why an upgrade may not open one more socket; null when it may. */
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

  /** Whether the session may have one more. */
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
