import { dateOfDay } from '../../engine/calendar/server-day.js'
import { moduleTexts } from '../../engine/reports/modules.js'
import { column, type ReportRow, type SectionHead, summed } from '../../engine/reports/section.js'
import { dailyListRepo } from '../../storage/repos/accounts/daily-list.js'
import { noDailySums, type StoredDaily } from '../../wire/stored/stored-daily.js'
import type { ReportHolder } from './report-facts.js'
import type { LookGround, ReportSource } from './report-source.js'

/**
 * Daily rows, day by day. A row never changes; days that ended since the begin of the report are
 * left out.
 */
interface DailyPlace {
  readonly day: number
  readonly login: number
}

const ROWS_AT_ONCE = 1_000
const SUMS = Object.keys(noDailySums()) as (keyof StoredDaily['sums'])[]

const OF_MONEY = { split: 'currency', unit: '' } as const

const HEAD: SectionHead = {
  title: moduleTexts('daily').title,
  columns: [
    column('date', 'date'),
    column('login', 'integer'),
    column('name', 'text'),
    column('group', 'text'),
    column('currency', 'text'),
    column('balance', 'decimal'),
    column('balance_prev_day', 'decimal'),
    column('balance_prev_month', 'decimal'),
    column('credit', 'decimal'),
    column('equity', 'decimal'),
    column('margin', 'decimal'),
    column('margin_free', 'decimal'),
    column('floating_profit', 'decimal'),
    ...SUMS.map(summed),
  ],
  totalsBy: ['currency'],
  charts: [
    { title: 'Equity', kind: 'line', by: 'date', of: 'equity', ...OF_MONEY },
    { title: 'Profit by day', kind: 'bars', by: 'date', of: 'daily_profit', ...OF_MONEY },
  ],
}

export const dailySource: ReportSource<{ readonly newest: number }, DailyPlace> = {
  head: HEAD,
  begin({ db, work }) {
    const newest = Math.min(work.days.to, dailyListRepo(db).newest())
    return { fence: { newest }, place: { day: work.days.from, login: 0 } }
  },
  look(ground, { newest }, place) {
    const { db, work, facts } = ground
    const list = dailyListRepo(db)
    const day = list.dayFrom(place.day)
    if (day === undefined || day > newest) return { rows: [], place, share: 1, isOver: true }
    const after = day === place.day ? place.login : 0
    const found = list.ofDay(day, reachOf(ground), after, ROWS_AT_ONCE)
    const rows = found.flatMap((row): ReportRow[] => {
      const holder = facts.holder(row.login)
      return holder === null ? [] : [rowOf(row, holder)]
    })
    const last = found.length < ROWS_AT_ONCE ? undefined : found.at(-1)
    const next = last === undefined ? { day: day + 1, login: 0 } : { day, login: last.login }
    const first = list.dayFrom(work.days.from) ?? day
    const share = (next.day - first) / Math.max(1, newest + 1 - first)
    return { rows, place: next, share, isOver: next.day > newest }
  },
}

function reachOf({ work: { logins } }: LookGround) {
  if (logins === null) return undefined
  return { sql: 'login IN (SELECT value FROM json_each(?))', value: JSON.stringify(logins) }
}

function rowOf(row: StoredDaily, holder: ReportHolder): ReportRow {
  const valued = (value: number): string | null => (row.isValued ? holder.money(value) : null)
  return [
    dateOfDay(row.day),
    row.login,
    holder.name,
    row.group,
    holder.currency,
    holder.money(row.balance),
    holder.money(row.balancePrevDay),
    holder.money(row.balancePrevMonth),
    holder.money(row.credit),
    valued(row.equity),
    valued(row.margin),
    valued(row.marginFree),
    valued(row.profit),
    ...SUMS.map((name) => holder.money(row.sums[name])),
  ]
}
