import type { LogEntry } from '../log.js'
import { GUARDS } from './guards.js'
import { isFence, type LocalEnd, type QuorumEntry } from './log-database.js'

/**
 * The place of somebody who follows a log and does not own it: what may be taken of the entries that a database shows (G4).
 *
 *   F1. An entry is taken behind the one before it alone.
 *   F2. What a confirmed entry of another log was made behind is confirmed, too: `through` is the newest record that one is known
 *       to have been made behind.
 */
export class LogFollower {
  readonly #log: string
  #n: number

  /** `n` is the place of the newest entry that is here; 0 where none is. */
  constructor(log: string, n: number) {
    this.#log = log
    this.#n = n
  }

  get n(): number {
    return this.#n
  }

  /** Takes what may be taken of a page that begins behind `n`; fences are passed over. */
  take(page: readonly QuorumEntry[], confirmedN: number, through: number): LogEntry[] {
    const followable = new Set(GUARDS.followable(page, confirmedN).map(({ n }) => n))
    const taken: LogEntry[] = []
    for (const entry of page) {
      if (entry.n !== this.#n + 1) {
        throw new Error(
          `the database has nothing of ${this.#log} older than entry ${entry.n}: join from a newer backup`,
        )
      }
      const isBehind = !isFence(entry) && entry.firstSeq <= through
      if (!followable.has(entry.n) && !isBehind) break
      this.#n = entry.n
      if (!isFence(entry)) taken.push({ firstSeq: entry.firstSeq, bytes: entry.body })
    }
    return taken
  }
}

/** The place at which the newest entry here stands in the database; throws where that has another, or none. */
export function placeOf(
  log: string,
  local: LocalEnd | undefined,
  found: QuorumEntry | undefined,
): number {
  if (local === undefined) return 0
  if (found !== undefined && GUARDS.agrees(local, found)) return found.n
  throw new Error(
    `${log} is ahead of the database, or differs from it, or is older than what that has: join from a newer backup`,
  )
}
