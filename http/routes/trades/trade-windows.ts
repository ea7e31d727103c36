import type {
  TradesWindowCount,
  TradeWindowQueries,
} from '../../../actors/queries/trade-window-query.js'
import { WINDOW_SCAN_MAX, type WindowPage } from '../../../actors/queries/window-page.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { SUMMED_POSITIONS_MAX } from '../../../engine/limits/long-answers.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { type JsonValue, jsonOf } from '../../../wire/format/json-parts.js'
import {
  ClosedCountQuery,
  ClosedCountView,
  ClosedWindowQuery,
  ClosedWindowRow,
  ClosedWindowView,
  DealsCountQuery,
  DealsCountView,
  DealsWindowQuery,
  DealsWindowRow,
  DealsWindowView,
  HistoryCountQuery,
  HistoryWindowQuery,
  HistoryWindowRow,
  HistoryWindowView,
  OpenTradesCountQuery,
  OpenTradesWindowQuery,
  OrdersCountView,
  OrdersWindowRow,
  OrdersWindowView,
  PositionsCountView,
  PositionsWindowRow,
  PositionsWindowView,
} from '../../../wire/schema/trading/trade-window.js'
import { TRADE_WINDOW_FIELDS } from '../../../wire/schema/trading/trade-window-fields.js'
import type { Static, TSchema } from '../../../wire/types/scalars.js'
import { TRADE_NUMBERS, TRADE_SUMS, type TradeWindow } from '../../../wire/window/trade-window.js'
import type { WindowPlace } from '../../../wire/window/window.js'
import { readFilter, readSort } from '../../../wire/window/window-query.js'
import type { Session } from '../../exchange/session.js'
import { refuseFence } from '../../pipeline/fenced-page.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { windowCount, windowPageText, windowPlace } from '../../pipeline/window-page.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { withLiveFigures, withLivePrices } from './live-positions.js'
import { tradeSums } from './trade-sums.js'
import { ownedBy } from './trades-page.js'

/** Routes for windows of all trades by cursor, since these lists are too long for page numbers. */
interface Listed {
  readonly kind: TradeWindow
  readonly path: string
  readonly many: string
  /** Lists of closed trades can also be filtered by time. */
  readonly query: TSchema
  readonly view: TSchema
  readonly countQuery: TSchema
  readonly countView: TSchema
  readonly row: { readonly properties: object }
  /** Reads the rows with their live figures. */
  read(services: FrontServices, session: Session, asked: PageQuery): Promise<Outcome<Rows>>
}

interface Rows extends Omit<WindowPage<unknown>, 'items'> {
  readonly rows: readonly JsonValue[]
}

type WindowName = `${TradeWindow}.window`
type ItemsOf<Name extends WindowName> = TradeWindowQueries[Name]['answer']['items']
type MaybePromise<T> = T | Promise<T>
type PageQuery = TradesWindowCount & { readonly place: WindowPlace; readonly limit: number }
type Given = Static<typeof DealsWindowQuery>

const LISTS: readonly Listed[] = [
  {
    kind: 'positions',
    path: '/admin/v1/positions/window',
    many: 'open positions',
    query: OpenTradesWindowQuery,
    view: PositionsWindowView,
    countQuery: OpenTradesCountQuery,
    countView: PositionsCountView,
    row: PositionsWindowRow,
    read: rowsOf('positions.window', withLiveFigures),
  },
  {
    kind: 'orders',
    path: '/admin/v1/orders/window',
    many: 'open orders',
    query: OpenTradesWindowQuery,
    view: OrdersWindowView,
    countQuery: OpenTradesCountQuery,
    countView: OrdersCountView,
    row: OrdersWindowRow,
    read: rowsOf('orders.window', withLivePrices),
  },
  {
    kind: 'history',
    path: '/admin/v1/orders/history/window',
    many: 'ended orders',
    query: HistoryWindowQuery,
    view: HistoryWindowView,
    countQuery: HistoryCountQuery,
    countView: OrdersCountView,
    row: HistoryWindowRow,
    read: rowsOf('history.window', (_, items) => items),
  },
  {
    kind: 'deals',
    path: '/admin/v1/deals/window',
    many: 'deals',
    query: DealsWindowQuery,
    view: DealsWindowView,
    countQuery: DealsCountQuery,
    countView: DealsCountView,
    row: DealsWindowRow,
    read: rowsOf('deals.window', (_, items) => items),
  },
  {
    kind: 'closed',
    path: '/admin/v1/positions/closed/window',
    many: 'closed positions',
    query: ClosedWindowQuery,
    view: ClosedWindowView,
    countQuery: ClosedCountQuery,
    countView: ClosedCountView,
    row: ClosedWindowRow,
    read: rowsOf('closed.window', (_, items) => items),
  },
]

/** How to read the rows of a window and add live figures. */
function rowsOf<Name extends WindowName>(
  name: Name,
  live: (services: FrontServices, items: ItemsOf<Name>) => MaybePromise<readonly JsonValue[]>,
): Listed['read'] {
  return async (services, session, asked) => {
    const page = await services.queries.of(session).run(name, asked)
    if (!page.ok) return page
    const { items, ...rest } = page.value
    return { ok: true, value: { ...rest, rows: await live(services, items as ItemsOf<Name>) } }
  }
}

export const adminTradeWindowRoutes: readonly FrontRoute[] = LISTS.flatMap((list) => [
  windowRoute(list),
  countRoute(list),
])

function windowRoute(list: Listed): FrontRoute {
  const { kind, path, many, view, row } = list
  const number = TRADE_NUMBERS[kind]
  return route({
    method: 'GET',
    path,
    audience: 'staff',
    rights: ['trades.view'],
    summary: `Page through ${many}`,
    description:
      'Answers one page of rows of trading accounts in your scope. `sort` is a field of the ' +
      'filter, with `-` in front for descending order. The default is ' +
      `\`${number}\`, which also decides between equal rows.\n\n` +
      'The cursors `after` and `before` are valid for the same query of the same user. ' +
      '`edge=around` takes a cursor, an anchor (the ' +
      `\`${number}\` of a row) or an offset. ` +
      '`edge=from` takes an offset.',
    query: list.query,
    refusesEmptyQuery: true,
    data: view,
    errors: ['not_found', 'unavailable'],
    async handle({ query: given, session, services }) {
      const query = given as Given
      const window = await windowOf(services, session, kind, query)
      if (isRefusal(window)) return window
      const { proof, asked } = window
      const place = windowPlace(services.windowProofs, proof, query)
      if (isRefusal(place)) return place
      const fields = query.fields?.split(',')
      const unknown = fields?.find((field) => !(field in row.properties))
      if (unknown !== undefined)
        return refuseField('fields', say('field.no_field', { name: unknown }))
      const read = await list.read(services, session, { ...asked, place, limit: query.limit })
      if (!read.ok) return read
      const { rows, ...page } = read.value
      const shown =
        fields === undefined ? rows : rows.map((one) => picked(one, [number, ...fields]))
      return windowPageText(services, proof, shown, page)
    },
  })
}

function countRoute({ kind, path, many, countQuery, countView }: Listed): FrontRoute {
  const { volumes, amounts } = TRADE_SUMS[kind]
  const summed = [...volumes, ...amounts].join(', ')
  const live =
    kind === 'positions'
      ? ` The live profit is null for more than ${SUMMED_POSITIONS_MAX} positions.`
      : ''
  return route({
    method: 'GET',
    path: `${path}/count`,
    audience: 'staff',
    rights: ['trades.view'],
    summary: `Count the ${many} of a window`,
    description:
      'Counts the rows that match the query of the window. The count is exact; `edge`, cursor ' +
      'and `limit` have no effect.\n\n' +
      'With `sums=true` the answer also has the sums of ' +
      `${summed} by currency, for lists of at most ${WINDOW_SCAN_MAX} rows.${live}`,
    query: countQuery,
    refusesEmptyQuery: true,
    data: countView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const { sums: hasSums, ...given } = query as Given & { readonly sums: boolean }
      const window = await windowOf(services, session, kind, given)
      if (isRefusal(window)) return window
      const asked = { kind, ...window.asked }
      const queries = services.queries.of(session)
      if (!hasSums) {
        const read = await queries.run('trades.window_count', asked)
        return read.ok ? { ...windowCount(kind, window.queryId, read.value), sums: null } : read
      }
      const read = await queries.run('trades.window_sums', asked)
      if (!read.ok) return read
      const { groups = null, open = null } = read.value
      const count = windowCount(kind, window.queryId, read.value)
      if (groups === null) return { ...count, sums: null }
      return { ...count, sums: await tradeSums(services, kind, groups, open) }
    },
  })
}

/** A query of the window, with the proof for its cursors. */
async function windowOf(
  services: FrontServices,
  session: Session,
  kind: TradeWindow,
  query: Given,
): Promise<
  Refusal | { readonly asked: TradesWindowCount; readonly proof: string; readonly queryId: string }
> {
  const { min_projection_seq: fence, group, login } = query
  const refusal = refuseFence(fence)
  if (refusal !== undefined) return refusal
  const fields = TRADE_WINDOW_FIELDS[kind]
  const sort = readSort(query.sort, fields, session.rights)
  if (isRefusal(sort)) return sort
  const conditions = readFilter(query.filter ?? '[]', fields, session.rights)
  if (isRefusal(conditions)) return conditions
  const range = readTimeRange(query, services.serverClock())
  if (isRefusal(range)) return range
  const reach = tradesReach(session, services.settings.book, query)
  const own = login === undefined ? undefined : await ownedBy(services, reach, login)
  if (typeof own === 'object') return own
  const { windowProofs } = services
  const { groupScope, rights } = session
  const predicates = [query.filter, group, login, query.from, query.to]
  const caller = [session.login, [...rights].sort(), groupScope, reach.groups]
  return {
    asked: {
      conditions,
      sort,
      reach,
      ...range,
      ...(own === undefined ? {} : { login: own }),
      ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
    },
    proof: windowProofs.proof(kind, predicates, sort, caller),
    queryId: windowProofs.name(kind, predicates, caller),
  }
}

/** The requested fields of a row, in the row's own order. */
function picked(row: JsonValue, fields: readonly string[]): JsonValue {
  const all = Object.entries(JSON.parse(row) as object)
  return jsonOf(Object.fromEntries(all.filter(([name]) => fields.includes(name))))
}
