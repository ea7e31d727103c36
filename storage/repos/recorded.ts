import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'

/**
 * The place up to which the ticks of a run of the server are stored: written in the transaction of
 * the ticks.
 */
export const recordedRepo = perDatabase((db: Sqlite) => {
  const get = db.prepare<[string], number>('SELECT place FROM recorded WHERE ring = ?').pluck(true)
  const put = db.prepare<[string, number]>(
    'INSERT OR REPLACE INTO recorded (one, ring, place) VALUES (1, ?, ?)',
  )
  return {
    place: (ring: string): number | undefined => get.get(ring),
    put: (ring: string, place: number): void => void put.run(ring, place),
  }
})
