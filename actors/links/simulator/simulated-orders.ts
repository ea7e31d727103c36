import { bigScaledFromText, scaledFromText } from '../../../engine/numbers/decimal.js'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { ORDER_TAG } from '../../../wire/fix/codec/order-tags.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { fixTime } from '../../../wire/fix/dictionary/time.js'
import { type BookSide, QUANTITY_DIGITS, type SimulatedBook, type Trade } from './simulated-book.js'
import {
  cancelRefusal,
  EXEC,
  executionReport,
  PRICE_DIGITS,
  REFUSED,
  refusedOrder,
  SIMULATED_TAG,
  type SimulatedOrder,
  unknownOrder,
} from './simulated-reports.js'

/**
 * The orders at the built-in provider, of all connected clients. Receives messages and market
 * moves, and sends reports. Trades against its own books and remembers nothing beyond its end.
 *
 *   - A client may use a ClOrdID once, as long as it is remembered.
 *   - At most `OPEN_MAX` orders are open, and the newest `ENDED_MAX` ended ones are remembered.
 *   - Reports on an order go only to its owner.
 */
export interface SimulatedHouse {
  /** The book of a symbol; undefined if the provider does not trade it. */
  book(symbol: string): SimulatedBook | undefined
  now(): number
  report(owner: string, type: string, body: readonly FixField[]): void
  /** Called when quantity of the book was traded. */
  traded(book: SimulatedBook): void
}

export const OPEN_MAX = 4_096
export const ENDED_MAX = 8_192
const NAME_CHARACTERS_MAX = 64
const TYPES: Readonly<Record<string, SimulatedOrder['type']>> = {
  '1': 'market',
  '2': 'limit',
  '3': 'stop',
  '4': 'stop_limit',
}
const TIMES: Readonly<Record<string, SimulatedOrder['time']>> = {
  '': 'day',
  '0': 'day',
  '1': 'day',
  '3': 'ioc',
  '4': 'fok',
  '6': 'until',
}

export class SimulatedOrders {
  readonly #house: SimulatedHouse
  /** Orders by owner and ClOrdID; a replaced order has several. */
  readonly #byName = new Map<string, SimulatedOrder>()
  readonly #open = new Map<string, Set<SimulatedOrder>>()
  readonly #ended: SimulatedOrder[] = []
  #openCount = 0
  #lastOrder = 0
  #lastExecution = 0

  constructor(house: SimulatedHouse) {
    this.#house = house
  }

  /** Handles a NewOrderSingle: fills the order, rejects it, or keeps it pending. */
  place(owner: string, message: FixMessage): void {
    const made = this.#read(owner, message)
    if ('refused' in made) {
      const id = this.#nextExecution()
      this.#house.report(owner, '8', refusedOrder(message, made, id, this.#house.now()))
      return
    }
    this.#keep(made)
    this.#tell(made, EXEC.taken)
    this.#match(made)
    if (made.status === 'open' && (made.time === 'ioc' || made.time === 'fok')) {
      this.#end(made, 'cancelled')
    }
  }

  /** Handles OrderCancelRequest. */
  cancel(owner: string, message: FixMessage): void {
    const order = this.#named(owner, message.text(ORDER_TAG.origClOrdId))
    if (order?.status !== 'open') this.#refuseCancel(owner, message, order, '1')
    else this.#end(order, 'cancelled', message.text(ORDER_TAG.clOrdId))
  }

  /** Handles OrderCancelReplaceRequest, which has the new quantity and prices. */
  replace(owner: string, message: FixMessage): void {
    const order = this.#named(owner, message.text(ORDER_TAG.origClOrdId))
    const made = this.#read(owner, message)
    const isSame =
      !('refused' in made) &&
      made.book === order?.book &&
      made.side === order.side &&
      made.type === order.type
    if (order?.status !== 'open' || !isSame || made.quantity <= order.filled) {
      this.#refuseCancel(owner, message, order, '2')
      return
    }
    Object.assign(order, { quantity: made.quantity, limit: made.limit, stop: made.stop })
    this.#byName.set(nameOf(owner, made.clOrdId), order)
    order.names.push(made.clOrdId)
    order.clOrdId = made.clOrdId
    this.#tell(order, EXEC.replaced, { before: message.text(ORDER_TAG.origClOrdId) })
    this.#match(order)
  }

  /** Handles OrderStatusRequest. */
  status(owner: string, message: FixMessage): void {
    const clOrdId = message.text(ORDER_TAG.clOrdId)
    const order = this.#named(owner, clOrdId)
    if (order !== undefined) this.#tell(order, EXEC.status, { clOrdId })
    else {
      const id = this.#nextExecution()
      this.#house.report(owner, '8', unknownOrder(message, id, this.#house.now()))
    }
  }

  /** Matches a book's orders after its prices or quantities changed. */
  moved(book: SimulatedBook): void {
    const open = this.#open.get(book.instrument.name)
    if (open === undefined) return
    for (const order of open) this.#match(order)
  }

  /** Called about once a second: ends expired orders. */
  tick(): void {
    const now = this.#house.now()
    for (const orders of this.#open.values()) {
      for (const order of orders) if (order.expiresAt <= now) this.#end(order, 'expired')
    }
  }

  get openOrders(): number {
    return this.#openCount
  }

  #named(owner: string, clOrdId: string): SimulatedOrder | undefined {
    return this.#byName.get(nameOf(owner, clOrdId))
  }

  #read(owner: string, message: FixMessage): SimulatedOrder | Refused {
    const refuse = (refused: string, text: string): Refused => ({ refused, text })
    const book = this.#house.book(message.text(ORDER_TAG.symbol))
    if (book === undefined) return refuse(REFUSED.symbol, 'this symbol is not traded here')
    const clOrdId = message.text(ORDER_TAG.clOrdId)
    if (clOrdId.length > NAME_CHARACTERS_MAX)
      return refuse(REFUSED.other, 'the ClOrdID is too long')
    if (this.#named(owner, clOrdId) !== undefined) {
      return refuse(REFUSED.doubled, 'this ClOrdID was used before')
    }
    const type = TYPES[message.text(ORDER_TAG.ordType)]
    const time = TIMES[message.text(ORDER_TAG.timeInForce)]
    const side = SIDES[message.text(ORDER_TAG.side)]
    if (type === undefined || time === undefined || side === undefined) {
      return refuse(REFUSED.unsupported, 'orders of this kind are not taken here')
    }
    const quantity = bigScaledFromText(message.text(ORDER_TAG.orderQty), QUANTITY_DIGITS)
    if (quantity === undefined || quantity <= 0n) {
      return refuse(REFUSED.quantity, 'the quantity is not above 0, or has too many decimals')
    }
    const limit = priceOf(message, ORDER_TAG.price, type === 'limit' || type === 'stop_limit')
    const stop = priceOf(message, SIMULATED_TAG.stopPrice, type === 'stop' || type === 'stop_limit')
    if (limit === undefined || stop === undefined) return refuse(REFUSED.other, 'a price is wrong')
    if (this.#openCount >= OPEN_MAX) return refuse(REFUSED.tooMany, 'too many orders are open')
    const expiresAt =
      time === 'until' ? (fixTime(message.text(SIMULATED_TAG.expireTime)) ?? 0) : Infinity
    const orderId = `S${++this.#lastOrder}`
    return {
      owner,
      clOrdId,
      names: [clOrdId],
      orderId,
      book,
      side,
      type,
      time,
      expiresAt,
      quantity,
      limit,
      stop,
      filled: 0n,
      paid: 0n,
      status: 'open',
    }
  }

  #keep(order: SimulatedOrder): void {
    const symbol = order.book.instrument.name
    this.#byName.set(nameOf(order.owner, order.clOrdId), order)
    const open = this.#open.get(symbol)
    if (open === undefined) this.#open.set(symbol, new Set([order]))
    else open.add(order)
    this.#openCount++
  }

  #match(order: SimulatedOrder): void {
    const { book, side, time } = order
    if (!this.#isTriggered(order)) return
    const against: BookSide = side === 'buy' ? 'ask' : 'bid'
    const isGood = (points: number): boolean => {
      if (order.limit === 0) return true
      const price = scaled(points, book)
      return side === 'buy' ? price <= order.limit : price >= order.limit
    }
    const rest = order.quantity - order.filled
    if (time === 'fok' && book.available(against, isGood) < rest) return
    const trades = book.take(against, rest, isGood)
    for (const trade of trades) this.#trade(order, trade)
    if (trades.length > 0) this.#house.traded(book)
  }

  /** True once a stop's price was reached; from then on it is no longer a stop. */
  #isTriggered(order: SimulatedOrder): boolean {
    if (order.stop === 0) return true
    const best = order.book.best(order.side === 'buy' ? 'ask' : 'bid')
    if (best === undefined) return false
    const price = scaled(best.price, order.book)
    const hasCome = order.side === 'buy' ? price >= order.stop : price <= order.stop
    if (hasCome) order.stop = 0
    return hasCome
  }

  #trade(order: SimulatedOrder, trade: Trade): void {
    order.filled += trade.quantity
    order.paid += trade.quantity * BigInt(scaled(trade.price, order.book))
    if (order.filled === order.quantity) this.#close(order, 'filled')
    this.#tell(order, EXEC.trade, { trade })
  }

  #end(order: SimulatedOrder, status: 'cancelled' | 'expired', cancelId?: string): void {
    this.#close(order, status)
    const type = status === 'expired' ? EXEC.expired : EXEC.cancelled
    if (cancelId === undefined) this.#tell(order, type)
    else this.#tell(order, type, { clOrdId: cancelId, before: order.clOrdId })
  }

  #close(order: SimulatedOrder, status: SimulatedOrder['status']): void {
    order.status = status
    this.#open.get(order.book.instrument.name)?.delete(order)
    this.#openCount--
    this.#ended.push(order)
    if (this.#ended.length <= ENDED_MAX) return
    const oldest = this.#ended.shift()
    for (const name of oldest?.names ?? []) this.#byName.delete(nameOf(oldest?.owner ?? '', name))
  }

  #tell(
    order: SimulatedOrder,
    execType: string,
    more: { readonly trade?: Trade; readonly clOrdId?: string; readonly before?: string } = {},
  ): void {
    const about = { execType, execId: this.#nextExecution(), at: this.#house.now(), ...more }
    this.#house.report(order.owner, '8', executionReport(order, about))
  }

  #refuseCancel(
    owner: string,
    message: FixMessage,
    order: SimulatedOrder | undefined,
    responseTo: '1' | '2',
  ): void {
    this.#house.report(owner, '9', cancelRefusal(message, order, responseTo))
  }

  #nextExecution(): string {
    return `X${++this.#lastExecution}`
  }
}

interface Refused {
  /** The value of OrdRejReason for the refusal. */
  readonly refused: string
  readonly text: string
}

const SIDES: Readonly<Record<string, 'buy' | 'sell'>> = { '1': 'buy', '2': 'sell' }

function nameOf(owner: string, clOrdId: string): string {
  return `${owner}\n${clOrdId}`
}

function scaled(points: number, { instrument }: SimulatedBook): number {
  return points * 10 ** (PRICE_DIGITS - instrument.digits)
}

/** The price in a message; 0 if it has none, undefined if it is invalid. */
function priceOf(message: FixMessage, tag: number, isNeeded: boolean): number | undefined {
  if (!isNeeded) return 0
  const price = scaledFromText(message.text(tag), PRICE_DIGITS)
  return price !== undefined && price > 0 ? price : undefined
}
