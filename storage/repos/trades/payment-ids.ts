import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the payment ids. Synchronous; the caller owns the transaction. */
export interface PaymentId {
  readonly login: Login
  readonly caller: Login
  readonly at: UnixMs
}

export const paymentIdsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[Uint8Array], PaymentId>(
    'SELECT login, caller, at FROM payment_ids WHERE request_id = ?',
  )
  const insertOne = db.prepare<[Uint8Array, number, number, number]>(
    'INSERT INTO payment_ids (request_id, login, caller, at) VALUES (?, ?, ?, ?)',
  )
  const deleteOne = db.prepare<[Uint8Array]>('DELETE FROM payment_ids WHERE request_id = ?')
  const deleteOld = db
    .prepare<[number, number], number>(
      `DELETE FROM payment_ids WHERE request_id IN
         (SELECT request_id FROM payment_ids WHERE at <= ? ORDER BY at LIMIT ?) RETURNING caller`,
    )
    .pluck()
  const count = db.prepare<[number, number]>(
    `INSERT INTO payment_id_counts (caller, ids) VALUES (?, ?)
     ON CONFLICT (caller) DO UPDATE SET ids = ids + excluded.ids`,
  )
  const countOf = db
    .prepare<[number], number>('SELECT ids FROM payment_id_counts WHERE caller = ?')
    .pluck()
  const countAll = db
    .prepare<[], number>('SELECT coalesce(sum(ids), 0) FROM payment_id_counts')
    .pluck()
  return {
    get: (requestId: string): PaymentId | undefined => selectOne.get(bytesOf(requestId)),
    add(requestId: string, { login, caller, at }: PaymentId): void {
      insertOne.run(bytesOf(requestId), login, caller, at)
      count.run(caller, 1)
    },
    remove(requestId: string, { caller }: PaymentId): void {
      deleteOne.run(bytesOf(requestId))
      count.run(caller, -1)
    },
    countOf: (caller: Login): number => countOf.get(caller) ?? 0,
    countAll: (): number => countAll.get() as number,
    /** Removes up to `max` that are as old as that or older; answers how many. */
    removeUntil(at: UnixMs, max: number): number {
      const callers = deleteOld.all(at, max)
      for (const caller of callers) count.run(caller, -1)
      return callers.length
    },
  }
})

/** A UUID, in whatever case. */
function bytesOf(requestId: string): Uint8Array {
  return Buffer.from(requestId.replaceAll('-', ''), 'hex')
}
