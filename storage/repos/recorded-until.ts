import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/**
 * How far the ticks of a run of the server are stored. Written in the same transaction as the
 * ticks.
 */
export const recordedRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    place: (ring: string) => sql.value<number>`SELECT place FROM recorded WHERE ring = ${ring}`,
    put: (ring: string, place: number): void =>
      void sql.run`INSERT OR REPLACE INTO recorded (one, ring, place) VALUES (1, ${ring}, ${place})`,
  }
})
