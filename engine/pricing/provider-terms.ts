import type { SymbolSpec } from '../book/compiled.js'
import type { Translate } from '../config/records/connection.js'
import { bigScaledFromText, textFromScaled, trimmedTextFromScaled } from '../numbers/decimal.js'
import { roundedDivide } from '../numbers/rounding.js'
import { FIXED8_DIGITS, FIXED8_ONE, type PricePts, type Side, type VolumeUnits } from '../units.js'
import { pointsFromText, rescaledPoints } from './points.js'

/**
 * Converts an order's symbol, price and quantity to the provider's notation and back. Quotes to
 * clients are the provider's prices with our markup, so a fill gets the markup of its side, and a
 * limit is sent without it. Quotes and fills are rounded half away from zero; a limit is never
 * rounded to the client's disadvantage.
 */
export interface ProviderTerms {
  readonly symbolId: number
  /** The provider's name of the symbol. */
  readonly source: string
  readonly sourceDigits: number
  readonly digits: number
  readonly bidMarkup: PricePts
  readonly askMarkup: PricePts
  /** The provider's quantity of one lot, in units of 1e-8. */
  readonly perLot: bigint
}

export type QuantityMode = 'Units' | 'Lots'

export function providerTerms(
  symbol: SymbolSpec,
  translate: Translate | undefined,
  mode: QuantityMode,
): ProviderTerms {
  const source = translate?.source ?? ''
  return {
    symbolId: symbol.id,
    source: source === '' ? symbol.name : source,
    sourceDigits: translate?.source_digits ?? symbol.digits,
    digits: symbol.digits,
    bidMarkup: translate?.bid_markup_pts ?? 0,
    askMarkup: translate?.ask_markup_pts ?? 0,
    perLot: mode === 'Lots' ? FIXED8_ONE : symbol.contractSize,
  }
}

/** The exact quantity, because lots and contract sizes have 8 decimals each. */
export function quantityText(volume: VolumeUnits, { perLot }: ProviderTerms): string {
  return trimmedTextFromScaled(BigInt(volume) * perLot, 2 * FIXED8_DIGITS)
}

/** The volume of a quantity; 0 if the quantity is invalid or too large. */
export function volumeOf(quantity: string, { perLot }: ProviderTerms): VolumeUnits {
  const scaled = bigScaledFromText(quantity, 2 * FIXED8_DIGITS)
  if (scaled === undefined || scaled <= 0n) return 0
  const volume = Number(roundedDivide(scaled, perLot))
  return Number.isSafeInteger(volume) ? volume : 0
}

/**
 * The worst price that the provider may fill at, so that the price with our markup is no worse than
 * `limit`.
 */
export function limitText(limit: PricePts, side: Side, terms: ProviderTerms): string {
  return priceText(limit, side, side, terms)
}

/**
 * The trigger price for the provider, so that the order does not trigger before our price reaches
 * `stop`.
 */
export function stopText(stop: PricePts, side: Side, terms: ProviderTerms): string {
  return priceText(stop, side, side === 1 ? -1 : 1, terms)
}

/** Rounds down for a buy and up for a sell. */
function priceText(limit: PricePts, side: Side, way: Side, terms: ProviderTerms): string {
  const { digits, sourceDigits } = terms
  const bare = limit - markupOf(side, terms)
  if (sourceDigits >= digits) {
    return textFromScaled(BigInt(bare) * 10n ** BigInt(sourceDigits - digits), sourceDigits)
  }
  const step = 10 ** (digits - sourceDigits)
  const steps = way === 1 ? Math.floor(bare / step) : Math.ceil(bare / step)
  return textFromScaled(steps, sourceDigits)
}

/** The client's fill price in points; 0 if the text is no price. */
export function fillPrice(text: string, side: Side, terms: ProviderTerms): PricePts {
  const points = pointsFromText(text, terms.sourceDigits)
  if (points === undefined || points <= 0) return 0
  return Math.max(
    0,
    rescaledPoints(points, terms.sourceDigits, terms.digits) + markupOf(side, terms),
  )
}

function markupOf(side: Side, { bidMarkup, askMarkup }: ProviderTerms): PricePts {
  return side === 1 ? askMarkup : bidMarkup
}
