import { MINUTE_MS } from '../../../engine/calendar/durations.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { type Actor, SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'

/**
 * Journal lines about failed sign-ins. Lines are permanent, and an attacker who guesses passwords
 * would decide how many there are, so they are limited:
 *
 *   - Of equal failures of a login and an address within a minute, the first one is a line at once;
 *     the others are counted in one line when the minute is over.
 *   - A minute has at most 60 immediate lines; further failures are counted together.
 *   - The counts are in memory: a crash loses those of at most a minute.
 */
export const FAILED_LINES_PER_MINUTE = 60

interface FailureCount {
  readonly actor: Actor
  readonly login: Login | null
  readonly text: string
  more: number
}

export class FailedSignIns {
  readonly #desk: Desk
  readonly #counted = new Map<string, FailureCount>()
  #others = 0
  #since: UnixMs = 0

  constructor(desk: Desk) {
    this.#desk = desk
  }

  tell(actor: Actor, login: Login | null, text: string): Outcome<null> {
    const settled = this.settle()
    if (!settled.ok) return settled
    const key = `${login} ${actor.ip} ${text}`
    const known = this.#counted.get(key)
    if (known !== undefined) known.more++
    else if (this.#counted.size >= FAILED_LINES_PER_MINUTE) this.#others++
    else return this.#first(key, { actor, login, text, more: 0 })
    return accept(null)
  }

  /** Writes the counts when their minute is over, or at the end of the desk. */
  settle(isEnd = false): Outcome<null> {
    const now = this.#desk.clock.now()
    const age = now - this.#since
    if (!isEnd && age >= 0 && age < MINUTE_MS) return accept(null)
    const repeated = [...this.#counted.values()].filter(({ more }) => more > 0)
    if (repeated.length > 0 || this.#others > 0) {
      const written = this.#desk.change((journal) => {
        for (const { actor, login, text, more } of repeated) {
          const again = `${text}, ${more} more within a minute`
          journal({ ...actor, requestId: '' }, { kind: 'auth', login, text: again })
        }
        const text = `${this.#others} more sign-ins failed within a minute`
        if (this.#others > 0) journal(SYSTEM, { kind: 'auth', text })
        return accept(null)
      })
      if (!written.ok) return written
    }
    this.#counted.clear()
    this.#others = 0
    this.#since = now
    return accept(null)
  }

  #first(key: string, counted: FailureCount): Outcome<null> {
    const { actor, login, text } = counted
    const written = this.#desk.change((journal) => {
      journal(actor, { kind: 'auth', login, text })
      return accept(null)
    })
    if (written.ok) this.#counted.set(key, counted)
    return written
  }
}
