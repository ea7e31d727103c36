import type { DealEvent, RestoredDealEvent } from '../../../engine/account/event.js'
import { type Login, RATE_ONE } from '../../../engine/units.js'
import { AppendedRows, type Cell, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'

/**
 * The usual values are those of a market order's deal in an account with the profit currency. An
 * opening deal has no rate.
 */
const COLUMNS: readonly Column[] = [
  { name: 'id' },
  { name: 'login' },
  { name: 'seq' },
  { name: 'order_id' },
  { name: 'position_id' },
  { name: 'symbol_id' },
  { name: 'entry', either: ['in', 'out'] },
  { name: 'action', either: ['buy', 'sell'] },
  { name: 'side' },
  { name: 'volume' },
  { name: 'price' },
  { name: 'bid' },
  { name: 'ask' },
  { name: 'profit' },
  { name: 'swap', usual: 0 },
  { name: 'commission', usual: 0 },
  { name: 'fee', usual: 0 },
  { name: 'credit', usual: 0 },
  { name: 'rate_profit', either: ['0', String(RATE_ONE)] },
  { name: 'reason', usual: 'client' },
  { name: 'comment', usual: '' },
  { name: 'at' },
  { name: 'previous_id' },
  { name: 'client_order_id', usual: '' },
]

/**
 * Writes the deals table. Only the projector uses this. Rows are collected and written together, so
 * each user needs its own instance.
 */
export function dealWrites(db: Sqlite) {
  const plainColumns = COLUMNS.map(({ name }) => name).join(', ')
  const plainPlaces = COLUMNS.map(() => '?').join(', ')
  const rows = new AppendedRows(db, 'deals', COLUMNS)
  const insertWhole = db.prepare<unknown[]>(
    `INSERT INTO deals (${plainColumns}, volume_closed, commission_due, dealer, external_id)
     VALUES (${plainPlaces}, ?, ?, ?, ?)`,
  )
  const columns = [
    ...COLUMNS.map(({ name }) => name),
    'volume_closed',
    'commission_due',
    'dealer',
    'external_id',
  ]
  const upsertWhole = db.prepare<unknown[]>(
    `INSERT INTO deals (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  return {
    /** Adds a deal. `previousId` is the id of the account's previous deal. */
    add(login: Login, seq: number, deal: DealEvent, previousId: number): void {
      setPlainValues(rows.next, login, seq, deal, previousId)
      const { volumeClosed, commissionDue, dealer, externalId } = deal
      if (volumeClosed === 0 && commissionDue === 0 && dealer === 0 && externalId === '') {
        rows.add()
        return
      }
      rows.flush()
      insertWhole.run(...rows.next, volumeClosed, commissionDue, dealer, externalId)
    },
    /** Restores a row, whether it exists or not. */
    restore(login: Login, deal: RestoredDealEvent): void {
      rows.flush()
      setPlainValues(rows.next, login, deal.seq, deal, deal.previousId)
      const { volumeClosed, commissionDue, dealer, externalId } = deal
      upsertWhole.run(...rows.next, volumeClosed, commissionDue, dealer, externalId)
    },
    /** Writes the collected rows. Call `forget` after a rollback. */
    flush: () => rows.flush(),
    forget: () => rows.forget(),
  }
}

function setPlainValues(
  into: Cell[],
  login: Login,
  seq: number,
  deal: Omit<DealEvent, 'type'>,
  previousId: number,
): void {
  into[0] = deal.id
  into[1] = login
  into[2] = seq
  into[3] = deal.orderId
  into[4] = deal.positionId
  into[5] = deal.symbolId
  into[6] = deal.entry
  into[7] = deal.action
  into[8] = deal.side
  into[9] = deal.volume
  into[10] = deal.price
  into[11] = deal.bid
  into[12] = deal.ask
  into[13] = deal.profit
  into[14] = deal.swap
  into[15] = deal.commission
  into[16] = deal.fee
  into[17] = deal.credit
  into[18] = String(deal.rateProfit)
  into[19] = deal.reason
  into[20] = deal.comment
  into[21] = deal.at
  into[22] = previousId
  into[23] = deal.clientOrderId
}
