import { decideTrade } from '../../../engine/account/decide/decide.js'
import { isHeldUp } from '../../../engine/account/decision.js'
import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import type { CloseRequest, TradeRequest } from '../../../engine/account/request.js'
import {
  bookApart,
  bookFill,
  type ProviderFill,
} from '../../../engine/account/rules/at-provider/provider-fill.js'
import {
  leftProvider,
  type ProviderEnd,
  sentOrder,
} from '../../../engine/account/rules/at-provider/provider-order.js'
import { startedOrder } from '../../../engine/account/rules/parked-order.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { volumeFromText } from '../../../engine/numbers/decimal.js'
import { PLAIN_CLOSE, PLAIN_OPEN } from '../plain.js'
import { points } from '../prices.js'
import type { Floor } from './floor.js'

/** The provider of a floor's account: orders are sent to it, and what it fills is booked. */
export class Provider {
  static readonly id = 3
  readonly #floor: Floor
  #nextId = 900
  #executions = 0

  constructor(floor: Floor) {
    this.#floor = floor
  }

  open(symbol: string, side: 'buy' | 'sell', lots: string, more: object = {}): number {
    const what = { kind: 'open', symbol, side: side === 'buy' ? 1 : -1 } as const
    return this.#sent({ ...what, volume: volumeFromText(lots), ...PLAIN_OPEN, ...more })
  }

  close(positionId: number, lots?: string, more: Partial<CloseRequest> = {}): number {
    const volume = lots === undefined ? 0 : volumeFromText(lots)
    return this.#sent({ kind: 'close', positionId, volume, ...PLAIN_CLOSE, ...more })
  }

  #sent(request: TradeRequest): number {
    const { account } = this.#floor
    const context = { ...this.#floor.context(), answer: { clearsStops: false, ruleId: 4 } }
    const through = decideTrade(context, account, request)
    if (isHeldUp(through)) throw new Error(`held up: ${JSON.stringify(through)}`)
    const id = this.#nextId++
    const order = startedOrder(context, account, request, through, id, Provider.id)
    this.#floor.record([order])
    return id
  }

  /** An order that rests, as its price has come. */
  activate(id: number): void {
    this.#floor.record([sentOrder(this.order(id), { gatewayId: Provider.id, ruleId: 4 }, '')])
  }

  order(id: number): OrderEvent {
    const order = this.#floor.account.orders.get(id)
    if (order === undefined) throw new Error(`order ${id} is there`)
    return order
  }

  fill(id: number, lots: string, price: string): readonly AccountEvent[] {
    return this.#booked(bookFill, this.order(id), lots, price)
  }

  apart(order: OrderEvent, lots: string, price: string): readonly AccountEvent[] {
    return this.#booked(bookApart, order, lots, price)
  }

  refused(id: number, lots: string, price: string): Refusal {
    const order = this.order(id)
    const booked = bookFill(this.#floor.context(), this.#floor.account, order, {
      ...this.#given(order, lots, price),
    })
    if (isRefusal(booked)) return booked
    throw new Error(`order ${id} was filled`)
  }

  end(id: number, how: ProviderEnd): OrderEvent {
    const row = leftProvider(this.order(id), how, this.#floor.now)
    this.#floor.record([row])
    return row
  }

  #booked(
    book: typeof bookFill,
    order: OrderEvent,
    lots: string,
    price: string,
  ): readonly AccountEvent[] {
    const { account } = this.#floor
    const events = book(this.#floor.context(), account, order, this.#given(order, lots, price))
    if (isRefusal(events)) throw new Error(`refused: ${events.code} ${events.message}`)
    this.#floor.record(events)
    return events
  }

  #given({ symbolId }: OrderEvent, lots: string, price: string): ProviderFill {
    const digits = this.#floor.book.symbolsById.get(symbolId)?.digits ?? 0
    return {
      volume: volumeFromText(lots),
      price: points(price, digits),
      executionId: `X-${++this.#executions}`,
      externalId: 'P-7',
    }
  }
}
