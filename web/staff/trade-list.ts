import { serverNow } from '../link/clock.js'
import type { Data } from '../link/contract.js'
import { type Answer, call } from '../link/rest.js'
import { isPeriod, type Span, spanOf } from '../text/periods.js'
import type { WindowSource } from './window-rows.js'

/** What a list of trades shows: its conditions, as they stand in the address. */
export interface TradeFilter {
  readonly symbol: string
  readonly group: string
  readonly login: string
  /** A period by its name, or empty. */
  readonly period: string
  readonly from: string
  readonly to: string
}

export const FILTER_NAMES = ['symbol', 'group', 'login', 'period', 'to', 'from'] as const

export function filterOf(query: URLSearchParams): TradeFilter {
  const [symbol = '', group = '', login = '', period = '', to = '', from = ''] = FILTER_NAMES.map(
    (name) => query.get(name) ?? '',
  )
  return { symbol, group, login, period, from, to }
}

export const isFiltered = (filter: TradeFilter): boolean =>
  Object.values(filter).some((text) => text !== '')

/** The lists, by the routes that read them page by page. */
export type ListName =
  | 'GET /admin/v1/positions'
  | 'GET /admin/v1/positions/closed'
  | 'GET /admin/v1/orders'
  | 'GET /admin/v1/orders/history'
  | 'GET /admin/v1/deals'
export type ListRow<Name extends ListName> = Data<Name>['items'][number]
type Page<Name extends ListName> = Answer<Data<Name>>

/**
 * The windows of the lists: rows from a place on, in any order that the server knows. Their ends are the last moment that is asked
 * for. What is over of orders has none.
 */
const WINDOWS = {
  'GET /admin/v1/positions': 'GET /admin/v1/positions/window',
  'GET /admin/v1/positions/closed': 'GET /admin/v1/positions/closed/window',
  'GET /admin/v1/orders': 'GET /admin/v1/orders/window',
  'GET /admin/v1/deals': 'GET /admin/v1/deals/window',
} as const satisfies Partial<Record<ListName, string>>

/** The order in which the newest row of a list that grows stands first. */
const NEWEST_FIRST: Partial<Record<ListName, string>> = {
  'GET /admin/v1/positions/closed': '-closed_at',
  'GET /admin/v1/deals': '-at',
}

type WindowName = (typeof WINDOWS)[keyof typeof WINDOWS]
const windowOf = (name: ListName): WindowName | undefined =>
  (WINDOWS as Partial<Record<ListName, WindowName>>)[name]

const OPEN: ReadonlySet<ListName> = new Set(['GET /admin/v1/positions', 'GET /admin/v1/orders'])
/** Lists whose end is the first moment that is not asked for any more; of others it is the last one that is. */
const ENDS_BEFORE: ReadonlySet<ListName> = new Set(['GET /admin/v1/positions/closed'])

export function readPage<Name extends ListName>(
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
  const span = OPEN.has(name) ? {} : spanAsked(step, filter, newest)
  return {
    ...(symbol === '' ? {} : { symbol }),
    ...(group === '' ? {} : { group }),
    ...(login === '' ? {} : { login }),
    ...span,
  }
}

/** The same of a window, where a symbol is a condition. */
function windowAsked(name: ListName, filter: TradeFilter, newest: string | null) {
  const { symbol, ...more } = conditionsOf(name, filter, null)
  const condition = [{ field: 'symbol', op: 'eq', value: symbol }]
  return {
    ...more,
    ...(OPEN.has(name) ? {} : spanAsked(0, filter, newest)),
    ...(symbol === undefined ? {} : { filter: JSON.stringify(condition) }),
  }
}

/** `step` is 1 where the end is the first moment that is not asked for any more. */
function spanAsked(step: 0 | 1, { period, from, to }: TradeFilter, newest: string | null): Span {
  const { from: begin = from, to: end = to } = isPeriod(period) ? spanOf(period) : {}
  const asked = end === '' ? '' : moved(end, step - 1)
  const last = newest === null ? asked : moved(newest, step)
  return { ...(begin === '' ? {} : { from: begin }), ...(last === '' ? {} : { to: last }) }
}

/** The moment so many milliseconds later; what is no moment stays, for the server to name. */
function moved(moment: string, ms: number): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : new Date(at + ms).toISOString()
}

/**
 * A list of trades as rows by their number.
 *
 *   T1. The first page of a list that grows sets where it ends: rows of later pages stay at their places while new ones come.
 *   T2. Its order is a field of the rows, with `-` in front falling; where the list has no window it is its own.
 */
export function tradeSource<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  sort: string,
  momentOfRow: (row: ListRow<Name>) => string | null,
  onRead: () => void,
): WindowSource<ListRow<Name>> {
  const path = windowOf(name)
  if (path !== undefined) return windowSource(name, path, filter, sort, momentOfRow, onRead)
  let newest: string | null = null
  return {
    rows: async (offset, limit) => {
      const isFirst = offset === 0
      const page = 1 + Math.floor(offset / limit)
      const answer = await readPage(name, filter, page, limit, isFirst ? null : newest)
      if (!answer.ok) return answer
      const items = answer.data.items as readonly ListRow<Name>[]
      const [first] = items
      if (isFirst && !OPEN.has(name) && first !== undefined) newest = momentOfRow(first)
      onRead()
      return { ...answer, data: { items } }
    },
    count: async () => {
      const answer = await readPage(name, filter, 1, 1)
      return answer.ok ? { ...answer, data: { total: answer.data.total } } : answer
    },
  }
}

function windowSource<Name extends ListName>(
  name: Name,
  path: WindowName,
  filter: TradeFilter,
  sort: string,
  momentOfRow: (row: ListRow<Name>) => string | null,
  onRead: () => void,
): WindowSource<ListRow<Name>> {
  let newest: string | null = null
  type Rows = Answer<{ readonly items: readonly ListRow<Name>[] }>
  const ask = call as unknown as (path: string, parts: object) => Promise<Answer<unknown>>
  return {
    rows: async (offset, limit) => {
      const isFirst = offset === 0 && !OPEN.has(name)
      const place = { edge: 'from', offset, limit, sort }
      const query = { ...windowAsked(name, filter, isFirst ? null : newest), ...place }
      const answer = (await ask(path, { query })) as Rows
      if (!answer.ok) return answer
      // T1: where the newest do not stand first it ends now.
      const [first] = answer.data.items
      if (isFirst && first !== undefined)
        newest =
          sort === NEWEST_FIRST[name] ? momentOfRow(first) : new Date(serverNow()).toISOString()
      onRead()
      return answer
    },
    count: () => {
      const query = windowAsked(name, filter, null)
      return ask(`${path}/count`, { query }) as Promise<Answer<{ total: number | null }>>
    },
  }
}

const PAGE_ROWS = 1_000

/** All rows that fit, page by page, as many as are wanted at most; the refusal where one is refused. */
export async function readAll<Name extends ListName>(
  name: Name,
  filter: TradeFilter,
  max: number,
): Promise<readonly ListRow<Name>[] | Answer<unknown>> {
  const rows: ListRow<Name>[] = []
  for (let page = 1; rows.length < max; page++) {
    const answer = await readPage(name, filter, page, PAGE_ROWS)
    if (!answer.ok) return answer
    rows.push(...(answer.data.items as readonly ListRow<Name>[]))
    if (answer.data.items.length < PAGE_ROWS) break
  }
  return rows.slice(0, max)
}
