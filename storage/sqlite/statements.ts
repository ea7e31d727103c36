import type { Sqlite, Statement } from './open.js'

const KEPT_MAX = 256

/** Statements made from parts, kept by their SQL: most are asked for again. */
export class Statements {
  readonly #db: Sqlite
  readonly #kept = new Map<string, Statement<unknown[]>>()

  constructor(db: Sqlite) {
    this.#db = db
  }

  of(sql: string): Statement<unknown[]> {
    let statement = this.#kept.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare<unknown[]>(sql)
      if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
      this.#kept.set(sql, statement)
    }
    return statement
  }
}
