import type { DealEvent } from '../../engine/account/event.js'
import type { Login } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'

/** The only SQL that names the deals table, which the projector alone writes. */

/** A deal with the account it belongs to and the account's `seq` it was told under. */
export interface StoredDeal extends DealEvent {
  readonly login: Login
  readonly seq: number
}

type Row = {
  id: number
  login: number
  seq: number
  order_id: number
  position_id: number
  symbol_id: number
  entry: DealEvent['entry']
  action: DealEvent['action']
  side: DealEvent['side']
  volume: number
  price: number
  bid: number
  ask: number
  profit: number
  swap: number
  commission: number
  fee: number
  credit: number
  rate_profit: string
  reason: DealEvent['reason']
  comment: string
  at: number
}

export function dealsRepo(db: Sqlite) {
  const upsertOne = db.prepare<unknown[]>(
    `INSERT INTO deals (id, login, seq, order_id, position_id, symbol_id, entry, action, side, volume,
       price, bid, ask, profit, swap, commission, fee, credit, rate_profit, reason, comment, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, volume = excluded.volume,
       price = excluded.price, profit = excluded.profit, swap = excluded.swap,
       commission = excluded.commission, fee = excluded.fee, credit = excluded.credit,
       rate_profit = excluded.rate_profit, reason = excluded.reason, comment = excluded.comment`,
  )
  const selectPage = db.prepare<[number, number, number], Row>(
    'SELECT * FROM deals WHERE login = ? ORDER BY id DESC LIMIT ? OFFSET ?',
  )
  const selectShard = db.prepare<[number, number], Row>(
    'SELECT * FROM deals WHERE login % ? = ? ORDER BY id',
  )
  return {
    upsert(login: Login, seq: number, deal: DealEvent): void {
      upsertOne.run(
        deal.id,
        login,
        seq,
        deal.orderId,
        deal.positionId,
        deal.symbolId,
        deal.entry,
        deal.action,
        deal.side,
        deal.volume,
        deal.price,
        deal.bid,
        deal.ask,
        deal.profit,
        deal.swap,
        deal.commission,
        deal.fee,
        deal.credit,
        String(deal.rateProfit),
        deal.reason,
        deal.comment,
        deal.at,
      )
    },
    /** Newest first. */
    page: (login: Login, limit: number, offset: number): StoredDeal[] =>
      selectPage.all(login, limit, offset).map(fromRow),
    *ofShard(shard: number, shards: number): Generator<StoredDeal> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
  }
}

function fromRow(row: Row): StoredDeal {
  return {
    type: 'deal',
    id: row.id,
    login: row.login,
    seq: row.seq,
    orderId: row.order_id,
    positionId: row.position_id,
    symbolId: row.symbol_id,
    entry: row.entry,
    action: row.action,
    side: row.side,
    volume: row.volume,
    price: row.price,
    bid: row.bid,
    ask: row.ask,
    profit: row.profit,
    swap: row.swap,
    commission: row.commission,
    fee: row.fee,
    credit: row.credit,
    rateProfit: BigInt(row.rate_profit),
    reason: row.reason,
    comment: row.comment,
    at: row.at,
  }
}
