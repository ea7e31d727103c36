import { originNoter } from '../../../engine/account/change-origin.js'
import { decideTrade } from '../../../engine/account/decide/decide.js'
import {
  type AccountEvents,
  CANNOT_WAIT,
  type Decision,
  type DecisionContext,
  isHeldUp,
  isWaiting,
  NO_IDS,
  type Wait,
  type WaitOutcome,
} from '../../../engine/account/decision.js'
import type { JournalNote, OrderEvent } from '../../../engine/account/event.js'
import { withoutOrder } from '../../../engine/account/holdings/hold-order.js'
import {
  dealt,
  offerTaken,
  refusedWith,
  startsOrder,
  touchedWhile,
  worstPrice,
} from '../../../engine/account/rules/at-provider/waiting.js'
import { type DealersOffer, offer } from '../../../engine/account/rules/expected-price.js'
import { wayFrom } from '../../../engine/account/rules/order-way.js'
import {
  finishedOrder,
  refusedOrder,
  startedOrder,
} from '../../../engine/account/rules/parked-order.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import {
  isPassing,
  isRefusal,
  keptNumbers,
  type Refusal,
  refusedBy,
  refuseTooMany,
} from '../../../engine/code.js'
import { WAITING_REPEATS_MAX } from '../../../engine/limits/requests.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { PricePts } from '../../../engine/units.js'
import { type DealingEvent, dealtOrder, dealtRequest } from '../../../wire/thread/dealing.js'
import type { ToGateway } from '../../../wire/thread/provider-messages.js'
import type { ParsedTrade } from '../../../wire/trade/trade-request.js'
import type { Clock } from '../../thread/clock.js'
import type { AccountBooks } from '../books.js'
import { SET_ASIDE } from '../log/quarantine.js'
import { USED_KEY } from '../outcomes/known-outcome.js'
import { codeOf, type NoteOf, type NoteOrNone, type RequestOutcome } from '../outcomes/outcome.js'
import type { ServerDecision, ServerWait } from '../server-action.js'
import { Dealing } from './dealing.js'
import { GatewayOrders } from './gateway-orders.js'
import { HeldFills } from './held-fills.js'
import { timeOutNote } from './journal-notes.js'
import {
  type DecideAgain,
  type DelayedState,
  type HeldRequest,
  type ParkedRequest,
  ParkedRequests,
  type ParkedState,
  type Tell,
  type WithDealersState,
} from './parked-requests.js'
import { isPending, ProviderBooking } from './provider-booking.js'
import { ProviderReports } from './provider-reports.js'
import { asksProvider, noteUnlessRequested } from './provider-requests.js'
import { recoveredAtProvider, recoveredWaits } from './recovered-waits.js'
import { keepRefused } from './refused-waits.js'
import { RestingAtProvider } from './resting-orders.js'
import { SentFates } from './sent-fates.js'

/**
 * Holds requests that wait for a delay, a dealer or a provider, from the rule that makes them wait
 * to their one outcome, which every requester receives.
 *
 *   - A request that opens or closes something gets an order in the log before it is sent out:
 *     `started`, under the request's key. The record of the outcome has the order's next row under
 *     the same key, so a repeat gets that outcome. Other requests are only in memory until they are
 *     decided.
 *   W2. Nothing is decided before the answer arrives. Then the request is decided again from the
 *       current account, settings and prices, as if the started order did not exist.
 *   W3. A restarted shard ends the orders that the previous thread had started, once; for orders
 *       sent to a provider it queries the result.
 *   - While nothing may be written, no request ends.
 *   - A request sent to a provider has an order in the log, also if the server itself started it
 *     (actors/shard/routed/gateway-orders.ts). It is not decided again but booked as the
 *     provider reports.
 */
const RESTARTED = because('trade.timeout.restarted')
const UNANSWERED = because('trade.timeout.no_dealer')
const NOT_NOW = because('trade.off_quotes.later')
const PUT_OFF = because('unavailable.goes_on_waiting')
const TOO_OFTEN = refuseTooMany(null, say('trade.too_many_requests.waiting'))
const HALTED_RETRY_MS = 1000

/**
 * The end of a waiting request: the decision, the note for the journal, and the price that a dealer
 * gave.
 */
export interface Ending {
  readonly result: Decision
  readonly note?: JournalNote | undefined
  readonly price?: PricePts | undefined
}

/** The receivers of messages to dealers and providers. */
export interface Answerers {
  desk(event: DealingEvent): void
  gateway(message: ToGateway): void
  /** Called with the number of fills that wait for staff. */
  heldFills(count: number): void
}

export class Parking {
  readonly requests = new ParkedRequests()
  readonly dealing: Dealing
  readonly gateways: GatewayOrders
  readonly reports: ProviderReports
  readonly resting: RestingAtProvider
  readonly booking: ProviderBooking
  readonly held: HeldFills
  readonly #core: AccountBooks
  readonly #clock: Clock

  constructor(core: AccountBooks, clock: Clock, { desk, gateway, heldFills }: Answerers) {
    this.#core = core
    this.#clock = clock
    this.dealing = new Dealing(core, this.requests, clock, desk)
    this.resting = new RestingAtProvider(core, this.requests, clock, gateway)
    this.gateways = new GatewayOrders(core, this.requests, clock, gateway, this.resting)
    this.booking = new ProviderBooking(core, this.gateways)
    this.held = new HeldFills(core, heldFills)
    const { gateways, resting, booking, held } = this
    const fates = new SentFates(core.records, clock)
    const providers = { gateways, resting, booking, held, fates }
    this.reports = new ProviderReports(core, this.requests, providers, gateway)
  }

  /** When `run` next has something to do, on the monotonic clock. */
  get nextDueAt(): number {
    return this.requests.nextDueAt
  }

  /** Adds a repeated request to the waiting one, so that both get the same outcome. */
  join(
    { login }: Account,
    { requestKey, digest }: ParsedTrade,
    tell: Tell,
  ): 'waits' | Refusal | undefined {
    const parked = this.requests.withKey(login, requestKey)
    if (parked === undefined || isPending(parked)) return undefined
    if (parked.digest !== digest) return USED_KEY
    if (parked.tells.length >= WAITING_REPEATS_MAX) return TOO_OFTEN
    parked.tells.push(tell)
    return 'waits'
  }

  /** Parks a request; `through` are the events if it were confirmed now. */
  park(
    account: Account,
    parsed: ParsedTrade,
    { wait }: WaitOutcome,
    through: AccountEvents,
    noteOf: NoteOf | undefined,
    tell: Tell,
  ): 'waits' | Refusal {
    const refusal = this.requests.refuseMore(account.login)
    if (refusal !== undefined) return refusal
    const { request, requestKey, digest } = parsed
    const core = this.#core
    const context = core.contextOf(account)
    const id = context.nextOrderId()
    const hasStarted = startsOrder(request)
    if (hasStarted) {
      const way = wayFrom(core.receivedAt, context.prices.quote(wait.symbol.id))
      const begun = startedOrder(context, account, request, through, id, wait.gatewayId)
      const started = { ...begun, way }
      const kept = { requestKey, digest, code: 'trade.placed', message: '' } as const
      const written = core.ledger.write(account, kept, [started])
      if (isRefusal(written)) return written
    }
    const taken = offerTaken(context, account, request)
    const held: HeldRequest = {
      id,
      account,
      requestKey,
      digest,
      isClients: true,
      hasStarted,
      offer: taken,
      touched: touchedWhile(request, through, id),
      worstPrice: worstPrice(wait.symbol, wait.side, request, taken),
      asked: dealtRequest(request, wait),
      noteOf,
      originOf: originNoter(request, requestKey !== '' || noteOf !== undefined),
      tells: [tell],
      ...(parsed.sent === undefined ? {} : { sent: parsed.sent }),
    }
    this.#hold(held, wait, (context, seen) => decideTrade(context, seen, dealt(request, context)))
    return 'waits'
  }

  /**
   * Parks an action of the server itself, unless the same action waits already or was refused a
   * moment ago. The caller tries again later.
   */
  parkOwn(
    account: Account,
    { wait }: WaitOutcome,
    decide: ServerDecision,
    noteOf: NoteOrNone | undefined,
    { kind, touched, worstPrice: worst, rejected }: ServerWait,
  ): void {
    const { login } = account
    if (this.requests.busy(login, touched, true) !== undefined) return
    if (this.requests.refusedActions.rests(touched, this.#clock.monotonic())) return
    const [[position_id = 0], [order_id = 0]] = [touched.positions, touched.orders]
    const held: HeldRequest = {
      id: this.#core.contextOf(account).nextOrderId(),
      account,
      touched,
      isClients: false,
      requestKey: '',
      digest: 0,
      hasStarted: false,
      offer: undefined,
      worstPrice: worst,
      asked: { ...dealtOrder(kind, wait), ...(position_id === 0 ? { order_id } : { position_id }) },
      noteOf,
      rejected,
      tells: [],
    }
    const again: DecideAgain = (context) => decide(context) ?? NOT_NOW
    if (wait.by === 'gateway') this.#sendOwn(held, wait, again)
    else this.#hold(held, wait, again)
  }

  /**
   * Restores the requests that waited before a restart. Must run before the first new request (W3).
   * `withOrders`: accounts with orders.
   */
  recover(withOrders: readonly Account[]): void {
    for (const { orders } of withOrders) this.held.followed(orders.values())
    for (const { account, order, key } of [...recoveredAtProvider(this.#core, withOrders)]) {
      this.resting.recovered(account, order, key)
    }
    for (const held of [...recoveredWaits(this.#core, withOrders)]) {
      const order = held.account.orders.get(held.id)
      const isSent = order !== undefined && order.gatewayId !== 0
      const state: ParkedState = isSent
        ? this.gateways.recovered(held, order)
        : { is: 'orphaned', dueAt: 0 }
      this.requests.add({ ...held, state })
    }
  }

  /**
   * Drops the waiting requests of an account that was set aside. Those with an order are in the log:
   * the next start ends them or queries their provider.
   */
  drop({ login }: Account): void {
    for (const parked of this.requests.of(login)) {
      const { id, state, tells } = parked
      this.requests.remove(parked)
      for (const tell of tells.splice(0)) tell(SET_ASIDE)
      if (state.is === 'with_dealers') this.dealing.gone(id, state, SET_ASIDE.code)
    }
  }

  /** Carries out the actions that are due. */
  run(): void {
    const now = this.#clock.monotonic()
    for (const parked of this.requests.takeDue(now)) {
      // The end of the turn drops the requests of an account that is set aside.
      if (isRefusal(this.#core.account(parked.account.login))) continue
      try {
        this.#carryOn(parked, now)
      } catch (error) {
        this.#core.quarantine.add(parked.account, error)
      }
    }
  }

  #carryOn(parked: ParkedRequest, now: number): void {
    const { state } = parked
    if (!this.#core.mayWrite) this.#putOff(parked, now)
    else if (state.is === 'at_provider') this.gateways.due(parked, state)
    else if (state.is === 'rests_at_provider') this.resting.due(parked, state)
    else if (state.is === 'orphaned') this.#timeOut(parked, RESTARTED)
    else if (state.is === 'delayed') this.#again(parked, state)
    else if (state.queue.until <= now) this.#timeOut(parked, UNANSWERED)
    else this.dealing.askNext(parked, state)
  }

  /** Decides a request again on the current state (W2). */
  decide(parked: ParkedRequest, decide: DecideAgain, over: Partial<DecisionContext>): Decision {
    const { account, offer: taken } = parked
    const core = this.#core
    core.ledger.endDays(account)
    const started = this.#startedOf(parked)
    const seen = started === undefined ? account : withoutOrder(account, started)
    const own = core.contextOf(account)
    const { offers } = own
    const context: DecisionContext = {
      ...own,
      ...over,
      offers: {
        make: (...made) => offers.make(...made),
        take: (...asked) => offers.take(...asked),
        find: () => taken,
      },
      // The id is used only once, because no decision creates two orders.
      nextOrderId: () => parked.id,
    }
    const decided = decide(context, seen)
    const isPlacing = !isHeldUp(decided) && asksProvider(decided)?.asked === 'place'
    return (isPlacing ? this.requests.refuseAtProvider(account.login) : undefined) ?? decided
  }

  /** Refuses the client's request with the dealer's offer of other prices. */
  requote(
    { account }: ParkedRequest,
    { wait: { symbol, side, volume } }: WithDealersState,
    dealers: DealersOffer,
    prices: { readonly bid: PricePts; readonly ask: PricePts },
  ): Refusal {
    const why = 'The dealer offers another price'
    return offer(
      this.#core.contextOf(account),
      account,
      symbol,
      { side, volume },
      prices,
      why,
      dealers,
    )
  }

  /**
   * Ends a request with its one outcome: records it and sends it to all requesters and to the
   * dealers.
   */
  finish(parked: ParkedRequest, { result, note, price }: Ending): RequestOutcome {
    const { account, id, tells, state } = parked
    this.requests.remove(parked)
    const outcome = this.#record(parked, result, note)
    if (!outcome.ok) this.#count(parked, outcome)
    const asking = outcome.ok ? asksProvider(outcome.record.events) : undefined
    if (asking === undefined) for (const tell of tells) tell(outcome)
    else this.resting.awaited(parked, asking.id, parked)
    if (state.is === 'with_dealers') this.dealing.gone(id, state, codeOf(outcome), price)
    assert(!account.orders.has(id) || outcome.ok, 'what was refused does not wait any more')
    return outcome
  }

  #count(parked: ParkedRequest, refusal: Refusal): void {
    const { account, state, isClients } = parked
    if (!isClients) return
    const { code } = refusal
    const wait = 'wait' in state ? state.wait : undefined
    const symbolId = wait?.symbol.id ?? 0
    const dealer = state.is === 'with_dealers' ? (state.queue.takenBy ?? 0) : 0
    const kind = { symbolId, group: account.groupPath, code, dealer, gatewayId: 0 }
    this.#core.tally.count(kind, this.#core.now)
    keepRefused(this.#core, parked, refusedBy(refusal, { rule: wait?.ruleId ?? 0, dealer }))
  }

  #record(parked: ParkedRequest, result: Decision, note: JournalNote | undefined): RequestOutcome {
    const core = this.#core
    const { account, requestKey, digest } = parked
    core.ledger.endDays(account)
    const set = core.account(account.login)
    if (isRefusal(set)) return set
    const started = this.#startedOf(parked)
    if (isWaiting(result)) return this.#refused(parked, started, CANNOT_WAIT, note)
    if (isRefusal(result)) return this.#refused(parked, started, result, note)
    const events = started === undefined ? result : finishedOrder(started, result)
    const origin = parked.originOf?.(account, events)
    const kept = { requestKey, digest, message: '', origin }
    const written = core.ledger.write(
      account,
      kept,
      events,
      note ?? noteUnlessRequested(parked.noteOf)?.(events),
    )
    if (!isRefusal(written)) return { ok: true, record: written }
    return this.#refused(parked, started, written, note)
  }

  #refused(
    { account, requestKey, digest }: ParkedRequest,
    started: OrderEvent | undefined,
    refusal: Refusal,
    note: JournalNote | undefined,
  ): RequestOutcome {
    const core = this.#core
    const { code, message } = refusal
    const numbers = keptNumbers(refusal)
    const isKept = requestKey !== '' && !isPassing(refusal)
    const told = started === undefined ? refusal : refusedWith(refusal, started)
    if (!isKept) core.refusals.add(account.login, requestKey, digest, told, core.now)
    if (started === undefined && !isKept && note === undefined) return refusal
    const events = started === undefined ? [] : [refusedOrder(started, core.now)]
    const key = started === undefined && !isKept ? '' : requestKey
    const written = core.ledger.write(
      account,
      { requestKey: key, digest, code, message, numbers },
      events,
      note,
    )
    return isRefusal(written) ? written : told
  }

  #timeOut(parked: ParkedRequest, result: Refusal): void {
    const note = timeOutNote(this.#core, parked, result.message)
    this.finish(parked, { result, note })
  }

  #startedOf({ hasStarted, account, id }: ParkedRequest): OrderEvent | undefined {
    return hasStarted ? account.orders.get(id) : undefined
  }

  /**
   * Postpones a request while nothing can be written. The requesters receive that answer, and a
   * repeat joins the wait.
   */
  #putOff(parked: ParkedRequest, now: number): void {
    for (const tell of parked.tells.splice(0)) tell(PUT_OFF)
    this.requests.due(parked, now + HALTED_RETRY_MS)
  }

  /** Decides a request again after its delay; rules that cause a delay count as passed. */
  #again(parked: ParkedRequest, state: DelayedState): void {
    const later = this.#clock.monotonic() + HALTED_RETRY_MS
    if (!this.#core.hasIds) {
      this.requests.due(parked, later)
      return
    }
    const decided = this.decide(parked, state.decide, { isDelayed: true })
    if (!isWaiting(decided)) {
      this.finish(parked, { result: decided })
      return
    }
    const { wait } = decided
    if (wait.by === 'gateway' && !parked.hasStarted) {
      this.requests.remove(parked)
      this.#sendOwn(parked, wait, state.decide)
    } else if (wait.by !== 'gateway' || this.gateways.log(parked, wait)) {
      this.requests.moveTo(parked, this.#stateOf(parked, wait, state.decide))
      this.#begin(parked)
    } else this.requests.due(parked, later)
  }

  /**
   * Sends an action of the server itself to the provider, unless nothing is left to do or the
   * account cannot pay for it.
   */
  #sendOwn(request: HeldRequest, wait: Wait, decide: DecideAgain): void {
    const { account, noteOf, touched } = request
    const { clearsStops, ruleId } = wait
    const answer = { clearsStops, ruleId }
    const through = decide({ ...this.#core.contextOf(account), ...NO_IDS, answer }, account)
    if (isHeldUp(through)) return
    const [orderId] = touched.orders
    const [first] = through
    if (first?.type === 'order' && first.state === 'rejected') {
      const kept = { requestKey: '', digest: 0, message: '' }
      this.#core.ledger.write(account, kept, through, noteOf?.(through))
      return
    }
    const sent = orderId === undefined ? request : { ...request, id: orderId }
    const isLogged =
      orderId === undefined
        ? this.gateways.logClose(account, sent.id, wait, through, noteOf)
        : this.gateways.log(sent, wait)
    if (isLogged) this.#hold(sent, wait, decide)
  }

  #hold(request: HeldRequest, wait: Wait, decide: DecideAgain): void {
    const parked: ParkedRequest = { ...request, state: this.#stateOf(request, wait, decide) }
    this.requests.add(parked)
    this.#begin(parked)
  }

  #stateOf(request: HeldRequest, wait: Wait, decide: DecideAgain): ParkedState {
    if (wait.by === 'gateway') return this.gateways.stateOf(request, wait)
    if (wait.by === 'delay') {
      return { is: 'delayed', wait, decide, dueAt: this.#clock.monotonic() + wait.delayMs }
    }
    return this.dealing.stateOf(request.account.groupPath, wait, decide)
  }

  /** Sends a request that begins to wait to the provider or the dealers. */
  #begin(parked: ParkedRequest): void {
    const { state } = parked
    if (state.is === 'at_provider') this.gateways.place(state)
    else if (state.is === 'with_dealers') this.dealing.show(parked, state)
  }
}
