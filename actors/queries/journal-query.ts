import { type JournalFilter, journalRepo } from '../../storage/repos/records/journal.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { JsonValue } from '../../wire/format/json-parts.js'
import type { JournalHead } from '../../wire/stored/journal-line.js'
import { accept, type Handlers } from '../thread/ask.js'

export interface JournalQueries {
  /** Answers lines of the journal, newest first. */
  'journal.page': { readonly request: JournalPageRequest; readonly answer: JournalPage }
  /**
   * Returns whether the journal has an anchored line, and whether the hash chain holds over the
   * newest lines before it.
   */
  'journal.holds': { readonly request: JournalHead; readonly answer: boolean }
}

export interface JournalPageRequest {
  readonly filter: JournalFilter
  /** Fields of accounts whose values are null in the answer. */
  readonly hidden: readonly string[]
  /** The number of the page, from 1. */
  readonly page: number
  readonly limit: number
}

export interface JournalPage {
  /** Lines as JSON: their changes can be long, and are sent as stored. */
  readonly lines: readonly JsonValue[]
  readonly total: number
}

/** The number of lines whose chain is checked per request. `openfloor verify` checks all. */
const CHAIN_LINES = 1_000

/** Reads the journal: a page and its total are one snapshot. */
export function journalQueries(db: Sqlite): Handlers<JournalQueries> {
  const journal = journalRepo(db)
  return {
    'journal.holds': (anchor) => inSnapshot(db, () => accept(journal.holdsTo(anchor, CHAIN_LINES))),
    'journal.page': ({ filter, hidden, page, limit }) =>
      inSnapshot(db, () =>
        accept({
          lines: journal.page(filter, (page - 1) * limit, limit, hidden),
          total: journal.count(filter),
        }),
      ),
  }
}
