import type { SymbolSpec } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import { textFromScaled } from '../decimal.js'
import type { Quote } from '../prices.js'
import { type RoutedRequest, routeRequest } from '../routing.js'
import { wallTime } from '../server-clock.js'
import type { Side, VolumeUnits } from '../units.js'
import type { DecisionContext } from './decide.js'
import type { Account } from './state.js'

/** What the routing rules look at in a market request. */
export interface MarketRequest {
  readonly kind: 'open' | 'close'
  readonly side: Side
  readonly volume: VolumeUnits
  readonly comment: string
}

/**
 * The market that a market request is filled at: the symbol has a price, and the routing rules confirm
 * the request. A market request has no price of its own, so to confirm its price is to confirm the
 * market's.
 */
export function routedQuote(
  context: DecisionContext,
  account: Account,
  symbol: SymbolSpec,
  request: MarketRequest,
): Quote | Refusal {
  const what = request.kind === 'open' ? 'order' : 'request'
  const quote = context.prices.quote(symbol.id)
  if (quote === undefined) {
    return refuse('trade.off_quotes', `${symbol.name} has no price at the moment.`)
  }
  const routed = new RoutedMarketRequest(context, account, symbol, request)
  const rule = routeRequest(context.book, routed, (one) => one.skip_no_dealer)
  switch (rule?.action) {
    case 'confirm_market_price':
    case 'confirm_request_price':
      return quote
    case undefined:
      return refuse('trade.rejected', `No routing rule takes this ${what}.`)
    case 'requote': {
      const text = (points: number): string => textFromScaled(points, symbol.digits)
      const now = `${text(quote.bid)} / ${text(quote.ask)}`
      return refuse('trade.requote', `The price is ${now} now. Send the ${what} again.`)
    }
    case 'dealer':
    case 'online_dealers':
      return refuse('trade.no_connection', `No dealer is online to take this ${what}.`)
    case 'gateway':
      return refuse('trade.no_connection', `The provider of ${symbol.name} is not connected.`)
    default:
      return refuse('trade.rejected', rule?.action_value || `The ${what} was rejected.`)
  }
}

class RoutedMarketRequest implements RoutedRequest {
  readonly orderKind = 'market'
  readonly requestKind: string
  readonly login: number
  readonly group: string
  readonly symbol: { readonly name: string; readonly path: string }
  readonly side: 'buy' | 'sell'
  readonly volume: VolumeUnits
  readonly deviationPts = 0
  readonly comment: string
  readonly #context: DecisionContext

  constructor(
    context: DecisionContext,
    account: Account,
    symbol: SymbolSpec,
    request: MarketRequest,
  ) {
    this.#context = context
    this.requestKind = request.kind
    this.login = account.login
    this.group = account.groupPath
    this.symbol = { name: symbol.name, path: symbol.record.path }
    this.side = request.side === 1 ? 'buy' : 'sell'
    this.volume = request.volume
    this.comment = request.comment
  }

  hour(): number {
    return Math.floor(wallTime(this.#context.book.clock, this.#context.now).minute / 60)
  }

  weekday(): number {
    return wallTime(this.#context.book.clock, this.#context.now).weekday
  }
}
