import type { Sqlite, Statement } from '../sqlite/open.js'
import type { RowChange, RowValue, TableShape } from './row-change.js'

/**
 * Reports that the tables differ from those in which a change was made, so its rows cannot be
 * applied.
 */
export class OtherTablesError extends Error {
  override readonly name = 'OtherTablesError'
}

/**
 * Writes rows of changes into tables, by column names; columns that newer tables have in addition
 * keep their defaults. The caller owns the transaction. Foreign keys must be off meanwhile
 * (`foreign_keys`), because cascaded rows are part of the change itself.
 */
export class RowWriter {
  readonly #db: Sqlite
  readonly #statements = new Map<string, Statement<RowValue[]>>()

  constructor(db: Sqlite) {
    this.#db = db
  }

  write({ name, columns, key: keys }: TableShape, { kind, key, row }: RowChange): void {
    const where = `WHERE ${keys.map((column) => `"${column}" = ?`).join(' AND ')}`
    const names = columns.map((column) => `"${column}"`)
    const changed =
      kind === 'insert'
        ? this.#run(`INSERT INTO "${name}" (${names.join(', ')}) VALUES (${marks(names)})`, row)
        : kind === 'update'
          ? this.#run(`UPDATE "${name}" SET (${names.join(', ')}) = (${marks(names)}) ${where}`, [
              ...row,
              ...key,
            ])
          : this.#run(`DELETE FROM "${name}" ${where}`, key)
    if (changed !== 1) {
      throw new OtherTablesError(`the table ${name} lacks the row ${JSON.stringify(key)}`)
    }
  }

  #run(text: string, values: readonly RowValue[]): number {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      statement = this.#db.prepare<RowValue[]>(text)
      this.#statements.set(text, statement)
    }
    return statement.run(...values).changes
  }
}

function marks(names: readonly string[]): string {
  return names.map(() => '?').join(', ')
}
