import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for payment ids. They run synchronously, in the caller's transaction. */
export interface PaymentId {
  readonly login: Login
  readonly caller: Login
  readonly at: UnixMs
}

export const paymentIdsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const count = db.prepare<[number, number]>(
    `INSERT INTO payment_id_counts (caller, ids) VALUES (?, ?)
     ON CONFLICT (caller) DO UPDATE SET ids = ids + excluded.ids`,
  )
  return {
    get: (requestId: string) => sql.get<PaymentId>`SELECT login, caller, at FROM payment_ids
        WHERE request_id = ${bytesOf(requestId)}`,
    add(requestId: string, { login, caller, at }: PaymentId): void {
      sql.run`INSERT INTO payment_ids (request_id, login, caller, at)
          VALUES (${bytesOf(requestId)}, ${login}, ${caller}, ${at})`
      count.run(caller, 1)
    },
    remove(requestId: string, { caller }: PaymentId): void {
      sql.run`DELETE FROM payment_ids WHERE request_id = ${bytesOf(requestId)}`
      count.run(caller, -1)
    },
    countOf: (caller: Login): number =>
      sql.value<number>`SELECT ids FROM payment_id_counts WHERE caller = ${caller}` ?? 0,
    countAll: (): number =>
      sql.value<number>`SELECT coalesce(sum(ids), 0) FROM payment_id_counts` as number,
    /** Removes up to `max` rows from this time or earlier. Returns their number. */
    removeUntil(at: UnixMs, max: number): number {
      const callers = sql.values<number>`DELETE FROM payment_ids
          WHERE request_id IN (SELECT request_id FROM payment_ids WHERE at <= ${at} ORDER BY at LIMIT ${max})
          RETURNING caller`
      for (const caller of callers) count.run(caller, -1)
      return callers.length
    },
  }
})

/** A UUID, in upper or lower case. */
function bytesOf(requestId: string): Uint8Array {
  return Buffer.from(requestId.replaceAll('-', ''), 'hex')
}
