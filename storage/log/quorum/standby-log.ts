import type { LogEntry } from '../log.js'
import { GUARDS } from './guards.js'
import { isFence, type LocalLogHead, type QuorumEntry } from './log-database.js'

/**
 * Tracks a log that this node follows and does not own: which entries of the database it may take
 * (docs/decisions/quorum.md, G4).
 *
 *   - Entries are taken in order, without gaps.
 *   - If a confirmed entry of another log was made after a record of this log, that record is
 *     confirmed too. `through` is the newest such record.
 */
export class StandbyLog {
  readonly #log: string
  #n: number

  /** `n` is the place of the newest local entry; 0 if there is none. */
  constructor(log: string, n: number) {
    this.#log = log
    this.#n = n
  }

  get n(): number {
    return this.#n
  }

  /** The entries of a page after `n` that this node may take. Fences are skipped. */
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

/**
 * The database's place of the newest local entry. Throws if the database lacks that entry or has a
 * different one.
 */
export function placeOf(
  log: string,
  local: LocalLogHead | undefined,
  found: QuorumEntry | undefined,
): number {
  if (local === undefined) return 0
  if (found !== undefined && GUARDS.agrees(local, found)) return found.n
  throw new Error(
    `${log} is ahead of the database, or differs from it, or is older than what that has: join from a newer backup`,
  )
}
