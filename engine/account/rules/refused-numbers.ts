import type { SymbolSpec } from '../../book/compiled.js'
import type { NumbersOf, PriceNumbers, VolumeNumbers } from '../../code.js'
import { bigScaledFromText, textFromScaled, volumeText } from '../../numbers/decimal.js'
import type { PricePts, UnixMs, VolumeUnits } from '../../units.js'

/**
 * Numbers that explain a refusal to programs, because its text is for people.
 *
 * `nearest` is the allowed value closest to the requested one, the smaller of two equally close
 * ones; null if no value is allowed.
 */

/** The numbers for a volume: the allowed range and step, with at most `max`. */
export function volumeNumbers(
  { volumeMin: min, volumeStep: step, volumeMax }: SymbolSpec,
  asked: VolumeUnits,
  max: VolumeUnits = volumeMax,
): VolumeNumbers {
  const most = Math.min(max, volumeMax)
  const steps = Math.floor((most - min) / step)
  const wanted = Math.min(steps, Math.max(0, Math.ceil((asked - min) / step - 1 / 2)))
  return {
    min: volumeText(min),
    max: volumeText(Math.max(0, most)),
    step: volumeText(step),
    nearest: steps < 0 ? null : volumeText(min + wanted * step),
  }
}

/** The numbers for a part of a position: steps of the symbol, or the whole position. */
export function partNumbers(
  symbol: SymbolSpec,
  asked: VolumeUnits,
  whole: VolumeUnits,
): VolumeNumbers {
  const { volumeMin: min, volumeStep: step } = symbol
  const steps = Math.floor((whole - min) / step)
  const wanted = Math.min(steps, Math.max(0, Math.ceil((asked - min) / step - 1 / 2)))
  const part = min + wanted * step
  const isPart = steps >= 0 && Math.abs(asked - part) <= Math.abs(whole - asked)
  return {
    min: volumeText(Math.min(min, whole)),
    max: volumeText(whole),
    step: volumeText(step),
    nearest: volumeText(isPart ? part : whole),
  }
}

/**
 * The numbers for a price that is too close: `limit` is the last allowed price; with `side` 1
 * higher prices are allowed too.
 */
export function distanceNumbers(
  symbol: SymbolSpec,
  field: string,
  distance: number,
  limit: PricePts,
  side: 1 | -1,
): PriceNumbers {
  const { tickPts: tick } = symbol
  const ticks = side === 1 ? Math.ceil(limit / tick) : Math.floor(limit / tick)
  return { field, distance_pts: distance, nearest: priceText(symbol, ticks * tick) }
}

/** The numbers for a price that is not valid for the symbol. */
export function tickNumbers(symbol: SymbolSpec, field: string, text: string): PriceNumbers {
  const scaled = bigScaledFromText(text, DECIMALS)
  const tick = BigInt(symbol.tickPts) * 10n ** BigInt(DECIMALS - symbol.digits)
  const below = scaled === undefined || scaled < 0n ? 0n : scaled / tick
  const isNearer = scaled !== undefined && scaled > 0n && 2n * (scaled % tick) > tick
  const ticks = isNearer || below === 0n ? below + 1n : below
  const nearest = Number(ticks) * symbol.tickPts
  const isPrice = Number.isSafeInteger(nearest)
  return { field, distance_pts: null, nearest: isPrice ? priceText(symbol, nearest) : null }
}

/** The numbers for a field that is not allowed at all, or not at the current market. */
export function fieldNumbers(field: string, distance: number | null = null): PriceNumbers {
  return { field, distance_pts: distance, nearest: null }
}

export function opensNumbers(at: UnixMs | undefined): NumbersOf['trade.market_closed'] {
  return { opens_at: at === undefined ? null : new Date(at).toISOString() }
}

/** The most decimals of a number in a request; no symbol has as many. */
const DECIMALS = 12

function priceText({ digits }: SymbolSpec, price: PricePts): string | null {
  return price > 0 ? textFromScaled(price, digits) : null
}
