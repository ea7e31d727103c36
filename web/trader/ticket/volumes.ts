import { set, settings } from '../../settings/settings.js'
import { type MarketSymbol, symbols } from '../../state/market.js'
import { digitsOf, grouped, scaled, unscaled } from '../../text/numbers.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'

/** Lots of the ticket: each symbol has its own, since a lot of one is not a lot of another. */
const FIRST = '0.10'
const KEPT_MAX = 200
const VOLUME_DIGITS = 8

/** The volume in the ticket: as typed, or the first one for the symbol. */
export function typedVolume(symbol: MarketSymbol): string {
  return settings.value.volumes[symbol.name] ?? firstVolume(symbol)
}

/** The ticket's volume as a number; empty while it is none, so that no order goes with it. */
export function volumeOf(symbol: MarketSymbol): string {
  return lotsTyped(typedVolume(symbol), symbol) ?? ''
}

/** Lots as somebody types them for a symbol; null if they are no number or can be read as two. */
export function lotsTyped(typed: string, symbol: MarketSymbol): string | null {
  return typedNumber(typed, volumeDigits(symbol), 'asked')
}

export function volumeDigits({ volume_step }: MarketSymbol): number {
  return Math.max(2, digitsOf(volume_step))
}

/** Lots of a symbol in words: `0.10`, `1,234.00`. */
export function lotsWords(name: string, lots: string): string {
  return grouped(lotsText(name, lots))
}

/** Lots at the digits of the symbol's step: `0.10`, `1.00`. */
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

/** A tenth of a lot, or the least and most that the symbol has. */
function firstVolume(symbol: MarketSymbol): string {
  const digits = volumeDigits(symbol)
  const [first, least, most] = [FIRST, symbol.volume_min, symbol.volume_max].map((one) =>
    scaled(one, VOLUME_DIGITS),
  ) as [bigint, bigint, bigint]
  const within = first < least ? least : first > most && most > 0n ? most : first
  return fieldText(unscaled(within / 10n ** BigInt(VOLUME_DIGITS - digits), digits))
}
