import type { Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import type { ReadyData } from '../../../wire/frame/plain-frame.js'
import {
  CANDLES_DEFAULT,
  CandlesQuery,
  CandlesView,
  SymbolNameParams,
} from '../../../wire/schema/trading/candle.js'
import { TraderSymbolView } from '../../../wire/schema/trading/trader-symbol.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'

export const traderSymbolRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/trader/v1/symbols',
    audience: 'trader',
    accountHeader: true,
    summary: 'List the symbols that you may trade',
    description: 'Lists symbols in their order, with the settings of the account’s group.',
    data: Rows(TraderSymbolView),
    errors: ['not_found'],
    async handle({ session, services }) {
      return textOf(await services.market.symbols(session.group, 'json'))
    },
  }),
  route({
    method: 'GET',
    path: '/trader/v1/symbols/{name}/candles',
    audience: 'trader',
    accountHeader: true,
    summary: 'Read the candles of a symbol',
    description:
      'Lists candles of the bid, oldest first; `ask_low` and `ask_high` are the range of the ' +
      'ask. Without `from` they are the newest ones up to `to`, with `from` the first ones after ' +
      'it. Both are compared with the start of a candle and can be days in server time.\n\n' +
      'A page has at most `limit` candles (default ' +
      `${CANDLES_DEFAULT}). A period without quotes has no candle. While ` +
      '`complete` is false, the newest candle still changes.',
    params: SymbolNameParams,
    query: CandlesQuery,
    data: CandlesView,
    errors: ['not_found', 'unavailable'],
    example: { params: { name: 'EURUSD' } },
    async handle({ session, services, params, query }) {
      const asked = { symbol: params.name, ...query }
      return textOf(await services.market.candles(session, asked, 'json'))
    },
  }),
]

function textOf(answer: Outcome<ReadyData>): JsonText | Refusal {
  if (!answer.ok) return answer
  assert(typeof answer.value === 'string', 'what was asked for as JSON is text')
  return new JsonText(answer.value)
}
