import { trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { moduleTexts } from '../../engine/reports/modules.js'
import { column, type ReportRow, type SectionHead, summed } from '../../engine/reports/section.js'
import { type Login, VOLUME_DIGITS } from '../../engine/units.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import { accountsRepo, loginsInGroups } from '../../storage/repos/accounts/accounts.js'
import { exposureRepo } from '../../storage/repos/reports/exposure.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { addDeal, noDailySums } from '../../wire/stored/stored-daily.js'
import { ID_RANGE_LENGTH } from '../desk/id-range.js'
import { exposureRows } from '../queries/symbol-exposure.js'
import type { LookGround, ReportSource } from './report-source.js'

/** The open volume by symbol, read at one moment. */
export const exposureSource: ReportSource<null, null> = {
  head: {
    title: moduleTexts('exposure').title,
    columns: [
      column('symbol', 'text'),
      summed('buy_volume'),
      summed('sell_volume'),
      column('net_volume', 'decimal'),
      column('positions', 'integer'),
    ],
    totalsBy: [],
    charts: [
      {
        title: 'Open volume by symbol',
        kind: 'sides',
        by: 'symbol',
        of: 'buy_volume',
        against: 'sell_volume',
        split: null,
        unit: 'lots',
      },
    ],
  },
  begin: () => ({ fence: null, place: null }),
  look({ db, work, facts }) {
    const { logins, groups } = work
    const paths = JSON.stringify(groups.map(({ path }) => path))
    const reach =
      logins === null
        ? { sql: `login IN (${loginsInGroups('in')})`, value: paths }
        : {
            sql: 'login IN (SELECT value FROM json_each(?))',
            value: JSON.stringify(logins.filter((login) => facts.holder(login) !== null)),
          }
    const volumes = exposureRepo(db).bySymbol(reach)
    const rows = exposureRows(volumes, (id) => facts.symbol(id).name).map((row): ReportRow => {
      return [row.symbol, row.buy_volume, row.sell_volume, row.net_volume, row.positions]
    })
    return { rows, place: null, share: 1, isOver: true }
  },
}

interface SummaryFence {
  /**
   * The newest id of each range when the report began: higher ids are later (D1 of
   * deal-sources.ts).
   */
  readonly newest: Readonly<Record<string, number>>
  readonly accounts: number
}

interface SummaryPlace {
  readonly login: Login
  readonly looked: number
}

const BARS_OF_MONEY = { kind: 'bars', split: 'currency', unit: '' } as const

const SUMMARY: SectionHead = {
  title: moduleTexts('accounts_summary').title,
  columns: [
    column('login', 'integer'),
    column('name', 'text'),
    column('group', 'text'),
    column('currency', 'text'),
    summed('balance_begin'),
    summed('deposits'),
    summed('withdrawals'),
    summed('others'),
    summed('profit'),
    summed('swap'),
    summed('commission'),
    summed('fee'),
    summed('balance_end'),
    summed('credit_end'),
    column('deals', 'integer'),
    summed('volume'),
  ],
  totalsBy: ['currency'],
  charts: [
    { title: 'Balance by group', by: 'group', of: 'balance_end', ...BARS_OF_MONEY },
    { title: 'Profit by group', by: 'group', of: 'profit', ...BARS_OF_MONEY },
  ],
}

const ACCOUNTS_AT_ONCE = 200
/**
 * The most deals of one read, which ends with the account that reaches them: accounts may have a
 * hundred deals or many more.
 */
const DEALS_AT_ONCE = 2_000

/**
 * The balance of each account. The balance at the end is the current one minus the deals after the
 * report or period; the balance at the begin is that minus the deals of the period.
 */
export const summarySource: ReportSource<SummaryFence, SummaryPlace> = {
  head: SUMMARY,
  begin: ({ db, work }) => ({
    fence: {
      newest: newestNumbers(db),
      accounts: work.logins?.length ?? accountsRepo(db).count(),
    },
    place: { login: 0, looked: 0 },
  }),
  look(ground, fence, { login, looked: before }) {
    const { db, work } = ground
    const accounts = accountsRepo(db)
    const found =
      work.logins === null
        ? accounts.loginsAfter(login, ACCOUNTS_AT_ONCE)
        : work.logins
            .filter((one) => one > login)
            .sort((a, b) => a - b)
            .slice(0, ACCOUNTS_AT_ONCE)
    const rows: ReportRow[] = []
    let [last, looked, passed] = [login, before, 0]
    for (const one of found) {
      if (passed >= DEALS_AT_ONCE) break
      const summary = summaryOf(ground, fence, one)
      if (summary.row !== null) rows.push(summary.row)
      passed += summary.passed
      last = one
      looked++
    }
    const isOver = found.length < ACCOUNTS_AT_ONCE && last === (found.at(-1) ?? login)
    const share = isOver ? 1 : Math.min(1, looked / fence.accounts)
    return { rows, place: { login: last, looked }, share, isOver }
  },
}

function newestNumbers(db: Sqlite): SummaryFence['newest'] {
  const spans = dealsRepo(db).all.spans({}, ID_RANGE_LENGTH)
  return Object.fromEntries(spans.map(({ high }) => [rangeOf(high), high]))
}

function rangeOf(number: number): string {
  return String(Math.floor((number - 1) / ID_RANGE_LENGTH))
}

interface Summary {
  /** The row of the account; null if the account is not in the report. */
  readonly row: ReportRow | null
  /** The number of deals that were read for the row. */
  readonly passed: number
}

function summaryOf(
  { db, work, facts }: LookGround,
  { newest }: SummaryFence,
  login: Login,
): Summary {
  const holder = facts.holder(login)
  if (holder === null) return { row: null, passed: 0 }
  const state = accountStatesRepo(db).get(login)
  const deals = dealsRepo(db)
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = openEnds(work)
  let [balance, credit, count, volume] = [
    BigInt(state?.balance ?? 0),
    BigInt(state?.credit ?? 0),
    0,
    0n,
  ]
  const sums = noDailySums()
  let passed = 0
  for (let id = state?.lastDealId ?? 0; id !== 0; ) {
    const linked = deals.linked(id)
    if (linked === undefined || linked.deal.at < from) break
    passed++
    const { deal, previousId } = linked
    id = previousId
    if (deal.at > to || deal.id > (newest[rangeOf(deal.id)] ?? 0)) {
      balance -=
        BigInt(deal.profit) + BigInt(deal.swap) + BigInt(deal.commission) + BigInt(deal.fee)
      credit -= BigInt(deal.credit)
      continue
    }
    addDeal(sums, deal)
    if (deal.entry === 'balance') continue
    count++
    volume += BigInt(deal.volume)
  }
  const commission = sums.daily_commission_instant + sums.daily_commission_turnover
  const others =
    sums.daily_bonuses + sums.daily_charges + sums.daily_corrections + sums.daily_compensation
  const parts = [sums.daily_deposits, sums.daily_withdrawals, others, sums.daily_profit]
  const between = [...parts, sums.daily_swap, commission, sums.daily_fee].map(BigInt)
  const begin = between.reduce((rest, part) => rest - part, balance)
  const row = [
    login,
    holder.name,
    holder.group,
    holder.currency,
    ...[begin, ...between, balance, credit].map((amount) => holder.money(amount)),
    count,
    trimmedTextFromScaled(volume, VOLUME_DIGITS),
  ]
  return { row, passed }
}

function openEnds({ from, to }: LookGround['work']) {
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
}
