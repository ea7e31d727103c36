import type { Schemas } from '../../link/contract.js'
import { fractionOf, scaled } from '../../text/numbers.js'
import { stopIn, type Trade } from './steps.js'

/**
 * The prices that a trade waited for, and whether the market came to them.
 *
 *   L1. A buy is ended by the bid and made by the ask, a sell the other way round.
 *   L2. A level counts while its position was open, or its order waited. Since when a stop stood as it does now is not in the
 *       records: of one that has closed its position the tick that did it is told, of others the first that came.
 */
export type Tick = Schemas['TickView']

export interface Level {
  readonly name: 'stopLoss' | 'takeProfit' | 'price' | 'trigger'
  readonly price: string
  readonly side: 'bid' | 'ask'
  /** Whether it is reached from above. */
  readonly isBelow: boolean
  /** The moments between which it could be reached; null is now. */
  readonly since: string
  readonly until: string | null
  /** Whether it is what closed the position. */
  readonly hasFired: boolean
}

/** What a level came to among some ticks. */
export interface Reached {
  readonly level: Level
  /** The tick that reached it (L2); null where none did. */
  readonly came: Tick | null
  /** The tick that came nearest. */
  readonly nearest: Tick
  /** Points between them; 0 and below where it was reached. */
  readonly points: bigint
}

export function levelsOf(trade: Trade): Level[] {
  const levels = [...stopLevels(trade), ...trade.orders.flatMap(orderLevels)]
  const isFirst = ({ name, price }: Level, at: number) =>
    levels.findIndex((one) => one.name === name && one.price === price) === at
  return levels.filter(isFirst)
}

function stopLevels({ position, closed, orders, deals, position_id }: Trade): Level[] {
  const opening = orders.find(({ id }) => id === position_id) ?? null
  const side = position?.side ?? closed?.side ?? opening?.side ?? null
  const since = position?.opened_at ?? closed?.opened_at ?? opening?.created_at ?? null
  if (side === null || since === null) return []
  const isBuy = side === 'buy'
  const last = deals.findLast(({ entry }) => entry === 'out')
  const fired = closed === null || last === undefined ? null : stopIn(last)
  const stops = position ?? opening
  const level = (name: 'stopLoss' | 'takeProfit', price: string | null | undefined): Level[] => {
    const hasFired = fired !== null && (fired.kind === 'sl') === (name === 'stopLoss')
    const own = hasFired ? fired.price : price
    if (own === null || own === undefined) return []
    const isBelow = isBuy === (name === 'stopLoss')
    const until = closed?.closed_at ?? null
    return [{ name, price: own, side: isBuy ? 'bid' : 'ask', isBelow, since, until, hasFired }]
  }
  return [...level('stopLoss', stops?.stop_loss), ...level('takeProfit', stops?.take_profit)]
}

function orderLevels(order: Trade['orders'][number]): Level[] {
  const { kind, price, created_at: since, done_at: until } = order
  if (kind === 'market' || price === null) return []
  const isBuy = order.side === 'buy'
  const side = isBuy ? ('ask' as const) : ('bid' as const)
  const rest = { side, until, hasFired: false }
  const isBelow = kind === 'stop' ? !isBuy : isBuy
  if (kind !== 'stop_limit' || order.trigger_price === null) {
    return [{ name: 'price', price, isBelow, since, ...rest }]
  }
  const begins = order.activated_at
  return [
    {
      name: 'trigger',
      price: order.trigger_price,
      isBelow: !isBuy,
      since,
      ...rest,
      until: begins ?? until,
    },
    ...(begins === null
      ? []
      : [{ name: 'price' as const, price, isBelow, since: begins, ...rest }]),
  ]
}

/** How near the ticks came to a level while it counted; null where there are none of then. */
export function reachedOf(level: Level, ticks: readonly Tick[]): Reached | null {
  const { side, isBelow, price, since, until, hasFired } = level
  const [begin] = ticks
  if (begin === undefined) return null
  const [first, last] = [Date.parse(since), until === null ? Infinity : Date.parse(until)]
  const digits = Math.max(fractionOf(price), fractionOf(begin[side]))
  const wanted = scaled(price, digits)
  let nearest: Tick | null = null
  let points = 0n
  let came: Tick | null = null
  for (const tick of ticks) {
    const at = Date.parse(tick.at)
    if (at < first || at > last) continue
    const own = scaled(tick[side], digits)
    const left = isBelow ? own - wanted : wanted - own
    if (nearest === null || left < points) {
      nearest = tick
      points = left
    }
    if (left <= 0n && (came === null || hasFired)) came = tick
  }
  return nearest === null ? null : { level, came, nearest, points }
}

/** The ticks at which a side of the market was lowest and highest. */
export function rangeOf(side: 'bid' | 'ask', ticks: readonly Tick[]) {
  const [begin] = ticks
  if (begin === undefined) return null
  const digits = fractionOf(begin[side])
  let [low, high] = [begin, begin]
  for (const tick of ticks) {
    const own = scaled(tick[side], digits)
    if (own < scaled(low[side], digits)) low = tick
    if (own > scaled(high[side], digits)) high = tick
  }
  return { low, high }
}
