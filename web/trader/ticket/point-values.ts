import { fractionOf, scaled, unscaled } from '../../text/numbers.js'
import {
  type Order,
  type Position,
  positionList,
  positions,
  terms,
  valuations,
} from '../account/account.js'
import { reductionBy } from './netting.js'
import { pointOfOrder } from './order-costs.js'
import { pointOfWaiting } from './waiting-points.js'

const VALUE_DIGITS = 8
const LOT_DIGITS = 8

/**
 * The position's profit at a price, without swap and costs, from its current point value; null if
 * unknown.
 */
export function moneyAt({ id, side, price_open }: Position, price: string): string | null {
  const value = valuations.value.get(id)?.point_value ?? null
  if (value === null) return null
  const digits = fractionOf(price_open)
  const points = scaled(price, digits) - scaled(price_open, digits)
  return amountOf((side === 'buy' ? points : -points) * scaled(value, VALUE_DIGITS))
}

/**
 * The profit of a pending order at `at` after a fill at its own price. Null if unknown, and for an
 * order that only reduces a position, which keeps its own stops.
 */
export function orderMoneyAt(
  { symbol, side, volume_current: lots, price }: Order,
  at: string,
): string | null {
  if (reductionBy(symbol, side, lots) !== null) return null
  const value = pointOfLots(symbol, side, lots) ?? pointOfWaiting(symbol, side, lots)
  if (value === null || price === undefined || price === null) return null
  const digits = Math.max(fractionOf(price), fractionOf(at))
  const points = scaled(at, digits) - scaled(price, digits)
  return amountOf((side === 'buy' ? points : -points) * value)
}

function amountOf(made: bigint): string {
  const shown = terms.value?.currency_digits ?? 2
  return unscaled(made / 10n ** BigInt(VALUE_DIGITS - shown), shown)
}

/** How much less the request gains at `price` than at `seen`; null if unknown. */
export function moneyBetween(
  { volume, symbol, position_id: id }: Readonly<Record<string, unknown>>,
  side: 'buy' | 'sell',
  seen: string,
  price: string,
): string | null {
  const name = typeof symbol === 'string' ? symbol : positions.value.get(Number(id))?.symbol
  const value = name === undefined ? null : pointOfLots(name, side, String(volume))
  if (value === null) return null
  const digits = Math.max(fractionOf(seen), fractionOf(price))
  const points = scaled(price, digits) - scaled(seen, digits)
  return amountOf((side === 'buy' ? -points : points) * value)
}

/**
 * The point value of a volume: from a position of the symbol (the value per lot is the same),
 * otherwise from the last check.
 */
function pointOfLots(symbol: string, side: 'buy' | 'sell', lots: string): bigint | null {
  for (const { id, symbol: own, volume } of positionList.value) {
    const value = valuations.value.get(id)?.point_value ?? null
    if (own !== symbol || value === null) continue
    return (scaled(value, VALUE_DIGITS) * scaled(lots, LOT_DIGITS)) / scaled(volume, LOT_DIGITS)
  }
  const checked = pointOfOrder(symbol, side, { volume: lots, price: null })
  return checked === null ? null : scaled(checked.value, VALUE_DIGITS)
}
