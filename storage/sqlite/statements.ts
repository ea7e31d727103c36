import type { Sqlite, Statement } from './open.js'

const KEPT_MAX = 256

/**
 * Creates something once per database, such as the statements of a table: at the first call, and
 * shared afterwards. SQLite itself compiles a statement each time, even one it has compiled before.
 */
export function perDatabase<Made>(make: (db: Sqlite) => Made): (db: Sqlite) => Made {
  const made = new WeakMap<Sqlite, { readonly one: Made }>()
  return (db) => {
    const known = made.get(db)
    if (known !== undefined) return known.one
    const one = make(db)
    made.set(db, { one })
    return one
  }
}

/**
 * Statements made from parts, cached by their SQL. A statement keeps its row format (`pluck`,
 * `raw`), so all users of an SQL text must use the same format.
 */
export class Statements {
  readonly #db: Sqlite
  readonly #kept = new Map<string, Statement<unknown[]>>()

  constructor(db: Sqlite) {
    this.#db = db
  }

  of<Row = unknown>(sql: string): Statement<unknown[], Row> {
    let statement = this.#kept.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare<unknown[]>(sql)
      if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
      this.#kept.set(sql, statement)
    }
    return statement as Statement<unknown[], Row>
  }
}
