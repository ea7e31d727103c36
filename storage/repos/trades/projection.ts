import type { Sqlite } from '../../sqlite/open.js'

/**
 * The only SQL that names the projection tables: how far each shard's log is in the tables, and the
 * `projection_seq` at or below which every record of every shard is.
 */
export function projectionRepo(db: Sqlite) {
  const selectCursor = db
    .prepare<[number], number>('SELECT record_seq FROM projection WHERE shard = ?')
    .pluck()
  const upsertCursor = db.prepare<[number, number]>(
    `INSERT INTO projection (shard, record_seq) VALUES (?, ?)
     ON CONFLICT (shard) DO UPDATE SET record_seq = excluded.record_seq`,
  )
  const selectSeq = db
    .prepare<[], number>('SELECT projection_seq FROM projection_checkpoint')
    .pluck()
  const updateSeq = db.prepare<[number]>('UPDATE projection_checkpoint SET projection_seq = ?')
  return {
    /** The newest record of the shard in the tables, 0 with none. */
    cursor: (shard: number): number => selectCursor.get(shard) ?? 0,
    setCursor(shard: number, recordSeq: number): void {
      upsertCursor.run(shard, recordSeq)
    },
    seq: (): number => selectSeq.get() as number,
    setSeq(seq: number): void {
      updateSeq.run(seq)
    },
  }
}
