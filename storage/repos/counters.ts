import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/** All SQL statements for the counters table: numbers that are assigned once. */
export type CounterName = 'login' | 'order' | 'deal' | 'client'

export const countersRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** Assigns the next number, beginning with `first`. */
    next: (name: CounterName, first: number): number =>
      sql.value<number>`SELECT "next" FROM counters WHERE name = ${name}` ?? first,
    setNext(name: CounterName, next: number): void {
      sql.run`INSERT INTO counters (name, "next") VALUES (${name}, ${next})
          ON CONFLICT (name) DO UPDATE SET "next" = excluded."next"`
    },
  }
})
