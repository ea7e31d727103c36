import type { SymbolSpec } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import type { Quote } from '../prices.js'
import { routeRequest } from '../routing.js'
import type { DecisionContext } from './decide.js'

/**
 * The market that a market request is filled at: the symbol has a price, and the routing rules confirm
 * the request. `what` is what it is called when they do not.
 */
export function routedQuote(
  context: DecisionContext,
  symbol: SymbolSpec,
  requestKind: 'open' | 'close',
  what: 'order' | 'request',
): Quote | Refusal {
  const quote = context.prices.quote(symbol.id)
  if (quote === undefined) {
    return refuse('trade.off_quotes', `${symbol.name} has no price at the moment.`)
  }
  const rule = routeRequest(context.book, { requestKind, orderKind: 'market' })
  if (rule === undefined) return refuse('trade.rejected', `No routing rule takes this ${what}.`)
  if (rule.action === 'reject') {
    return refuse('trade.rejected', rule.action_value || `The ${what} was rejected.`)
  }
  return quote
}
