import { symbolByName } from '../../../engine/book/book.js'
import { isRefusal } from '../../../engine/code.js'
import { bigScaledFromText, whyNotScaled } from '../../../engine/numbers/decimal.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because } from '../../../engine/reasons/reasons.js'
import { FIXED8_DIGITS } from '../../../engine/units.js'
import { HoldersQuery, HoldersView } from '../../../wire/schema/trading/holders.js'
import { groupWatchOf } from '../../reach/group-reach.js'
import { largestHolders } from '../../readers/symbol-holders.js'
import { type FrontRoute, route } from '../route.js'

/** The route for accounts with the largest positions in a symbol. */
export const adminHolderRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/exposure/accounts',
    audience: 'staff',
    rights: ['accounts.view', 'trades.view'],
    summary: 'List the accounts that hold most of a symbol',
    description:
      'Lists accounts in your scope whose groups match the mask and that hold the symbol, ' +
      'largest first. `by` sorts by net lots, gross lots (buys plus sells) or floating profit, ' +
      'without their sign.\n\n' +
      'Profits are compared in the profit currency of the symbol, as is `min`; the answer shows ' +
      'them in the currency of the account. The server reads the accounts one after another ' +
      'during the request.',
    query: HoldersQuery,
    data: HoldersView,
    errors: ['not_found', 'unavailable'],
    rate: { per: 'login', max: 60, seconds: 60 },
    input({ query: { min } }) {
      const scaled = bigScaledFromText(min, FIXED8_DIGITS)
      return scaled ?? refuseField('min', whyNotScaled(min, FIXED8_DIGITS))
    },
    async handle({ query, input: min, session, services }) {
      const { by, limit } = query
      const { trading, clock, settings } = services
      const symbol = symbolByName(settings.book, query.symbol)
      if (symbol === undefined) return because('not_found.symbol', { symbol: query.symbol })
      const groups = groupWatchOf(session, query.group)
      const asked = { ...groups, symbol_id: symbol.id, by, min: String(min), limit }
      const rows = await largestHolders(trading.shards, asked)
      if (isRefusal(rows)) return rows
      return { symbol: symbol.name, at: new Date(clock.now()).toISOString(), rows: [...rows] }
    },
  }),
]
