import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements that read the projection tables: each shard's cursor, and `projection_seq`.
 * All records of all shards up to `projection_seq` are in the tables.
 */
export const projectionRepo = perDatabase((db: Sqlite) => {
  const selectCursor = db
    .prepare<[number], number>('SELECT record_seq FROM projection WHERE shard = ?')
    .pluck()
  const selectSeq = db
    .prepare<[], number>('SELECT projection_seq FROM projection_checkpoint')
    .pluck()
  return {
    /** The seq of the shard's newest record in the tables; 0 if there is none. */
    cursor: (shard: number): number => selectCursor.get(shard) ?? 0,
    seq: (): number => selectSeq.get() as number,
  }
})
