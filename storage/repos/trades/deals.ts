import type { DealEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { SummedDeal } from '../../../wire/stored/stored-daily.js'
import type { StoredDeal } from '../../../wire/stored/stored-trades.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { numberedRows } from '../numbered-rows.js'
import { chainLength, rowsBack } from './chain.js'

/** All SQL statements that read the deals table. Only the projector writes it. */

export interface DealSums {
  readonly login: Login
  readonly balance: number
  readonly credit: number
  readonly commissionDue: number
}

/** The net volume of an account's deals in a symbol that a provider filled. */
export interface CoverSum {
  readonly login: Login
  readonly symbolId: number
  readonly volume: number
}

export interface LinkedDeal {
  readonly deal: StoredDeal
  readonly previousId: number
}

export type DealTableRow = {
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
  previous_id: number
  volume_closed: number
  commission_due: number
  dealer: number
  external_id: string
  client_order_id: string
}

type SummedRow = SummedDeal & Pick<DealTableRow, 'seq' | 'previous_id'>

export const dealsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], DealTableRow>('SELECT * FROM deals WHERE id = ?')
  const selectShard = db.prepare<[number, number], DealTableRow>(
    'SELECT * FROM deals WHERE login % ? = ? ORDER BY id',
  )
  const selectSummed = db.prepare<[number], SummedRow>(
    `SELECT seq, previous_id, action, profit, swap, commission, fee, credit,
       commission_due AS commissionDue
     FROM deals WHERE id = ?`,
  )
  const selectBefore = db
    .prepare<[number, number], number>(
      'SELECT id FROM deals WHERE login = ? AND id < ? ORDER BY id DESC LIMIT 1',
    )
    .pluck()
  const selectPrevious = db
    .prepare<[number], number>('SELECT previous_id FROM deals WHERE id = ?')
    .pluck()
  const countShard = db
    .prepare<[number, number], number>('SELECT count(*) FROM deals WHERE login % ? = ?')
    .pluck()
  const sumShard = db.prepare<[number, number], DealSums>(
    `SELECT login, sum(profit + swap + commission + fee) AS balance, sum(credit) AS credit,
       sum(commission_due) AS commissionDue
     FROM deals WHERE login % ? = ? GROUP BY login`,
  )
  const sumCovers = db.prepare<[number, number], CoverSum>(
    `SELECT login, symbol_id AS symbolId, sum(side * volume) AS volume FROM deals
     WHERE external_id <> '' AND external_id <> 'here' AND login % ? = ?
     GROUP BY login, symbol_id HAVING sum(side * volume) <> 0`,
  )
  return {
    get(id: number): StoredDeal | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : dealFromRow(row)
    },
    /** A deal, and the id of the account's deal before it; 0 if there is none. */
    linked(id: number): LinkedDeal | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { deal: dealFromRow(row), previousId: row.previous_id }
    },
    /**
     * The account's newest deal before `id`, or 0. Scans the table, for use when the chain is
     * broken.
     */
    before: (login: Login, id: number): number => selectBefore.get(login, id) ?? 0,
    /** The deals of all accounts in the order of their times. */
    all: numberedRows(db, 'deals', 'at'),
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    /** The sums of deals by account, for every account of a shard that has deals. */
    sumsOfShard: (shard: number, shards: number): IterableIterator<DealSums> =>
      sumShard.iterate(shards, shard),
    coversOfShard: (shard: number, shards: number): IterableIterator<CoverSum> =>
      sumCovers.iterate(shards, shard),
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    /** Yields the account's deals after its `seq`, newest first. */
    *chainAfter(lastId: number, seq: number): Generator<SummedDeal> {
      for (const row of rowsBack(lastId, (id) => selectSummed.get(id))) {
        if (row.seq <= seq) return
        yield row
      }
    },
    *ofShard(shard: number, shards: number): Generator<StoredDeal> {
      for (const row of selectShard.iterate(shards, shard)) yield dealFromRow(row)
    },
  }
})

export function dealFromRow(row: DealTableRow): StoredDeal {
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
    volumeClosed: row.volume_closed,
    commissionDue: row.commission_due,
    dealer: row.dealer,
    externalId: row.external_id,
    clientOrderId: row.client_order_id,
  }
}
