import type { IdRange } from '../../wire/thread/messages.js'
import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'

/** The only SQL that names the id_ranges table: the newest range each shard was given. */
export const idRangesRepo = perDatabase((db: Sqlite) => {
  const upsertOne = db.prepare<[string, number, number, number]>(
    `INSERT INTO id_ranges (kind, shard, "next", "end") VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, shard) DO UPDATE SET "next" = excluded."next", "end" = excluded."end"`,
  )
  return {
    set(shard: number, range: IdRange): void {
      upsertOne.run(range.kind, shard, range.next, range.end)
    },
  }
})
