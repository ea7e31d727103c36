import { DAY_MS } from '../calendar/durations.js'
import type { Login, UnixMs } from '../units.js'
import { BoundedTable } from './bounded-table.js'

/**
 * Wrong one-time codes of a login that followed the right password, from wherever they come: whoever sends them
 * has the password already, and a thousand addresses would find a code in the end.
 *
 *   C1. After `CODE_GUESSES_MAX` within 24 hours the login takes codes from known addresses only, for 24 hours.
 *   C2. A right code ends that, and so does another secret: what was guessed at is gone.
 *   C3. Memory is bounded; a login that is held makes no room for others.
 */
export const CODE_GUESSES_MAX = 10
const ENTRIES_MAX = 32_768

interface Guesses {
  /** When the secret was made that is guessed at. */
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

  /** Counts a wrong code; true when the login is held from now on. */
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

  /** Milliseconds until codes are taken from everywhere again; 0 when they are. */
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
