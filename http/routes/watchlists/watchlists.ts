import { groupOf } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isTraded, symbolOfGroup, tradedSymbol } from '../../../engine/book/group-symbols.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { WATCHLIST_SYMBOLS_MAX, WATCHLISTS_PER_ACCOUNT_MAX } from '../../../engine/limits/people.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import type { Fault } from '../../../engine/reasons/keyed-text.js'
import { say } from '../../../engine/reasons/reasons.js'
import { FIELDS_MAX } from '../../../wire/check/field-mistakes.js'
import { timeText } from '../../../wire/format/time-text.js'
import {
  CreateWatchlistBody,
  PatchWatchlistBody,
  WatchlistParams,
  WatchlistView,
} from '../../../wire/schema/people/watchlist.js'
import type { StoredWatchlist } from '../../../wire/stored/stored-watchlist.js'
import { Rows } from '../../../wire/types/scalars.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { brandOfHost } from '../../reach/brand-of-host.js'
import { type FrontRoute, route } from '../route.js'

/**
 * Routes for traders' watchlists, which are the same on every device (docs/run/settings-rules.md).
 */

const PATH = '/trader/v1/watchlists'
/** The changes are limited, because each one is a write to disk. */
const RATE: RouteRate = { per: 'login', max: 60, seconds: 60 }
const DEFAULT_NAME = 'Market Watch'
const SYMBOLS =
  '`symbols` are names, in any case, that your group can trade: at most ' +
  `${WATCHLIST_SYMBOLS_MAX} without duplicates.`

export const traderWatchlistRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: PATH,
    audience: 'trader',
    accountHeader: true,
    summary: 'List your watchlists',
    description:
      'Lists watchlists in the order of their creation, without symbols that your group cannot ' +
      'trade. If you have none, the list has the default watchlist of the brand or server, with ' +
      'id 0. To change that one, create it with POST.',
    data: Rows(WatchlistView),
    errors: ['unavailable'],
    async handle({ session, services, request }) {
      const kept = await services.desk.ask('watchlists.list', { login: session.login })
      if (!kept.ok) return kept
      const { book } = services.settings
      if (kept.value.length === 0) {
        const brand = brandOfHost(book.records, request)
        return defaultList(book, session.group, brand?.default_symbols ?? [])
      }
      return kept.value.map((list) => view(list, book, session.group))
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    audience: 'trader',
    accountHeader: true,
    refusesReadOnly: true,
    rate: RATE,
    idempotent: true,
    summary: 'Create a watchlist',
    description: `${SYMBOLS} \`conflict\`: you have ${WATCHLISTS_PER_ACCOUNT_MAX} watchlists.`,
    body: CreateWatchlistBody,
    data: WatchlistView,
    errors: ['conflict', 'unavailable'],
    example: { body: { name: 'Majors', symbols: ['EURUSD'] } },
    async handle(context) {
      const { session, services, body, keyed } = context
      const { book } = services.settings
      const symbols = symbolIds(body.symbols ?? [], book, session.group)
      if (isRefusal(symbols)) return symbols
      const made = await services.desk.ask('watchlists.create', {
        actor: context.actor,
        login: session.login,
        ...keyed,
        name: body.name.trim(),
        symbols,
      })
      return made.ok ? view(made.value, book, session.group) : made
    },
  }),
  route({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    audience: 'trader',
    accountHeader: true,
    refusesReadOnly: true,
    rate: RATE,
    summary: 'Rename a watchlist or replace its symbols',
    description: `\`symbols\` replaces the whole list. ${SYMBOLS}`,
    params: WatchlistParams,
    body: PatchWatchlistBody,
    data: WatchlistView,
    errors: ['not_found', 'unavailable'],
    example: { params: { id: '1' }, body: { name: 'Majors', symbols: ['EURUSD'] } },
    async handle({ session, services, params, body }) {
      const { book } = services.settings
      const symbols =
        body.symbols === undefined ? undefined : symbolIds(body.symbols, book, session.group)
      if (isRefusal(symbols)) return symbols
      const changed = await services.desk.ask('watchlists.change', {
        login: session.login,
        id: params.id,
        change: {
          ...(body.name === undefined ? {} : { name: body.name.trim() }),
          ...(symbols === undefined ? {} : { symbols }),
        },
      })
      return changed.ok ? view(changed.value, book, session.group) : changed
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    audience: 'trader',
    accountHeader: true,
    refusesReadOnly: true,
    rate: RATE,
    summary: 'Delete a watchlist',
    description:
      'Deletes the watchlist permanently. Without any, the default watchlist of the brand or ' +
      'server applies.',
    params: WatchlistParams,
    errors: ['not_found', 'unavailable'],
    example: { params: { id: '1' } },
    async handle({ session, services, params }) {
      const asked = { login: session.login, id: params.id }
      const removed = await services.desk.ask('watchlists.remove', asked)
      return removed.ok ? null : removed
    },
  }),
]

/** The ids of the named symbols in the given order, without duplicates. */
function symbolIds(names: readonly string[], book: Book, group: string): number[] | Refusal {
  const ids = new Set<number>()
  const unknown: Fault[] = []
  names.forEach((name, i) => {
    const symbol = tradedSymbol(book, group, name)
    if (symbol !== undefined) ids.add(symbol.id)
    else unknown.push({ path: `symbols[${i}]`, ...say('field.not_of_group') })
  })
  if (unknown.length > 0) return refuseInput(unknown.slice(0, FIELDS_MAX))
  if (ids.size <= WATCHLIST_SYMBOLS_MAX) return [...ids]
  return refuseField('symbols', say('field.symbols_max', { max: WATCHLIST_SYMBOLS_MAX }))
}

function view(list: StoredWatchlist, book: Book, groupPath: string) {
  const group = groupOf(book, groupPath)
  const symbols = list.symbols.flatMap((id) => {
    const listed = book.symbolsById.get(id)
    if (group === undefined || listed === undefined) return []
    return isTraded(symbolOfGroup(group, listed)) ? [listed.name] : []
  })
  const { id, name, created_at, updated_at } = list
  return {
    id,
    name,
    symbols,
    created_at: timeText(created_at),
    updated_at: timeText(updated_at),
  }
}

/**
 * The default list of the brand or the server, shown before the trader saves one; none if the group
 * trades none of its symbols.
 */
function defaultList(book: Book, group: string, ofBrand: readonly string[]) {
  const own = book.records.settings[0]?.default_watchlist ?? []
  const names = ofBrand.length === 0 ? own : ofBrand
  const symbols = names.flatMap((name) => tradedSymbol(book, group, name)?.name ?? [])
  if (symbols.length === 0) return []
  return [{ id: 0, name: DEFAULT_NAME, symbols, created_at: null, updated_at: null }]
}
