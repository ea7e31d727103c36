import type { Schemas } from '../../link/contract.js'
import { fractionOf, scaled } from '../../text/numbers.js'

/** The history of a trade as steps: its deals, and orders without a deal. */
export type Trade = Schemas['OneTradeView']
type TradeOrder = Schemas['TradeOrderView']
type TradeDeal = Schemas['TradeDealView']

type StepSource = 'market' | 'price' | 'stopLoss' | 'takeProfit'

export interface Step {
  /** The key of the step, such as `d5180` for a deal or `o8124` for an order without a deal. */
  readonly key: string
  readonly at: string
  readonly order: TradeOrder | null
  readonly deal: TradeDeal | null
  /**
   * The requested price, or the market price if the request named none; null if the records do not
   * contain it.
   */
  readonly asked: { readonly by: StepSource; readonly price: string } | null
  /**
   * How many points the fill is worse for the client than the requested price; negative is better.
   */
  readonly worse: bigint | null
}

export function stepsOf({ orders, deals }: Trade): Step[] {
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const dealt = new Set(deals.map(({ order_id }) => order_id))
  const steps = [
    ...deals.map((deal) => dealStep(deal, orderOf.get(deal.order_id ?? 0) ?? null)),
    ...orders.filter(({ id }) => !dealt.has(id)).map(orderStep),
  ]
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function orderStep(order: TradeOrder): Step {
  const { id, price, kind } = order
  const asked = price === null || kind === 'market' ? null : { by: 'price' as const, price }
  return {
    key: `o${id}`,
    at: order.done_at ?? order.created_at,
    order,
    deal: null,
    asked,
    worse: null,
  }
}

function dealStep(deal: TradeDeal, order: TradeOrder | null): Step {
  const asked = askedOf(deal, order)
  const { price, side, at } = deal
  const worse =
    asked === null || price === null || side === null ? null : pointsWorse(side, asked.price, price)
  return { key: `d${deal.id}`, at, order, deal, asked, worse }
}

const STOP = /^\[(sl|tp) (\d+(?:\.\d+)?)\]/

/** A stop loss or take profit that closed the position is noted in the comment of the deal. */
export function stopIn({ comment }: Pick<TradeDeal, 'comment'>) {
  const [, kind, price] = STOP.exec(comment ?? '') ?? []
  return kind === undefined || price === undefined ? null : { kind, price }
}

function askedOf(deal: TradeDeal, order: TradeOrder | null): Step['asked'] {
  const { side, bid, ask, entry, reason } = deal
  if (side === null || entry === 'out_by') return null
  const stop = stopIn(deal)
  if (stop !== null && reason === stop.kind) {
    return { by: stop.kind === 'sl' ? 'stopLoss' : 'takeProfit', price: stop.price }
  }
  const own = order === null || order.kind === 'market' ? order?.price_asked : order.price
  if (own != null) return { by: 'price', price: own }
  // A pending order is compared with the market at the time of its activation.
  const market = side === 'buy' ? (order?.ask ?? ask) : (order?.bid ?? bid)
  return market === null ? null : { by: 'market', price: market }
}

/**
 * The number of points by which `given` is worse than the requested price for a buyer or seller.
 */
export function pointsWorse(side: 'buy' | 'sell', asked: string, given: string): bigint {
  const digits = Math.max(fractionOf(asked), fractionOf(given))
  const more = scaled(given, digits) - scaled(asked, digits)
  return side === 'buy' ? more : -more
}

/** The step whose id is in the address, or the newest one. */
export function namedStep(steps: readonly Step[], { kind, id }: Trade): Step | undefined {
  const own = steps.find(({ deal, order }) =>
    kind === 'deals' ? deal?.id === id : kind === 'orders' && order?.id === id,
  )
  return own ?? steps.at(-1)
}
