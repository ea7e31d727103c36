import type { IdRange } from '../../wire/thread/messages.js'
import type { Sqlite } from '../sqlite/open.js'

/** The only SQL that names the id_ranges table: the newest range each shard was given. */
export function idRangesRepo(db: Sqlite) {
  const upsertOne = db.prepare<[string, number, number, number]>(
    `INSERT INTO id_ranges (kind, shard, "next", "end") VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, shard) DO UPDATE SET "next" = excluded."next", "end" = excluded."end"`,
  )
  return {
    set(shard: number, range: IdRange): void {
      upsertOne.run(range.kind, shard, range.next, range.end)
    },
  }
}
