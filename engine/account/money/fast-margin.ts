import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { factorsOf } from '../../book/symbol-factors.js'
import { approximateSum } from '../../numbers/exact-sums.js'
import { approximatePowerOfTen, certainRound, PRODUCT_ERROR } from '../../numbers/rounding.js'
import type { Minor } from '../../units.js'
import { BUY, RATE, SELL, VALUE, VOLUME } from '../holdings/exposures.js'
import { approximateCharge } from './margin-charge.js'
import type { OpeningOrder } from './margin-parts.js'

/**
 * `hedgingCharges` of a symbol without pending orders, rounded, computed in doubles from an
 * exposure's row. Undefined if the rounding is doubtful (engine/numbers/rounding.ts, R2); then the integers
 * decide. `at` below zero means no row.
 */
export function fastSymbolMargin(
  rows: readonly number[],
  at: number,
  symbol: SymbolSpec,
  { currencyDigits }: GroupSpec,
  leverage: number,
  order: OpeningOrder | undefined,
): Minor | undefined {
  const factors = factorsOf(symbol)
  const bought = at < 0 ? 0 : (rows[at + BUY + VOLUME] as number)
  const sold = at < 0 ? 0 : (rows[at + SELL + VOLUME] as number)
  const net = bought - sold
  let sum = 0
  let size = 0
  if (net !== 0) {
    const leg = net > 0 ? at + BUY : at + SELL
    const factor = net > 0 ? factors.maintenanceBuy : factors.maintenanceSell
    const [volume, over] = [Math.abs(net), net > 0 ? bought : sold]
    const value = approximateSum(rows, leg + VALUE)
    const rate = approximateSum(rows, leg + RATE)
    sum = approximateCharge(factor, volume, over, value, rate, leverage)
    size = Math.abs(sum)
  }
  if (factors.covered !== undefined) {
    const isBuy = order?.side === 1
    const added = order === undefined ? 0 : order.volume
    const volume = Math.min(isBuy ? bought + added : bought, isBuy ? sold : sold + added)
    if (volume > 0) {
      let value = added === 0 || order === undefined ? 0 : added * order.price
      let rate = added === 0 || order === undefined ? 0 : added * Number(order.rateMargin)
      let least = value
      for (let leg = BUY; at >= 0 && leg <= SELL; leg += SELL - BUY) {
        const ofLeg = approximateSum(rows, at + leg + VALUE)
        least = Math.min(least, ofLeg)
        value += ofLeg
        rate += approximateSum(rows, at + leg + RATE)
      }
      // A negative value may make a sum much smaller than its parts, so the sum's size bounds no
      // error.
      if (least < 0) return undefined
      const over = bought + sold + added
      const amount = approximateCharge(factors.covered, volume, over, value, rate, leverage)
      sum += amount
      size += Math.abs(amount)
    }
  }
  if (order !== undefined) {
    const against = -order.side * net
    const open = against > 0 ? order.volume - against : order.volume
    if (open > 0) {
      const factor = order.side === 1 ? factors.initialBuy : factors.initialSell
      const amount = approximateCharge(
        factor,
        open,
        1,
        order.price,
        Number(order.rateMargin),
        leverage,
      )
      sum += amount
      size += Math.abs(amount)
    }
  }
  const scale = approximatePowerOfTen(currencyDigits)
  return certainRound(sum * scale, size * scale * PRODUCT_ERROR)
}
