import type { Refusal } from '../../../engine/code.js'
import { datafeedsTimeoutSec } from '../../../engine/config/network-servers.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { lastSegment } from '../../../engine/names/group-path.js'
import { compiledMaskList } from '../../../engine/names/mask.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { because } from '../../../engine/reasons/reasons.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import {
  type SYMBOL_STATUSES,
  SymbolQuotesView,
  SymbolsPageView,
  SymbolsQuery,
} from '../../../wire/schema/settings/symbol.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'
import { symbolTicksRoute } from './ticks.js'

const PATH = '/admin/v1/symbols'
const RIGHT = 'config.symbols'
const READERS = [RIGHT, 'symbols.quick_edit']

/**
 * The fields that `symbols.quick_edit` allows to change: trading conditions, not the definition of
 * the symbol.
 */
const QUICK_FIELDS: ReadonlySet<string> = new Set([
  'trade_access',
  'spread_pts',
  'spread_balance_pts',
  'stops_level_pts',
  'freeze_level_pts',
  'swap_mode',
  'swap_long',
  'swap_short',
  'swap_days',
  'swap_year_days',
  'volume_min',
  'volume_max',
  'volume_step',
  'volume_limit',
])

const listRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  anyOf: READERS,
  summary: 'List symbols',
  description:
    'Lists symbols by position. The mask matches names and paths. `status` is `disabled` if ' +
    '`trade_access` is disabled, `quoted`, or `silent` while no quotes arrive.',
  query: SymbolsQuery,
  data: SymbolsPageView,
  handle({ query, services }) {
    const { mask, page, limit } = query
    const { symbols } = services.settings.book.records
    const found = mask === undefined ? symbols : covered(symbols, mask)
    const items = found.slice((page - 1) * limit, page * limit)
    return {
      items: items.map((symbol) => withStatus(symbol, services)),
      page,
      total: found.length,
    }
  },
})

const namesOf = new WeakMap<SymbolRecord, readonly [name: string, path: string]>()

function covered(symbols: readonly SymbolRecord[], mask: string): readonly SymbolRecord[] {
  const covers = compiledMaskList(mask)
  return symbols.filter((symbol) => {
    let names = namesOf.get(symbol)
    if (names === undefined) {
      const path = symbol.path.toLowerCase()
      names = [lastSegment(path), path]
      namesOf.set(symbol, names)
    }
    return covers(...names)
  })
}

const quotesRoute = route({
  method: 'GET',
  path: `${PATH}/{id}/quotes`,
  audience: 'staff',
  anyOf: READERS,
  summary: 'Read the quotes of a symbol',
  description:
    'Answers the last prices, and the highest and lowest bid of the day in server time. Prices ' +
    'are null if there was no quote, the day’s figures if there was none today.',
  params: RecordParams,
  data: SymbolQuotesView,
  errors: ['not_found'],
  example: { params: { id: '1' } },
  handle({ params, services }) {
    const { board } = services
    const book = services.settings.book
    const spec = book.symbolsById.get(params.id)
    if (spec === undefined) return because('not_found.symbol', { symbol: params.id })
    const quote = board.quote(spec.id)
    const range = board.dayRange(spec.id, services.clock.now())
    const price = (points: number | undefined): string | null =>
      points === undefined ? null : textFromScaled(points, spec.digits)
    return {
      id: spec.id,
      symbol: spec.name,
      bid: price(quote?.bid),
      ask: price(quote?.ask),
      at: quote === undefined ? null : new Date(quote.at).toISOString(),
      high: price(range?.high),
      low: price(range?.low),
    }
  },
})

export function withStatus(symbol: SymbolRecord, services: FrontServices) {
  return { ...symbol, status: statusOf(symbol, services) }
}

function statusOf(
  { id, trade_access }: SymbolRecord,
  { board, clock, settings }: FrontServices,
): (typeof SYMBOL_STATUSES)[number] {
  if (trade_access === 'disabled') return 'disabled'
  const quote = board.quote(id)
  const timeout = datafeedsTimeoutSec(settings.book)
  // Uses the absolute difference, because the wall clock may be set back: a quote from the future
  // is not fresh either.
  const isFresh = quote !== undefined && Math.abs(clock.now() - quote.at) < timeout * 1000
  return isFresh ? 'quoted' : 'silent'
}

function refuseBeyondQuickEdit(input: Readonly<Record<string, unknown>>): Refusal | undefined {
  const beyond = Object.keys(input).filter((field) => !QUICK_FIELDS.has(field))
  if (beyond.length === 0) return undefined
  return because('forbidden.changing', { fields: beyond.join(', '), right: RIGHT })
}

export const adminSymbolRoutes: readonly FrontRoute[] = [
  listRoute,
  ...configRoutes(
    {
      kind: 'symbols',
      path: PATH,
      right: RIGHT,
      readers: READERS,
      editors: READERS,
      refusePatch: refuseBeyondQuickEdit,
      one: 'a symbol',
      many: 'symbols',
      view: (symbol, { services }) => withStatus(symbol, services),
      examples: {
        create: {
          path: 'Forex\\Majors\\EURUSD',
          digits: 5,
          base_currency: 'EUR',
          profit_currency: 'USD',
          margin_currency: 'EUR',
          contract_size: '100000',
        },
        patch: { version: 1, trade_access: 'close_only' },
      },
    },
    'create',
    'order',
    'read',
    'patch',
    'delete',
  ),
  quotesRoute,
  symbolTicksRoute,
]
