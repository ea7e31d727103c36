import type { Sqlite, Statement } from './open.js'

const KEPT_MAX = 256

/**
 * Makes a thing once for each database, like the statements of a table: at the first call, and the same one for
 * everybody afterwards. SQLite compiles every statement it is given anew, even one that it has.
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
 * Statements made from parts, kept by their SQL: most are asked for again. A statement keeps the form of its rows
 * (`pluck`, `raw`), so all who share these ask for one SQL in one form.
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
