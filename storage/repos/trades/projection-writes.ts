import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** Writes the projection's cursor of each shard. */
export const projectionWrites = perDatabase((db: Sqlite) => {
  const upsertCursor = db.prepare<[number, number]>(
    `INSERT INTO projection (shard, record_seq) VALUES (?, ?)
     ON CONFLICT (shard) DO UPDATE SET record_seq = excluded.record_seq`,
  )
  const deleteCursors = db.prepare<[]>('DELETE FROM projection')
  const updateSeq = db.prepare<[number]>('UPDATE projection_checkpoint SET projection_seq = ?')
  return {
    setCursor(shard: number, recordSeq: number): void {
      upsertCursor.run(shard, recordSeq)
    },
    /** Forgets the cursors of all shards, since there are others now. */
    forgetCursors(): void {
      deleteCursors.run()
    },
    setSeq(seq: number): void {
      updateSeq.run(seq)
    },
  }
})
