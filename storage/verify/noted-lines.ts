import type { AccountRecord, JournalNote } from '../../engine/account/event.js'
import type { UnixMs } from '../../engine/units.js'
import type { JournalEntry, journalRepo } from '../repos/records/journal.js'
import type { Differences } from './differences.js'

/**
 * Compares the journal lines that a log's records contain with those in the journal. Records of the
 * same time may contain equal lines, so lines are counted per time; a log's times never decrease.
 */
export class NotedLines {
  readonly #journal: ReturnType<typeof journalRepo>
  readonly #found: Differences
  readonly #counts = new Map<string, number>()
  #at: UnixMs = 0

  constructor(journal: ReturnType<typeof journalRepo>, found: Differences) {
    this.#journal = journal
    this.#found = found
  }

  compare({ seq, login, at }: AccountRecord, note: JournalNote): void {
    const { actor, kind, text, ip, requestId, via } = note
    const entry: JournalEntry = {
      actor: actor === 0 ? null : actor,
      login,
      kind,
      text,
      changes: [],
      ip,
      requestId,
      via,
    }
    if (at !== this.#at) this.#counts.clear()
    this.#at = at
    const key = JSON.stringify(entry)
    const wanted = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, wanted)
    if (this.#journal.countLike(entry, at) >= wanted) return
    this.#found.add('journal', `the line of record ${seq}`, 'missing', text)
  }
}
