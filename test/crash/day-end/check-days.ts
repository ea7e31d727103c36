import { scaledFromText } from '../../../engine/numbers/decimal.js'
import { sqlitePath } from '../../../storage/paths.js'
import { dailyRepo } from '../../../storage/repos/accounts/daily.js'
import { openReader } from '../../../storage/sqlite/open.js'
import type { StoredDaily } from '../../../wire/stored/stored-daily.js'
import { isProjected, verifyAll } from '../audit.js'
import type { ServerProcess, StaffSession } from '../server-process.js'
import { type ExactDays, isMonthEnd } from './exact-days.js'

/** Holds what a server shows of ended days against what they come to exactly. */
export interface DaysToCheck {
  readonly server: ServerProcess
  readonly session: StaffSession
  readonly exact: ExactDays
  readonly shards: number
  /** The newest record of the logs. */
  readonly newest: number
}

const PAGE = 1000

export async function checkDays(given: DaysToCheck): Promise<string[]> {
  const { server, newest, shards } = given
  if (!(await isProjected(server, newest))) return [`the tables do not come to ${newest}`]
  return [
    ...(await shownDifferences(given)),
    ...rowDifferences(given),
    ...(await verifyAll(server.dataDir, shards)),
  ]
}

interface ShownAccount {
  readonly login: number
  readonly balance: string
  readonly balance_prev_day: string
  readonly balance_prev_month: string
  /** The money as the shard has it. */
  readonly money: { readonly balance: string; readonly swap: string; readonly commission: string }
}

/** The answers of REST for every account, from the tables and live, that are not as they must be. */
async function shownDifferences({ server, session, exact }: DaysToCheck): Promise<string[]> {
  const found: string[] = []
  const left = new Set(exact.accounts.keys())
  for (let page = 1; left.size > 0; page++) {
    const what = `GET /admin/v1/accounts?limit=${PAGE}&page=${page}`
    const { data } = await server.ask<{ items: ShownAccount[] }>(what, session)
    if (data.items.length === 0) return [...found, `${left.size} accounts are not listed`]
    for (const { login, money, ...shown } of data.items) {
      const account = exact.accounts.get(login)
      left.delete(login)
      if (account === undefined) continue
      const { balance, prevDay, prevMonth, due } = account
      const swap = [...account.positions.values()].reduce((sum, one) => sum + one.swap, 0)
      const pairs = [
        ['balance', shown.balance, balance],
        ['balance_prev_day', shown.balance_prev_day, prevDay],
        ['balance_prev_month', shown.balance_prev_month, prevMonth],
        ['live balance', money.balance, balance],
        ['live swap', money.swap, swap],
        ['live commission', money.commission, due],
      ] as const
      for (const [field, text, cents] of pairs) {
        if (scaledFromText(text, 2) === cents) continue
        found.push(`${login}: ${field} reads ${text}, exactly it is ${cents}`)
      }
    }
  }
  return found
}

/** One row for each account and day, each beginning where the one before it ended. */
function rowDifferences({ server, exact, shards }: DaysToCheck): string[] {
  const found: string[] = []
  const rows = new Map<number, StoredDaily[]>()
  const db = openReader(sqlitePath(server.dataDir))
  for (let shard = 0; shard < shards; shard++) {
    for (const row of dailyRepo(db).ofShard(shard, shards)) {
      const own = rows.get(row.login)
      if (own === undefined) rows.set(row.login, [row])
      else own.push(row)
    }
  }
  db.close()
  for (const [login, { days }] of exact.accounts) {
    const own = rows.get(login) ?? []
    const shown = own.map(({ day }) => day).join(' ')
    if (shown !== days.join(' ')) found.push(`${login} has rows of ${shown}, not of ${days}`)
    let day = 0
    let month = 0
    for (const row of own) {
      const { daily_credit, ...sums } = row.sums
      const moved = Object.values(sums).reduce((sum, one) => sum + one, 0)
      const isRight = row.balancePrevDay === day && row.balance === day + moved
      if (!isRight || row.balancePrevMonth !== month) {
        found.push(`${login}: the row of ${row.day} is ${JSON.stringify(row)}`)
      }
      day = row.balance
      if (isMonthEnd(row.day)) month = row.balance
    }
  }
  return found
}
