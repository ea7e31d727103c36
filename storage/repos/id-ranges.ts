import type { IdKind, IdRange } from '../../wire/thread/messages.js'
import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/**
 * The ids that a shard was not granted yet, of its range and of the previous one. Those of the
 * previous range are used first.
 */
export interface ShardRange extends IdRange {
  readonly earlierNext: number
  readonly earlierEnd: number
}

/** All SQL statements for the id_ranges table. */
export const idRangesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get(shard: number, kind: IdKind): ShardRange | undefined {
      return sql.get<ShardRange>`SELECT kind, "next", "end", earlier_next AS earlierNext, earlier_end AS earlierEnd
          FROM id_ranges
          WHERE kind = ${kind} AND shard = ${shard}`
    },
    set(shard: number, range: ShardRange): void {
      const { kind, next, end, earlierNext, earlierEnd } = range
      sql.run`INSERT INTO id_ranges (kind, shard, "next", "end", earlier_next, earlier_end)
          VALUES (${kind}, ${shard}, ${next}, ${end}, ${earlierNext}, ${earlierEnd})
          ON CONFLICT (kind, shard) DO UPDATE SET "next" = excluded."next", "end" = excluded."end",
            earlier_next = excluded.earlier_next, earlier_end = excluded.earlier_end`
    },
    /** Removes the ranges of all shards, because the number of shards has changed. */
    clear(): void {
      sql.run`DELETE FROM id_ranges`
    },
  }
})
