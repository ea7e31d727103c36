import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import { isResting } from '../../../engine/account/event.js'
import { hasOpenFills } from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  endedAtProvider,
  filledOf,
} from '../../../engine/account/rules/at-provider/provider-order.js'
import {
  cancelRequested,
  FIRST_ATTEMPT,
  type Going,
  goingOf,
  isGatewayOff,
  keptAtProvider,
  requestedTerms,
  restsAtProvider,
  takenAtProvider,
} from '../../../engine/account/rules/at-provider/resting-order.js'
import { refusedWith } from '../../../engine/account/rules/at-provider/waiting.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import {
  isRefusal,
  keptNumbers,
  type Refusal,
  refusedBy,
  type SuccessCode,
} from '../../../engine/code.js'
import { placementTimeoutSec } from '../../../engine/config/kinds/placement-timeout.js'
import { PROVIDER_CANCEL_MS } from '../../../engine/limits/trading.js'
import { because, inWords } from '../../../engine/reasons/reasons.js'
import type { ProviderReport, SentId, ToGateway } from '../../../wire/thread/provider-messages.js'
import type { Clock } from '../../thread/clock.js'
import type { AccountBooks } from '../books.js'
import type { RequestOutcome } from '../outcomes/outcome.js'
import { AWAY, refusalOf, UNANSWERED, unsentRefusal } from './gateway-orders.js'
import { GivenUpOrders } from './given-up-orders.js'
import { sentNote } from './journal-notes.js'
import type {
  HeldRequest,
  ParkedRequest,
  ParkedRequests,
  RestsAtProviderState,
} from './parked-requests.js'
import { ENDS, type EndState } from './provider-ends.js'
import { keepRefused } from './refused-waits.js'
import { changedOrder, providerOrderOf } from './resting-order-messages.js'

/**
 * Pending orders that rest at providers, from the row that sends one to the row that ends it.
 *
 *   T1. The row of an order states the open request to the provider, and the commit of its record
 *       sends that request (`followed` receives every record). So everything that changes an order
 *       (its client, a stop out, its pair, its expiry) does so by writing a row, and a restarted
 *       shard sends the open requests again.
 *   - Meanwhile the shard does nothing with the order: no price triggers it, and only the
 *     provider's report ends it. An unanswered request is repeated until the provider answers or
 *     its gateway is switched off. Only an order whose placing and cancel both stay unanswered is
 *     given up, like other orders.
 *   T3. The requester is answered when the provider has answered, with `trade.timeout` if it is too
 *       late.
 *   T4. After a refused cancel or change the order stays as the provider has it.
 */
export type WaitingParty = Pick<
  HeldRequest,
  'requestKey' | 'digest' | 'tells' | 'noteOf' | 'isClients' | 'sent'
>

/** The last requester, as found after a restart. */
type RecoveredAsker = Pick<WaitingParty, 'requestKey' | 'digest'> &
  Pick<RestsAtProviderState, 'isPlacing'>

const NOBODY: WaitingParty = {
  requestKey: '',
  digest: 0,
  tells: [],
  noteOf: undefined,
  isClients: false,
}

export class RestingAtProvider {
  readonly #core: AccountBooks
  readonly #lot: ParkedRequests
  readonly #clock: Clock
  readonly #tell: (message: ToGateway) => void
  readonly #isOnline: (gatewayId: number) => boolean
  readonly givenUp: GivenUpOrders

  constructor(
    core: AccountBooks,
    lot: ParkedRequests,
    clock: Clock,
    tell: (message: ToGateway) => void,
  ) {
    this.#core = core
    this.#lot = lot
    this.#clock = clock
    this.#tell = tell
    this.#isOnline = (id) => core.gateways.has(id)
    this.givenUp = new GivenUpOrders(clock, tell)
  }

  /** Follows the orders of a record that was applied (T1). */
  followed(account: Account, events: readonly AccountEvent[]): void {
    for (const event of events) {
      if (event.type === 'order' && event.attempt !== 0) this.#follow(account, event)
    }
  }

  #follow(account: Account, row: OrderEvent): void {
    const parked = this.#lot.get(row.id)
    const state = parked?.state
    if (state !== undefined && state.is !== 'rests_at_provider') return
    if (!isResting(row)) {
      if (parked === undefined) return
      this.#lot.remove(parked)
      this.#say('forget', account, row)
      return
    }
    if (parked === undefined || state === undefined) {
      this.#lot.add(heldBy(account, row.id, NOBODY, this.#stateOf(row)))
    } else {
      const isRepeated = asksTheSame(state, row)
      state.asked = row.asked
      if (isRepeated) return
      state.phase = 'placed'
      state.isKept = false
      this.#lot.due(parked, this.#answerDue(row))
    }
    if (row.asked !== '') this.#ask(account, row)
  }

  /**
   * Notes who requested a change of a resting order, to be answered when the provider has answered
   * (T3).
   */
  awaited({ account }: Pick<HeldRequest, 'account'>, id: number, asker: WaitingParty): void {
    const parked = this.#lot.get(id)
    const state = parked?.state
    assert(parked !== undefined && state?.is === 'rests_at_provider', 'what asks is followed')
    this.#lot.remove(parked)
    this.#lot.add(heldBy(account, id, asker, state))
  }

  /** Follows an order found after a restart; the key is the key of the last request. */
  recovered(
    account: Account,
    row: OrderEvent,
    { requestKey, digest, isPlacing }: RecoveredAsker,
  ): void {
    const asker = row.asked === '' ? NOBODY : { ...NOBODY, requestKey, digest, tells: [] }
    const state = { ...this.#stateOf(row), isSummed: false, isPlacing }
    this.#lot.add(heldBy(account, row.id, asker, state))
  }

  /**
   * Handles a reconnected provider: queries the order's state and repeats the unanswered request,
   * with a new time limit, because an earlier answer may have been lost with the connection.
   */
  back(parked: ParkedRequest, state: RestsAtProviderState): void {
    const { account, id } = parked
    const row = account.orders.get(id)
    if (row === undefined) return
    if (requestedTerms(row) !== undefined) this.#sayChange('ask', account, row)
    else this.#say('ask', account, row)
    const isUnplaced = row.asked === 'place' && state.phase !== 'placed'
    if (isUnplaced) {
      state.phase = 'cancelling'
      this.#lot.due(parked, this.#clock.monotonic() + PROVIDER_CANCEL_MS)
    }
    if (isUnplaced || goingOf(row) !== undefined) this.#say('cancel', account, row)
  }

  /** Handles a request that the provider did not answer in time. */
  due(parked: ParkedRequest, state: RestsAtProviderState): void {
    const { account, id } = parked
    const row = account.orders.get(id)
    assert(row !== undefined && row.asked !== '', 'what is due is asked')
    const isOnline = this.#isOnline(state.gatewayId)
    const isPlacing = row.asked === 'place' && !state.isKept
    const isGivenUp = isPlacing && state.phase === 'cancelling' && isOnline
    this.#lot.due(parked, this.#clock.monotonic() + PROVIDER_CANCEL_MS)
    if (isGatewayOff(this.#core.book, state.gatewayId) || isGivenUp) {
      if (requestedTerms(row) !== undefined) this.#keep(parked, row, AWAY)
      else if (this.end(parked, state, 'silent', '')) this.#giveUp(account, row)
      return
    }
    if (isOnline && isPlacing) {
      state.phase = 'cancelling'
      this.#say('cancel', account, row)
      return
    }
    state.phase = 'doubtful'
    const unknown = refusedWith(isOnline ? UNANSWERED : AWAY, row)
    for (const tell of parked.tells.splice(0)) tell(unknown)
    if (isOnline) this.back(parked, state)
  }

  /**
   * Handles the provider's answer to a request. `ends`: the report may also end the order. False if
   * it cannot be written now.
   */
  heard(parked: ParkedRequest, own: SentId, report: ProviderReport): 'ends' | 'done' | false {
    const row = parked.account.orders.get(parked.id)
    assert(row !== undefined, 'what is heard of is there')
    const { state, text } = report
    const terms = requestedTerms(row)
    if (terms !== undefined && own.attempt === terms.attempt) {
      if (state === 'pending') return 'done'
      if (!NOT_CHANGED.has(state)) return this.#take(parked, row, 'ok') ? 'ends' : false
      // Queries the order's state, because it may have ended at the provider.
      this.#say('ask', parked.account, row)
      return this.#keep(parked, row, notChanged(state, text)) ? 'done' : false
    }
    if (own.attempt !== row.attempt) return 'done'
    if (state === 'kept') {
      if (row.asked === 'place') this.#isThere(parked, row)
      if (row.asked === '' || row.asked === 'place') return 'done'
      const refusal = refusedThere(text)
      if (!this.#keep(parked, row, refusal)) return false
      if (row.asked === 'stop_out') {
        const about = { positions: [], orders: [row.id] }
        this.#lot.refusedActions.refused(about, this.#clock.monotonic())
      }
      return 'done'
    }
    if (terms !== undefined && state === 'unknown') {
      // The provider may know the order only by its new id.
      this.#sayChange('ask', parked.account, row)
      return 'done'
    }
    const isAlive = state === 'working' || report.total > 0
    if (row.asked === 'place' && isAlive) {
      return this.#take(parked, row, 'trade.placed') ? 'ends' : false
    }
    return 'ends'
  }

  /**
   * Answers an open request for an order that is filled completely: the fill wins. False if it
   * cannot be written now.
   */
  overtaken(parked: ParkedRequest): boolean {
    const row = parked.account.orders.get(parked.id)
    if (row === undefined || row.asked === '') return true
    return this.#keep(parked, row, FILLED, undefined)
  }

  /** Ends an order for which the provider will report nothing more. */
  end(parked: ParkedRequest, state: RestsAtProviderState, end: EndState, text: string): boolean {
    const { account, id, isClients } = parked
    const row = account.orders.get(id)
    assert(row !== undefined, 'what ends at a provider was there')
    if (hasOpenFills(row)) {
      state.ended ??= { state: end, text }
      const unknown = refusedWith(STAFF_DECIDE, row)
      for (const tell of parked.tells.splice(0)) tell(unknown)
      this.#lot.due(parked, Number.POSITIVE_INFINITY)
      return true
    }
    const { now } = this.#core
    const formerRequest = row.asked
    const last = endedAtProvider(row, end === 'expired' ? end : ENDS[end], now)
    const isWanted = goingOf(row) !== undefined || last.state === 'expired'
    const isAnswered =
      formerRequest === 'place' && isClients && end !== 'silent' && end !== 'rejected'
    const isNews = !isWanted && !isAnswered
    const said = isNews ? sentNote(this.#core, parked, state.gatewayId, end, text) : undefined
    const refusal =
      formerRequest === 'place' ? refusalOf(end, text, state.phase !== 'placed') : undefined
    if (refusal !== undefined) return this.#answer(parked, last, { refusal }, said)
    if (state.isPlacing && filledOf(row) === 0) {
      return this.#answer(parked, last, { refusal: because('trade.cancelled.ended') }, said)
    }
    if (requestedTerms(row) === undefined) return this.#answer(parked, last, { code: 'ok' }, said)
    return this.#answer(parked, last, { refusal: because('trade.rejected.ended') }, said)
  }

  /** Notes that the provider has an order that cannot be cancelled, and queries its state. */
  #isThere({ account, state }: ParkedRequest, row: OrderEvent): void {
    if (state.is === 'rests_at_provider') state.isKept = true
    this.#say('ask', account, row)
  }

  #giveUp(account: Account, row: OrderEvent): void {
    this.givenUp.add(row.gatewayId, providerOrderOf(this.#core.book, account, row))
  }

  #take(parked: ParkedRequest, row: OrderEvent, code: SuccessCode): boolean {
    const goes = requestedTerms(row)?.goes
    if (!this.#answer(parked, takenAtProvider(row), { code })) return false
    // The former id at the provider is not used any more.
    if (requestedTerms(row) !== undefined) this.#say('forget', parked.account, row)
    return this.#goes(parked, goes)
  }

  #keep(
    parked: ParkedRequest,
    row: OrderEvent,
    refusal: Refusal,
    goes = requestedTerms(row)?.goes,
  ): boolean {
    if (!this.#answer(parked, keptAtProvider(row), { refusal })) return false
    if (requestedTerms(row) !== undefined) this.#sayChange('forget', parked.account, row)
    return this.#goes(parked, goes)
  }

  /** Requests the cancel that was postponed until the provider had answered. */
  #goes({ account, id }: ParkedRequest, why: Going | undefined): boolean {
    const row = account.orders.get(id)
    const asked = row === undefined || why === undefined ? undefined : cancelRequested(row, why)
    if (asked === undefined) return true
    const kept = { requestKey: '', digest: 0, code: 'ok', message: '' } as const
    return !isRefusal(this.#core.ledger.write(account, kept, [asked]))
  }

  /**
   * Ends the open request: records its outcome and sends it to all requesters. False if it cannot
   * be written now.
   */
  #answer(
    parked: ParkedRequest,
    row: OrderEvent,
    { code = 'ok', refusal }: { readonly code?: SuccessCode; readonly refusal?: Refusal },
    note = refusal === undefined ? parked.noteOf?.([row]) : undefined,
  ): boolean {
    const { account, id, requestKey, digest, tells } = parked
    const [word, message] = [refusal?.code ?? code, refusal?.message ?? '']
    const numbers = refusal && keptNumbers(refusal)
    const kept = { requestKey, digest, code: word, message, numbers }
    const written = this.#core.ledger.write(account, kept, [row], note)
    if (isRefusal(written)) return false
    if (refusal !== undefined && parked.isClients) {
      const by = { rule: row.ruleId, gateway: row.gatewayId }
      keepRefused(this.#core, parked, refusedBy(refusal, by), row.symbolId)
    }
    const rests = this.#lot.get(id)
    if (rests?.state.is === 'rests_at_provider') {
      rests.state.isPlacing = false
      this.awaited(parked, id, NOBODY)
    }
    const outcome: RequestOutcome =
      refusal === undefined ? { ok: true, record: written } : refusedWith(refusal, row)
    for (const tell of tells) tell(outcome)
    return true
  }

  #stateOf(row: OrderEvent): RestsAtProviderState {
    return {
      is: 'rests_at_provider',
      gatewayId: row.gatewayId,
      asked: row.asked,
      phase: 'placed',
      isKept: false,
      ended: undefined,
      isPlacing: row.asked === 'place',
      filled: filledOf(row),
      value: row.filledValue,
      isSummed: true,
      hasMore: false,
      dueAt: this.#answerDue(row),
    }
  }

  #answerDue({ asked, gatewayId }: OrderEvent): number {
    if (asked === '') return Number.POSITIVE_INFINITY
    const gateway = this.#core.book.records.gateways.find(({ id }) => id === gatewayId)
    const seconds = gateway === undefined ? 0 : placementTimeoutSec(gateway.params)
    return this.#clock.monotonic() + seconds * 1_000
  }

  #ask(account: Account, row: OrderEvent): void {
    if (requestedTerms(row) !== undefined) this.#sayChange('change', account, row)
    else this.#say(row.asked === 'place' ? 'place' : 'cancel', account, row)
  }

  #say(what: 'place' | 'cancel' | 'ask' | 'forget', account: Account, row: OrderEvent): void {
    const order = providerOrderOf(this.#core.book, account, row)
    this.#tell({ what, gateway: row.gatewayId, order })
  }

  /** Sends a message about the order with the requested terms. */
  #sayChange(what: 'change' | 'ask' | 'forget', account: Account, row: OrderEvent): void {
    const order = changedOrder(this.#core.book, account, row)
    this.#tell({ what, gateway: row.gatewayId, order })
  }
}

const FILLED = because('trade.rejected.filled')
const STAFF_DECIDE = because('trade.timeout.staff_decide')

/**
 * True if both request the same, even if the order will be cancelled after the answer: a change
 * that was sent is not sent again.
 */
function asksTheSame(one: Pick<OrderEvent, 'asked'>, other: Pick<OrderEvent, 'asked'>): boolean {
  if (one.asked === other.asked) return true
  const [terms, others] = [requestedTerms(one), requestedTerms(other)]
  return terms !== undefined && terms.attempt === others?.attempt
}

/** The states of reports which mean that the order was not changed. */
const NOT_CHANGED: ReadonlySet<string> = new Set(['kept', 'rejected', 'unknown', 'unsent', 'full'])

function notChanged(state: string, text: string): Refusal {
  if (state === 'unsent') return unsentRefusal(text)
  if (state === 'unknown') return because('trade.no_connection.change_never_came')
  return refusedThere(text)
}

function refusedThere(text: string): Refusal {
  return inWords(text, 'trade.rejected.provider_text', 'trade.rejected.provider_refused')
}

function heldBy(
  account: Account,
  id: number,
  { requestKey, digest, tells, noteOf, isClients, sent }: WaitingParty,
  state: RestsAtProviderState,
): ParkedRequest {
  return {
    id,
    account,
    requestKey,
    digest,
    tells: [...tells],
    noteOf,
    isClients,
    state,
    // The order's row shows that a request is open, and its position may still be changed by
    // others.
    touched: { positions: [], orders: [] },
    hasStarted: true,
    offer: undefined,
    worstPrice: undefined,
    asked: {},
    ...(sent === undefined ? {} : { sent }),
  }
}

/** The attempt under which all fills of the order are counted, whatever id its provider uses. */
export function countedAs(own: SentId, order: OrderEvent): SentId {
  return restsAtProvider(order) ? { ...own, attempt: FIRST_ATTEMPT } : own
}
