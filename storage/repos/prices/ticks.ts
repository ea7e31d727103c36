import { MINUTE_MS } from '../../../engine/calendar/durations.js'
import { readTicks, type Tick } from '../../../wire/stored/tick-block.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** A tick, and the number of digits of its points. */
export interface StoredTick extends Tick {
  readonly digits: number
}

/** All SQL statements for ticks. `minute` counts from 1970 UTC. */
export const ticksRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const ofMinute = db
    .prepare<[number, number], [digits: number, bytes: Uint8Array]>(
      'SELECT digits, bytes FROM ticks WHERE minute = ? AND symbol_id = ? ORDER BY first',
    )
    .raw(true)
  return {
    /** Stores a block of ticks. `first` is the index of its first tick within the minute. */
    put(
      symbolId: number,
      minute: number,
      first: number,
      digits: number,
      block: { readonly count: number; readonly bytes: Uint8Array },
    ): void {
      sql.run`INSERT OR REPLACE INTO ticks (minute, symbol_id, first, count, digits, bytes)
          VALUES (${minute}, ${symbolId}, ${first}, ${block.count}, ${digits}, ${block.bytes})`
    },
    ofMinute(symbolId: number, minute: number): StoredTick[] {
      return ofMinute
        .all(minute, symbolId)
        .flatMap(([digits, bytes]) =>
          readTicks(bytes, minute * MINUTE_MS).map((tick) => ({ ...tick, digits })),
        )
    },
    hasMinute(symbolId: number, minute: number): boolean {
      return (
        sql.value<number>`SELECT 1 FROM ticks
            WHERE minute = ${minute} AND symbol_id = ${symbolId} LIMIT 1` !== undefined
      )
    },
    oldestMinute(): number | undefined {
      return sql.value<number | null>`SELECT min(minute) FROM ticks` ?? undefined
    },
    trim(beforeMinute: number): number {
      return sql.run`DELETE FROM ticks WHERE minute < ${beforeMinute}`
    },
  }
})
