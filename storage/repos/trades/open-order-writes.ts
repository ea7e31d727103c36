import type { OrderEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { OrderTerms } from '../../../wire/stored/stored-change.js'
import type { Cell } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { PLAIN_COLUMNS, setPlainValues, TERM_COLUMNS, termValues } from './order-row.js'

/** Writes the open_orders table. Only the projector uses this. */
export const openOrderWrites = perDatabase((db: Sqlite) => {
  const columns = [...PLAIN_COLUMNS, ...TERM_COLUMNS]
  const changing = columns.filter((name) => name !== 'id' && name !== 'login')
  const upsertOne = db.prepare<unknown[]>(
    `INSERT INTO open_orders (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (login, id) DO UPDATE SET
       ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  const deleteOne = db.prepare<[number, number]>(
    'DELETE FROM open_orders WHERE login = ? AND id = ?',
  )
  const selectTerms = db.prepare<[number, number], OrderTerms>(
    `SELECT price, trigger_price AS triggerPrice, stop_loss AS stopLoss, take_profit AS takeProfit,
       trailing_pts AS trailingPts, volume_current AS volumeCurrent, expiration, expires_at AS expiresAt
     FROM open_orders WHERE login = ? AND id = ?`,
  )
  const plain: Cell[] = PLAIN_COLUMNS.map(() => 0)
  return {
    /** The stored terms of an order; undefined if the table does not contain it. */
    terms: (login: Login, id: number): OrderTerms | undefined => selectTerms.get(login, id),
    upsert(login: Login, order: OrderEvent): void {
      setPlainValues(plain, login, order)
      upsertOne.run(...plain, ...termValues(order))
    },
    /** Deletes an order. False if the table did not contain it. */
    remove: (login: Login, id: number): boolean => deleteOne.run(login, id).changes === 1,
  }
})
