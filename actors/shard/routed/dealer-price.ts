import { isNear } from '../../../engine/account/money/money-bounds.js'
import { isTrading } from '../../../engine/account/rules/at-provider/waiting.js'
import { marketPrice } from '../../../engine/account/rules/fill.js'
import { noPrice } from '../../../engine/account/rules/pending-price.js'
import { priceOf } from '../../../engine/account/rules/protection.js'
import { deviationOf, isBeyond } from '../../../engine/book/dealing-deviation.js'
import { isUsable, type Quote } from '../../../engine/book/prices.js'
import type { Refusal } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { PricePts, UnixMs } from '../../../engine/units.js'
import type { DealingAct } from '../../../wire/thread/dealing.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest, WithDealersState } from './parked-requests.js'
import type { Parking } from './parking.js'

/** The accounts of a shard, with the requests that dealers answer. */
export interface DealtBooks extends AccountBooks {
  readonly parking: Parking
  /** The clock's current time, by which a price is too old. */
  readonly clockAt: UnixMs
}

/**
 * A dealer's action on a request with a price to check. The market price is the price at which the
 * client would trade: the ask of the client's group for a buy, the bid for a sell.
 */
export interface PricedAction {
  readonly core: DealtBooks
  readonly act: DealingAct
  readonly parked: ParkedRequest
  readonly state: WithDealersState
}

/**
 * True if the request fills something. A close by does not: it uses the price of the opposite
 * position.
 */
export function isFill({ asked }: ParkedRequest): boolean {
  return isTrading(asked['kind'] as string)
}

/**
 * The dealer's price, or the market price if the dealer sent none; 0 for a request that fills
 * nothing.
 */
export function priceGiven(
  { core, act, parked, state }: PricedAction,
  quote: Quote | undefined,
): PricePts | Refusal {
  const { symbol, side } = state.wait
  if (!isFill(parked)) {
    if (act.price === '' && act.act !== 'requote') return 0
    return because('trade.invalid_price.fills_nothing')
  }
  if (act.price !== '') {
    const given = priceOf(symbol, act.price)
    if (given === undefined) return noPrice(symbol, 'price', act.price)
    const market = quote === undefined ? given : marketPrice(side, quote)
    if (isNear(given, market)) return given
    const said = textFromScaled(market, symbol.digits)
    return because('trade.invalid_price.far', { market: said })
  }
  if (quote === undefined || !isUsable(quote, core.clockAt)) {
    return because('trade.off_quotes.dealer', { symbol: symbol.name })
  }
  return marketPrice(side, quote)
}

/** Refuses a price without a reason if it is too far from the market. */
export function reasonMissing(
  { core, act, state: { wait } }: PricedAction,
  quote: Quote | undefined,
  price: PricePts,
): Refusal | undefined {
  if (act.reason.trim() !== '' || quote === undefined) return undefined
  const percent = deviationOf(core.book)
  const market = marketPrice(wait.side, quote)
  if (!isBeyond(price, market, percent)) return undefined
  const text = (of: PricePts) => textFromScaled(of, wait.symbol.digits)
  const params = { price: text(price), percent: String(percent), market: text(market) }
  return refuseField('reason', say('field.reason_needed', params))
}

/** Refuses a price that is worse than the client accepted. */
export function worseThanRequested(
  { parked: { worstPrice }, state: { wait } }: PricedAction,
  price: PricePts,
): Refusal | undefined {
  if (worstPrice === undefined || wait.side * (price - worstPrice) <= 0) return undefined
  const worst = textFromScaled(worstPrice, wait.symbol.digits)
  return because('trade.invalid_price.worst', { price: worst })
}

/** The decision input for a confirmation at this price. */
export function confirmation({ act, state: { wait } }: PricedAction, price: PricePts) {
  const { clearsStops, ruleId } = wait
  return { price, dealer: act.by.login, clearsStops, ruleId }
}
