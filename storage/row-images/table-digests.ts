import { createHash, type Hash } from 'node:crypto'
import { Packr } from 'msgpackr'
import type { Sqlite } from '../sqlite/open.js'
import { OWN_TABLES } from './own-tables.js'
import type { RowValue, TableShape } from './row-change.js'
import { tableShapes } from './table-shapes.js'

/**
 * Digests of tables, with which copies of them are compared.
 *
 *   - A limited number of rows per table: the newest by key, and a stretch from where the last one
 *     ended. So the time is bounded, and each row has its turn.
 *   - They depend only on the tables and on the given starts.
 */
export interface TableDigests {
  /** By table. */
  readonly digests: Readonly<Record<string, string>>
  /**
   * The key after which the next stretch of each table begins. A table that was read to its end is
   * missing, because it begins again.
   */
  readonly ends: Starts
}

export type Starts = Readonly<Record<string, readonly RowValue[]>>

const STRETCH_ROWS = 5_000
const DIGEST_CHARS = 16
const packr = new Packr({ useRecords: false })

export function tableDigests(db: Sqlite, starts: Starts): TableDigests {
  const digests: Record<string, string> = {}
  const ends: Record<string, readonly RowValue[]> = {}
  for (const shape of tableShapes(db)) {
    const { name } = shape
    if (OWN_TABLES.has(name)) continue
    const hash = createHash('sha256')
    addRows(db, hash, shape, 'DESC')
    const end = addRows(db, hash, shape, 'ASC', starts[name])
    if (end !== undefined) ends[name] = end
    digests[name] = hash.digest('hex').slice(0, DIGEST_CHARS)
  }
  return { digests, ends }
}

/** Adds rows to the digest. Returns the key of the last row if the stretch is full. */
function addRows(
  db: Sqlite,
  hash: Hash,
  { name, columns, key }: TableShape,
  order: 'ASC' | 'DESC',
  after?: readonly RowValue[],
): readonly RowValue[] | undefined {
  const keys = key.map((column) => `"${column}"`).join(', ')
  const marks = key.map(() => '?').join(', ')
  const where = after === undefined ? '' : `WHERE (${keys}) > (${marks})`
  const by = key.map((column) => `"${column}" ${order}`).join(', ')
  const rows = db
    .prepare<RowValue[], RowValue[]>(
      `SELECT * FROM "${name}" ${where} ORDER BY ${by} LIMIT ${STRETCH_ROWS}`,
    )
    .raw(true)
  let count = 0
  let last: readonly RowValue[] = []
  for (const row of rows.iterate(...(after ?? []))) {
    hash.update(packr.pack(row))
    last = row
    count++
  }
  if (count < STRETCH_ROWS) return undefined
  return key.map((column) => last[columns.indexOf(column)] ?? null)
}
