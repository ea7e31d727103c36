import type { UnixMs } from '../../../engine/units.js'
import type { RefusalCount } from '../../../wire/record/refusal-counts.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for the refused_requests table of counts by hour. Only the projector writes
 * it.
 */
const HOUR_MS = 3_600_000

export interface StoredRefusals extends RefusalCount {
  /** The time at which the hour begins, in UTC. */
  readonly hourAt: UnixMs
}

export const refusedRequestsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    add(at: UnixMs, { symbolId, group, code, dealer, gatewayId, count }: RefusalCount): void {
      const hourAt = Math.floor(at / HOUR_MS) * HOUR_MS
      sql.run`INSERT INTO refused_requests (hour_at, symbol_id, group_path, code, dealer, gateway_id, count)
        VALUES (${hourAt}, ${symbolId}, ${group}, ${code}, ${dealer}, ${gatewayId}, ${count})
        ON CONFLICT DO UPDATE SET count = count + excluded.count`
    },
    /** The counts of hours that begin within the period. Null means no limit. */
    between: (from: UnixMs | null, to: UnixMs | null): IterableIterator<StoredRefusals> =>
      sql.iterate<StoredRefusals>`SELECT hour_at AS hourAt, symbol_id AS symbolId, group_path AS "group", code,
          dealer, gateway_id AS gatewayId, count
        FROM refused_requests WHERE hour_at >= ${from ?? 0} AND hour_at <= ${to ?? Number.MAX_SAFE_INTEGER}`,
  }
})
