import { Database } from '../../storage/sqlite/library.js'

/**
 * The statements behind a route, on a read-only handle of the product's own file, and nothing else.
 */
export interface QuerySpec {
  readonly file: string
  /** Each is run once per answer. */
  readonly statements: ReadonlyArray<{ readonly sql: string; readonly params: readonly unknown[] }>
  readonly seconds: number
}

/** Answers per second on this thread. */
export function sqliteQueriesPerSecond(spec: QuerySpec): number {
  const database = new Database(spec.file, { readonly: true })
  try {
    const queries = spec.statements.map(({ sql, params }) => ({
      statement: database.prepare(sql),
      params,
    }))
    const start = performance.now()
    const end = start + spec.seconds * 1000
    let done = 0
    do {
      for (const { statement, params } of queries) statement.all(...params)
      done++
    } while (performance.now() < end)
    return (done * 1000) / (performance.now() - start)
  } finally {
    database.close()
  }
}
