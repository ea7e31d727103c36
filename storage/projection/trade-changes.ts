import {
  type AccountRecord,
  isResting,
  type OrderEvent,
  type PositionEvent,
} from '../../engine/account/event.js'
import type { Stops } from '../../engine/account/rules/protection.js'
import {
  type ChangedBy,
  type ChangeField,
  expirationNumber,
  type OrderTerms,
  type StoredChange,
} from '../../wire/stored/stored-change.js'
import { tradeChangeWrites } from '../repos/records/trade-change-writes.js'
import type { Sqlite } from '../sqlite/open.js'
import { askerOf } from './change-asker.js'

type Row = Omit<PositionEvent, 'type'> & { readonly type: PositionRowType }
type PositionRowType = 'position' | 'correction'

const NO_STOPS: Stops = { stopLoss: 0, takeProfit: 0, trailingPts: 0 }
const NOTHING: OrderTerms = {
  ...NO_STOPS,
  price: 0,
  triggerPrice: 0,
  volumeCurrent: 0,
  expiration: 'gtc',
  expiresAt: 0,
}

/**
 * The changes of a position's stops and of an order's terms, from the rows in the log.
 *
 *   - Values at the opening are changes from none. Rows that end something, and rows of a night,
 *     change nothing. Waiting market orders have no terms. A repair restores what the log has, so
 *     its rows are not added here.
 *   - The former values are those of the previous row, from this batch or the tables. `held` reads
 *     them and is called only if there may be some: a market order without stops costs two
 *     comparisons.
 */
export class TradeChanges {
  readonly #writes: ReturnType<typeof tradeChangeWrites>

  constructor(db: Sqlite) {
    this.#writes = tradeChangeWrites(db)
  }

  get size(): number {
    return this.#writes.size
  }

  /**
   * Adds the changes of a position's row. `seq` is the account's seq of the row. `held` returns
   * undefined for a new position.
   */
  position(record: AccountRecord, seq: number, row: Row, held: () => Stops | undefined): void {
    if (row.volume === 0) return
    const isNew = row.version === 1
    if (isNew ? hasNoStops(row) : isNight(record)) return
    const before = isNew ? undefined : held()
    const { stopLoss, takeProfit, trailingPts } = before ?? NO_STOPS
    const add = this.#adder(record, seq, row, before === undefined)
    if (stopLoss !== row.stopLoss) {
      const isStep = takeProfit === row.takeProfit && isTrailing(record, row, trailingPts)
      add('stop_loss', stopLoss, row.stopLoss, isStep ? 'trailing' : undefined)
    }
    if (takeProfit !== row.takeProfit) add('take_profit', takeProfit, row.takeProfit)
    if (trailingPts !== row.trailingPts) add('trailing_pts', trailingPts, row.trailingPts)
  }

  order(
    record: AccountRecord,
    seq: number,
    row: OrderEvent,
    held: () => OrderTerms | undefined,
  ): void {
    if (row.kind === 'market' || !isResting(row)) return
    const known = row.version === 1 ? undefined : held()
    const before = known ?? NOTHING
    const add = this.#adder(record, seq, row, known === undefined)
    if (before.price !== row.price) add('price', before.price, row.price)
    if (before.triggerPrice !== row.triggerPrice) {
      add('trigger_price', before.triggerPrice, row.triggerPrice)
    }
    if (before.stopLoss !== row.stopLoss) add('stop_loss', before.stopLoss, row.stopLoss)
    if (before.takeProfit !== row.takeProfit) add('take_profit', before.takeProfit, row.takeProfit)
    if (before.trailingPts !== row.trailingPts) {
      add('trailing_pts', before.trailingPts, row.trailingPts)
    }
    if (before.volumeCurrent !== row.volumeCurrent) {
      add('volume_current', before.volumeCurrent, row.volumeCurrent)
    }
    if (before.expiration !== row.expiration) {
      const old = known === undefined ? 0 : expirationNumber(before.expiration)
      add('expiration', old, expirationNumber(row.expiration))
    }
    if (before.expiresAt !== row.expiresAt) add('expires_at', before.expiresAt, row.expiresAt)
  }

  #adder(record: AccountRecord, seq: number, row: Row | OrderEvent, isNew: boolean) {
    const { login, at } = record
    const ofOrder = 'kind' in row
    return (field: ChangeField, old: number, value: number, own?: ChangedBy): void => {
      const by = askerOf(record, row, field, isNew)
      const change: StoredChange = {
        id: row.id,
        ofOrder,
        seq,
        field,
        login,
        at,
        old,
        new: value,
        ...by,
      }
      this.#writes.add(own === undefined ? change : { ...change, by: own })
    }
  }

  flush(): void {
    this.#writes.flush()
  }

  forget(): void {
    this.#writes.forget()
  }
}

function hasNoStops({ stopLoss, takeProfit, trailingPts }: Stops): boolean {
  return stopLoss === 0 && takeProfit === 0 && trailingPts === 0
}

/** True for a record of a night, which writes every position again with its swap. */
function isNight({ events }: AccountRecord): boolean {
  const last = events.at(-1)?.type
  return last === 'day' || last === 'night'
}

/** True for a record by which the server only moves a trailing stop. */
function isTrailing(record: AccountRecord, row: Row, trailingPts: number): boolean {
  const { requestKey, note, origin, events } = record
  const isOwn = requestKey === '' && note === undefined && origin === undefined
  return isOwn && events.length === 1 && trailingPts !== 0 && trailingPts === row.trailingPts
}
