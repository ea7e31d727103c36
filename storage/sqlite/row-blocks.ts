/**
 * Many rows at once: SQLite writes a block of rows as one JSON text, and one parse makes the arrays.
 * Measured on a million accounts and a million positions, this takes 0.6 of the time that stepping a
 * statement row by row does. Of larger blocks more rows are still there when young objects are collected, and are
 * copied: with 4,096 a start takes 4 % more cycles of processor.
 */
export const BLOCK_ROWS = 1_024

/** SQL that answers one text for the rows of `select`, whose columns are `columns`. */
export function blockSql(columns: string, select: string): string {
  return `SELECT json_group_array(json_array(${columns})) FROM (${select} LIMIT ${BLOCK_ROWS})`
}

/** Every row; `block` answers the text of the rows after the given one (or of the first ones). */
export function* rowsInBlocks<Row>(
  block: (after: Row | undefined) => string | undefined,
): Generator<Row, undefined, undefined> {
  let after: Row | undefined
  for (;;) {
    const rows = JSON.parse(block(after) ?? '[]') as Row[]
    for (const row of rows) yield row
    if (rows.length < BLOCK_ROWS) return
    after = rows.at(-1)
  }
}
