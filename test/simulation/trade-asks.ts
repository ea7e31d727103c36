import type { OrderEvent, PositionEvent } from '../../engine/account/event.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import type { Prng } from '../../engine/numbers/prng.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import type { Market } from './market.js'
import type { NaiveAccount } from './naive-account.js'
import type { NamedOffer } from './naive-offers.js'
import { decimalText, shortText } from './naive-ratio.js'

/** Trade requests of every kind, near the market and mostly allowed. */
export interface AskSource {
  readonly prng: Prng
  readonly book: Book
  readonly now: number
  readonly market: Market
  readonly account: NaiveAccount
  /** The newest offer that the account had. */
  readonly offered: NamedOffer | undefined
}

type Terms = Partial<TradeFields>

const COMMENTS = ['', 'grid', 'größer "als" \u{1f4b6}'] as const
const LOT = 100_000_000

export function tradeAsk(asking: AskSource): TradeFields {
  const body = kindOf(asking)
  const comment = asking.prng.below(3)
  return comment === 0 ? body : { ...body, comment: COMMENTS[comment] }
}

function kindOf(asking: AskSource): TradeFields {
  const { prng, account } = asking
  const positions = [...account.positions.values()]
  const orders = [...account.orders.values()]
  const position = positions[prng.below(Math.max(1, positions.length))]
  const order = orders[prng.below(Math.max(1, orders.length))]
  const choice = prng.below(100)
  if (position !== undefined && choice < (positions.length > 12 ? 45 : 26)) {
    return ofPosition(asking, position, positions)
  }
  if (order !== undefined && choice < (orders.length > 12 ? 70 : 44)) return ofOrder(asking, order)
  return choice % 2 === 0 ? place(asking, order) : open(asking)
}

function ofPosition(
  asking: AskSource,
  position: PositionEvent,
  all: readonly PositionEvent[],
): TradeFields {
  const { prng } = asking
  const choice = prng.below(10)
  if (choice < 4) return close(asking, position)
  if (choice < 8) {
    const symbol = symbolOf(asking, position)
    return { kind: 'stops', position_id: position.id, ...stops(asking, symbol, position.side) }
  }
  const others = all.filter(({ symbolId, side }) => {
    return symbolId === position.symbolId && (side !== position.side || prng.below(20) === 0)
  })
  const other = others[prng.below(Math.max(1, others.length))]
  if (other === undefined) return close(asking, position)
  return { kind: 'close_by', position_id: position.id, by_position_id: other.id }
}

function close(asking: AskSource, { id, volume, symbolId, side }: PositionEvent): TradeFields {
  const { prng } = asking
  const steps = Math.max(1, prng.below(Math.floor(volume / 1_000_000) + 2))
  return {
    kind: 'close',
    position_id: prng.below(40) === 0 ? id + 1 : id,
    ...(prng.below(3) === 0 ? { volume: shortText(steps * 1_000_000, 8) } : {}),
    ...expected(asking, symbolIn(asking, symbolId), -side),
  }
}

function ofOrder(asking: AskSource, order: OrderEvent): TradeFields {
  const { prng } = asking
  const order_id = prng.below(40) === 0 ? order.id + 1 : order.id
  if (prng.below(3) === 0) return { kind: 'delete', order_id }
  const symbol = symbolIn(asking, order.symbolId)
  const price = prng.below(2) === 0 ? levels(asking, symbol, order.side, order.kind) : {}
  return {
    kind: 'change',
    order_id,
    ...price,
    ...(prng.below(2) === 0 ? stops(asking, symbol, order.side) : {}),
    ...(prng.below(3) === 0 ? term(asking) : {}),
  }
}

function open(asking: AskSource): TradeFields {
  const { prng, offered } = asking
  const isTaken = offered !== undefined && prng.below(3) === 0
  const symbol = isTaken ? symbolIn(asking, offered.symbolId) : anySymbol(asking)
  const side = prng.below(2) === 0 ? 1 : -1
  return {
    kind: 'open',
    symbol: prng.below(80) === 0 ? 'NOSUCH' : symbol.name,
    side: side === 1 ? 'buy' : 'sell',
    volume: volume(prng),
    ...filling(prng),
    ...(prng.below(2) === 0 ? stops(asking, symbol, side) : {}),
    ...(isTaken ? { quote_id: offered.id } : expected(asking, symbol, side)),
  }
}

function place(asking: AskSource, other: OrderEvent | undefined): TradeFields {
  const { prng } = asking
  const symbol = anySymbol(asking)
  const side = prng.below(2) === 0 ? 1 : -1
  const order_kind = (['limit', 'stop', 'stop_limit'] as const)[prng.below(3)] ?? 'limit'
  return {
    kind: 'place',
    symbol: symbol.name,
    side: side === 1 ? 'buy' : 'sell',
    order_kind,
    volume: volume(prng),
    ...filling(prng),
    ...levels(asking, symbol, side, order_kind),
    ...(prng.below(2) === 0 ? stops(asking, symbol, side) : {}),
    ...(prng.below(3) === 0 ? term(asking) : {}),
    ...(other !== undefined && prng.below(3) === 0 ? { oco_order_id: other.id } : {}),
  }
}

/** Up to three thousandths of the price away, so that levels are hit soon; sometimes on the wrong side. */
function near(asking: AskSource, symbol: SymbolSpec, way: number): number {
  const { prng, market } = asking
  const price = market.last(symbol.id)?.bid ?? 1000
  const away = Math.round(price * 0.003 * prng.unit() * prng.unit())
  const isWrong = prng.below(30) === 0
  return Math.max(1, price + (isWrong ? -way : way) * away)
}

function text({ digits }: SymbolSpec, points: number): string {
  return decimalText(points, digits)
}

function levels(
  asking: AskSource,
  symbol: SymbolSpec,
  side: number,
  kind: OrderEvent['kind'],
): { price: string; trigger_price?: string } {
  if (kind === 'limit') return { price: text(symbol, near(asking, symbol, -side)) }
  const level = near(asking, symbol, side)
  if (kind !== 'stop_limit') return { price: text(symbol, level) }
  const back = asking.prng.below(Math.max(1, Math.round(level * 0.001)))
  return {
    price: text(symbol, Math.max(1, level - side * back)),
    trigger_price: text(symbol, level),
  }
}

function stops(asking: AskSource, symbol: SymbolSpec, side: number): Terms {
  const { prng } = asking
  const some = prng.below(8) + 1
  const price = (way: number): string =>
    prng.below(10) === 0 ? text(symbol, 0) : text(symbol, near(asking, symbol, way))
  return {
    ...(some & 1 ? { stop_loss: price(-side) } : {}),
    ...(some & 2 ? { take_profit: price(side) } : {}),
    ...(some & 4 ? { trailing_pts: trailing(asking, symbol) } : {}),
  }
}

function trailing({ prng, market }: AskSource, { id }: SymbolSpec): number {
  if (prng.below(5) === 0) return 0
  const price = market.last(id)?.bid ?? 1000
  return 1 + prng.below(Math.max(1, Math.round(price * 0.001)))
}

const HOUR_MS = 3_600_000

function term({ prng, now }: AskSource): Terms {
  const at = new Date(now + prng.below(20) * 100 + prng.below(3) * HOUR_MS - 100).toISOString()
  switch (prng.below(5)) {
    case 0:
      return { expiration: 'gtc' }
    case 1:
      return { expiration: 'day' }
    case 2:
      return { expiration: 'specified_day', expires_at: at }
    default:
      return { expiration: 'specified', expires_at: at }
  }
}

/** The price that a client expects, near the market's; or one that was offered. */
function expected(asking: AskSource, symbol: SymbolSpec, side: number): Terms {
  const { prng, market, offered } = asking
  if (offered?.symbolId === symbol.id && prng.below(3) === 0) return { quote_id: offered.id }
  if (prng.below(3) > 0) return {}
  const quote = market.last(symbol.id)
  if (quote === undefined) return {}
  const price = (side === 1 ? quote.ask : quote.bid) + prng.below(21) - 10
  return { price: text(symbol, price), deviation_pts: prng.below(8) }
}

/** The volumes at which tiers and limits of the settings end. */
const MARKS = ['0.2', '0.5', '0.75', '1', '1.5'] as const

function volume(prng: Prng): string {
  if (prng.below(8) === 0) return MARKS[prng.below(MARKS.length)] ?? '1'
  const size = prng.below(10)
  const hundredths = 1 + prng.below(size === 0 ? 3000 : size < 4 ? 200 : 20)
  return shortText((hundredths * LOT) / 100 + (prng.below(60) === 0 ? 1 : 0), 8)
}

function filling(prng: Prng): Terms {
  return prng.below(4) > 0 ? {} : { filling: (['fok', 'ioc', 'return'] as const)[prng.below(3)] }
}

function anySymbol({ prng, book }: AskSource): SymbolSpec {
  const symbols = [...book.symbolsByName.values()]
  return symbols[prng.below(symbols.length)] as SymbolSpec
}

function symbolIn({ book }: AskSource, id: number): SymbolSpec {
  return book.symbolsById.get(id) as SymbolSpec
}

function symbolOf(asking: AskSource, { symbolId }: PositionEvent): SymbolSpec {
  return symbolIn(asking, symbolId)
}
