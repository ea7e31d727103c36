import type { Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import type { ReadyData } from '../../../wire/frame/plain-frame.js'
import { Rows } from '../../../wire/schema/scalars.js'
import {
  CANDLES_DEFAULT,
  CandlesQuery,
  CandlesView,
  SymbolNameParams,
} from '../../../wire/schema/trading/candle.js'
import { TraderSymbolView } from '../../../wire/schema/trading/trader-symbol.js'
import { type Route, route } from '../../pipeline/route.js'

export const traderSymbolRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/trader/v1/symbols',
    audience: 'trader',
    accountHeader: true,
    summary: 'List the symbols that you may trade',
    description: "In their order, on the terms of the account's group.",
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
      'Bids, oldest first; between ask_low and ask_high was the ask. Without from the newest ones up to ' +
      'to, with it the first ones from there on; both are compared with the start of a candle and may be ' +
      `days on the server clock. At most limit (${CANDLES_DEFAULT} when left out). A period without ` +
      'quotes has no candle. The newest one goes on growing while complete is false.',
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

/** The answer as JSON text. */
function textOf(answer: Outcome<ReadyData>): JsonText | Refusal {
  if (!answer.ok) return answer
  assert(typeof answer.value === 'string', 'what was asked for as JSON is text')
  return new JsonText(answer.value)
}
