import type { DealEvent, RestoredDealEvent } from '../../../engine/account/event.js'
import { type Login, RATE_ONE } from '../../../engine/units.js'
import type { SummedDeal } from '../../../wire/stored/stored-daily.js'
import type { StoredDeal } from '../../../wire/stored/stored-trades.js'
import { AppendedRows, type Cell, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import { numberedRows } from '../numbered-rows.js'
import { chainLength, rowsBack } from './chain.js'

/** The only SQL that names the deals table, which the projector alone writes. */

export interface DealSums {
  readonly login: Login
  readonly balance: number
  readonly credit: number
  readonly commissionDue: number
}

/** Net of the deals of an account and symbol that have a provider's name. */
export interface CoverSum {
  readonly login: Login
  readonly symbolId: number
  readonly volume: number
}

export interface LinkedDeal {
  readonly deal: StoredDeal
  readonly previousId: number
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
  previous_id: number
  volume_closed: number
  commission_due: number
  dealer: number
  external_id: string
  client_order_id: string
}

type SummedRow = SummedDeal & Pick<Row, 'seq' | 'previous_id'>

/** Usual is what the deal of a market order has, in an account of the profit's currency; one that opens has no rate. */
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

export function dealsRepo(db: Sqlite) {
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
  const selectOne = db.prepare<[number], Row>('SELECT * FROM deals WHERE id = ?')
  const selectShard = db.prepare<[number, number], Row>(
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
    /** A deal is made once; `previousId` is the account's deal before it. */
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
    /** Makes the row what it was, wherever it is or went. */
    restore(login: Login, deal: RestoredDealEvent): void {
      rows.flush()
      setPlainValues(rows.next, login, deal.seq, deal, deal.previousId)
      const { volumeClosed, commissionDue, dealer, externalId } = deal
      upsertWhole.run(...rows.next, volumeClosed, commissionDue, dealer, externalId)
    },
    /** Writes what waits; `forget` when the transaction was undone. */
    flush: () => rows.flush(),
    forget: () => rows.forget(),
    get(id: number): StoredDeal | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The deal, and the id of the account's deal before it; 0 is none. */
    linked(id: number): LinkedDeal | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { deal: fromRow(row), previousId: row.previous_id }
    },
    /** The account's newest deal before `id`, by looking: for where the chain does not tell. 0 is none. */
    before: (login: Login, id: number): number => selectBefore.get(login, id) ?? 0,
    /** Deals of all accounts, by time. */
    all: numberedRows(db, 'deals', 'at'),
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    /** The sums of an account's deals, for every account with deals. */
    sumsOfShard: (shard: number, shards: number): IterableIterator<DealSums> =>
      sumShard.iterate(shards, shard),
    coversOfShard: (shard: number, shards: number): IterableIterator<CoverSum> =>
      sumCovers.iterate(shards, shard),
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    /** The account's deals from `lastId` (its `lastDealId`) back in time. */
    *chain(lastId: number): Generator<StoredDeal> {
      for (const row of rowsBack(lastId, (id) => selectOne.get(id))) yield fromRow(row)
    },
    /** Deals of the account after its `seq`, newest first. */
    *chainAfter(lastId: number, seq: number): Generator<SummedDeal> {
      for (const row of rowsBack(lastId, (id) => selectSummed.get(id))) {
        if (row.seq <= seq) return
        yield row
      }
    },
    *ofShard(shard: number, shards: number): Generator<StoredDeal> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
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
    volumeClosed: row.volume_closed,
    commissionDue: row.commission_due,
    dealer: row.dealer,
    externalId: row.external_id,
    clientOrderId: row.client_order_id,
  }
}
