import { set, settings } from '../../settings/settings.js'
import { type MarketSymbol, symbols } from '../../state/market.js'
import { digitsOf, grouped, scaled, unscaled } from '../../text/numbers.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'

/** The ticket's volume for each symbol, because a lot differs between symbols. */
const FIRST = '0.10'
const KEPT_MAX = 200
const VOLUME_DIGITS = 8

/** The ticket's volume as typed, or the symbol's default. */
export function typedVolume(symbol: MarketSymbol): string {
  return settings.value.volumes[symbol.name] ?? firstVolume(symbol)
}

/** The ticket's volume as a number; empty if it is invalid, so that no order can be sent. */
export function volumeOf(symbol: MarketSymbol): string {
  return lotsTyped(typedVolume(symbol), symbol) ?? ''
}

/** The typed lots as a number; null if invalid or ambiguous. */
export function lotsTyped(typed: string, symbol: MarketSymbol): string | null {
  return typedNumber(typed, volumeDigits(symbol), 'asked')
}

export function volumeDigits({ volume_step }: MarketSymbol): number {
  return Math.max(2, digitsOf(volume_step))
}

/** A volume as text, such as `0.10` or `1,234.00`. */
export function lotsWords(name: string, lots: string): string {
  return grouped(lotsText(name, lots))
}

/** A volume with the decimals of the symbol's step, such as `0.10` or `1.00`. */
export function lotsText(name: string, lots: string): string {
  const symbol = symbols.value.get(name)
  const digits = Math.max(symbol === undefined ? 2 : volumeDigits(symbol), digitsOf(lots))
  return unscaled(scaled(lots, digits), digits)
}

export function setVolume(symbol: string, volume: string): void {
  const { [symbol]: before, ...others } = settings.value.volumes
  const kept = Object.entries(others).slice(-KEPT_MAX + 1)
  set({ volumes: { ...Object.fromEntries(kept), [symbol]: volume } })
}

/** The default: 0.10 lots, within the symbol's minimum and maximum. */
function firstVolume(symbol: MarketSymbol): string {
  const digits = volumeDigits(symbol)
  const [first, least, most] = [FIRST, symbol.volume_min, symbol.volume_max].map((one) =>
    scaled(one, VOLUME_DIGITS),
  ) as [bigint, bigint, bigint]
  const within = first < least ? least : first > most && most > 0n ? most : first
  return fieldText(unscaled(within / 10n ** BigInt(VOLUME_DIGITS - digits), digits))
}
