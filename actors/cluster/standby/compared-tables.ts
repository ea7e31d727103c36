import { COMPARISON, comparisonOf } from '../../../storage/repos/comparison.js'
import type { DeskEntry } from '../../../storage/row-images/desk-entry.js'
import { tableDigests } from '../../../storage/row-images/table-digests.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'

/**
 * Compares the tables of this node with those of the active node. One change of the desk begins a
 * comparison of the tables before that change; a later one has the digests of the active node. If
 * the begin was not seen here, the comparison is skipped.
 */
export class ComparedTables {
  readonly #db: Sqlite
  #made: { readonly id: number; readonly digests: Readonly<Record<string, string>> } | undefined

  constructor(db: Sqlite) {
    this.#db = db
  }

  /**
   * Called with the tables as they are just before the change. Returns the tables that are known to
   * differ.
   */
  before({ changes }: DeskEntry): readonly string[] {
    for (const { table, row } of changes) {
      const [name, value] = row
      if (table !== 'meta' || name !== COMPARISON || typeof value !== 'string') continue
      const { id, starts, digests } = comparisonOf(value)
      if (digests === undefined) {
        this.#made = { id, digests: tableDigests(this.#db, starts).digests }
      } else if (this.#made?.id === id) return differences(this.#made.digests, digests)
    }
    return []
  }
}

function differences(
  own: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): readonly string[] {
  const names = new Set([...Object.keys(own), ...Object.keys(others)])
  return [...names].filter((name) => own[name] !== others[name]).sort()
}
