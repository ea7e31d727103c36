import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * The only SQL that reads the projection tables: how far each shard's log is in the tables, and the
 * `projection_seq` at or below which every record of every shard is.
 */
export const projectionRepo = perDatabase((db: Sqlite) => {
  const selectCursor = db
    .prepare<[number], number>('SELECT record_seq FROM projection WHERE shard = ?')
    .pluck()
  const selectSeq = db
    .prepare<[], number>('SELECT projection_seq FROM projection_checkpoint')
    .pluck()
  return {
    /** The newest record of the shard in the tables, 0 with none. */
    cursor: (shard: number): number => selectCursor.get(shard) ?? 0,
    seq: (): number => selectSeq.get() as number,
  }
})
