import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'

/** The only SQL that names the counters table: numbers that are given out once. */
export type CounterName = 'login' | 'order' | 'deal' | 'client'

export const countersRepo = perDatabase((db: Sqlite) => {
  const selectOne = db
    .prepare<[string], number>('SELECT "next" FROM counters WHERE name = ?')
    .pluck()
  const upsertOne = db.prepare<[string, number]>(
    'INSERT INTO counters (name, "next") VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET "next" = excluded."next"',
  )
  return {
    /** The next number to give out; `first` before any was. */
    next: (name: CounterName, first: number): number => selectOne.get(name) ?? first,
    setNext(name: CounterName, next: number): void {
      upsertOne.run(name, next)
    },
  }
})
