import type { Request } from '../../staff/dealing.js'
import { type GroupPrice, priceOf } from '../../staff/prices.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { fractionOf, scaled, typedNumber } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'

/** Requests that fill something: only these have a price to give. */
const FILLS: ReadonlySet<string> = new Set(['open', 'close', 'activate', 'sl', 'tp', 'stop_out'])

export const fills = ({ request }: Request): boolean => FILLS.has(String(request['kind']))

export const field = ({ request }: Request, name: string): string => String(request[name] ?? '')

/** `Buy 0.10 EURUSD`. */
export function whatText(row: Request): string {
  const side = dealingWords.value.sides[field(row, 'side')] ?? ''
  return `${side} ${field(row, 'volume')} ${row.symbol}`.trim()
}

/** `open, at market`. */
export function kindText(row: Request): string {
  const { kinds, orderKinds } = dealingWords.value
  const kind = field(row, 'kind')
  const order = field(row, 'order_kind')
  const how = order === '' ? '' : `, ${orderKinds[order] ?? order}`
  return `${kinds[kind] ?? kind}${how}`
}

/** The market as the account's group has it now, or as it was told with the request. */
export function marketOf(row: Request): GroupPrice | null {
  const { group, symbol, bid, ask } = row
  return priceOf(group, symbol) ?? (bid === null || ask === null ? null : { bid, ask })
}

export const isLive = ({ group, symbol }: Request): boolean => priceOf(group, symbol) !== null

/** The side of the market at which the request would fill. */
export function fillPrice(row: Request): string | null {
  const market = marketOf(row)
  if (market === null) return null
  return field(row, 'side') === 'buy' ? market.ask : market.bid
}

/**
 * By how many points a price is worse for the client than what was asked for; negative is better, null where nothing was
 * asked.
 */
export function pointsWorse(row: Request, price: string | null): bigint | null {
  const asked = typedNumber(field(row, 'price'))
  if (asked === null || price === null || field(row, 'order_kind') !== 'market') return null
  const digits = Math.max(fractionOf(asked), fractionOf(price))
  const more = scaled(price, digits) - scaled(asked, digits)
  return field(row, 'side') === 'buy' ? more : -more
}

/** Whether a price is further from the market than one percent: it may be a slip. */
export function isFar(price: string, market: string | null): boolean {
  if (market === null) return false
  const digits = Math.max(fractionOf(market), fractionOf(price))
  const [own, now] = [scaled(price, digits), scaled(market, digits)]
  const apart = own > now ? own - now : now - own
  return 100n * apart > now
}

export function outcomeText(outcome: string): string {
  return dealingWords.value.outcomes[outcome] ?? refusalWords(outcome, outcome)
}
