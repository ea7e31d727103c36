import type { OrderEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import { AppendedRows, type Cell, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import {
  hasPlainTerms,
  type OrderRow,
  PLAIN_COLUMNS,
  setPlainValues,
  TERM_COLUMNS,
  termValues,
} from './order-row.js'

/** The usual values are those of a market order. */
const USUAL: Readonly<Partial<Record<keyof OrderRow | 'previous_id', Cell>>> = {
  kind: 'market',
  state: 'filled',
  volume_current: 0,
  reason: 'client',
  comment: '',
  deviation_pts: 0,
  filling: '',
  client_order_id: '',
  session: '',
  price_asked: 0,
}
const COLUMNS: readonly Column[] = [...PLAIN_COLUMNS, 'previous_id' as const].map((name) => {
  const usual = USUAL[name]
  return usual === undefined ? { name } : { name, usual }
})

/**
 * Adds rows to the orders table. Only the projector uses this. Rows are collected and written
 * together, so each user needs its own instance.
 */
export function orderWrites(db: Sqlite) {
  const insertInto = (columns: readonly string[]): string =>
    `INSERT INTO orders (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  const rows = new AppendedRows(db, 'orders', COLUMNS)
  const insertWhole = db.prepare<unknown[]>(
    insertInto([...PLAIN_COLUMNS, 'previous_id', ...TERM_COLUMNS]),
  )
  return {
    /** Adds a finished order. `previousId` is the order that the account finished before it. */
    add(login: Login, order: OrderEvent, previousId: number): void {
      const { next } = rows
      setPlainValues(next, login, order)
      next[PLAIN_COLUMNS.length] = previousId
      if (hasPlainTerms(order)) {
        rows.add()
        return
      }
      rows.flush()
      insertWhole.run(...next, ...termValues(order))
    },
    /** Writes the collected rows. Call `forget` after a rollback. */
    flush: () => rows.flush(),
    forget: () => rows.forget(),
  }
}
