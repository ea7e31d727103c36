import { textFromScaled, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { VOLUME_DIGITS } from '../../engine/units.js'
import { type JsonValue, jsonOf } from '../format/json-parts.js'

/** Sums over a list of closed positions. Amounts are in minor units with `digits` decimals. */
export interface ClosedSums {
  count: bigint
  commission: bigint
  fee: bigint
  profit: bigint
  swap: bigint
  volume: bigint
}

export function closedSumsText(sums: ClosedSums, digits: number): JsonValue {
  const money = (amount: bigint): string => textFromScaled(amount, digits)
  return jsonOf({
    commission: money(sums.commission),
    count: Number(sums.count),
    fee: money(sums.fee),
    profit: money(sums.profit),
    swap: money(sums.swap),
    volume: trimmedTextFromScaled(sums.volume, VOLUME_DIGITS),
  })
}
