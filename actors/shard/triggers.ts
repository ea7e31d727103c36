import {
  type Activation,
  decideActivate,
  decideExpire,
  rejectedText,
} from '../../engine/account/decide/activate.js'
import { endedOrder } from '../../engine/account/decide/delete.js'
import { decideStopsHit } from '../../engine/account/decide/stops-hit.js'
import { type DecisionContext, hasWaited } from '../../engine/account/decision.js'
import {
  type AccountEvent,
  isResting,
  type JournalNote,
  type OrderEvent,
  type PositionEvent,
} from '../../engine/account/event.js'
import type { Position } from '../../engine/account/holdings/position.js'
import { restsAtProvider } from '../../engine/account/rules/at-provider/resting-order.js'
import { positionRow } from '../../engine/account/rules/rows.js'
import { usableQuote } from '../../engine/account/rules/symbol-checks.js'
import type { Account } from '../../engine/account/state.js'
import { groupOf } from '../../engine/book/book.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import {
  listedLevel,
  otherwiseSpread,
  spreadDiffOf,
  widenSpread,
} from '../../engine/book/group-prices.js'
import { isUsable, type Quote } from '../../engine/book/prices.js'
import { isTradingOpen } from '../../engine/book/trading-hours.js'
import { isRefusal } from '../../engine/code.js'
import { TrailingStops, trailedStop } from '../../engine/triggers/trailing-stops.js'
import {
  isAt,
  levelOfOrder,
  sideOfOrder,
  sideOfStopLoss,
  sideOfTakeProfit,
  type Trigger,
  type TriggerSide,
} from '../../engine/triggers/trigger.js'
import { TriggerBook } from '../../engine/triggers/trigger-book.js'
import type { UnixMs } from '../../engine/units.js'
import type { TapeReader, TapeTick } from '../shared/tick-tape.js'
import type { ShardCore } from './core.js'
import { FreshLevels } from './fresh-levels.js'
import { RunTime } from './run-time.js'
import type { ServerDecision } from './server-action.js'

/**
 * The levels and times that a shard's accounts wait for: levels of pending orders, stop losses,
 * take profits and trailing stops, and expiry times of orders.
 *
 *   - Between two records the levels match the state of the accounts: `taken` receives each record,
 *     `load` each recovered account.
 *   T2. Every tick of the tape is processed once, in order and at its own price, so a pending order
 *       fills at the first tick that touches it. If ticks of the tape were lost, the prices of the
 *       board are used instead.
 *   - `run` does a bounded number of actions in a bounded time and continues at the same point,
 *     even in the middle of a tick.
 *   - Nothing happens in a symbol while its market is closed or nobody guarantees its price. Due
 *     actions run at the first tick afterwards.
 *   T5. Levels refer to the prices that the account's group sees. They are stored at the listed
 *       price that leads to that group price, and follow changes of the group's differences. Other
 *       settings may change a group's prices without a tick; after them every level is checked at
 *       the prices of the board, behind the ticks that came before.
 *   T6. A level is checked only at ticks after it was set, or at the tick that set it.
 */
interface SymbolLevels {
  readonly levels: TriggerBook
  readonly trailing: TrailingStops
}

export class Triggers {
  readonly #core: ShardCore
  readonly #tape: TapeReader
  readonly #moved: (symbolId: number) => void
  readonly #bySymbol = new Map<number, SymbolLevels>()
  /** The expiry times of orders. */
  readonly #expiries = new TriggerBook()
  /**
   * Ticks to process before the tape is read further: the last one from the tape, or one per symbol
   * from the board.
   */
  #waiting: TapeTick[] = []
  /**
   * True if trailing stops have followed the first of `#waiting`. Positions opened at that tick
   * follow from the next one.
   */
  #hasTrailed = false
  /** True if prices of a group may have changed without a tick (T5). */
  #owesLook = false
  readonly #fresh = new FreshLevels()
  /**
   * While a record is taken that older ticks must not touch: the number of the first tick that may
   * (T6).
   */
  #since: number | undefined
  #isLooking = false
  readonly #time: RunTime

  /** `moved` is called with the symbol of every tick, even if nothing waits for it. */
  constructor(core: ShardCore, tape: TapeReader, moved: (symbolId: number) => void) {
    this.#core = core
    this.#time = new RunTime(core)
    this.#tape = tape
    this.#moved = moved
  }

  get size(): number {
    let size = 0
    for (const { levels, trailing } of this.#bySymbol.values()) size += levels.size + trailing.size
    return size
  }

  /**
   * True if anything waits for a price level or for the expiry of an order, including orders at
   * providers.
   */
  get isWaiting(): boolean {
    return this.#expiries.size > 0 || this.size > 0
  }

  /** True if a turn is due even without a tick. */
  get owesLook(): boolean {
    return this.#owesLook
  }

  /**
   * Loads all levels and times of an account. A recovered account (`isFirst`) is first checked at
   * the prices of the board (T2).
   */
  load(account: Account, isFirst = true): void {
    for (const order of account.orders.values()) this.#setOrder(account, order, isFirst)
    for (const position of account.positions.values()) this.#setPosition(account, position)
  }

  /** Moves levels to match the new settings (T5); `before` are the former settings. */
  follow(before: Book): void {
    const { book, accounts } = this.#core
    if (!before.hasSpreads && !book.hasSpreads) return
    this.#owesLook = true
    const changed = otherwiseSpread(before, book)
    if (changed.size === 0) return
    for (const account of accounts.values()) {
      if (account.orders.size === 0 && account.positions.size === 0) continue
      const group = groupOf(book, account.groupPath)
      if (group !== undefined && changed.has(group)) this.load(account, false)
    }
  }

  /** Loads an account again that may have changed its group. */
  moved(account: Account): void {
    if (!this.#core.book.hasSpreads) return
    this.load(account, false)
    this.#owesLook = true
  }

  /** Updates the levels of an account after a record of it was applied. */
  taken(account: Account, events: readonly AccountEvent[]): void {
    const { next, head } = this.#tape
    const isBehind = this.#waiting.length > 0 || next !== head
    this.#since = isBehind && !this.#isLooking ? head : undefined
    for (const event of events) {
      if (event.type === 'order') this.#setOrder(account, event)
      else if (event.type === 'position' || event.type === 'correction') {
        this.#setPosition(account, event)
      } else if (event.type === 'restored_position') {
        this.#forgetPosition(event.id)
        this.#setPosition(account, event)
      }
    }
    this.#since = undefined
  }

  /** Removes all levels of an account, because it is set aside. */
  remove(account: Account): void {
    const { orders, positions } = openIds(account)
    for (const id of orders) {
      for (const { levels } of this.#bySymbol.values()) levels.remove('order', id)
      this.#expiries.remove('order', id)
    }
    for (const id of positions) this.#forgetPosition(id)
  }

  /**
   * Checks every symbol at the price of the board, then at ticks from now on. Used when earlier
   * ticks are lost.
   */
  lookAtBoard(): void {
    this.#tape.skip()
    this.#waiting = []
    this.#hasTrailed = false
    this.#takeBoard()
  }

  #takeBoard(): void {
    this.#owesLook = false
    this.#fresh.clear()
    const { book, market } = this.#core
    for (const { id: symbolId, digits } of book.symbolsById.values()) {
      this.#moved(symbolId)
      const quote = this.#bySymbol.has(symbolId) ? market.quote(symbolId) : undefined
      if (quote !== undefined) this.#waiting.push({ symbolId, digits, ...quote })
    }
  }

  /** Does at most `most` actions; true if something is left. */
  run(most: number): boolean {
    this.#time.begin()
    let left = most - this.#expire(most)
    while (left > 0) {
      const tick = this.#nextTick()
      if (tick === undefined) return false
      this.#isLooking = true
      const done = this.#look(tick, left)
      this.#isLooking = false
      left -= done
      if (left === 0) break
      this.#waiting.shift()
      this.#hasTrailed = false
    }
    return true
  }

  #nextTick(): TapeTick | undefined {
    while (this.#waiting.length === 0) {
      const tick = this.#tape.take()
      if (tick === undefined) this.#fresh.clear()
      if (tick === undefined && !this.#owesLook) return undefined
      if (tick === undefined) this.#takeBoard()
      else if (tick === 'lost') this.lookAtBoard()
      else {
        this.#moved(tick.symbolId)
        if (this.#bySymbol.has(tick.symbolId)) this.#waiting.push(tick)
      }
    }
    return this.#waiting[0]
  }

  /** Processes one tick. Returns the number of actions, or `most` if the tick is not finished. */
  #look(tick: TapeTick, most: number): number {
    const held = this.#bySymbol.get(tick.symbolId)
    const symbol = this.#core.book.symbolsById.get(tick.symbolId)
    if (held === undefined || symbol === undefined) return 0
    if (tick.digits !== symbol.digits && tick.digits !== ANY_DIGITS) return 0
    if (!isTradingOpen(this.#core.book, symbol, this.#core.now)) return 0
    if (!isUsable(tick, this.#core.clockAt)) return 0
    const { bid, ask, at } = tick
    const quote = { bid, ask, at }
    let done = 0
    // An entry must be finished before this loop may end, because it is not returned again.
    if (!this.#hasTrailed) {
      for (const { login, id } of held.trailing.moves(bid, ask)) {
        if (!this.#isOlder('trailing', id)) {
          this.#for(login, (account) => this.#trail(account, id, quote))
        }
        if (++done === most || this.#time.isUp) return most
      }
      this.#hasTrailed = true
    }
    for (const trigger of held.levels.hit(bid, ask)) {
      if (!this.#isOlder(trigger.kind, trigger.id)) {
        this.#for(trigger.login, (account) => this.#fire(account, trigger, symbol, quote))
      }
      if (++done === most || this.#time.isUp) return most
    }
    return done
  }

  /** True if the tick being processed is older than the level (T6). */
  #isOlder(kind: Trigger['kind'], id: number): boolean {
    return this.#fresh.isBefore(this.#tape.next - 1, kind, id)
  }

  /**
   * Works on an account. An error sets that account aside, and its levels are removed at the end of
   * the turn.
   */
  #for(login: number, work: (account: Account) => void): void {
    const account = this.#core.account(login)
    if (isRefusal(account)) return
    try {
      work(account)
    } catch (error) {
      this.#core.quarantine.add(account, error)
    }
  }

  #trail(account: Account, id: number, listed: Quote): void {
    const position = account.positions.get(id)
    if (position === undefined) return
    const { side, symbolId, stopLoss, trailingPts } = position
    const quote = widenSpread(listed, spreadDiffOf(this.#core.book, account, symbolId))
    const stop = trailedStop(side, stopLoss, trailingPts, quote)
    if (stop === stopLoss) return
    this.#core.ledger.act(account, () => {
      const held = account.positions.get(id) as Position
      return [positionRow(held, { stopLoss: stop })]
    })
  }

  #fire(account: Account, { login, kind, id }: Trigger, symbol: SymbolSpec, listed: Quote): void {
    const quote = widenSpread(listed, spreadDiffOf(this.#core.book, account, symbol.id))
    if (kind === 'order') {
      const order = account.orders.get(id)
      if (order === undefined || order.state === 'started' || order.kind === 'market') return
      const goesBy = sideOfOrder(order.side, order.kind)
      if (quote !== listed && !isAt(goesBy, levelOfOrder(order), quote)) return
      this.#activate(account, order, goesBy, quote)
      return
    }
    const position = account.positions.get(id)
    if (position === undefined || position.symbolId !== symbol.id) return
    if (quote !== listed && !hasCome(kind, position, quote)) return
    if (kind === 'trailing' || this.#core.parking.requests.isAtProvider(login, id)) return
    const asked = stopOf(kind, position)
    const decide: ServerDecision = (context) => {
      const held = account.positions.get(id)
      if (held === undefined) return undefined
      if (!hasWaited(context)) return decideStopsHit(context, account, held, kind, quote)
      const now = usableQuote(context, symbol.id)
      if (now === undefined || !isSameStop(asked, stopOf(kind, held))) return undefined
      if (isLate(context) && kind === 'tp' && !hasCome(kind, held, now)) return undefined
      return decideStopsHit(context, account, held, kind, now)
    }
    this.#core.ledger.act(account, decide, undefined, () => ({
      kind,
      touched: { positions: [id], orders: [] },
      ...(kind === 'tp' ? { worstPrice: position.takeProfit } : {}),
    }))
  }

  /** Activates an order. `goesBy` is the side of the market that reaches the order's level. */
  #activate(account: Account, order: OrderEvent, goesBy: TriggerSide, quote: Quote): void {
    let activation: Activation | undefined
    const { id, symbolId } = order
    this.#core.ledger.act(
      account,
      (context) => {
        const held = account.orders.get(id)
        const now = hasWaited(context) ? usableQuote(context, symbolId) : quote
        if (held === undefined || now === undefined) return undefined
        const isLimit = held.kind === 'limit'
        if (isLate(context) && isLimit && !isAt(goesBy, held.price, now)) return undefined
        const made = decideActivate(context, account, held, now)
        if (made === undefined || 'wait' in made) return made
        activation = made
        return made.events
      },
      () => {
        const refusal = activation?.refusal
        return refusal === undefined
          ? undefined
          : rejectedNote(account, rejectedText(order, refusal))
      },
      () => ({
        kind: 'activate',
        touched: { positions: [], orders: [id] },
        ...(order.kind === 'limit' ? { worstPrice: order.price } : {}),
        rejected: ({ now }) => {
          const held = account.orders.get(id)
          return held && [endedOrder(held, 'rejected', now)]
        },
      }),
    )
  }

  #expire(most: number): number {
    const { now } = this.#core
    let done = 0
    // Times are levels that the clock reaches from below.
    for (const { login, id } of this.#expiries.hit(now, 0)) {
      this.#for(login, (account) => {
        const order = account.orders.get(id)
        if (order === undefined) return
        this.#core.ledger.act(account, (context) => decideExpire(context, order))
      })
      if (++done === most || this.#time.isUp) return most
    }
    return done
  }

  #setOrder(account: Account, order: OrderEvent, isFirst = false): void {
    const { id, symbolId, kind, side, asked, expiresAt } = order
    if (restsAtProvider(order)) {
      // Orders at a provider have no price level here. Their expiry is requested once, even if the
      // provider keeps the order working.
      const at = isResting(order) && asked !== 'expiration' ? expiresAt : 0
      if (isFirst || at === 0 || at > this.#core.now) this.#setExpiry(account, id, at)
      return
    }
    const isWaiting = isResting(order) && order.state !== 'started' && kind !== 'market'
    if (isWaiting) {
      const { levels } = this.#levelsOf(symbolId)
      const goesBy = sideOfOrder(side, kind)
      const diff = spreadDiffOf(this.#core.book, account, symbolId)
      const level = listedLevel(goesBy, levelOfOrder(order), diff)
      this.#wasSet(levels.set(goesBy, level, account.login, 'order', id), 'order', id)
      this.#setExpiry(account, id, expiresAt)
      return
    }
    // An order that was executed at once was never pending.
    if (order.version === 1) return
    this.#bySymbol.get(symbolId)?.levels.remove('order', id)
    this.#expiries.remove('order', id)
  }

  #setExpiry({ login }: Account, id: number, at: UnixMs): void {
    if (at === 0) this.#expiries.remove('order', id)
    else this.#expiries.set('bid_above', at, login, 'order', id)
  }

  #setPosition(account: Account, row: Position | PositionEvent | AccountRow): void {
    const { login } = account
    const { id, symbolId, side, stopLoss, takeProfit, trailingPts } = row
    const isOpen = row.volume > 0
    const hasStops = isOpen && (stopLoss !== 0 || takeProfit !== 0 || trailingPts !== 0)
    const held = hasStops ? this.#levelsOf(symbolId) : this.#bySymbol.get(symbolId)
    if (held === undefined) return
    const { levels, trailing } = held
    const diff = hasStops ? spreadDiffOf(this.#core.book, account, symbolId) : 0
    const [loss, gain] = [sideOfStopLoss(side), sideOfTakeProfit(side)]
    if (isOpen && stopLoss !== 0) {
      this.#wasSet(levels.set(loss, listedLevel(loss, stopLoss, diff), login, 'sl', id), 'sl', id)
    } else levels.remove('sl', id)
    if (isOpen && takeProfit !== 0) {
      this.#wasSet(levels.set(gain, listedLevel(gain, takeProfit, diff), login, 'tp', id), 'tp', id)
    } else levels.remove('tp', id)
    if (isOpen && trailingPts !== 0) {
      const isNew = trailing.set(side, login, id, stopLoss, trailingPts, diff)
      this.#wasSet(isNew, 'trailing', id)
    } else trailing.remove(id)
  }

  #wasSet(isNew: boolean, kind: Trigger['kind'], id: number): void {
    if (!isNew) return
    if (this.#since === undefined) this.#fresh.remove(kind, id)
    else this.#fresh.set(kind, id, this.#since)
  }

  /** Removes a position's levels under every symbol, because its own symbol may have been wrong. */
  #forgetPosition(id: number): void {
    for (const { levels, trailing } of this.#bySymbol.values()) {
      levels.remove('sl', id)
      levels.remove('tp', id)
      trailing.remove(id)
    }
  }

  #levelsOf(symbolId: number): SymbolLevels {
    let held = this.#bySymbol.get(symbolId)
    if (held === undefined) {
      held = { levels: new TriggerBook(), trailing: new TrailingStops() }
      this.#bySymbol.set(symbolId, held)
    }
    return held
  }
}

type AccountRow = Extract<AccountEvent, { type: 'correction' | 'restored_position' }>

/**
 * The ids of open orders and positions. Empty if the account cannot be read; its levels then stay
 * without effect.
 */
function openIds(account: Account): Record<'orders' | 'positions', readonly number[]> {
  try {
    return { orders: [...account.orders.keys()], positions: account.positions.keys() }
  } catch {
    return { orders: [], positions: [] }
  }
}

/**
 * True if a level is reached at the account's own prices, because levels may be checked early
 * (`listedLevel`).
 */
/**
 * True if no price was given after a delay: an action with its own price is done only if the market
 * is still there.
 */
function isLate(context: DecisionContext): boolean {
  return hasWaited(context) && context.answer === undefined
}

/**
 * The terms of the close that a dealer or provider received; a close with another level, side or
 * volume is a new one.
 */
function stopOf(kind: 'sl' | 'tp', { side, volume, stopLoss, takeProfit }: Position) {
  return { side, volume, level: kind === 'sl' ? stopLoss : takeProfit }
}

type RequestedStop = ReturnType<typeof stopOf>

function isSameStop(one: RequestedStop, other: RequestedStop): boolean {
  return one.side === other.side && one.volume === other.volume && one.level === other.level
}

function hasCome(kind: Trigger['kind'], { side, stopLoss, takeProfit }: Position, quote: Quote) {
  return kind === 'sl'
    ? isAt(sideOfStopLoss(side), stopLoss, quote)
    : isAt(sideOfTakeProfit(side), takeProfit, quote)
}

/** The digits for a writer that has no settings. */
const ANY_DIGITS = 255

function rejectedNote({ login }: Account, text: string): JournalNote {
  return { actor: 0, kind: 'trade', text: `Account ${login}: ${text}`, ip: '', requestId: '' }
}
