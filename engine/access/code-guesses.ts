import { DAY_MS } from '../calendar/durations.js'
import type { Login, UnixMs } from '../units.js'
import { BoundedTable } from './bounded-table.js'

/**
 * Counts wrong one-time codes of a login after the right password, from any address: the sender has
 * the password already, and with a thousand addresses would eventually guess a code.
 *
 *   - After `CODE_GUESSES_MAX` within 24 hours the login accepts codes only from known addresses,
 *     for 24 hours.
 *   - A right code ends that, as does a new secret.
 *   - Memory is bounded; an entry of a restricted login is not displaced.
 */
export const CODE_GUESSES_MAX = 10
const ENTRIES_MAX = 32_768

interface Guesses {
  /** The time when the secret of the codes was created. */
  secretAt: UnixMs
  times: UnixMs[]
  heldUntil: UnixMs
}

export class CodeGuesses {
  readonly #guesses: BoundedTable<Guesses>

  constructor(entriesMax = ENTRIES_MAX) {
    this.#guesses = new BoundedTable({
      entriesMax,
      mayGo: ({ heldUntil }, now) => heldUntil <= now,
    })
  }

  /** Counts a wrong code; true if the login is restricted from now on. */
  failed(login: Login, secretAt: UnixMs, now: UnixMs): boolean {
    const guesses = this.#guesses.touch(String(login), now, () => none(secretAt))
    if (guesses.secretAt !== secretAt) Object.assign(guesses, none(secretAt))
    if (guesses.heldUntil > now) return false
    guesses.times = guesses.times.filter((at) => now - at < DAY_MS)
    guesses.times.push(now)
    if (guesses.times.length < CODE_GUESSES_MAX) return false
    guesses.heldUntil = now + DAY_MS
    guesses.times = []
    return true
  }

  /**
   * Milliseconds until the login accepts codes from every address again; 0 if it accepts them now.
   */
  heldFor(login: Login, secretAt: UnixMs, now: UnixMs): number {
    const guesses = this.#guesses.get(String(login))
    return guesses?.secretAt === secretAt ? Math.max(0, guesses.heldUntil - now) : 0
  }

  clear(login: Login): void {
    this.#guesses.delete(String(login))
  }
}

function none(secretAt: UnixMs): Guesses {
  return { secretAt, times: [], heldUntil: 0 }
}
