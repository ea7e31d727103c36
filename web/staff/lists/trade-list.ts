import type { Answer } from '../../link/answer.js'
import { serverNow } from '../../link/clock.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { type Condition, filterOf } from '../../text/filter/filter-text.js'
import { isPeriod, type Span, spanOf } from '../../text/periods.js'
import type { WindowSource } from './window-rows.js'

/** The filter of a list of trades, as stored in the address. */
export interface TradeFilter {
  readonly symbol: string
  readonly group: string
  readonly login: string
  /** The further conditions, as filter text. */
  readonly q: string
  /** The name of a period such as a week, or empty. */
  readonly period: string
  readonly from: string
  readonly to: string
}

const FILTER_NAMES = ['symbol', 'group', 'login', 'q', 'period', 'to', 'from'] as const

export function tradeFilterOf(query: URLSearchParams): TradeFilter {
  const [symbol = '', group = '', login = '', q = '', period = '', to = '', from = ''] =
    FILTER_NAMES.map((name) => query.get(name) ?? '')
  return { symbol, group, login, q, period, from, to }
}

export const isFiltered = (filter: TradeFilter): boolean =>
  Object.values(filter).some((text) => text !== '')

/** The lists, by the routes that return them page by page. */
export type ListName =
  | 'GET /admin/v1/positions'
  | 'GET /admin/v1/positions/closed'
  | 'GET /admin/v1/orders'
  | 'GET /admin/v1/orders/history'
  | 'GET /admin/v1/deals'
export type ListRow<Name extends ListName> = Data<Name>['items'][number]
type Page<Name extends ListName> = Answer<Data<Name>>

/**
 * Window routes of the lists: they return rows from any position, in any sort order. Their `to` is
 * inclusive.
 */
const WINDOWS = {
  'GET /admin/v1/positions': 'GET /admin/v1/positions/window',
  'GET /admin/v1/positions/closed': 'GET /admin/v1/positions/closed/window',
  'GET /admin/v1/orders': 'GET /admin/v1/orders/window',
  'GET /admin/v1/orders/history': 'GET /admin/v1/orders/history/window',
  'GET /admin/v1/deals': 'GET /admin/v1/deals/window',
} as const satisfies Record<ListName, string>

/** The time field of lists that grow. By default these lists are sorted by it, newest first. */
const MOMENTS: Partial<Record<ListName, string>> = {
  'GET /admin/v1/positions/closed': 'closed_at',
  'GET /admin/v1/orders/history': 'done_at',
  'GET /admin/v1/deals': 'at',
}

/** The name of the field that identifies a row. */
const numberField = (name: ListName): string =>
  name === 'GET /admin/v1/positions/closed' ? 'position_id' : 'id'

const cellOf = (row: object, field: string): unknown =>
  (row as Readonly<Record<string, unknown>>)[field]

export const numberOf = <Name extends ListName>(name: Name, row: ListRow<Name>): number =>
  cellOf(row, numberField(name)) as number

/** The time of a row; null if the list is sorted by login and id instead of by time. */
function momentOf<Name extends ListName>(name: Name, row: ListRow<Name>): string | null {
  const field = MOMENTS[name]
  return field === undefined ? null : (cellOf(row, field) as string)
}

type WindowName = (typeof WINDOWS)[keyof typeof WINDOWS]
const windowOf = (name: ListName): WindowName => WINDOWS[name]

const OPEN: ReadonlySet<ListName> = new Set(['GET /admin/v1/positions', 'GET /admin/v1/orders'])
/** Lists whose `to` is exclusive. In the others it is inclusive. */
const ENDS_BEFORE: ReadonlySet<ListName> = new Set(['GET /admin/v1/positions/closed'])

function readPage<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  page: number,
  limit: number,
  newest: string | null = null,
): Promise<Page<Name>> {
  const query = { ...conditionsOf(name, filter, newest), page, limit }
  const ask = call as unknown as (name: Name, parts: object) => Promise<Page<Name>>
  return ask(name, { query })
}

function conditionsOf(name: ListName, filter: TradeFilter, newest: string | null) {
  const { symbol, group, login } = filter
  const step = ENDS_BEFORE.has(name) ? 1 : 0
  const span = OPEN.has(name) ? {} : spanQuery(step, filter, newest)
  return {
    ...(symbol === '' ? {} : { symbol }),
    ...(group === '' ? {} : { group }),
    ...(login === '' ? {} : { login }),
    ...span,
  }
}

/** The query of a window route. It sends the symbol as one more condition. */
function windowQuery(
  name: ListName,
  filter: TradeFilter,
  newest: string | null,
  more: readonly Condition[] = [],
) {
  const { symbol, ...asked } = conditionsOf(name, filter, null)
  const conditions = [
    ...(symbol === undefined ? [] : [{ field: 'symbol', op: 'eq', value: symbol }]),
    ...conditionsIn(filter.q),
    ...more,
  ]
  return {
    ...asked,
    ...(OPEN.has(name) ? {} : spanQuery(0, filter, newest)),
    ...(conditions.length === 0 ? {} : { filter: JSON.stringify(conditions) }),
  }
}

/**
 * The conditions of the filter. Trades have no full-text search, so words are searched in comments.
 */
function conditionsIn(text: string): readonly Condition[] {
  const { search, conditions } = filterOf(text)
  const words = search === '' ? [] : search.split(' ')
  return [...words.map((value) => ({ field: 'comment', op: 'contains', value })), ...conditions]
}

/** The lists that a server job can export. */
const EXPORTS: Partial<Record<ListName, 'deals' | 'closed'>> = {
  'GET /admin/v1/deals': 'deals',
  'GET /admin/v1/positions/closed': 'closed',
}

/** The export request for all rows of a list, or null if the server cannot export the list. */
export function exportRequest(name: ListName, filter: TradeFilter) {
  const list = EXPORTS[name]
  if (list === undefined) return null
  const { login, ...asked } = windowQuery(name, filter, null)
  return { list, ...asked, ...(login === undefined ? {} : { login: Number(login) }) }
}

/** The period as request fields. `step` is 1 for a list whose `to` is exclusive. */
function spanQuery(step: 0 | 1, { period, from, to }: TradeFilter, newest: string | null): Span {
  const { from: begin = from, to: end = to } = isPeriod(period) ? spanOf(period) : {}
  const asked = end === '' ? '' : moved(end, step - 1)
  const last = newest === null ? asked : moved(newest, step)
  return { ...(begin === '' ? {} : { from: begin }), ...(last === '' ? {} : { to: last }) }
}

/**
 * Adds milliseconds to a time. A text that is no time is returned unchanged, so that the server
 * refuses it.
 */
function moved(moment: string, ms: number): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : new Date(at + ms).toISOString()
}

/**
 * Reads a list of trades by row position.
 *
 * T1. The first page of a growing list fixes its end time. New rows then do not shift the positions
 *     of later pages.
 * - `sort` is a field name, with a leading `-` for descending order.
 */
export function tradeSource<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  sort: string,
  onRead: () => void,
): WindowSource<ListRow<Name>> {
  const path = windowOf(name)
  let newest: string | null = null
  return {
    rows: async (offset, limit) => {
      const isFirst = offset === 0 && !OPEN.has(name)
      const place = { edge: 'from', offset, limit, sort }
      const query = { ...windowQuery(name, filter, isFirst ? null : newest), ...place }
      const answer = await askWindow<Name>(path, query)
      if (!answer.ok) return answer
      // Fixes the end time (T1): the newest row's time if that row is first, otherwise the current time.
      const [first] = answer.data.items
      if (isFirst && first !== undefined)
        newest =
          sort === `-${MOMENTS[name]}` ? momentOf(name, first) : new Date(serverNow()).toISOString()
      onRead()
      return answer
    },
    count: (more) =>
      ask(`${path}/count`, windowQuery(name, filter, more === undefined ? null : newest, more)),
  }
}

/** Sums of all rows in one currency. Each list has only some of them. */
export interface TradeSum {
  readonly currency: string
  readonly volume?: string
  readonly volume_initial?: string
  readonly volume_current?: string
  /** The total profit; null if there are too many open positions to sum up. */
  readonly profit?: string | null
  readonly swap?: string
  readonly commission?: string
  readonly fee?: string
  readonly balance?: string
  readonly credit?: string
  /** The number of open positions without a price, which `profit` leaves out. */
  readonly unpriced?: number
}

/** Reads the sums of all matching rows. `sums` is null if the list is too long. */
export const readSums = (
  name: ListName,
  filter: TradeFilter,
): Promise<Answer<{ readonly sums: readonly TradeSum[] | null }>> =>
  ask(`${windowOf(name)}/count`, { ...windowQuery(name, filter, null), sums: true })

const PAGE_ROWS = 1_000
/** The most rows on one page of a window route, and the most values in one condition. */
const WINDOW_ROWS = 100

type Rows<Name extends ListName> = readonly ListRow<Name>[]

/**
 * Reads all matching rows, each once, up to `max`. Returns the server's answer if a request is
 * refused.
 *
 * T3. Open trades are read by cursor: a trade that closes meanwhile does not shift the others.
 * T4. A growing list is read by pages up to the time of its first row (T1). A row may appear on two
 *     pages and is then kept once. With filter conditions it is read by cursor, newest ids first.
 */
export function readAll<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  max: number,
): Promise<Rows<Name> | Answer<unknown>> {
  const isWalked = OPEN.has(name) || filter.q !== ''
  return isWalked ? walk(name, filter, max) : readPages(name, filter, max)
}

/** Reads the rows by cursor (T3). */
async function walk<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  max: number,
): Promise<Rows<Name> | Answer<unknown>> {
  const path = windowOf(name)
  const rows: ListRow<Name>[] = []
  // Sorts by fields that never change and that the server has indexed.
  // Any other order would make it scan all rows for each page.
  const sort = OPEN.has(name) ? 'login' : `-${numberField(name)}`
  const asked = { ...windowQuery(name, filter, null), limit: WINDOW_ROWS, sort }
  let place: object = { edge: 'first' }
  while (rows.length < max) {
    const answer = await askWindow<Name>(path, { ...asked, ...place })
    if (!answer.ok) return answer
    const { items, after, has_after } = answer.data
    rows.push(...items)
    if (!has_after || after === null) break
    place = { edge: 'after', cursor: after }
  }
  return rows.slice(0, max)
}

/** Reads a growing list page by page (T4). */
async function readPages<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  max: number,
): Promise<Rows<Name> | Answer<unknown>> {
  const rows = new Map<number, ListRow<Name>>()
  let newest: string | null = null
  for (let page = 1; rows.size < max; page++) {
    const answer = await readPage(name, filter, page, PAGE_ROWS, newest)
    if (!answer.ok) return answer
    const items = answer.data.items as Rows<Name>
    const [first] = items
    if (page === 1 && first !== undefined) newest = momentOf(name, first)
    for (const row of items) rows.set(numberOf(name, row), row)
    if (items.length < PAGE_ROWS) break
  }
  return [...rows.values()].slice(0, max)
}

/**
 * Returns the rows with these ids in the list's default order, ignoring the filter. Known rows are
 * reused and the others are read from the server. Rows that no longer exist are left out.
 */
export async function readNumbers<Name extends ListName>(
  name: Name,
  numbers: readonly number[],
  known: (number: number) => ListRow<Name> | undefined,
): Promise<Rows<Name> | Answer<unknown>> {
  const rows: ListRow<Name>[] = []
  const missing: number[] = []
  for (const number of numbers) {
    const here = known(number)
    if (here === undefined) missing.push(number)
    else rows.push(here)
  }
  for (let i = 0; i < missing.length; i += WINDOW_ROWS) {
    const answer = await askNumbers(name, windowOf(name), missing.slice(i, i + WINDOW_ROWS))
    if (!answer.ok) return answer
    rows.push(...answer.data.items)
  }
  return rows.toSorted((a, b) => ownOrder(name, a, b))
}

type ItemsAnswer<Name extends ListName> = Promise<Answer<{ readonly items: Rows<Name> }>>

function askNumbers<Name extends ListName>(
  name: Name,
  path: WindowName,
  numbers: readonly number[],
): ItemsAnswer<Name> {
  const condition = [{ field: numberField(name), op: 'in', value: numbers }]
  return askWindow<Name>(path, { filter: JSON.stringify(condition), limit: WINDOW_ROWS })
}

interface WindowPage<Name extends ListName> {
  readonly items: Rows<Name>
  /** The cursor of the last row; null on an empty page. */
  readonly after: string | null
  readonly has_after: boolean
}

function askWindow<Name extends ListName>(
  path: WindowName,
  query: object,
): Promise<Answer<WindowPage<Name>>> {
  return ask(path, query)
}

/**
 * Calls a list route whose name is only known at run time; the caller states the type of the
 * answer.
 */
function ask<Data>(name: string, query: object): Promise<Answer<Data>> {
  return (call as unknown as (name: string, parts: object) => Promise<Answer<Data>>)(name, {
    query,
  })
}

/** The default order: newest first in growing lists, otherwise by login and id. */
function ownOrder<Name extends ListName>(name: Name, a: ListRow<Name>, b: ListRow<Name>): number {
  const byNumber = numberOf(name, a) - numberOf(name, b)
  const [at, other] = [momentOf(name, a), momentOf(name, b)]
  if (at === null || other === null) return a.login - b.login || byNumber
  return Date.parse(other) - Date.parse(at) || -byNumber
}
