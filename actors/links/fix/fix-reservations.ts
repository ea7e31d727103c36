import type { FixSessionStore } from '../../../storage/fix/session-store.js'
import type { FixNumbers } from '../../../wire/fix/session/settings.js'
import type { FixReservation } from '../../../wire/thread/fix-numbers.js'
import type { Clock } from '../../thread/clock.js'

/**
 * Reserves FIX sequence numbers for a node of a cluster at the desk, long before they are used. So
 * whichever node takes over signs on with a number above all used ones. A single server has its own
 * files and needs no reservations.
 *
 *   - If another node reserved the last numbers, this node begins after them. The provider requests
 *     the missing ones and gets a gap fill (storage/fix/session-files.ts, C3). The provider's next
 *     numbers may be lower than the received ones, because the other node may have reset the
 *     session. One Logon with such a number is accepted, and all of the provider's messages before
 *     it are requested.
 *   V2. More numbers are reserved when half of them are used, so the desk must answer within 50,000
 *       messages.
 *   V3. The number of received messages is reported at first and then every few seconds, so that
 *       the next node requests only the later ones. Without a report the node's own file gives that
 *       number, because beginning at 1 would reset the session.
 */
export const NUMBERS_AHEAD = 100_000
export const RECEIVED_EVERY_MS = 5_000
const NOTHING_RECEIVED = 1

export interface FixReservationsOptions {
  readonly node: string
  readonly reserved: readonly FixReservation[]
  readonly tell: (reserved: FixReservation) => void
  readonly clock: Pick<Clock, 'monotonic'>
}

/** The last report about a session. */
interface KnownReservation {
  readonly upTo: number
  readonly nextIn: number
  readonly at: number
}

export class FixReservations {
  readonly #options: FixReservationsOptions
  readonly #known: ReadonlyMap<string, FixReservation>
  /** The last reservation of each session, for this node. */
  readonly #told = new Map<string, KnownReservation>()

  constructor(options: FixReservationsOptions) {
    this.#options = options
    this.#known = new Map(options.reserved.map((one) => [one.session, one]))
  }

  /** Takes over the numbers of another node. Called before the first message of a session. */
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

  /** Called when the numbers of the next messages are on disk (V2, V3). */
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
