import type { FixSessionStore } from '../../../storage/fix/session-store.js'
import type { FixNumbers } from '../../../wire/fix/session/settings.js'
import type { FixReserved } from '../../../wire/thread/fix-numbers.js'
import type { Clock } from '../../thread/clock.js'

/**
 * Numbers of messages that a node of a cluster keeps for itself, told to the desk long before they are used: so whichever node takes
 * over signs on with a number above all that were. A server alone has its own files, and needs none of it.
 *
 *   V1. A node whose numbers were kept by another one last begins behind what that one kept. The provider asks for those between, and is
 *       told that there is nothing (storage/fix/session-files.ts, C3).
 *      What the provider sends then may have numbers below what was received: the other one may have begun the session
 *      anew. A Logon with such a number is let in once, and all of the provider's messages before it are asked for.
 *   V2. More are kept when half of them are used: a desk that answers within 50,000 messages is early enough.
 *   V3. What was received and is durable is told at first, and then every few seconds, so that the next node asks for what came since, and
 *       not for all that came since it worked itself. Where nothing is told its own file says what that was: to begin at 1
 *       would begin the session anew.
 */
export const NUMBERS_AHEAD = 100_000
export const RECEIVED_EVERY_MS = 5_000
const NOTHING_RECEIVED = 1

export interface FixReservationsOptions {
  /** The name of this node. */
  readonly node: string
  readonly reserved: readonly FixReserved[]
  readonly tell: (reserved: FixReserved) => void
  readonly clock: Pick<Clock, 'monotonic'>
}

/** What was told last of a session. */
interface Told {
  readonly upTo: number
  readonly nextIn: number
  readonly at: number
}

export class FixReservations {
  readonly #options: FixReservationsOptions
  readonly #known: ReadonlyMap<string, FixReserved>
  /** By session, of this node. */
  readonly #told = new Map<string, Told>()

  constructor(options: FixReservationsOptions) {
    this.#options = options
    this.#known = new Map(options.reserved.map((one) => [one.session, one]))
  }

  /** Before the first message of a session. */
  begin(session: string, store: FixSessionStore): void {
    const known = this.#known.get(session)
    const isOthers = known !== undefined && known.node !== this.#options.node
    if (isOthers && store.isTrusted && store.numbers.nextOut < known.upTo) {
      store.keep([{ what: 'sent', seq: known.upTo - 1, message: null }])
    }
    const { nextIn = NOTHING_RECEIVED } = known ?? {}
    if (isOthers && store.isTrusted && nextIn !== NOTHING_RECEIVED) {
      store.keep([{ what: 'received', nextIn }])
    }
    store.receivedMayBeOld = isOthers
    this.kept(session, store.numbers)
  }

  /** V2, V3. The numbers of the next messages are on disk. */
  kept(session: string, { nextIn, nextOut }: FixNumbers): void {
    const { clock, node, tell } = this.#options
    const told = this.#told.get(session)
    const at = clock.monotonic()
    const hasMany = told !== undefined && nextOut + NUMBERS_AHEAD / 2 < told.upTo
    const isDue = told?.nextIn === NOTHING_RECEIVED || at - (told?.at ?? 0) >= RECEIVED_EVERY_MS
    const isNews = told?.nextIn !== nextIn && isDue
    if (hasMany && !isNews) return
    const upTo = hasMany ? told.upTo : nextOut + NUMBERS_AHEAD
    this.#told.set(session, { upTo, nextIn, at })
    tell({ session, node, upTo, nextIn })
  }
}
