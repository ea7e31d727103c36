import type { FixSessionStore } from '../../../storage/fix/session-store.js'
import type { FixReserved } from '../../../wire/thread/fix-numbers.js'

/**
 * Numbers of messages that a node of a cluster keeps for itself, told to the desk long before they are used: so whichever node takes
 * over signs on with a number above all that were. A server alone has its own files, and needs none of it.
 *
 *   V1. A node whose numbers were kept by another one last begins behind what that one kept. The provider asks for those between, and is
 *       told that there is nothing (storage/fix/session-files.ts, C3).
 *      What the provider sends then may have numbers below what this node had received: the other one may have begun the session
 *      anew. A Logon with such a number is let in once, and all of the provider's messages before it are asked for.
 *   V2. More are kept when half of them are used: a desk that answers within 50,000 messages is early enough.
 */
export const NUMBERS_AHEAD = 100_000

export interface FixReservationsOptions {
  /** The name of this node. */
  readonly node: string
  readonly reserved: readonly FixReserved[]
  readonly tell: (reserved: FixReserved) => void
}

export class FixReservations {
  readonly #options: FixReservationsOptions
  readonly #known: ReadonlyMap<string, FixReserved>
  /** By session: up to which number this node was told to have kept them. */
  readonly #own = new Map<string, number>()

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
    store.receivedMayBeOld = isOthers
    this.used(session, store.numbers.nextOut)
  }

  /** V2. `nextOut` is the number of the next message. */
  used(session: string, nextOut: number): void {
    if (nextOut + NUMBERS_AHEAD / 2 < (this.#own.get(session) ?? 0)) return
    const upTo = nextOut + NUMBERS_AHEAD
    this.#own.set(session, upTo)
    this.#options.tell({ session, node: this.#options.node, upTo })
  }
}
