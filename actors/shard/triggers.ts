import {
  type Activation,
  decideActivate,
  decideExpire,
  rejectedText,
} from '../../engine/account/decide/activate.js'
import { ended } from '../../engine/account/decide/delete.js'
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
  widened,
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
import type { OwnDecide } from './parked/parked-requests.js'
import { RunTime } from './turn/run-time.js'

/**
 * The levels and moments that a shard's accounts wait for: the levels of resting orders, stop losses, take profits and
 * trailing stops, and the moments at which orders expire.
 *
 *   T1. The levels are those of the accounts' state, at every moment between two records: `taken` hears
 *       of each record, `load` of what a recovery brought.
 *   T2. Every tick of the tape is looked at once and in order, at its own price, so that what rests
 *       fills at the first tick that touches it. Where the tape was lost, the board's prices stand
 *       for what was missed.
 *   T3. `run` does a bounded number of things for a bounded time and goes on where it stopped: mid-tick, if
 *       need be.
 *   T4. Nothing is done in a symbol while its trading is closed, or while nobody stands behind its price;
 *       what is due then comes with the first tick after that.
 *   T5. An account's levels are of the prices that its group sees: they stand where the listed prices bring
 *       those there, and follow the group's differences. Other settings may move a group's prices as a tick
 *       does: after them every level is looked at at the board's prices, behind the ticks that came before.
 *   T6. A level is looked at at prices that came after it was set, or with the tick that set it.
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
  /** Orders by the moment at which they expire. */
  readonly #expiries = new TriggerBook()
  /** Ticks to look at before the tape goes on: the last one taken from it, or one per symbol of the board. */
  #waiting: TapeTick[] = []
  /**
   * Whether trailing stops have followed the first of `#waiting`; positions opened at that tick follow from the next.
   */
  #hasTrailed = false
  /** Whether prices of some group may have changed without a tick (T5). */
  #owesLook = false
  readonly #fresh = new FreshLevels()
  /** While a record is taken that older ticks are not to touch: the number of the first tick that is (T6). */
  #since: number | undefined
  #isLooking = false
  readonly #time: RunTime

  /** `moved` hears of the symbol of every tick, also of those that nothing waits for. */
  constructor(core: ShardCore, tape: TapeReader, moved: (symbolId: number) => void) {
    this.#core = core
    this.#time = new RunTime(core)
    this.#tape = tape
    this.#moved = moved
  }

  /** The number of levels that are waited for. */
  get size(): number {
    let size = 0
    for (const { levels, trailing } of this.#bySymbol.values()) size += levels.size + trailing.size
    return size
  }

  /** Whether anything waits for a price level or for an order's expiry, which may be one resting at a provider. */
  get isWaiting(): boolean {
    return this.#expiries.size > 0 || this.size > 0
  }

  /** Whether a turn is due although no tick came. */
  get owesLook(): boolean {
    return this.#owesLook
  }

  /**
   * Loads all that an account waits for; a recovered one (`isFirst`) is looked at with the board's prices first (T2).
   */
  load(account: Account, isFirst = true): void {
    for (const order of account.orders.values()) this.#setOrder(account, order, isFirst)
    for (const position of account.positions.values()) this.#setPosition(account, position)
  }

  /** Moves levels to where the new settings want them (T5); `before` are the settings until now. */
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

  /** Loads an account anew that may be in another group. */
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

  /** Removes everything that an account waits for, since it is set aside. */
  remove(account: Account): void {
    const { orders, positions } = openIds(account)
    for (const id of orders) {
      for (const { levels } of this.#bySymbol.values()) levels.remove('order', id)
      this.#expiries.remove('order', id)
    }
    for (const id of positions) this.#forgetPosition(id)
  }

  /** Looks at every symbol at the board's price, then at ticks from now on; used where earlier ticks are gone. */
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

  /** Does at most `most` things; true when something is left to look at. */
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

  /** Looks at one tick; answers how many things were done, or `most` when it did not get to the tick's end. */
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
    // An entry that was taken from a round is done before the round is left: it does not come again.
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

  /** Whether what is looked at came before the level (T6). */
  #isOlder(kind: Trigger['kind'], id: number): boolean {
    return this.#fresh.isBefore(this.#tape.next - 1, kind, id)
  }

  /** Works on an account; an error sets that account aside, and its levels go at the end of the turn. */
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
    const quote = widened(listed, spreadDiffOf(this.#core.book, account, symbolId))
    const stop = trailedStop(side, stopLoss, trailingPts, quote)
    if (stop === stopLoss) return
    this.#core.ledger.act(account, () => {
      const held = account.positions.get(id) as Position
      return [positionRow(held, { stopLoss: stop })]
    })
  }

  #fire(account: Account, { login, kind, id }: Trigger, symbol: SymbolSpec, listed: Quote): void {
    const quote = widened(listed, spreadDiffOf(this.#core.book, account, symbol.id))
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
    const decide: OwnDecide = (context) => {
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

  /** `goesBy`: on which side of the market its level is come to. */
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
          return held && [ended(held, 'rejected', now)]
        },
      }),
    )
  }

  #expire(most: number): number {
    const { now } = this.#core
    let done = 0
    // Moments are levels that the time comes to from below.
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
      // No price of here triggers it. Its time is over once: a provider that goes on with it is not asked again.
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
    // An order that was done at once never rested.
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

  /** Removes a position's levels under every symbol: its own may have been a wrong one. */
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
 * The ids of open orders and positions; none where a broken account cannot be read, whose levels stay and do nothing.
 */
function openIds(account: Account): Record<'orders' | 'positions', readonly number[]> {
  try {
    return { orders: [...account.orders.keys()], positions: account.positions.keys() }
  } catch {
    return { orders: [], positions: [] }
  }
}

/** Whether a level is reached by its own terms: it may be looked at early (`listedLevel`). */
/** After a delay nobody has given a price: what has a price of its own is done only if the market is there still. */
function isLate(context: DecisionContext): boolean {
  return hasWaited(context) && context.answer === undefined
}

/** What somebody was asked to close: of another level, side or volume he was not asked. */
function stopOf(kind: 'sl' | 'tp', { side, volume, stopLoss, takeProfit }: Position) {
  return { side, volume, level: kind === 'sl' ? stopLoss : takeProfit }
}

type AskedStop = ReturnType<typeof stopOf>

function isSameStop(one: AskedStop, other: AskedStop): boolean {
  return one.side === other.side && one.volume === other.volume && one.level === other.level
}

function hasCome(kind: Trigger['kind'], { side, stopLoss, takeProfit }: Position, quote: Quote) {
  return kind === 'sl'
    ? isAt(sideOfStopLoss(side), stopLoss, quote)
    : isAt(sideOfTakeProfit(side), takeProfit, quote)
}

/** The digits of a writer that was told no settings. */
const ANY_DIGITS = 255

function rejectedNote({ login }: Account, text: string): JournalNote {
  return { actor: 0, kind: 'trade', text: `Account ${login}: ${text}`, ip: '', requestId: '' }
}
