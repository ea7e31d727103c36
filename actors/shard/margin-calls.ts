import { decideMarginLevel, decideStopOut } from '../../engine/account/decide/stop-out.js'
import { hasWaited, isWaiting } from '../../engine/account/decision.js'
import type { AccountEvent, JournalNote, StandingEvent } from '../../engine/account/event.js'
import { marginLevel } from '../../engine/account/money/money.js'
import { StopOutQueue } from '../../engine/account/rules/stop-out-queue.js'
import type { Account } from '../../engine/account/state.js'
import { moneyDigitsOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { contextOfGroup } from '../../engine/book/group-prices.js'
import { isRefusal } from '../../engine/code.js'
import { STOP_OUT_STEPS_MAX } from '../../engine/limits/trading.js'
import { MARGIN_PHRASES } from '../../engine/margin-watch/journal-phrases.js'
import { MarginWatch } from '../../engine/margin-watch/margin-watch.js'
import { TurnPrices } from '../../engine/margin-watch/turn-prices.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import type { ShardCore } from './core.js'
import { RunTime } from './run-time.js'

/** The number of the latest moved symbols that are searched for a duplicate. */
const FEW = 64
/** The milliseconds of a turn for margin calls and stop outs; other requests wait that long. */
const RUN_MS = 1
/** Checking this many positions or orders in a stop out costs as much as judging one account. */
const LOOKS_AS_ONE = 32
/** The milliseconds after which a long stop out sorts its remaining positions again. */
const ORDER_MS = 100
/** The positions that one step values for sorting: about a millisecond of work. */
const VALUED_AT_ONCE = 500
const LONG_AGO = Number.NEGATIVE_INFINITY

/** A stop out that continues in the next run, with the order of its positions. */
interface RestedStopOut {
  readonly account: Account
  readonly queue: StopOutQueue
  /** The time when the queue was completed, on the monotonic clock. */
  readonly madeAt: number
}

/**
 * The margin calls and stop outs of a shard's accounts. The watch selects the accounts to check;
 * each step is decided at current prices and written as one record.
 *
 *   - The watch must learn of every change: `taken` for each record, `changed` for profiles,
 *     `setBook` for settings, `moved` for prices.
 *   - `run` does a bounded number of steps in a bounded time and continues in the next run. One
 *     account gets at most `STOP_OUT_STEPS_MAX` steps a run, all at the same prices, so that
 *     closing thousands of positions delays nobody else. Within a run, judging and closing use the
 *     prices of that run. The order of positions is recomputed every `ORDER_MS`, some hundred
 *     positions a run. Stop outs under way take turns, and every other run begins new ones first.
 *   - An action that is impossible now (market closed, no dealer, no price, writing stopped) is
 *     tried again at every `retry`.
 */
export class MarginCalls {
  readonly #core: ShardCore
  readonly #watch: MarginWatch
  /** The symbols whose prices moved. A duplicate only costs time. */
  readonly #moved: number[] = []
  readonly #stuck = new Set<Account>()
  readonly #again = new Set<Account>()
  /** The stop outs that had their steps in this run and continue in the next. */
  #rested: RestedStopOut[] = []
  /**
   * True if the next run begins new stop outs first; runs alternate when there is no time for both.
   */
  #isNewFirst = false
  /** The prices that the steps of this run share; undefined before the first step. */
  #prices: TurnPrices | undefined
  readonly #time: RunTime

  constructor(core: ShardCore) {
    this.#core = core
    this.#time = new RunTime(core, RUN_MS)
    this.#watch = new MarginWatch(core.book, core.market)
  }

  /** The number of accounts that a price move could bring to a level. */
  get size(): number {
    return this.#watch.size
  }

  get places(): number {
    return this.#watch.places
  }

  holderAt(place: number): Account | undefined {
    return this.#watch.holderAt(place)
  }

  roughLevelAt(place: number): number | undefined {
    return this.#watch.roughLevelAt(place)
  }

  /** Adds an account that was restored by recovery. */
  load(account: Account): void {
    this.#watch.update(account, account.inMarginCall ? 'margin_call' : 'fine')
  }

  /** Updates the watch after a record of the account was applied or its profile changed. */
  changed(account: Account): void {
    this.#watch.update(account)
  }

  setBook(book: Book): void {
    this.#watch.setBook(book)
    this.#rested = this.#rested.map((one) => ({ ...one, madeAt: LONG_AGO }))
  }

  moved(symbolId: number): void {
    const isFew = this.#moved.length <= FEW
    if (!isFew || !this.#moved.includes(symbolId)) this.#moved.push(symbolId)
  }

  retry(): void {
    for (const account of this.#stuck) this.#again.add(account)
    this.#stuck.clear()
  }

  /**
   * Works on accounts that prices and changes may have moved to a level; true if some are left.
   */
  run(most: number): boolean {
    for (const symbolId of this.#moved) this.#watch.tick(symbolId)
    this.#moved.length = 0
    this.#prices = undefined
    const begunAt = this.#core.monotonic()
    this.#time.begin()
    const begun = this.#rested
    this.#isNewFirst = begun.length > 0 && !this.#isNewFirst
    if (this.#isNewFirst) this.#goOn(begun, begunAt, this.#begin(most))
    else this.#begin(this.#goOn(begun, begunAt, most))
    return this.#watch.isPending || this.#again.size > 0 || this.#rested.length > 0
  }

  /**
   * Continues stop outs from an earlier run. Accounts that get no turn come first in the next run.
   */
  #goOn(begun: readonly RestedStopOut[], now: number, most: number): number {
    if (begun.length === 0) return most
    let left = most
    const notReached: RestedStopOut[] = []
    const were = new Set(begun)
    const [mine, others] = [this.#rested.filter((one) => were.has(one)), this.#rested]
    this.#rested = others.filter((one) => !were.has(one))
    for (const rested of mine) {
      if (left <= 0) notReached.push(rested)
      else if (now - rested.madeAt < ORDER_MS) left -= this.#steps(rested.account, rested)
      else left -= this.#steps(rested.account)
      if (this.#time.isUp) left = 0
    }
    this.#rested = [...notReached, ...this.#rested]
    return left
  }

  /**
   * Begins with accounts that are tried again, then those that prices and changes have moved to a
   * level.
   */
  #begin(most: number): number {
    let left = most
    for (const account of this.#again) {
      if (left <= 0) return 0
      this.#again.delete(account)
      left -= this.#steps(account)
      if (this.#time.isUp) left = 0
    }
    while (left > 0 && this.#watch.isPending) {
      const judged = this.#watch.judged
      left = this.#stepDue(left)
      left -= this.#watch.judged - judged
    }
    return left
  }

  /**
   * Works on the due accounts and returns how many steps of `most` remain. An account that cannot
   * be judged does not stop the others.
   */
  #stepDue(most: number): number {
    let left = most
    try {
      for (const { account } of this.#watch.due(most)) {
        left -= this.#steps(account)
        if (this.#time.isUp) left = 0
        if (left <= 0) break
      }
    } catch (error) {
      const account = this.#watch.judging
      if (account === undefined) throw error
      this.#core.quarantine.add(account, error)
      this.remove(account)
    }
    return left
  }

  remove(account: Account): void {
    this.#watch.remove(account.login)
    this.#stuck.delete(account)
    this.#again.delete(account)
    this.#rested = this.#rested.filter((one) => one.account !== account)
  }

  /**
   * Carries out a stop out, or a margin call that the account was not notified of. Returns its
   * cost, at least 1.
   */
  #steps(account: Account, rested?: RestedStopOut): number {
    if (this.#isRested(account) || isRefusal(this.#core.account(account.login))) return 1
    const queue = rested?.queue ?? new StopOutQueue(VALUED_AT_ONCE)
    const madeAt = rested?.madeAt ?? this.#core.monotonic()
    const { looked } = queue
    let steps = 0
    let goesOn = true
    do {
      goesOn = this.#step(account, queue)
      if (goesOn) steps++
    } while (goesOn && steps < STOP_OUT_STEPS_MAX && !this.#time.isUp)
    const isBeingMade = queue.isPartial && queue.looked > looked
    if (isBeingMade) this.#rested.push({ account, queue, madeAt: this.#core.monotonic() })
    else if (goesOn) this.#rested.push({ account, queue, madeAt })
    else if (steps === 0) this.#wait(account)
    return steps + 1 + Math.floor((queue.looked - looked) / LOOKS_AS_ONE)
  }

  #isRested(account: Account): boolean {
    return this.#rested.some((one) => one.account === account)
  }

  /** Schedules a retry if the account needs a step that could not be done. */
  #wait(account: Account): void {
    const standing = this.#watch.standingOf(account.login)
    const isCalled = standing !== 'fine'
    if (standing === 'stop_out' || isCalled !== account.inMarginCall) this.#stuck.add(account)
  }

  #step(account: Account, queue: StopOutQueue): boolean {
    const core = this.#core
    this.#prices ??= new TurnPrices(core.market)
    const prices = this.#prices
    let positionId = 0
    return core.ledger.act(
      account,
      (context) => {
        if (hasWaited(context)) return decideStopOut(context, account, positionId)
        const outside = core.parking.requests.outside(account, core.monotonic())
        const seen = contextOfGroup({ ...context, prices }, account)
        const decided = decideMarginLevel(seen, account, outside, queue)
        if (decided !== undefined && isWaiting(decided)) positionId = decided.positionId
        return decided
      },
      (events) => noteOf(core.book, account, events),
      () => ({ kind: 'stop_out', touched: { positions: [positionId], orders: [] } }),
    )
  }
}

function noteOf(
  book: Book,
  account: Account,
  events: readonly AccountEvent[],
): JournalNote | undefined {
  const standings = events.filter((event) => event.type === 'standing')
  if (standings.length === 0) return undefined
  const digits = moneyDigitsOf(book, account.groupPath)
  const text = standings.map((event) => standingText(event, digits)).join('; ')
  const said = `Account ${account.login}: ${text}${madeGood(events, digits)}`
  return { actor: 0, kind: 'margin', text: said, ip: '', requestId: '' }
}

function standingText(event: StandingEvent, digits: number): string {
  const { standing, entered, equity, margin, orderId, positionId } = event
  const level = margin > 0 ? `${textFromScaled(marginLevel(equity, margin), 2)} %` : 'no margin'
  const at = `at ${level}, equity ${textFromScaled(equity, digits)}`
  if (standing === 'margin_call') {
    const { callEntered, callLeft } = MARGIN_PHRASES
    return `${entered ? callEntered : callLeft} ${at}`
  }
  return `${MARGIN_PHRASES.stopOut} ${orderId === 0 ? `position ${positionId}` : `order ${orderId}`} ${at}`
}

function madeGood(events: readonly AccountEvent[], digits: number): string {
  const deal = events.find((event) => event.type === 'deal' && event.action === 'compensation')
  if (deal?.type !== 'deal') return ''
  return `; ${textFromScaled(deal.profit, digits)}${MARGIN_PHRASES.compensates}the balance`
}
