import type { Schemas } from '../../link/contract.js'
import { fractionOf, scaled } from '../../text/numbers.js'
import { stopIn, type Trade } from '../steps/steps.js'
import type { Change, ChangeList, ChangesOfTrade } from './use-changes.js'

/**
 * The price levels of a trade (stops and order prices), and whether the market reached them.
 *
 * - A long position closes at the bid and a buy order opens at the ask; for sells it is the other
 *   way round.
 * L2. A level counts only while it is in force: from the change that set it until the one that
 *     removed it, and only while its position is open or its order is pending. If the records do
 *     not contain its start, the level is marked as unsure.
 * L3. For the level that closed the position, the triggering tick is shown. For others it is the
 *     first tick that reached them.
 */
export type Tick = Schemas['TickView']
type StopField = 'stop_loss' | 'take_profit'
type LevelField = StopField | 'price' | 'trigger_price'

export interface Level {
  readonly name: 'stopLoss' | 'takeProfit' | 'price' | 'trigger'
  readonly price: string
  /** The prices of the level with their start times. A trailing stop has several. */
  readonly prices: readonly { readonly price: string; readonly since: string }[]
  readonly side: 'bid' | 'ask'
  /** Whether the price has to fall to reach the level. */
  readonly isBelow: boolean
  /** The time range in which the market could reach the level. A null end means now. */
  readonly since: string
  readonly until: string | null
  /** Whether this level closed the position. */
  readonly hasFired: boolean
  /** False if the records do not contain the level's start (L2). */
  readonly isSure: boolean
}

/** The smallest distance of the market from a level within a range of ticks. */
export interface ReachedLevel {
  readonly level: Level
  /** The tick that reached the level (L3), or null. */
  readonly came: Tick | null
  readonly nearest: Tick
  /** The distance in points; 0 or negative if the level was reached. */
  readonly points: bigint
}

/** The levels of a trade. Without a history of changes only the current values are known. */
export function levelsOf(trade: Trade, changes: ChangesOfTrade | null = null): Level[] {
  const orders = trade.orders.flatMap((order) =>
    orderLevels(order, changes?.orders.get(order.id) ?? UNKNOWN),
  )
  const levels = [...stopLevels(trade, changes?.position ?? UNKNOWN), ...orders]
  const isSame = (one: Level, other: Level) =>
    one.name === other.name && one.price === other.price && one.since === other.since
  return levels.filter((one, at) => levels.findIndex((other) => isSame(other, one)) === at)
}

const UNKNOWN: ChangeList = { items: [], isComplete: false }

interface Stretch extends Pick<Level, 'price' | 'prices' | 'since' | 'until' | 'isSure'> {
  /** Whether the level belongs to a trailing stop. */
  readonly isTrailing: boolean
}

interface Life {
  readonly since: string
  readonly until: string | null
  /** The current value or, if the trade has ended, the last one. */
  readonly value: string | null | undefined
}

/** The time ranges in which a field had each price, oldest first. */
function stretchesOf(field: LevelField, list: ChangeList, life: Life): Stretch[] {
  const changes = list.items.filter((one) => one.field === field)
  const [first] = changes
  const priceOf = (value: Change['old']): string | null => (value === null ? null : String(value))
  const before =
    first === undefined ? (list.isComplete ? null : (life.value ?? null)) : priceOf(first.old)
  const stretches: Stretch[] = []
  const add = (price: string | null, since: string, until: string | null, by: Change | null) => {
    if (price === null) return
    const isTrailing = by?.by === 'server'
    const last = stretches.at(-1)
    const part = { price, since }
    if (last?.isTrailing === true && isTrailing && last.until === since) {
      stretches[stretches.length - 1] = {
        ...last,
        price,
        prices: [...last.prices, part],
        until,
      }
    } else {
      const isSure = by !== null
      stretches.push({ price, prices: [part], since, until, isSure, isTrailing })
    }
  }
  add(before, life.since, first?.at ?? life.until, null)
  for (const [i, one] of changes.entries()) {
    add(priceOf(one.new), one.at, changes[i + 1]?.at ?? life.until, one)
  }
  return stretches
}

function stopLevels(
  { position, closed, orders, deals, position_id }: Trade,
  changes: ChangeList,
): Level[] {
  const opening = orders.find(({ id }) => id === position_id) ?? null
  const side = position?.side ?? closed?.side ?? opening?.side ?? null
  const since = position?.opened_at ?? closed?.opened_at ?? opening?.created_at ?? null
  if (side === null || since === null) return []
  const isBuy = side === 'buy'
  const last = deals.findLast(({ entry }) => entry === 'out')
  const fired = closed === null || last === undefined ? null : stopIn(last)
  const stops = position ?? opening
  const until = closed?.closed_at ?? null
  const levels = (name: 'stopLoss' | 'takeProfit', field: StopField): Level[] => {
    const hasFired = fired !== null && (fired.kind === 'sl') === (name === 'stopLoss')
    const value = hasFired ? fired.price : stops?.[field]
    const stretches = stretchesOf(field, changes, { since, until, value })
    const isBelow = isBuy === (name === 'stopLoss')
    return stretches.map(({ isTrailing: _, ...stretch }, i) => {
      const isLast = i === stretches.length - 1
      const own = { name, side: isBuy ? 'bid' : 'ask', isBelow } as const
      return { ...stretch, ...own, hasFired: hasFired && isLast }
    })
  }
  return [...levels('stopLoss', 'stop_loss'), ...levels('takeProfit', 'take_profit')]
}

function orderLevels(order: Trade['orders'][number], changes: ChangeList): Level[] {
  const { kind, price, created_at: placed, done_at: done } = order
  if (kind === 'market' || price === null) return []
  const isBuy = order.side === 'buy'
  const rest = { side: isBuy ? ('ask' as const) : ('bid' as const), hasFired: false }
  const isBelow = kind === 'stop' ? !isBuy : isBuy
  const levels = (name: 'price' | 'trigger', field: LevelField, life: Life, below: boolean) =>
    stretchesOf(field, changes, life).flatMap(({ isTrailing: _, ...stretch }) => {
      // A price set before the order was active counts from the activation on.
      const isEarlier = Date.parse(stretch.since) < Date.parse(life.since)
      const since = isEarlier ? life.since : stretch.since
      const hasEnded = stretch.until !== null && stretch.until <= life.since
      return hasEnded ? [] : [{ ...stretch, ...rest, name, since, isBelow: below }]
    })
  if (kind !== 'stop_limit' || order.trigger_price === null) {
    return levels('price', 'price', { since: placed, until: done, value: price }, isBelow)
  }
  const begins = order.activated_at
  const trigger = { since: placed, until: begins ?? done, value: order.trigger_price }
  return [
    ...levels('trigger', 'trigger_price', trigger, !isBuy),
    ...(begins === null
      ? []
      : levels('price', 'price', { since: begins, until: done, value: price }, isBelow)),
  ]
}

/**
 * The smallest distance of the ticks from a level while it was in force; null without ticks from
 * that time.
 */
export function reachedOf(level: Level, ticks: readonly Tick[]): ReachedLevel | null {
  const { side, isBelow, prices, since, until, hasFired } = level
  const [begin] = ticks
  if (begin === undefined) return null
  const [first, last] = [Date.parse(since), until === null ? Infinity : Date.parse(until)]
  const fractions = prices.map(({ price }) => fractionOf(price))
  const digits = Math.max(...fractions, fractionOf(begin[side]))
  const steps = prices.map((one) => ({
    at: Date.parse(one.since),
    price: scaled(one.price, digits),
  }))
  let nearest: Tick | null = null
  let points = 0n
  let came: Tick | null = null
  let step = 0
  for (const tick of ticks) {
    const at = Date.parse(tick.at)
    if (at < first || at > last) continue
    while (step + 1 < steps.length && (steps[step + 1]?.at ?? Infinity) <= at) step++
    const own = scaled(tick[side], digits)
    const wanted = steps[step]?.price ?? 0n
    const left = isBelow ? own - wanted : wanted - own
    if (nearest === null || left < points) {
      nearest = tick
      points = left
    }
    if (left <= 0n && (came === null || hasFired)) came = tick
  }
  return nearest === null ? null : { level, came, nearest, points }
}

/** The ticks with the lowest and the highest price of one side. */
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
