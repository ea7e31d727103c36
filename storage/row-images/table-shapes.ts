import type { Sqlite } from '../sqlite/open.js'
import type { TableShape } from './row-change.js'

interface Column {
  readonly name: string
  readonly pk: number
}

/**
 * Reads the tables of a database. Each must have a key, because the key identifies changed rows.
 */
export function tableShapes(db: Sqlite): TableShape[] {
  const names = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .pluck()
    .all()
  return names.map((name) => {
    const columns = db.pragma(`table_info("${name}")`) as Column[]
    const key = columns.filter(({ pk }) => pk > 0).map((column) => column.name)
    if (key.length === 0) throw new Error(`the table ${name} has no key`)
    return { name, columns: columns.map((column) => column.name), key }
  })
}
