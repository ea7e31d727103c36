import type { OrderEvent } from '../../engine/account/event.js'
import { dayEnd, dayStart, type ServerClock, wallTime } from '../../engine/calendar/server-clock.js'
import { dateOfDay } from '../../engine/calendar/server-day.js'
import { accountType } from '../../engine/config/offers.js'
import type { AllocationRecord } from '../../engine/config/records/allocation.js'
import { STATEMENT_ROWS_MAX } from '../../engine/limits/long-answers.js'
import { textFromScaled, volumeText } from '../../engine/numbers/decimal.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { because, say } from '../../engine/reasons/reasons.js'
import type { ChartPoint } from '../../engine/reports/section.js'
import type { Login, Minor, UnixMs } from '../../engine/units.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { dailyRepo } from '../../storage/repos/accounts/daily.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { closedPositionsRepo } from '../../storage/repos/trades/closed-positions.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { positionsRepo, type StoredPosition } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { StoredAccount } from '../../wire/account/stored-account.js'
import { chartOf } from '../../wire/answer/chart.js'
import type { PageColumn } from '../../wire/answer/kept-page.js'
import {
  type StatementAmount,
  type StatementTable,
  statementPage,
} from '../../wire/answer/statement-page.js'
import type { Language } from '../../wire/generated/languages.js'
import { names } from '../../wire/generated/names.js'
import type { StoredDaily } from '../../wire/stored/stored-daily.js'
import type { ClosedPosition, StoredDeal } from '../../wire/stored/stored-trades.js'
import { lettersIn, readerLanguage } from '../../wire/words/reader-language.js'
import { accept, type Handlers, type Outcome } from '../thread/ask.js'
import { accountHistories, type OwnHistoryRequest } from './accounts/account-histories.js'
import { type RowFacts, rowFactsReader } from './row-facts.js'

/**
 * An account's statement as a page in the language of the account, from one snapshot.
 *
 *   - The balance at the end of the period is the current one minus the later deals; the balance at
 *     the begin is that minus the deals of the period. Every deal's line has the balance after it.
 *   - A history of more than `STATEMENT_ROWS_MAX` deals or closed positions is refused, not cut.
 *     The tables of open positions and orders show at most that many rows.
 */
export interface StatementQueries {
  'account.statement': { readonly request: StatementRequest; readonly answer: string }
}

export interface StatementRequest {
  readonly login: Login
  /** The period of the statement, inclusive; undefined for no limit. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  /** The server's clock, which converts times to days. */
  readonly serverClock: ServerClock
  readonly madeAt: UnixMs
  readonly showsName: boolean
  readonly policy: string
}

type StatementWords = ReturnType<typeof lettersIn>['statements']

/** The number of characters of a time's text that are the date. */
const DAY_CHARACTERS = 10

/** The data for writing amounts, and the texts in the language of the account. */
interface Texts {
  readonly facts: RowFacts
  readonly currency: string
  readonly language: Language
  readonly words: StatementWords
  amount(minor: Minor | bigint): string
}

export function statementQueries(db: Sqlite): Handlers<StatementQueries> {
  const accounts = accountsRepo(db)
  const states = accountStatesRepo(db)
  const settings = settingsRepo(db)
  const histories = new Histories(db)
  const readFacts = rowFactsReader(db)
  return {
    'account.statement': (request) =>
      inSnapshot(db, (): Outcome<string> => {
        const { login } = request
        const account = accounts.get(login)
        if (account === undefined) return because('not_found.account', { login })
        const facts = readFacts()
        const group = settings.named('groups', account.group)?.body ?? {}
        const digits = facts.digitsOfGroup(account.group)
        const currency = String(group['currency'] ?? '')
        const language = readerLanguage(account.language)
        const texts: Texts = {
          facts,
          currency,
          language,
          words: lettersIn(language).statements,
          amount: (minor) => textFromScaled(minor, digits),
        }
        const state = states.get(login)
        const read = histories.read({ ...request, page: 1, limit: STATEMENT_ROWS_MAX })
        if (!read.ok) return read
        const { deals, closed, later } = read.value
        const end = BigInt(state?.balance ?? 0) - later.balance
        const credit = BigInt(state?.credit ?? 0) - later.credit
        const sums = sumsOf(deals)
        return accept(
          statementPage(
            {
              login,
              language,
              accountType: accountType(allocationsIn(settings), account.group),
              name: nameOf(request, account),
              company: String(group['company'] ?? ''),
              currency,
              leverage: account.leverage || Number(group['leverage']) || 1,
              period: periodText(request, texts.words),
              madeAt: timeOf(request.madeAt),
              summary: summaryOf(sums, end, credit, texts),
              charts: [
                moneyChart(read.value, end - sums.balance, texts),
                profitChart(closed, texts),
              ],
              tables: [
                dealsTable(deals, sums, end - sums.balance, texts),
                closedTable(closed, texts),
                histories.positions(login, texts),
                histories.orders(login, texts),
              ],
            },
            request.policy,
          ),
        )
      }),
  }
}

interface PeriodRows {
  /** The deals, oldest first, like the positions and the days. */
  readonly deals: readonly StoredDeal[]
  /** The days at whose end the equity was stored. */
  readonly days: readonly StoredDaily[]
  readonly closed: readonly ClosedPosition[]
  /** The sums of the deals after the period. */
  readonly later: { readonly balance: bigint; readonly credit: bigint }
}

class Histories {
  readonly #deals
  readonly #closed
  readonly #positions
  readonly #orders
  readonly #own
  readonly #daily
  readonly #states

  constructor(db: Sqlite) {
    this.#deals = dealsRepo(db)
    this.#closed = closedPositionsRepo(db)
    this.#positions = positionsRepo(db)
    this.#orders = openOrdersRepo(db)
    this.#own = accountHistories(db)
    this.#daily = dailyRepo(db)
    this.#states = accountStatesRepo(db)
  }

  read(request: OwnHistoryRequest): Outcome<PeriodRows> {
    const own = this.#own
    const [ofDeals, ofClosed] = [own.page('deals', request), own.page('closed', request)]
    if (ofDeals.total > STATEMENT_ROWS_MAX) return tooMany('deals')
    if (ofClosed.total > STATEMENT_ROWS_MAX) return tooMany('closed positions')
    const deals = ofDeals.ids.map((id) => this.#deals.get(id) as StoredDeal)
    const closed = ofClosed.ids.map((id) => this.#closed.get(id) as ClosedPosition)
    const later = own.dealSumsAfter(request.login, request.to)
    const days = this.#days(request)
    return accept({ deals: deals.reverse(), closed: closed.reverse(), days, later })
  }

  #days({ login, from = 0, to = Number.MAX_SAFE_INTEGER }: OwnHistoryRequest): StoredDaily[] {
    const days: StoredDaily[] = []
    for (const row of this.#daily.chain(this.#states.get(login)?.day ?? 0, login)) {
      if (row.at < from) break
      if (row.at <= to && row.isValued) days.push(row)
    }
    return days.reverse()
  }

  positions(login: Login, texts: Texts): StatementTable {
    const page = this.#positions.page({ login }, 0, STATEMENT_ROWS_MAX)
    const total = this.#positions.countOfLogin(login)
    const { columns: c, tables } = texts.words
    return openTable(
      texts,
      tables.positions,
      page.map((row) => positionCells(row, texts)),
      total,
      [
        ...columns(c.position, c.opened, c.symbol, c.side),
        ...numbers(c.volume, c.price, c.stopLoss, c.takeProfit, c.swap),
        ...columns(c.comment),
      ],
    )
  }

  orders(login: Login, texts: Texts): StatementTable {
    const page = this.#orders.page({ login }, 0, STATEMENT_ROWS_MAX)
    const total = this.#orders.countMatching({ login })
    const { columns: c, tables } = texts.words
    return openTable(
      texts,
      tables.orders,
      page.map(([, order]) => orderCells(order, texts)),
      total,
      [
        ...columns(c.order, c.placed, c.symbol, c.kind),
        ...numbers(c.volume, c.price, c.stopLoss, c.takeProfit),
        ...columns(c.expires, c.comment),
      ],
    )
  }
}

function tooMany(what: string): Outcome<PeriodRows> {
  return refuseField('from', say('field.statement_rows', { max: STATEMENT_ROWS_MAX, what }))
}

function nameOf({ showsName }: StatementRequest, account: StoredAccount): string {
  if (!showsName) return ''
  const { name, middle_name, last_name } = account
  return [name, middle_name, last_name].filter((part) => part !== '').join(' ')
}

function periodText(
  { from, to, serverClock }: StatementRequest,
  { period: text }: StatementWords,
): string {
  const firstDay = dayAt(from, serverClock, dayStart)
  const lastDay = dayAt(to, serverClock, dayEnd)
  const isInDays = firstDay !== undefined || lastDay !== undefined
  if (firstDay !== undefined && firstDay === lastDay) return text.inServerTime({ period: firstDay })
  const begin = from === undefined ? text.beginning : (firstDay ?? timeOf(from))
  const end = to === undefined ? text.now : (lastDay ?? timeOf(to))
  const period = text.range({ begin, end })
  return isInDays ? text.inServerTime({ period }) : period
}

/** The day that begins or ends at this moment; undefined if none does. */
function dayAt(
  at: UnixMs | undefined,
  clock: ServerClock,
  edge: (clock: ServerClock, day: string) => UnixMs,
): string | undefined {
  if (at === undefined) return undefined
  const { date } = wallTime(clock, at)
  return edge(clock, date) === at ? date : undefined
}

function allocationsIn(settings: ReturnType<typeof settingsRepo>): AllocationRecord[] {
  return settings
    .list('allocations')
    .map(({ id, body }) => ({ ...body, id }) as unknown as AllocationRecord)
    .toSorted((a, b) => a.priority - b.priority)
}

function timeOf(ms: UnixMs): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

function balanceOf({ profit, swap, commission, fee }: StoredDeal): bigint {
  return BigInt(profit) + BigInt(swap) + BigInt(commission) + BigInt(fee)
}

interface DealTotals {
  paid: bigint
  profit: bigint
  swap: bigint
  commission: bigint
  fee: bigint
  credit: bigint
  balance: bigint
}

function sumsOf(deals: readonly StoredDeal[]): DealTotals {
  const sums = { paid: 0n, profit: 0n, swap: 0n, commission: 0n, fee: 0n, credit: 0n, balance: 0n }
  for (const deal of deals) {
    if (deal.entry === 'balance') sums.paid += BigInt(deal.profit)
    else sums.profit += BigInt(deal.profit)
    sums.swap += BigInt(deal.swap)
    sums.commission += BigInt(deal.commission)
    sums.fee += BigInt(deal.fee)
    sums.credit += BigInt(deal.credit)
    sums.balance += balanceOf(deal)
  }
  return sums
}

function summaryOf(
  sums: DealTotals,
  end: bigint,
  credit: bigint,
  { amount, words: { summary: text } }: Texts,
): StatementAmount[] {
  return [
    { label: text.begin, amount: amount(end - sums.balance), isSum: true },
    { label: text.paid, amount: amount(sums.paid) },
    { label: text.profit, amount: amount(sums.profit) },
    { label: text.swap, amount: amount(sums.swap) },
    { label: text.commission, amount: amount(sums.commission) },
    { label: text.fee, amount: amount(sums.fee) },
    { label: text.end, amount: amount(end), isSum: true },
    { label: text.credit, amount: amount(credit) },
  ]
}

function dealsTable(
  deals: readonly StoredDeal[],
  sums: DealTotals,
  begin: bigint,
  texts: Texts,
): StatementTable {
  const { facts, amount, language, words } = texts
  const { columns: c } = words
  const actions = names[language]()['deal-actions']
  let balance = begin
  const rows = deals.map((deal) => {
    balance += balanceOf(deal)
    const { id, at, action, symbolId, volume, price, comment } = deal
    const symbol = symbolId === 0 ? undefined : facts.symbol(symbolId)
    const traded =
      symbol === undefined
        ? ['', '', '']
        : [symbol.name, volumeText(volume), textFromScaled(price, symbol.digits)]
    const amounts = [deal.profit, deal.swap, deal.commission, deal.fee, deal.credit, balance]
    return [
      String(id),
      timeOf(at),
      actions[action].label,
      ...traded,
      ...amounts.map(amount),
      comment,
    ]
  })
  const { paid, profit, swap, commission, fee, credit } = sums
  const totals = [paid + profit, swap, commission, fee, credit, balance].map(amount)
  return {
    title: words.tables.deals,
    columns: [
      ...columns(c.deal, c.time, c.kind, c.symbol),
      ...numbers(c.volume, c.price, c.profit, c.swap, c.commission, c.fee, c.credit, c.balance),
      ...columns(c.comment),
    ],
    rows,
    totals: [words.total, '', '', '', '', '', ...totals, ''],
    note: '',
  }
}

function closedTable(
  closed: readonly ClosedPosition[],
  { facts, amount, words }: Texts,
): StatementTable {
  const { columns: c } = words
  const sums = [0n, 0n, 0n, 0n]
  const rows = closed.map((position) => {
    const { id, side, volume, priceOpen, priceClose, openedAt, closedAt } = position
    const { name, digits } = facts.symbol(position.symbolId)
    const amounts = [position.profit, position.swap, position.commission, position.fee]
    for (const [i, one] of amounts.entries()) sums[i] = (sums[i] as bigint) + BigInt(one)
    return [
      String(id),
      name,
      sideOf(side, words),
      timeOf(openedAt),
      timeOf(closedAt),
      volumeText(volume),
      textFromScaled(priceOpen, digits),
      textFromScaled(priceClose, digits),
      ...amounts.map(amount),
    ]
  })
  return {
    title: words.tables.closed,
    columns: [
      ...columns(c.position, c.symbol, c.side, c.opened, c.closed),
      ...numbers(c.volume, c.openPrice, c.closePrice, c.profit, c.swap, c.commission, c.fee),
    ],
    rows,
    totals: [words.total, '', '', '', '', '', '', '', ...sums.map(amount)],
    note: rows.length === 0 ? '' : words.closedNote,
  }
}

/**
 * The chart of balance and equity at the end of each recorded day; with fewer than two days, of the
 * balance after the last deal of each day with deals.
 */
function moneyChart(rows: PeriodRows, begin: bigint, texts: Texts): string {
  const { currency, amount, language, words } = texts
  const { charts: text } = words
  const days = new Map<string, ChartPoint>()
  for (const { day, balance, equity } of rows.days) {
    const label = dateOfDay(day)
    days.set(label, { label, value: Number(amount(balance)), second: Number(amount(equity)) })
  }
  const shared = { kind: 'line', isByDay: true, unit: currency } as const
  if (days.size > 1) {
    const lines = [text.balance, text.equity]
    const points = [...days.values()]
    return chartOf({ ...shared, title: text.balanceAndEquity, names: lines, points }, language)
  }
  days.clear()
  let balance = begin
  for (const deal of rows.deals) {
    balance += balanceOf(deal)
    const label = timeOf(deal.at).slice(0, DAY_CHARACTERS)
    days.set(label, { label, value: Number(amount(balance)) })
  }
  if (days.size < 2) return ''
  const points = [...days.values()]
  return chartOf({ ...shared, title: text.balance, names: [], points }, language)
}

/** The chart of the profit of closed positions by symbol, best first. */
function profitChart(
  closed: readonly ClosedPosition[],
  { facts, amount, currency, language, words }: Texts,
): string {
  const symbols = new Map<string, bigint>()
  for (const { symbolId, profit, swap, commission, fee } of closed) {
    const { name } = facts.symbol(symbolId)
    const made = BigInt(profit) + BigInt(swap) + BigInt(commission) + BigInt(fee)
    symbols.set(name, (symbols.get(name) ?? 0n) + made)
  }
  const points = [...symbols]
    .map(([label, value]) => ({ label, value: Number(amount(value)) }))
    .sort((a, b) => b.value - a.value)
  const title = words.charts.bySymbol
  return chartOf(
    { title, unit: currency, kind: 'bars', isByDay: false, names: [], points },
    language,
  )
}

function positionCells(row: StoredPosition, { facts, amount, words }: Texts): string[] {
  const { name, digits } = facts.symbol(row.symbolId)
  const price = (pts: number): string => (pts === 0 ? '' : textFromScaled(pts, digits))
  return [
    String(row.id),
    timeOf(row.openedAt),
    name,
    sideOf(row.side, words),
    volumeText(row.volume),
    textFromScaled(row.priceOpen, digits),
    price(row.stopLoss),
    price(row.takeProfit),
    amount(row.swap),
    row.comment,
  ]
}

function orderCells(order: OrderEvent, { facts, words }: Texts): string[] {
  const { name, digits } = facts.symbol(order.symbolId)
  const price = (pts: number): string => (pts === 0 ? '' : textFromScaled(pts, digits))
  const kind = `${sideOf(order.side, words)} ${words.orderKinds[order.kind]}`
  return [
    String(order.id),
    timeOf(order.createdAt),
    name,
    kind,
    volumeText(order.volumeCurrent),
    textFromScaled(order.price, digits),
    price(order.stopLoss),
    price(order.takeProfit),
    order.expiresAt === 0 ? '' : timeOf(order.expiresAt),
    order.comment,
  ]
}

function openTable(
  { words }: Texts,
  title: string,
  rows: readonly string[][],
  total: number,
  shown: readonly PageColumn[],
): StatementTable {
  const more = total > rows.length ? words.more({ shown: rows.length, total }) : ''
  return { title, columns: shown, rows, totals: [], note: more }
}

function sideOf(side: number, { sides }: StatementWords): string {
  return side === 1 ? sides.buy : sides.sell
}

function columns(...names: readonly string[]): PageColumn[] {
  return names.map((name) => ({ name, isNumber: false }))
}

function numbers(...names: readonly string[]): PageColumn[] {
  return names.map((name) => ({ name, isNumber: true }))
}
