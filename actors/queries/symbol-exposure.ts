import { trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { VOLUME_DIGITS } from '../../engine/units.js'
import type { OpenVolume } from '../../storage/repos/reports/exposure.js'

/** The open volume of a symbol, in lots. */
export interface SymbolExposure {
  readonly symbol: string
  readonly symbol_id: number
  readonly buy_volume: string
  readonly sell_volume: string
  readonly net_volume: string
  readonly positions: number
}

/** The exposure as rows: one per symbol, sorted by name. */
export function exposureRows(
  volumes: readonly OpenVolume[],
  nameOf: (symbolId: number) => string,
): SymbolExposure[] {
  const sums = new Map<number, { buy: bigint; sell: bigint; positions: number }>()
  for (const [id, side, volume, positions] of volumes) {
    const sum = sums.get(Number(id)) ?? { buy: 0n, sell: 0n, positions: 0 }
    if (side === 1n) sum.buy += volume
    else sum.sell += volume
    sum.positions += Number(positions)
    sums.set(Number(id), sum)
  }
  const rows = [...sums].map(([id, { buy, sell, positions }]) => ({
    symbol: nameOf(id),
    symbol_id: id,
    buy_volume: trimmedTextFromScaled(buy, VOLUME_DIGITS),
    sell_volume: trimmedTextFromScaled(sell, VOLUME_DIGITS),
    net_volume: trimmedTextFromScaled(buy - sell, VOLUME_DIGITS),
    positions,
  }))
  return rows.sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}
