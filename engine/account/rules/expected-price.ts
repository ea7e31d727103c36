import type { SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import { type Refusal, refuse } from '../../code.js'
import { OFFER_SEC } from '../../config/records/server-settings.js'
import { textFromScaled, volumeText } from '../../numbers/decimal.js'
import { because } from '../../reasons/reasons.js'
import type { Login, PricePts, Side, VolumeUnits } from '../../units.js'
import type { DecisionContext } from '../decision.js'
import type { ExpectedPrice, RequestHead } from '../request.js'
import type { Account } from '../state.js'
import { marketPrice } from './fill.js'
import { noPrice } from './pending-price.js'
import { priceOf } from './protection.js'

/**
 * The price at which a market request is filled (docs/trade/orders.md).
 *
 *   - With a quote id: the offered price, for the offered side and at most the offered volume, once
 *     and while it is valid; otherwise `trade.price_changed`. If the market has moved past the
 *     server's own offer by more than `moveMaxPts`, the client gets another offer.
 *   - `request`: a request without an offer is answered with one.
 *   - `instant`: the market price. If it is worse than the client's by more than the deviation, the
 *     client gets an offer; a better price is passed on to the client.
 *   - `market`, `exchange`: the same, but with `trade.price_changed` instead of an offer.
 *
 * A request without a price gets the market price. Staff who act for an account get no offers. If a
 * dealer answered the request, the price was checked with the answer.
 */
export function expectedPrice(
  context: DecisionContext,
  account: Account,
  symbol: SymbolSpec,
  { side, volume }: { readonly side: Side; readonly volume: VolumeUnits },
  request: RequestHead & ExpectedPrice,
  quote: Quote,
): PricePts | Refusal {
  const market = marketPrice(side, quote)
  const { quoteId } = request
  if (context.answer !== undefined) return market
  if (quoteId !== '')
    return offeredPrice(context, account, symbol, { side, volume }, quoteId, quote)
  const { execution } = symbol.record
  const offered = (why: string): Refusal =>
    offer(context, account, symbol, { side, volume }, quote, why)
  if (execution === 'request' && request.dealer === 0) {
    return offered(`${symbol.name} is traded at offered prices`)
  }
  if (request.price === '') return market
  const wanted = priceOf(symbol, request.price)
  if (wanted === undefined) return noPrice(symbol, 'price', request.price)
  if (side * (market - wanted) <= request.deviationPts) return market
  if (execution === 'instant' && request.dealer === 0) {
    return offered('The price has moved')
  }
  const now = textFromScaled(market, symbol.digits)
  return because('trade.price_changed.deviation', { price: now })
}

/** The price that a market request names, or the price of its offer; 0 means the market price. */
export function requestedPrice(
  { offers, now }: DecisionContext,
  { login }: Account,
  symbol: SymbolSpec,
  side: Side,
  { price, quoteId }: ExpectedPrice,
): PricePts {
  if (quoteId === '') return price === '' ? 0 : (priceOf(symbol, price) ?? 0)
  const made = offers.find(login, quoteId, now)
  if (made === undefined || made.side !== side) return 0
  return side === 1 ? made.ask : made.bid
}

function offeredPrice(
  context: DecisionContext,
  account: Account,
  symbol: SymbolSpec,
  asked: OfferTerms,
  quoteId: string,
  quote: Quote,
): PricePts | Refusal {
  const { side, volume } = asked
  const made = context.offers.find(account.login, quoteId, context.now)
  if (made === undefined || made.symbolId !== symbol.id || made.side !== side) {
    return because('trade.price_changed.offer_over')
  }
  if (volume > made.volume) {
    const most = volumeText(made.volume)
    return because('trade.price_changed.offer_volume', { volume: most })
  }
  const price = side === 1 ? made.ask : made.bid
  const passed = side * (marketPrice(side, quote) - price)
  if (made.dealer === undefined && passed > made.moveMaxPts) {
    return offer(context, account, symbol, asked, quote, 'The price has moved on')
  }
  return price
}

/**
 * By default the server honours its offer until the market has moved past it by more than this many
 * spreads.
 */
const MOVE_SPREADS = 2

interface OfferTerms {
  readonly side: Side
  readonly volume: VolumeUnits
}

/** A dealer's offer is valid as long as the dealer chose. */
export interface DealersOffer {
  readonly dealer: Login
  /** Seconds of validity; undefined for the usual duration of the server's offers. */
  readonly validSec: number | undefined
}

/** Refuses the request with an offer: prices under a quote id, valid for some seconds. */
export function offer(
  { offers, now, book }: Pick<DecisionContext, 'offers' | 'now' | 'book'>,
  account: Account,
  symbol: SymbolSpec,
  { side, volume }: OfferTerms,
  { bid, ask }: Pick<Quote, 'bid' | 'ask'>,
  why: string,
  dealers?: DealersOffer,
): Refusal {
  const seconds = dealers?.validSec ?? offerSec(book)
  const until = now + seconds * 1000
  const quoteId = offers.make(account.login, {
    symbolId: symbol.id,
    group: account.groupPath,
    side,
    volume,
    bid,
    ask,
    at: now,
    until,
    moveMaxPts: symbol.record.offer_move_pts || MOVE_SPREADS * (ask - bid),
    ...(dealers && { dealer: dealers.dealer }),
  })
  const text = (points: PricePts): string => textFromScaled(points, symbol.digits)
  return {
    ...refuse(
      'trade.requote',
      `${why}: ${text(bid)} / ${text(ask)}. Send the request with this quote_id within ${seconds} seconds to take it.`,
    ),
    offer: {
      bid: text(bid),
      ask: text(ask),
      quote_id: quoteId,
      until: new Date(until).toISOString(),
    },
  }
}

/** How long an offer of the server is valid, in seconds. */
function offerSec({ records }: DecisionContext['book']): number {
  return records.settings[0]?.offer_sec ?? OFFER_SEC
}
