import type { Login } from '../../../engine/units.js'
import type { StoredAccountState } from '../../../wire/account/stored-account.js'
import type { Sqlite } from '../../sqlite/open.js'
import { blockSql, rowsInBlocks } from '../../sqlite/row-blocks.js'
import { perDatabase } from '../../sqlite/statements.js'
import type { ReachCondition } from './account-reach.js'

/** All SQL statements that read the account_states table. Only the projector writes it. */

/** An account's state, with the newest row of each of its chains; 0 if a chain is empty. */
export interface AccountChains extends StoredAccountState {
  readonly lastOrderId: number
  readonly lastDealId: number
  readonly lastClosedId: number
  readonly orders: number
  readonly deals: number
  readonly closed: number
}

/** The columns that a shard needs. It reads a million such rows. */
export type StateRow = [
  login: number,
  balance: number,
  credit: number,
  seq: number,
  recordSeq: number,
  commissionDue: number,
  inMarginCall: number,
  day: number,
  balancePrevDay: number,
  balancePrevMonth: number,
  firstAt: number,
  nightThrough: number,
]
export type ChainsRow = [...StateRow, number, number, number, number, number, number]

const STATE_COLUMNS = `login, balance, credit, seq, record_seq, commission_due, in_margin_call, day,
  balance_prev_day, balance_prev_month, first_at, night_through`
export const CHAINS_COLUMNS = `${STATE_COLUMNS}, last_order_id, last_deal_id, last_closed_id, orders, deals, closed`

export const accountStatesRepo = perDatabase((db: Sqlite) => {
  const selectOne = db
    .prepare<[number], ChainsRow>(`SELECT ${CHAINS_COLUMNS} FROM account_states WHERE login = ?`)
    .raw()
  const selectShard = db
    .prepare<[number, number, number], string>(
      blockSql(
        STATE_COLUMNS,
        `SELECT ${STATE_COLUMNS} FROM account_states
         WHERE login > ? AND login % ? = ? ORDER BY login`,
      ),
    )
    .pluck()
  const selectChains = db
    .prepare<[number, number], ChainsRow>(
      `SELECT ${CHAINS_COLUMNS} FROM account_states WHERE login % ? = ? ORDER BY login`,
    )
    .raw()
  return {
    get(login: Login): AccountChains | undefined {
      const row = selectOne.get(login)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The number of rows of one kind, of all these accounts together. */
    rowsInAll(kind: 'orders' | 'deals' | 'closed', reach: ReachCondition | undefined): number {
      const sql = `SELECT coalesce(sum(${kind}), 0) FROM account_states`
      if (reach === undefined) return db.prepare<[], number>(sql).pluck().get() as number
      const within = db.prepare<[string], number>(`${sql} WHERE ${reach.sql}`).pluck()
      return within.get(reach.value) as number
    },
    *chainsOfShard(shard: number, shards: number): Generator<AccountChains> {
      for (const row of selectChains.iterate(shards, shard)) yield fromRow(row)
    },
    /** The accounts of a shard, ordered by login. */
    ofShard: (shard: number, shards: number): Generator<StateRow, undefined> =>
      rowsInBlocks<StateRow>((after) => selectShard.get(after?.[0] ?? 0, shards, shard)),
  }
})

function fromRow(row: ChainsRow): AccountChains {
  return {
    login: row[0],
    balance: row[1],
    credit: row[2],
    seq: row[3],
    recordSeq: row[4],
    commissionDue: row[5],
    inMarginCall: row[6] === 1,
    day: row[7],
    balancePrevDay: row[8],
    balancePrevMonth: row[9],
    firstAt: row[10],
    nightThrough: row[11],
    lastOrderId: row[12],
    lastDealId: row[13],
    lastClosedId: row[14],
    orders: row[15],
    deals: row[16],
    closed: row[17],
  }
}
