import type { SymbolSpec } from '../book/compiled.js'
import type { Translate } from '../config/records/connection.js'
import type { DatafeedRecord } from '../config/records/datafeed.js'
import { lastMaskTakes } from '../names/mask.js'
import type { PricePts } from '../units.js'
import { pointsFromText, rescaledPoints } from './points.js'

/**
 * The name and the prices of one symbol at a feed. A provider's price is its text with `sourceDigits`
 * decimals (a longer one is rounded to them), converted to points of the symbol; then come the
 * markups, in points of the symbol. Each rounding is half away from zero.
 */
export interface Translation {
  /** The provider's name of the symbol. */
  readonly source: string
  readonly sourceDigits: number
  readonly digits: number
  readonly bidMarkup: PricePts
  readonly askMarkup: PricePts
}

/** The fields of a feed that determine its quotes. */
export type FeedRouting = Pick<
  DatafeedRecord,
  'enabled' | 'quotes_enabled' | 'symbols' | 'translates'
>

/**
 * The translation of a symbol. The last mask that matches decides; undefined if the feed's masks
 * exclude the symbol.
 */
export function translationOf(
  feed: FeedRouting,
  translate: Translate | undefined,
  symbol: SymbolSpec,
): Translation | undefined {
  if (!lastMaskTakes(feed.symbols, symbol.name, symbol.record.path)) return undefined
  const { digits } = symbol
  const source = translate?.source ?? ''
  return {
    source: source === '' ? symbol.name : source,
    sourceDigits: translate?.source_digits ?? digits,
    digits,
    bidMarkup: translate?.bid_markup_pts ?? 0,
    askMarkup: translate?.ask_markup_pts ?? 0,
  }
}

/**
 * The price in points of the symbol, before markups; undefined if the text is no price above zero.
 */
export function translatedPoints(
  text: string,
  { sourceDigits, digits }: Translation,
): PricePts | undefined {
  const points = pointsFromText(text, sourceDigits)
  return points === undefined || points <= 0
    ? undefined
    : rescaledPoints(points, sourceDigits, digits)
}
