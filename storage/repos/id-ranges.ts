import type { IdKind, IdRange } from '../../wire/thread/messages.js'
import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/** The only SQL that names the id_ranges table: what each shard was not granted yet of its range. */
export const idRangesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get(shard: number, kind: IdKind): IdRange | undefined {
      return sql.get<IdRange>`SELECT kind, "next", "end" FROM id_ranges
          WHERE kind = ${kind} AND shard = ${shard}`
    },
    set(shard: number, range: IdRange): void {
      sql.run`INSERT INTO id_ranges (kind, shard, "next", "end")
          VALUES (${range.kind}, ${shard}, ${range.next}, ${range.end}) ON CONFLICT (kind, shard) DO UPDATE
          SET "next" = excluded."next", "end" = excluded."end"`
    },
    /** Forgets the ranges of all shards, since there are others now. */
    clear(): void {
      sql.run`DELETE FROM id_ranges`
    },
  }
})
