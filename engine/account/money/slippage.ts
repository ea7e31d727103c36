import { bigScaledFromText, trimmedTextFromScaled } from '../../numbers/decimal.js'
import { powerOfTen, roundedDivide } from '../../numbers/rounding.js'
import { type PricePts, type Side, VOLUME_DIGITS, type VolumeUnits } from '../../units.js'
import type { DealEvent, OrderEvent } from '../event.js'
import { wayOf } from '../rules/order-way.js'

/**
 * What a deal's price differs by from the one that was asked for: above 0 it is better for the client.
 *
 *   P1. Asked for is the price of a pending order, else the price or offer that a market order named, or the level that
 *       closed its position; without one the market that was seen when the order was decided: for one that waited when it
 *       began to wait, else at the deal.
 *   P2. A close by another position, a deal of no client's order and an order of before its rule was kept have none.
 *   P3. Its money is in the symbol's profit currency, to 8 decimals: points x lots x contract size, of futures with a tick
 *       by that. So no rate of then is needed, and sums are of one currency.
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

/** P1; 0 where nothing tells. */
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

/** The settings of a symbol that a point's money goes by. */
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
