import type { Side } from '../../link/contract.js'
import { type MarketSymbol, newest } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { countText, grouped, groupedLots } from '../../text/numbers.js'
import { orderWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { timeText } from '../../text/times.js'
import { orders } from '../account/account.js'
import { moneyWords } from '../account/money-words.js'
import { reductionBy, reductionWords } from '../ticket/netting.js'
import { costsOf } from '../ticket/order-costs.js'
import { draftOf, type TicketDraft } from '../ticket/ticket-draft.js'
import { volumeOf } from '../ticket/volumes.js'
import { ask, isOneClick } from './sending.js'
import { expiryClock, ownPrice, ticketRequest, whatIsWrong } from './ticket-request.js'
import { type TradeRequest, trade } from './trading.js'

/**
 * Sends the ticket's order, with one click or after confirmation, from its buttons, a key or the
 * ladder, which sets another type and price. Stops, volume, comment and all other fields are sent
 * along.
 */
export function sendTicket(
  symbol: MarketSymbol,
  side: Side,
  change: Partial<TicketDraft> = {},
): Promise<void> {
  const draft = ticketWith(symbol.name, change)
  const volume = volumeOf(symbol)
  // The volume at the time of the press, because the ticket may have changed by the time of the confirmation.
  const request = () => ticketRequest(symbol, side, draft, volume)
  const what = requestWords(request())
  const isRight = () => {
    const wrong = whatIsWrong(symbol, draft, request())
    if (wrong !== null) say('bad', words.value.trade.refused({ what }), wrong)
    return wrong === null
  }
  if (!isRight()) return Promise.resolve()
  return ask({
    what,
    press: `order ${symbol.name} ${side} ${draft.kind} ${draft.price}`,
    symbol: symbol.name,
    isAskedBack: !isOneClick(volume),
    lines: () => [
      ...priceLine(symbol, side, draft),
      ...reductionLine(symbol, side, volume),
      ...requestLines(request()),
      ...costLines(symbol, side, { volume, price: ownPrice(symbol, draft) }),
    ],
    side,
    act: async () => (isRight() ? trade(request(), what) : null),
  })
}

/** Fields that are hidden for the order type are ignored. */
function ticketWith(symbol: string, change: Partial<TicketDraft>): TicketDraft {
  const draft = draftOf(symbol)
  const shown: Partial<TicketDraft> =
    draft.kind === 'market' ? { expiration: 'gtc', until: '', partner: null } : {}
  return { ...draft, ...shown, ...change }
}

/** A request as text, such as `Buy 0.10 EURUSD`; with type and price for a pending order. */
export function requestWords(request: TradeRequest): string {
  const { side, order_kind: kind, volume, symbol, price, trigger_price } = request
  const own = side === 'sell' ? 'sell' : 'buy'
  if (request.kind === 'open')
    return `${words.value.sides[own]} ${groupedLots(String(volume))} ${symbol}`
  return orderWords({
    side: own,
    kind: String(kind),
    volume_current: String(volume),
    symbol: String(symbol),
    price: textOrNull(price),
    trigger_price: textOrNull(trigger_price),
  })
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The stops and conditions of a request, one per line. */
function requestLines(request: TradeRequest): string[] {
  const { ticket: text, positions, sides } = words.value
  const { stop_loss, take_profit, trailing_pts, expiration, expires_at, oco_order_id } = request
  const partner = typeof oco_order_id === 'number' ? orders.value.get(oco_order_id) : undefined
  const until =
    typeof expires_at === 'string'
      ? timeText(expires_at, false, expiryClock(String(expiration)))
      : (text[expiration as 'day'] ?? String(expiration))
  const lines: (string | false)[] = [
    typeof stop_loss === 'string' && `${text.stopLoss} ${grouped(stop_loss)}`,
    typeof take_profit === 'string' && `${text.takeProfit} ${grouped(take_profit)}`,
    typeof trailing_pts === 'number' && `${positions.trailingStop} ${countText(trailing_pts)}`,
    expiration !== undefined && expiration !== 'gtc' && `${text.expiration} ${until}`,
    partner !== undefined && `${text.partner}: ${sides[partner.side]} ${orderWords(partner)}`,
    typeof request['comment'] === 'string' && `${text.comment}: ${request['comment']}`,
  ]
  return lines.filter((line) => line !== false)
}

/** The market price, for a market order. */
function priceLine({ name }: MarketSymbol, side: Side, { kind }: TicketDraft): string[] {
  if (kind !== 'market') return []
  const quote = newest(name)
  const price = side === 'buy' ? quote?.ask : quote?.bid
  return [`${words.value.ticket.priceNow} ${price === undefined ? '–' : grouped(price)}`]
}

function reductionLine({ name }: MarketSymbol, side: Side, volume: string): string[] {
  const reduction = reductionBy(name, side, volume)
  return reduction === null ? [] : [reductionWords(reduction)]
}

function costLines(
  symbol: MarketSymbol,
  side: Side,
  order: { readonly volume: string; readonly price: string | null },
): string[] {
  const costs = costsOf(symbol.name, side, order)
  if (costs === null) return []
  const { ticket: text } = words.value
  const line = (label: string, value: string | null) =>
    value === null ? [] : [`${label} ${moneyWords(value)}`]
  // The rest of a reduced position keeps its own stops, so the order has none.
  const hasStops = reductionBy(symbol.name, side, order.volume) === null
  return [
    ...(hasStops ? line(text.atStop, costs.loss_at_stop) : []),
    ...(hasStops ? line(text.atTarget, costs.profit_at_target) : []),
    ...line(text.margin, costs.order_margin),
    ...line(text.freeAfter, costs.margin_free),
  ]
}

/** The stops and conditions of an order from the ladder. */
export function ladderLines(
  symbol: MarketSymbol,
  side: Side,
  change: Partial<TicketDraft>,
): string[] {
  return [
    ...reductionLine(symbol, side, volumeOf(symbol)),
    ...requestLines(ticketRequest(symbol, side, ticketWith(symbol.name, change))),
  ]
}
