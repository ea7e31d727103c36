import type { AccountEvent, OrderEvent, PositionEvent } from '../../engine/account/event.js'
import { waitsFor } from './naive-pending.js'
import { parts } from './naive-prices.js'

/**
 * The levels and times that are waited for, as one list that is looked through whole each time.
 *
 *   - Of what is due, stops come before what waits for a better price, what goes by the bid before what
 *     goes by the ask; then what the market reached first; then what was set first.
 *   - A level knows the moment at which it was set; who looks passes over it with a price from before.
 *   - What came and still stands comes once until nothing else is due, and again after that.
 */
export const WAYS = ['bid falls to', 'ask rises to', 'bid rises to', 'ask falls to'] as const
export type Way = (typeof WAYS)[number]
export type What = 'order' | 'sl' | 'tp' | 'trailing' | 'expiry'

export interface Level {
  readonly login: number
  readonly what: What
  readonly id: number
  readonly way: Way
  readonly at: number
  /** The turn in which it was set among the others. */
  readonly turn: number
  /** What came up to this moment is older than it. */
  readonly moment: number
}

export class NaiveLevels {
  readonly #levels = new Map<string, Level>()
  readonly #came = new Set<Level>()
  #turn = 0

  get size(): number {
    return this.#levels.size
  }

  set(login: number, what: What, id: number, way: Way, at: number, moment = 0): void {
    const key = `${what} ${id}`
    const held = this.#levels.get(key)
    if (held?.way === way && held.at === at) return
    this.#levels.set(key, { login, what, id, way, at, turn: ++this.#turn, moment })
  }

  remove(what: What, id: number): void {
    this.#levels.delete(`${what} ${id}`)
  }

  /** The next that is due at these prices; undefined when that is all for now. */
  next(bid: number, ask: number): Level | undefined {
    let first: Level | undefined
    for (const level of this.#levels.values()) {
      if (this.#came.has(level) || !isDue(level, bid, ask)) continue
      if (first === undefined || isBefore(level, first)) first = level
    }
    if (first === undefined) this.#came.clear()
    else this.#came.add(first)
    return first
  }
}

function isDue({ way, at }: Level, bid: number, ask: number): boolean {
  switch (way) {
    case 'bid falls to':
      return bid <= at
    case 'ask rises to':
      return ask >= at
    case 'bid rises to':
      return bid >= at
    case 'ask falls to':
      return ask <= at
  }
}

function isBefore(a: Level, b: Level): boolean {
  if (a.way !== b.way) return WAYS.indexOf(a.way) < WAYS.indexOf(b.way)
  if (a.at !== b.at) return a.way.includes('rises') ? a.at < b.at : a.at > b.at
  return a.turn < b.turn
}

/** Everything that a shard's accounts wait for. */
export class WaitingLevels {
  readonly #differenceOf: (login: number, symbolId: number) => number
  readonly bySymbol = new Map<number, { levels: NaiveLevels; trailing: NaiveLevels }>()
  readonly expiries = new NaiveLevels()
  /** The moment at which levels are set now; 0 while a tick sets them, and settings. */
  moment = 0

  /**
   * The group's difference beside the spread of a symbol is needed, since levels are kept at the listed
   * prices.
   */
  constructor(differenceOf: (login: number, symbolId: number) => number) {
    this.#differenceOf = differenceOf
  }

  get size(): number {
    let size = 0
    for (const { levels, trailing } of this.bySymbol.values()) size += levels.size + trailing.size
    return size
  }

  take(login: number, events: readonly AccountEvent[]): void {
    for (const event of events) {
      if (event.type === 'order') this.order(login, event)
      else if (event.type === 'position') this.position(login, event)
    }
  }

  order(login: number, order: OrderEvent): void {
    const { id, symbolId, kind, side, expiresAt } = order
    if (order.doneAt !== 0 || kind === 'market') {
      this.bySymbol.get(symbolId)?.levels.remove('order', id)
      this.expiries.remove('expiry', id)
      return
    }
    const isLimit = kind === 'limit'
    const way: Way =
      side === 1
        ? isLimit
          ? 'ask falls to'
          : 'ask rises to'
        : isLimit
          ? 'bid rises to'
          : 'bid falls to'
    this.#of(symbolId).levels.set(
      login,
      'order',
      id,
      way,
      this.#listed(login, symbolId, way, waitsFor(order)),
      this.moment,
    )
    if (expiresAt === 0) this.expiries.remove('expiry', id)
    else this.expiries.set(login, 'expiry', id, 'bid rises to', expiresAt)
  }

  position(login: number, row: PositionEvent): void {
    const { id, symbolId, side, stopLoss, takeProfit, trailingPts } = row
    const isOpen = row.closedAt === 0
    const waits = isOpen && (stopLoss !== 0 || takeProfit !== 0 || trailingPts !== 0)
    const held = waits ? this.#of(symbolId) : this.bySymbol.get(symbolId)
    if (held === undefined) return
    const { levels, trailing } = held
    const [down, up]: [Way, Way] =
      side === 1 ? ['bid falls to', 'bid rises to'] : ['ask rises to', 'ask falls to']
    const listed = (way: Way, at: number) => this.#listed(login, symbolId, way, at)
    const { moment } = this
    if (isOpen && stopLoss !== 0) levels.set(login, 'sl', id, down, listed(down, stopLoss), moment)
    else levels.remove('sl', id)
    if (isOpen && takeProfit !== 0) levels.set(login, 'tp', id, up, listed(up, takeProfit), moment)
    else levels.remove('tp', id)
    if (!isOpen || trailingPts === 0) trailing.remove('trailing', id)
    else {
      // A long one without a stop needs a price that leaves its stop above zero.
      const isAnywhere = stopLoss === 0 && side === -1
      const from = isAnywhere ? Number.POSITIVE_INFINITY : stopLoss + side * (trailingPts + 1)
      trailing.set(login, 'trailing', id, up, listed(up, from), moment)
    }
  }

  #listed(login: number, symbolId: number, way: Way, at: number): number {
    const { down, up } = parts(this.#differenceOf(login, symbolId))
    return way.startsWith('bid') ? at + down : at - up
  }

  #of(symbolId: number): { levels: NaiveLevels; trailing: NaiveLevels } {
    let held = this.bySymbol.get(symbolId)
    if (held === undefined) {
      held = { levels: new NaiveLevels(), trailing: new NaiveLevels() }
      this.bySymbol.set(symbolId, held)
    }
    return held
  }
}
