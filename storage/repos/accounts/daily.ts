import type { Login } from '../../../engine/units.js'
import { type DailySums, noDailySums, type StoredDaily } from '../../../wire/stored/stored-daily.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements that read the daily table. Only the projector writes it. */
export type DailyRow = DailySums & {
  readonly day: number
  readonly login: number
  readonly previous_day: number
  readonly seq: number
  readonly group_path: string
  readonly balance: number
  readonly balance_prev_day: number
  readonly balance_prev_month: number
  readonly credit: number
  readonly swap: number
  readonly is_valued: number
  readonly equity: number
  readonly margin: number
  readonly margin_free: number
  readonly floating_profit: number
  readonly at: number
}

export const SUMS = Object.keys(noDailySums()) as (keyof DailySums)[]
export const COLUMNS: readonly (keyof DailyRow)[] = [
  'day',
  'login',
  'previous_day',
  'seq',
  'group_path',
  'balance',
  'balance_prev_day',
  'balance_prev_month',
  'credit',
  'swap',
  'is_valued',
  'equity',
  'margin',
  'margin_free',
  'floating_profit',
  'at',
  ...SUMS,
]

export const dailyRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number, number], DailyRow>(
    'SELECT * FROM daily WHERE day = ? AND login = ?',
  )
  const selectSeq = db
    .prepare<[number, number], number>('SELECT seq FROM daily WHERE day = ? AND login = ?')
    .pluck()
  const selectShard = db.prepare<[number, number], DailyRow>(
    'SELECT * FROM daily WHERE login % ? = ? ORDER BY day, login',
  )
  const countShard = db
    .prepare<[number, number], number>('SELECT count(*) FROM daily WHERE login % ? = ?')
    .pluck()
  return {
    get(day: number, login: Login): StoredDaily | undefined {
      const row = selectOne.get(day, login)
      return row === undefined ? undefined : dailyFromRow(row)
    },
    /** The account's seq at a day end; 0 if that row does not exist. */
    seqOf: (day: number, login: Login): number => selectSeq.get(day, login) ?? 0,
    /** Yields the account's rows from `day` (the day of its state) backwards. */
    *chain(day: number, login: Login): Generator<StoredDaily> {
      for (let row = selectOne.get(day, login); row !== undefined; ) {
        yield dailyFromRow(row)
        row = selectOne.get(row.previous_day, login)
      }
    },
    *ofShard(shard: number, shards: number): Generator<StoredDaily> {
      for (const row of selectShard.iterate(shards, shard)) yield dailyFromRow(row)
    },
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
  }
})

export function dailyFromRow(row: DailyRow): StoredDaily {
  const sums = noDailySums()
  for (const name of SUMS) sums[name] = row[name]
  return {
    day: row.day,
    login: row.login,
    previousDay: row.previous_day,
    seq: row.seq,
    group: row.group_path,
    balance: row.balance,
    balancePrevDay: row.balance_prev_day,
    balancePrevMonth: row.balance_prev_month,
    credit: row.credit,
    swap: row.swap,
    isValued: row.is_valued === 1,
    equity: row.equity,
    margin: row.margin,
    marginFree: row.margin_free,
    profit: row.floating_profit,
    at: row.at,
    sums,
  }
}
