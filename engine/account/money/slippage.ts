import { bigScaledFromText, trimmedTextFromScaled } from '../../numbers/decimal.js'
import { powerOfTen, roundedDivide } from '../../numbers/rounding.js'
import { type PricePts, type Side, VOLUME_DIGITS, type VolumeUnits } from '../../units.js'
import type { DealEvent, OrderEvent } from '../event.js'
import { wayOf } from '../rules/order-way.js'

/**
 * Slippage: the difference between a deal's price and the requested price. Positive is better for
 * the client.
 *
 *   P1. The requested price is the price of a pending order, the price or offer that a market order
 *       named, or the level that closed its position. Without one it is the market price when the
 *       order was decided; for an order that waited, when it began to wait.
 *   - A close by has no slippage, nor has a deal without a client's order, or an order from before
 *     its routing rule was stored.
 *   P3. The amount is in the symbol's profit currency with 8 decimals: points x lots x contract
 *       size, or the tick value for futures with one. So no historical rate is needed, and sums
 *       have one currency.
 */
export function slippagePts(
  order: Pick<OrderEvent, 'kind' | 'price' | 'priceAsked' | 'ruleId' | 'way' | 'reason'>,
  deal: Pick<DealEvent, 'side' | 'price' | 'entry' | 'bid' | 'ask'>,
): PricePts | undefined {
  const { side, price, entry } = deal
  if (side === 0 || entry === 'out_by' || entry === 'balance') return undefined
  if (order.ruleId === 0 || order.reason === 'gateway') return undefined
  const asked = askedOf(order, deal, side)
  return asked === 0 ? undefined : side * (asked - price)
}

/** The requested price (P1); 0 if it is unknown. */
function askedOf(
  order: Pick<OrderEvent, 'kind' | 'price' | 'priceAsked' | 'way'>,
  deal: Pick<DealEvent, 'bid' | 'ask'>,
  side: Side,
): PricePts {
  if (order.kind !== 'market') return order.price
  if (order.priceAsked !== 0) return order.priceAsked
  const { bid = deal.bid, ask = deal.ask } = wayOf(order)
  return side === 1 ? ask : bid
}

/** The symbol settings that determine the value of a point. */
export interface PointTerms {
  readonly digits: number
  readonly calc_mode: string
  readonly contract_size: string
  readonly tick_size: string
  readonly tick_value: string
}

export const SLIPPAGE_DIGITS = 8
const TERM_DIGITS = 12

/** P3, in units of 1e-8. */
export function slippageMoney(points: PricePts, volume: VolumeUnits, terms: PointTerms): bigint {
  const term = (text: string): bigint => bigScaledFromText(text, TERM_DIGITS) ?? 0n
  const [tick, value] = [term(terms.tick_size), term(terms.tick_value)]
  const hasTick = terms.calc_mode === 'futures' && tick > 0n && value > 0n
  const [size, per] = hasTick ? [value, tick] : [term(terms.contract_size), powerOfTen(TERM_DIGITS)]
  const amount = BigInt(points) * BigInt(volume) * size * powerOfTen(SLIPPAGE_DIGITS)
  return roundedDivide(amount, per * powerOfTen(terms.digits) * powerOfTen(VOLUME_DIGITS))
}

export function slippageText(money: bigint): string {
  return trimmedTextFromScaled(money, SLIPPAGE_DIGITS)
}
