import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** Writes the seq up to which each shard is projected. */
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
    /** Deletes the cursors of all shards, because the number of shards has changed. */
    forgetCursors(): void {
      deleteCursors.run()
    },
    setSeq(seq: number): void {
      updateSeq.run(seq)
    },
  }
})
