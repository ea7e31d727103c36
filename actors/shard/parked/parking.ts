import { decideTrade } from '../../../engine/account/decide/decide.js'
import type { Decided, DecisionContext, Wait, Waiting } from '../../../engine/account/decision.js'
import { NO_IDS } from '../../../engine/account/decision.js'
import type { JournalNote, OrderEvent } from '../../../engine/account/event.js'
import { withoutOrder } from '../../../engine/account/holdings/hold-order.js'
import { offer } from '../../../engine/account/rules/expected-price.js'
import {
  finishedOrder,
  refusedOrder,
  startedOrder,
} from '../../../engine/account/rules/parked-order.js'
import {
  dealt,
  isWaiting,
  offerTaken,
  refusedWith,
  startsOrder,
  touchedWhile,
  worstPrice,
} from '../../../engine/account/rules/waiting.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import type { DealerOnline } from '../../../engine/book/dealers.js'
import { isPassing, type Refusal, refuse } from '../../../engine/code.js'
import { WAITING_REPEATS_MAX } from '../../../engine/limits.js'
import type { Login, PricePts } from '../../../engine/units.js'
import {
  type DealingEvent,
  type DealingRow,
  dealtOrder,
  dealtRequest,
} from '../../../wire/thread/dealing.js'
import type { ToGateway } from '../../../wire/thread/provider-messages.js'
import type { ParsedTrade } from '../../../wire/trade/trade-request.js'
import type { Clock } from '../../thread/clock.js'
import type { AccountBooks } from '../books.js'
import { USED_KEY } from '../known-outcome.js'
import type { NoteOf, RequestOutcome } from '../outcome.js'
import { codeOf } from '../outcome.js'
import { ShardGateways } from '../providers/gateway-orders.js'
import { ProviderReports } from '../providers/provider-reports.js'
import { DealerQueue } from './dealer-queue.js'
import { dealingRow } from './dealing-row.js'
import {
  type OwnDecide,
  type OwnNoteOf,
  type OwnWait,
  type Parked,
  type Tell,
  Waits,
} from './parked-requests.js'
import { recoveredWaits } from './recovered.js'
import { timeOutNote } from './time-out-note.js'

/**
 * Requests that wait for a delay to pass or for a dealer, from the rule that says so to the one outcome
 * that everybody hears who asked for it.
 *
 *   W1. What opens or closes something has an order in the log before anybody is asked: `started`, under
 *       the request's key. Its next row ends it, in the record of the outcome, under the same key: a
 *       repeat hears that one. Other requests are in memory alone until they are decided.
 *   W2. Nothing is decided before the answer: then it is decided anew, from the account, settings and
 *       prices of then, as if the started order were not there.
 *   W3. A shard that starts again ends what its predecessor had started, once; of what was sent to a
 *       provider it asks what came of it.
 *   W4. While nothing may be written, nothing ends.
 *   W5. What is sent to a provider has an order in the log, the server's own requests too
 *       (actors/shard/providers/gateway-orders.ts); it is no more decided anew, but booked as the provider says.
 */
const RESTARTED = 'The server was started again while the request waited.'
const UNANSWERED = 'No dealer answered in time.'
const NOT_NOW = refuse('trade.off_quotes', 'It cannot be done at the moment.')
const PUT_OFF = refuse('unavailable', 'The request goes on waiting: repeat it with the same id.')
const TOO_OFTEN = refuse('trade.too_many_requests', 'It waits, and was repeated too often.')
const HALTED_RETRY_MS = 1000

/** How a request ends. */
export interface Ending {
  readonly result: Decided | Refusal
  readonly note?: JournalNote | undefined
}

/** To whom a shard says what it wants. */
export interface Answerers {
  desk(event: DealingEvent): void
  gateway(message: ToGateway): void
}

export class ShardWaits {
  readonly lot = new Waits()
  readonly gateways: ShardGateways
  readonly reports: ProviderReports
  readonly #core: AccountBooks
  readonly #clock: Clock
  readonly #tellDesk: (event: DealingEvent) => void

  constructor(core: AccountBooks, clock: Clock, { desk, gateway }: Answerers) {
    this.#core = core
    this.#clock = clock
    this.#tellDesk = desk
    this.gateways = new ShardGateways(core, this.lot, clock, gateway)
    this.reports = new ProviderReports(core, this.lot, this.gateways, gateway)
  }

  /** When `run` has something to do, on the monotonic clock. */
  get nextDueAt(): number {
    return this.lot.nextDueAt
  }

  /** A repeat of a request that waits hears what the first one hears. */
  join(
    { login }: Account,
    { requestKey, digest }: ParsedTrade,
    tell: Tell,
  ): 'waits' | Refusal | undefined {
    const parked = this.lot.withKey(login, requestKey)
    if (parked === undefined) return undefined
    if (parked.digest !== digest) return USED_KEY
    if (parked.tells.length >= WAITING_REPEATS_MAX) return TOO_OFTEN
    parked.tells.push(tell)
    return 'waits'
  }

  /** `through` is what the request would do if it were confirmed now. */
  park(
    account: Account,
    parsed: ParsedTrade,
    { wait }: Waiting,
    through: Decided,
    noteOf: NoteOf | undefined,
    tell: Tell,
  ): 'waits' | Refusal {
    const refusal = this.lot.refuseMore(account.login)
    if (refusal !== undefined) return refusal
    const { request, requestKey, digest } = parsed
    const core = this.#core
    const context = core.contextOf(account)
    const id = context.nextOrderId()
    if (startsOrder(request)) {
      const started = startedOrder(context, account, request, through, id, wait.gatewayId)
      const kept = { requestKey, digest, code: 'trade.placed', message: '' } as const
      const written = core.write(account, kept, [started])
      if ('ok' in written) return written
    }
    const taken = offerTaken(context, account, request)
    const parked: Parked = {
      ...{ id, account, requestKey, digest, isClients: true },
      touched: touchedWhile(request, through, id),
      ...{ hasStarted: startsOrder(request), offer: taken },
      worstPrice: worstPrice(wait.symbol, wait.side, request, taken),
      asked: dealtRequest(request, wait),
      decide: (anew, seen) => decideTrade(anew, seen, dealt(request, anew)),
      ...{ noteOf, tells: [tell] },
      ...{ wait, queue: undefined, sent: undefined, dueAt: 0 },
    }
    this.lot.add(parked)
    this.#await(parked)
    return 'waits'
  }

  /** What the server does by itself. Not while the same is waiting: whoever wants it comes again. */
  parkOwn(
    account: Account,
    { wait }: Waiting,
    decide: OwnDecide,
    noteOf: OwnNoteOf | undefined,
    { kind, touched, worstPrice: worst, rejected }: OwnWait,
  ): void {
    const { login } = account
    if (this.lot.busy(login, touched) ?? this.lot.refuseMore(login)) return
    const [[position_id = 0], [order_id = 0]] = [touched.positions, touched.orders]
    const parked: Parked = {
      ...{ id: this.#core.contextOf(account).nextOrderId(), account, touched, isClients: false },
      ...{ requestKey: '', digest: 0, hasStarted: false, offer: undefined, worstPrice: worst },
      asked: { ...dealtOrder(kind, wait), ...(position_id === 0 ? { order_id } : { position_id }) },
      decide: (context) => decide(context) ?? NOT_NOW,
      ...{ noteOf, rejected, tells: [] },
      ...{ wait, queue: undefined, sent: undefined, dueAt: 0 },
    }
    if (wait.by === 'gateway') this.#sendOwn(parked, wait)
    else {
      this.lot.add(parked)
      this.#await(parked)
    }
  }

  /** W3. After the replay, before the first request. */
  recover(): void {
    for (const parked of [...recoveredWaits(this.#core)]) {
      this.lot.add(parked)
      const order = parked.account.orders.get(parked.id)
      if (order !== undefined && order.gatewayId !== 0) this.gateways.recovered(parked, order)
    }
  }

  /** Carries out what is due. */
  run(): void {
    const now = this.#clock.monotonic()
    for (const parked of this.lot.takeDue(now)) {
      // What is set aside is dropped at the end of the turn.
      if ('ok' in this.#core.account(parked.account.login)) continue
      try {
        this.#carryOn(parked, now)
      } catch (error) {
        this.#core.quarantine.add(parked.account, error)
      }
    }
  }

  #carryOn(parked: Parked, now: number): void {
    const { queue } = parked
    if (!this.#core.mayWrite) this.#putOff(parked, now)
    else if (parked.sent !== undefined) this.gateways.due(parked)
    else if (parked.decide === undefined) this.#timeOut(parked, RESTARTED)
    else if (queue === undefined) this.#again(parked)
    else if (queue.until <= now) this.#timeOut(parked, UNANSWERED)
    else {
      this.#offer(parked, queue, now)
      this.lot.due(parked, queue.dueAt)
    }
  }

  /** Who is at the desk has changed. */
  setDealers(online: readonly DealerOnline[]): void {
    const { dealers } = this.#core
    dealers.set(online)
    const now = this.#clock.monotonic()
    for (const parked of this.lot.all) {
      const { queue } = parked
      if (queue === undefined) continue
      if (queue.takenBy !== null && !dealers.reaches(queue.takenBy, queue.group)) {
        this.giveBack(parked, queue)
      } else if (queue.takenBy === null) this.#offer(parked, queue, now)
      this.lot.due(parked, queue.dueAt)
    }
  }

  take(parked: Parked, queue: DealerQueue, login: number): void {
    queue.take(login, this.#clock.monotonic())
    this.lot.due(parked, queue.dueAt)
    this.#show(parked, queue)
  }

  giveBack(parked: Parked, queue: DealerQueue): void {
    queue.giveBack(this.#core.dealers, this.#clock.monotonic())
    this.lot.due(parked, queue.dueAt)
    this.#show(parked, queue)
  }

  /** Decides anew, with what is known now (W2). */
  decide(parked: Parked, over: Partial<DecisionContext>): Decided | Refusal {
    const { account, offer: taken, decide } = parked
    assert(decide !== undefined, 'only what was asked since the start is answered')
    const core = this.#core
    core.endDays(account)
    const started = this.#startedOf(parked)
    const seen = started === undefined ? account : withoutOrder(account, started)
    const own = core.contextOf(account)
    const { offers, nextOrderId } = own
    let isTaken = false
    const context: DecisionContext = {
      ...own,
      ...over,
      offers: {
        make: (...made) => offers.make(...made),
        take: (...asked) => offers.take(...asked),
        find: (...asked) => taken ?? offers.find(...asked),
      },
      nextOrderId: () => {
        if (isTaken) return nextOrderId()
        isTaken = true
        return parked.id
      },
    }
    return decide(context, seen)
  }

  /** What a dealer offers in place of an answer. */
  requote({ account, wait }: Parked, dealer: Login, bid: PricePts, ask: PricePts): Refusal {
    assert(wait !== undefined, 'what is requoted waits for a dealer')
    const { symbol, volume } = wait
    const why = 'The dealer offers another price'
    return offer(this.#core.contextOf(account), account, symbol, volume, { bid, ask }, why, dealer)
  }

  /** The one outcome: recorded, told to all who asked and to the dealers. */
  finish(parked: Parked, { result, note }: Ending): RequestOutcome {
    const { account, id, tells, queue } = parked
    this.lot.remove(parked)
    const outcome = this.#record(parked, result, note)
    for (const tell of tells) tell(outcome)
    if (queue !== undefined) this.#tellDesk({ type: 'gone', id, outcome: codeOf(outcome) })
    assert(!account.orders.has(id) || outcome.ok, 'what was refused does not wait any more')
    return outcome
  }

  row(parked: Parked, queue: DealerQueue): DealingRow {
    return dealingRow(this.#core, this.#clock, parked, queue)
  }

  #record(
    parked: Parked,
    result: Decided | Refusal,
    note: JournalNote | undefined,
  ): RequestOutcome {
    const core = this.#core
    const { account, requestKey, digest } = parked
    core.endDays(account)
    const set = core.account(account.login)
    if ('ok' in set) return set
    const started = this.#startedOf(parked)
    let refusal = 'ok' in result ? result : undefined
    if (!('ok' in result)) {
      const events = started === undefined ? result : finishedOrder(started, result)
      const kept = { requestKey, digest, message: '' }
      const written = core.write(account, kept, events, note ?? parked.noteOf?.(events))
      if (!('ok' in written)) return { ok: true, record: written }
      refusal = written
    }
    assert(refusal !== undefined, 'what is not done is refused')
    const { code, message } = refusal
    const isKept = requestKey !== '' && !isPassing(refusal)
    if (started === undefined && !isKept && note === undefined) return refusal
    const events = started === undefined ? [] : [refusedOrder(started, core.now)]
    const key = started === undefined && !isKept ? '' : requestKey
    const written = core.write(account, { requestKey: key, digest, code, message }, events, note)
    if ('ok' in written) return written
    return started === undefined ? refusal : refusedWith(refusal, started)
  }

  #timeOut(parked: Parked, why: string): void {
    const note = timeOutNote(this.#core, parked, why)
    this.finish(parked, { result: refuse('trade.timeout', why), note })
  }

  #startedOf({ hasStarted, account, id }: Parked): OrderEvent | undefined {
    return hasStarted ? account.orders.get(id) : undefined
  }

  /** Nothing can be written now: who asked is not kept waiting for that; a repeat joins the wait. */
  #putOff(parked: Parked, now: number): void {
    for (const tell of parked.tells.splice(0)) tell(PUT_OFF)
    this.lot.due(parked, now + HALTED_RETRY_MS)
  }

  /** The delay is over: the rules are walked again, past those that delay. */
  #again(parked: Parked): void {
    if (!this.#core.hasIds) {
      this.lot.due(parked, this.#clock.monotonic() + HALTED_RETRY_MS)
      return
    }
    const decided = this.decide(parked, { isDelayed: true })
    if (!('ok' in decided) || !isWaiting(decided)) {
      this.finish(parked, { result: decided })
      return
    }
    const { wait } = decided
    parked.wait = wait
    if (wait.by !== 'gateway') this.#await(parked)
    else if (!parked.hasStarted) {
      this.lot.remove(parked)
      this.#sendOwn(parked, wait)
    } else if (this.gateways.log(parked, wait)) this.gateways.send(parked, wait)
    else this.lot.due(parked, this.#clock.monotonic() + HALTED_RETRY_MS)
  }

  /** What has nothing left to do, or cannot be paid for, is not sent. */
  #sendOwn(parked: Parked, wait: Wait): void {
    const { account, decide, noteOf, touched } = parked
    assert(decide !== undefined, 'what the server wants is decided by itself')
    const answer = { clearsStops: wait.clearsStops }
    const through = decide({ ...this.#core.contextOf(account), ...NO_IDS, answer }, account)
    if ('ok' in through) return
    const [orderId] = touched.orders
    const [first] = through
    if (first?.type === 'order' && first.state === 'rejected') {
      const kept = { requestKey: '', digest: 0, message: '' }
      this.#core.write(account, kept, through, noteOf?.(through))
      return
    }
    const sent = orderId === undefined ? parked : { ...parked, id: orderId }
    const isLogged =
      orderId === undefined
        ? this.gateways.logClose(account, sent.id, wait, through, noteOf)
        : this.gateways.log(sent, wait)
    if (!isLogged) return
    this.lot.add(sent)
    this.gateways.send(sent, wait)
  }

  #await(parked: Parked): void {
    const { wait, account } = parked
    assert(wait !== undefined, 'it waits for something')
    const now = this.#clock.monotonic()
    if (wait.by === 'gateway') {
      this.gateways.send(parked, wait)
      return
    }
    if (wait.by === 'delay') {
      this.lot.due(parked, now + wait.delayMs)
      return
    }
    const queue = new DealerQueue(account.groupPath, wait.dealers, now)
    queue.offer(this.#core.dealers, now)
    parked.queue = queue
    this.lot.due(parked, queue.dueAt)
    this.#show(parked, queue)
  }

  #offer(parked: Parked, queue: DealerQueue, now: number): void {
    if (queue.offer(this.#core.dealers, now)) this.#show(parked, queue)
  }

  #show(parked: Parked, queue: DealerQueue): void {
    const { offered } = queue
    this.#tellDesk({ type: 'request', row: this.row(parked, queue), offered })
  }
}
