import { isRefusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { JSON_NULL } from '../../../wire/format/json-parts.js'
import {
  ClosedPageView,
  ClosedPositionsQuery,
  CountView,
  OpenPositionView,
  OpenQuery,
  PositionParams,
  PositionsPageView,
} from '../../../wire/schema/trading/trades.js'
import { isTime } from '../../../wire/types/utc-time.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import type { TimeRange } from '../../pipeline/time-range.js'
import { reachableAccount } from '../../reach/account-reach.js'
import { requestedSymbol, tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, route } from '../route.js'
import { withLiveFigures } from './live-positions.js'
import { tradesPage } from './trades-page.js'

const FILTERS = 'Covers trading accounts in your scope. `symbol` is a name in any case.'

export const adminPositionRoutes: readonly FrontRoute[] = [
  listRoute(),
  countRoute(),
  closedRoute(),
  readRoute(),
]

function listRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/positions',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'List the open positions of all accounts',
    description:
      `${FILTERS} Positions are sorted by login and id. The live figures ` +
      '`price_current`, `profit`, `margin` and `point_value` are null if trading does not answer.',
    query: OpenQuery,
    data: PositionsPageView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const fence = query.min_projection_seq
      const refusal = refuseFence(fence)
      if (refusal !== undefined) return refusal
      const book = services.settings.book
      const { page, limit, login } = query
      const found = await services.queries.of(session).run('positions.page', {
        reach: tradesReach(session, book, query),
        ...(login === undefined ? {} : { login }),
        ...requestedSymbol(book, query.symbol),
        page,
        limit,
        ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
      })
      if (!found.ok) return found
      const rows = await withLiveFigures(services, found.value.items)
      return fencedPage(rows, { ...found.value, page }, fence)
    },
  })
}

function countRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/positions/count',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'Count open positions of all accounts',
    description: `${FILTERS} \`page\` and \`limit\` have no effect.`,
    query: OpenQuery,
    data: CountView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const book = services.settings.book
      const { login } = query
      const total = await services.queries.of(session).run('positions.count', {
        reach: tradesReach(session, book, query),
        ...(login === undefined ? {} : { login }),
        ...requestedSymbol(book, query.symbol),
      })
      return total.ok ? { total: total.value } : total
    },
  })
}

function closedRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/positions/closed',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'List the closed positions of all accounts',
    description:
      `${FILTERS} The last closed position comes first. ` +
      '`from` is inclusive and `to` is exclusive. `totals` cover every match and add amounts of ' +
      'different currencies without conversion. `reason` is that of the opening, `close_reason` ' +
      'that of the last close.',
    query: ClosedPositionsQuery,
    data: ClosedPageView,
    errors: ['unavailable'],
    handle({ query, session, services }) {
      const range = closedBetween(query)
      if (isRefusal(range)) return range
      return tradesPage(services, session, 'closed_positions', query, range)
    },
  })
}

function readRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/positions/{id}',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'Read an open position',
    description:
      'The stored position with live figures: `price_current`, `profit`, `margin` and `point_value`, null ' +
      'if trading does not answer.',
    params: PositionParams,
    data: OpenPositionView,
    errors: ['not_found', 'unavailable'],
    async handle({ params, session, services }) {
      const { id } = params
      const found = await lookedUp(
        services,
        () => services.queries.of(session).run('positions.find', { id }),
        ({ ok }) => ok,
      )
      if (!found.ok) return found
      const account = await reachableAccount(services, session, found.value.login, 'not_found')
      if (isRefusal(account)) {
        if (account.code !== 'not_found') return account
        return because('not_found.open_position', { id })
      }
      const [row = JSON_NULL] = await withLiveFigures(services, [found.value])
      return new JsonText(row)
    },
  })
}

/** `to` is exclusive. */
function closedBetween(query: {
  readonly from?: string
  readonly to?: string
}): TimeRange | ReturnType<typeof refuseField> {
  for (const name of ['from', 'to'] as const) {
    const text = query[name]
    if (text !== undefined && !isTime(text)) {
      return refuseField(name, say('field.no_such_time'))
    }
  }
  const from = query.from === undefined ? undefined : Date.parse(query.from)
  const to = query.to === undefined ? undefined : Date.parse(query.to)
  if (from !== undefined && to !== undefined && to <= from) {
    return refuseField('to', say('field.after_from'))
  }
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to: to - 1 }),
  }
}
