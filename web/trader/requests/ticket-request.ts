import type { Side } from '../../link/contract.js'
import { settings } from '../../settings/settings.js'
import { type MarketSymbol, newest } from '../../state/market.js'
import { words } from '../../text/terminal/words.js'
import { type Clock, momentOf } from '../../text/times.js'
import { typedNumber, typedWhole } from '../../text/typed-numbers.js'
import { wrongNumber } from '../../text/typed-words.js'
import { terms } from '../account/account.js'
import { reductionBy } from '../ticket/netting.js'
import { pointOfOrder } from '../ticket/order-costs.js'
import { type StopUnit, stopPrice } from '../ticket/stop-prices.js'
import type { TicketDraft } from '../ticket/ticket-draft.js'
import { typedVolume, volumeDigits, volumeOf } from '../ticket/volumes.js'
import type { TradeRequest } from './trading.js'

/** The ticket's order at the current prices, with the ticket's volume unless another is given. */
export function ticketRequest(
  symbol: MarketSymbol,
  side: Side,
  draft: TicketDraft,
  volume = volumeOf(symbol),
): TradeRequest {
  const common = {
    symbol: symbol.name,
    side,
    volume,
    ...(reductionBy(symbol.name, side, volume) === null
      ? { ...stopsOf(symbol, side, draft, volume), ...trailingOf(draft) }
      : {}),
    ...(draft.comment.trim() === '' ? {} : { comment: draft.comment.trim() }),
  }
  if (draft.kind === 'market')
    return { kind: 'open', ...common, ...expectedOf(symbol, side, draft) }
  const { kind, trigger, expiration, until, partner } = draft
  return {
    kind: 'place',
    ...common,
    order_kind: kind,
    price: ownPrice(symbol, draft),
    ...(kind === 'stop_limit' ? { trigger_price: typedNumber(trigger, symbol.digits) } : {}),
    expiration,
    ...expiryOf(expiration, until),
    ...(partner === null ? {} : { oco_order_id: partner }),
  }
}

/**
 * The time zone in which an expiry is typed: days in server time, times in the displayed time zone.
 */
export function expiryClock(expiration: string): Clock {
  return expiration === 'specified_day' ? 'server' : settings.value.times
}

function expiryOf(expiration: string, until: string): { readonly expires_at?: string } {
  if (!expiration.startsWith('specified')) return {}
  const at = momentOf(until, expiryClock(expiration))
  return at === null ? {} : { expires_at: at }
}

/** The order's own price; null for a market order. */
export function ownPrice(symbol: MarketSymbol, { kind, price }: TicketDraft): string | null {
  return kind === 'market' ? null : typedNumber(price, symbol.digits)
}

function marketPrice({ name }: MarketSymbol, side: Side): string | null {
  const quote = newest(name)
  return (side === 'buy' ? quote?.ask : quote?.bid) ?? null
}

/** The expected price and the maximum deviation; empty if any market price is accepted. */
function expectedOf(symbol: MarketSymbol, side: Side, { deviation }: TicketDraft): object {
  const price = marketPrice(symbol, side)
  const points = typedWhole(deviation)
  if (symbol.execution !== 'instant' || points === null || price === null) return {}
  return { price, deviation_pts: Number(points) }
}

/** The prices of the stops. A stop whose price cannot be computed yet is left out. */
function stopsOf(
  symbol: MarketSymbol,
  side: Side,
  draft: TicketDraft,
  volume: string,
): { readonly stop_loss?: string; readonly take_profit?: string } {
  const price = ownPrice(symbol, draft)
  const point = pointOfOrder(symbol.name, side, { volume, price })
  const own = draft.kind === 'market' ? marketPrice(symbol, side) : price
  const unit = settings.value.stopUnit
  const at = (which: 'stop_loss' | 'take_profit', typed: string) =>
    stopPrice({
      side,
      which,
      unit,
      typed,
      typedDigits: stopDigits(symbol, unit),
      from: unit === 'money' ? (point?.from ?? own) : own,
      digits: symbol.digits,
      tick: symbol.tick_size,
      pointValue: point?.value ?? null,
    })
  const [stop, target] = [at('stop_loss', draft.stop), at('take_profit', draft.target)]
  return {
    ...(stop === null ? {} : { stop_loss: stop }),
    ...(target === null ? {} : { take_profit: target }),
  }
}

/** The number of decimals of a typed stop. */
export function stopDigits({ digits }: MarketSymbol, unit: StopUnit): number {
  if (unit === 'price') return digits
  return unit === 'points' ? 0 : (terms.value?.currency_digits ?? 2)
}

function trailingOf({ trailing }: TicketDraft): { readonly trailing_pts?: number } {
  const points = Number(typedWhole(trailing) ?? 0)
  return points > 0 ? { trailing_pts: points } : {}
}

const POINTS_MAX = 999_999

/** The reason why a distance in points is invalid; null if it is valid or empty. */
export function wrongPoints(typed: string): string | null {
  if (typed.trim() === '') return null
  const wrong = wrongNumber(typed, 0)
  return wrong === null && Number(typedWhole(typed)) > POINTS_MAX ? words.value.typed.wrong : wrong
}

/**
 * The reason why the order cannot be sent; null if it can. It is never sent without a stop that the
 * user has typed.
 */
export function whatIsWrong(
  symbol: MarketSymbol,
  draft: TicketDraft,
  request: TradeRequest,
): string | null {
  const { ticket: text, positions } = words.value
  const said = (label: string, wrong: string | null) =>
    wrong === null ? null : `${label}: ${wrong}`
  const number = (label: string, typed: string, digits: number, isNeeded = true) =>
    typed.trim() === ''
      ? isNeeded
        ? text.missing({ field: label })
        : null
      : said(label, wrongNumber(typed, digits))
  const { side, volume } = request
  const isReducing =
    reductionBy(symbol.name, side === 'sell' ? 'sell' : 'buy', String(volume)) !== null
  const stop = (label: string, typed: string, field: string) =>
    number(label, typed, stopDigits(symbol, settings.value.stopUnit), false) ??
    (typed.trim() === '' ||
    isReducing ||
    request[field] !== undefined ||
    Number(typedNumber(typed)) === 0
      ? null
      : `${label}: ${text.notYet}`)
  const points = (label: string, typed: string) => said(label, wrongPoints(typed))
  const isMarket = draft.kind === 'market'
  const isStopLimit = draft.kind === 'stop_limit'
  return (
    (volume === '' ? wrongVolume(symbol) : null) ??
    (isStopLimit ? number(text.trigger, draft.trigger, symbol.digits) : null) ??
    (isMarket
      ? null
      : number(isStopLimit ? text.limitPrice : text.price, draft.price, symbol.digits)) ??
    stop(text.stopLoss, draft.stop, 'stop_loss') ??
    stop(text.takeProfit, draft.target, 'take_profit') ??
    points(positions.trailing, draft.trailing) ??
    (isMarket ? points(text.deviation, draft.deviation) : null)
  )
}

function wrongVolume(symbol: MarketSymbol): string {
  const { ticket: text, typed: said } = words.value
  const typed = typedVolume(symbol)
  if (typed.trim() === '') return text.missing({ field: text.volume })
  return `${text.volume}: ${wrongNumber(typed, volumeDigits(symbol), 'asked') ?? said.wrong}`
}

/** Whether the order has a volume and prices, so that the server can check it. */
export function isPriced(symbol: MarketSymbol, draft: TicketDraft): boolean {
  if (volumeOf(symbol) === '') return false
  if (draft.kind === 'market') return true
  const isWoken = draft.kind !== 'stop_limit' || typedNumber(draft.trigger, symbol.digits) !== null
  return ownPrice(symbol, draft) !== null && isWoken
}
