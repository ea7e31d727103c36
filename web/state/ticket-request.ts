import { settings } from '../settings/settings.js'
import { typedNumber } from '../text/numbers.js'
import { type MarketSymbol, newest } from './market.js'
import { stopPrice } from './stop-prices.js'
import type { TicketDraft } from './ticket-draft.js'
import type { TradeRequest } from './trading.js'

type Side = 'buy' | 'sell'

/** The order that stands in the ticket, at the prices of this moment. */
export function ticketRequest(
  symbol: MarketSymbol,
  side: Side,
  draft: TicketDraft,
  pointValue: string | null,
): TradeRequest {
  const volume = typedNumber(settings.value.volume) ?? settings.value.volume
  const common = {
    symbol: symbol.name,
    side,
    volume,
    ...stopsOf(symbol, side, draft, pointValue),
    ...trailingOf(draft),
    ...(draft.comment.trim() === '' ? {} : { comment: draft.comment.trim() }),
  }
  if (draft.kind === 'market') {
    const deviation = draft.deviation === '' ? {} : { deviation_pts: Number(draft.deviation) }
    return { kind: 'open', ...common, ...(symbol.execution === 'instant' ? deviation : {}) }
  }
  const { kind, price, trigger, expiration, until, partner } = draft
  return {
    kind: 'place',
    ...common,
    order_kind: kind,
    price: typedNumber(price),
    ...(kind === 'stop_limit' ? { trigger_price: typedNumber(trigger) } : {}),
    expiration,
    ...(expiration.startsWith('specified') && until !== ''
      ? { expires_at: new Date(until).toISOString() }
      : {}),
    ...(partner === null ? {} : { oco_order_id: partner }),
  }
}

/** Prices of the stops; one that cannot be told yet is left out. */
export function stopsOf(
  symbol: MarketSymbol,
  side: Side,
  draft: TicketDraft,
  pointValue: string | null,
): { readonly stop_loss?: string; readonly take_profit?: string } {
  const quote = newest(symbol.name)
  const market = side === 'buy' ? quote?.ask : quote?.bid
  const from = draft.kind === 'market' ? (market ?? null) : typedNumber(draft.price)
  const at = (which: 'stop_loss' | 'take_profit', typed: string) =>
    stopPrice({
      side,
      which,
      unit: settings.value.stopUnit,
      typed,
      from,
      digits: symbol.digits,
      tick: symbol.tick_size,
      pointValue,
    })
  const [stop, target] = [at('stop_loss', draft.stop), at('take_profit', draft.target)]
  return {
    ...(stop === null ? {} : { stop_loss: stop }),
    ...(target === null ? {} : { take_profit: target }),
  }
}

function trailingOf({ trailing }: TicketDraft): { readonly trailing_pts?: number } {
  return Number(trailing) > 0 ? { trailing_pts: Number(trailing) } : {}
}

const isPoints = (typed: string): boolean => typed === '' || /^\d{1,6}$/.test(typed)

/** Whether all that was typed is in the request: nothing is sent without a stop that somebody typed. */
export function isComplete(draft: TicketDraft, request: TradeRequest): boolean {
  const has = (typed: string, field: string) =>
    typed.trim() === '' || request[field] !== undefined || typedNumber(typed) === '0'
  if (!isPriced(draft) || !has(draft.stop, 'stop_loss') || !has(draft.target, 'take_profit'))
    return false
  return isPoints(draft.trailing) && isPoints(draft.deviation)
}

/** Whether it has a volume and its prices, so that the server can say what it costs. */
export function isPriced({ kind, price, trigger }: TicketDraft): boolean {
  if (typedNumber(settings.value.volume) === null) return false
  if (kind === 'market') return true
  return typedNumber(price) !== null && (kind !== 'stop_limit' || typedNumber(trigger) !== null)
}
