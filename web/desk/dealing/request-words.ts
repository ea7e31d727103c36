import type { Request } from '../../staff/dealing/dealing.js'
import { type GroupPrice, priceOf } from '../../staff/dealing/prices.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { knownName, nameOf } from '../../text/name-of.js'
import { fractionOf, groupedLots, scaled, unscaled } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'

/** The request kinds that end in a fill. Only for these can the dealer set a price. */
const FILLS: ReadonlySet<string> = new Set(['open', 'close', 'activate', 'sl', 'tp', 'stop_out'])

export const fills = ({ request }: Request): boolean => FILLS.has(String(request['kind']))

export const field = ({ request }: Request, name: string): string => String(request[name] ?? '')

/** The request as text, such as `Buy 0.10 EURUSD`. */
export function whatText(row: Request): string {
  const side = knownName(dealingWords.value.sides, field(row, 'side')) ?? ''
  const volume = field(row, 'volume')
  return `${side} ${volume === '' ? '' : groupedLots(volume)} ${row.symbol}`.trim()
}

/** The kind of request as text, such as `open, at market`. */
export function kindText(row: Request): string {
  const { kinds, orderKinds } = dealingWords.value
  const kind = field(row, 'kind')
  const order = field(row, 'order_kind')
  const how = order === '' ? '' : `, ${nameOf(orderKinds, order)}`
  return `${nameOf(kinds, kind)}${how}`
}

/**
 * The current market with the markup of the account's group or, without a live price, the market
 * sent with the request.
 */
export function marketOf(row: Request): GroupPrice | null {
  const { group, symbol, bid, ask } = row
  return priceOf(group, symbol) ?? (bid === null || ask === null ? null : { bid, ask })
}

export const isLive = ({ group, symbol }: Request): boolean => priceOf(group, symbol) !== null

/** The side of the market at which the request would be filled. */
export function fillPrice(row: Request): string | null {
  const market = marketOf(row)
  if (market === null) return null
  return field(row, 'side') === 'buy' ? market.ask : market.bid
}

/**
 * How many points a price is worse for the client than the requested one. Negative if it is better,
 * null if the client requested no price.
 */
export function pointsWorse(row: Request, price: string | null): bigint | null {
  const asked = field(row, 'price')
  if (asked === '' || price === null || field(row, 'order_kind') !== 'market') return null
  const digits = Math.max(fractionOf(asked), fractionOf(price))
  const more = scaled(price, digits) - scaled(asked, digits)
  return field(row, 'side') === 'buy' ? more : -more
}

const PERCENT_DIGITS = 4

/**
 * The distance of a price from the market in percent, rounded up to two decimals; null without a
 * market.
 */
export function percentAway(price: string, market: string | null): string | null {
  const parts = distance(price, market)
  if (parts === null) return null
  const { apart, now } = parts
  return unscaled((apart * 10_000n + now - 1n) / now, 2)
}

/** Whether the distance of a price from the market exceeds a percentage. */
function isBeyond(price: string, market: string | null, percent: string): boolean {
  const parts = distance(price, market)
  if (parts === null) return false
  const bound = scaled(percent, PERCENT_DIGITS)
  return parts.apart * 10n ** BigInt(PERCENT_DIGITS + 2) > bound * parts.now
}

/** Whether a price is so far from the market that it may be a typing error. */
export const isFar = (price: string, market: string | null) => isBeyond(price, market, '1')

/** Whether the server requires a reason for this price. A bound of 0 means never. */
export const needsReason = (
  { deviation_pct: percent }: Request,
  price: string,
  market: string | null,
) => /[1-9]/.test(percent) && isBeyond(price, market, percent)

function distance(price: string, market: string | null) {
  if (market === null) return null
  const digits = Math.max(fractionOf(market), fractionOf(price))
  const [own, now] = [scaled(price, digits), scaled(market, digits)]
  return now <= 0n ? null : { apart: own > now ? own - now : now - own, now }
}

export function outcomeText(outcome: string): string {
  return knownName(dealingWords.value.outcomes, outcome) ?? refusalWords(outcome, outcome)
}
