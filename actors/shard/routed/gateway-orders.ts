import { endedOrder } from '../../../engine/account/decide/delete.js'
import type { Wait } from '../../../engine/account/decision.js'
import {
  type AccountEvent,
  isResting,
  type JournalNote,
  type OrderEvent,
} from '../../../engine/account/event.js'
import {
  countedHeld,
  hasOpenFills,
  heldFillsOf,
  refusedFill,
} from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  filledOf,
  fillingAtProvider,
  leftProvider,
  sentClose,
  sentOrder,
} from '../../../engine/account/rules/at-provider/provider-order.js'
import { isStarted, refusedWith } from '../../../engine/account/rules/at-provider/waiting.js'
import { wayFrom, withTimes } from '../../../engine/account/rules/order-way.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { providerPrice, spreadDiffOf } from '../../../engine/book/group-prices.js'
import { isRefusal, keptNumbers, type Refusal, refusedBy } from '../../../engine/code.js'
import { parameterValue } from '../../../engine/config/kinds/connection.js'
import { placementTimeoutSec } from '../../../engine/config/kinds/placement-timeout.js'
import type { GatewayRecord } from '../../../engine/config/records/gateway.js'
import { PROVIDER_CANCEL_MS } from '../../../engine/limits/trading.js'
import { because, inWords } from '../../../engine/reasons/reasons.js'
import type { VolumeUnits } from '../../../engine/units.js'
import type { GatewayOnline } from '../../../wire/thread/messages.js'
import { providerOrderId, type ToGateway } from '../../../wire/thread/provider-messages.js'
import type { Clock } from '../../thread/clock.js'
import type { AccountBooks } from '../books.js'
import type { NoteOrNone, RequestOutcome } from '../outcomes/outcome.js'
import type { GivenUpOrders } from './given-up-orders.js'
import { sentNote } from './journal-notes.js'
import type {
  AtProviderState,
  HeldRequest,
  ParkedRequest,
  ParkedRequests,
  RestsAtProviderState,
} from './parked-requests.js'
import { ENDS, type EndState } from './provider-ends.js'
import { keepRefused } from './refused-waits.js'
import { pairFilledIn, sentFate } from './sent-orders.js'

/**
 * Orders at providers, from the record that sends one to the record that ends it.
 *
 *   - An order is in the log, with its gateway, before it is sent. Each fill and its end are
 *     separate records under the client's key, so a repeat gets the newest one, and a restarted
 *     shard knows which orders are out.
 *   G2. An order ends when the provider reports its end. When its time is over the shard cancels it
 *       there. It is given up only if its provider is connected and does not answer the cancel
 *       either; later trades of it are still booked (provider-reports.ts, given-up-orders.ts). If
 *       the provider refuses the cancel, it has or had the order, and the shard queries it until
 *       the provider reports the end.
 *   G3. While the provider cannot be reached an order is doubtful: its requester gets
 *       `trade.timeout`, and the order and its margin stay until the provider is back or its
 *       gateway is switched off.
 *   - When a provider reconnects, the shard queries every order there, including those that were
 *     given up.
 */
export const UNANSWERED = because('trade.timeout.provider_pending')
export const AWAY = because('trade.timeout.provider_away')

/** Handles the orders that rest at providers when a provider is back (resting-orders.ts). */
interface OrdersBack {
  readonly givenUp: GivenUpOrders
  back(parked: ParkedRequest, state: RestsAtProviderState): void
}

export class GatewayOrders {
  readonly #core: AccountBooks
  readonly #lot: ParkedRequests
  readonly #clock: Clock
  readonly #tell: (message: ToGateway) => void
  readonly #resting: OrdersBack
  readonly givenUp: GivenUpOrders
  /** When each online gateway came online, by id. */
  readonly #online = new Map<number, number>()

  constructor(
    core: AccountBooks,
    lot: ParkedRequests,
    clock: Clock,
    tell: (message: ToGateway) => void,
    resting: OrdersBack,
  ) {
    this.#core = core
    this.#lot = lot
    this.#clock = clock
    this.#tell = tell
    this.#resting = resting
    this.givenUp = resting.givenUp
  }

  /** The state of a request whose order is logged as sent; `place` then sends it. */
  stateOf(request: HeldRequest, wait: Wait): AtProviderState {
    const { account, id, worstPrice } = request
    const order = account.orders.get(id)
    const gateway = this.#gateway(wait.gatewayId)
    assert(order !== undefined && isStarted(order), 'what is sent was logged before')
    const { symbolId, side, volumeCurrent: volume, version: attempt } = order
    const isBound = request.isClients || gateway?.limits !== 'Market'
    const diff = spreadDiffOf(this.#core.book, account, symbolId)
    const worst = isBound && worstPrice !== undefined ? worstPrice : 0
    const limit = providerPrice(worst, side, diff, -1)
    const sentId = providerOrderId({ login: account.login, orderId: id, attempt })
    const filling = fillingAtProvider(order)
    return {
      is: 'at_provider',
      gatewayId: wait.gatewayId,
      attempt,
      filled: 0,
      value: 0n,
      order: { id: sentId, symbol_id: symbolId, side, volume, limit, filling },
      hasMore: false,
      isUnwanted: false,
      phase: 'placed',
      isKept: false,
      ended: undefined,
      dueAt: this.#clock.monotonic() + (gateway?.placementMs ?? 0),
    }
  }

  place(sent: AtProviderState): void {
    this.#say('place', sent)
  }

  /**
   * Logs an existing order as sent: a pending order, or one that waited for a delay. False if that
   * is not possible.
   */
  log(request: HeldRequest, wait: Wait): boolean {
    const { account, id, requestKey, digest } = request
    const order = account.orders.get(id)
    assert(order !== undefined, 'what is sent is there')
    const kept = { requestKey, digest, code: 'trade.placed', message: '' } as const
    return !isRefusal(
      this.#core.ledger.write(account, kept, [sentOrder(order, wait, this.#way(account, wait))]),
    )
  }

  /** Logs a close that the server itself makes; `through` are its events if it were done now. */
  logClose(
    account: Account,
    id: number,
    wait: Wait,
    through: readonly AccountEvent[],
    noteOf: NoteOrNone | undefined,
  ): boolean {
    const events = sentClose(through, id, wait.gatewayId, this.#way(account, wait))
    const kept = { requestKey: '', digest: 0, code: 'ok', message: '' } as const
    return !isRefusal(this.#core.ledger.write(account, kept, events, noteOf?.(events)))
  }

  /** How an order without a requester reached the provider, for its row. */
  #way(account: Account, { symbol }: Wait): string {
    return wayFrom(0, this.#core.contextOf(account).prices.quote(symbol.id))
  }

  /**
   * The state of an order found after a restart. If the log no longer has the sending, it counts as
   * just sent.
   */
  recovered({ account, id }: HeldRequest, order: OrderEvent): AtProviderState {
    const { login } = account
    const fate = sentFate(this.#core.records, account, id)
    const { gatewayId, symbolId, side, volumeCurrent: volume } = fate?.sent ?? order
    const version = fate?.sent.version ?? heldFillsOf(order).at(-1)?.attempt ?? order.version
    const sentId = providerOrderId({ login, orderId: id, attempt: version })
    const { apart = 0, apartValue = 0n, at = order.createdAt } = fate ?? {}
    const { filled, value } = fate ?? rowSums(order)
    const left = at + (this.#gateway(gatewayId)?.placementMs ?? 0) - this.#core.now
    return {
      is: 'at_provider',
      gatewayId,
      attempt: version,
      filled: filled + apart,
      value: value + apartValue,
      order: {
        id: sentId,
        symbol_id: symbolId,
        side,
        volume,
        limit: 0,
        filling: fillingAtProvider(order),
      },
      hasMore: apart > 0,
      isUnwanted: fate?.isUnwanted ?? false,
      phase: 'placed',
      isKept: false,
      ended: undefined,
      dueAt: this.#clock.monotonic() + Math.max(0, left),
    }
  }

  /** Takes which providers are online, and since when. */
  setOnline(online: readonly GatewayOnline[]): void {
    this.#core.gateways.set(online.map(({ id }) => id))
    const before = new Map(this.#online)
    this.#online.clear()
    for (const { id, since } of online) this.#online.set(id, since)
    const back = new Set(
      online.filter(({ id, since }) => before.get(id) !== since).map(({ id }) => id),
    )
    for (const parked of this.#lot.all) {
      const { state } = parked
      if (!('gatewayId' in state) || !back.has(state.gatewayId)) continue
      if (state.is === 'rests_at_provider') {
        this.#resting.back(parked, state)
        continue
      }
      this.#say('ask', state)
      if (state.phase !== 'placed') this.#cancel(parked, state)
      else if (state.isUnwanted) this.#say('cancel', state)
    }
    this.givenUp.back(back)
  }

  /** Handles an order whose time is over: cancels it, queries it, or gives it up. */
  due(parked: ParkedRequest, sent: AtProviderState): void {
    const isOff = this.#gateway(sent.gatewayId) === undefined
    const isOnline = this.#online.has(sent.gatewayId)
    const isCancelled = isOnline && sent.phase === 'cancelling'
    if (isOff || (isCancelled && !sent.isKept)) this.#giveUp(parked, sent)
    else if (isOnline && !isCancelled) this.#cancel(parked, sent)
    else this.#doubt(parked, sent)
  }

  /**
   * Notes that the provider refused the cancel: it has traded the order or is about to, so the
   * shard queries its state.
   */
  kept(sent: AtProviderState): void {
    sent.isKept = true
    this.#say('ask', sent)
  }

  /**
   * When one order of a pair fills, here or at a provider, the other order of the pair is cancelled
   * at its provider.
   */
  followed(account: Account, events: readonly AccountEvent[]): void {
    const pairId = pairFilledIn({ events })
    const pair = pairId === 0 ? undefined : this.#lot.get(pairId)
    if (pair !== undefined && pair.account === account) this.#unwanted(pair)
  }

  /** Cancels an order at its provider because the other order of its pair has filled. */
  #unwanted({ state }: ParkedRequest): void {
    if (state.is !== 'at_provider' || state.isUnwanted) return
    state.isUnwanted = true
    this.#say('cancel', state)
  }

  /**
   * Ends a request for which the provider will report nothing more; `text` is the provider's text.
   */
  end(parked: ParkedRequest, sent: AtProviderState, state: EndState, text: string): boolean {
    if (!this.#end(parked, sent, state, text)) return false
    if (parked.isClients || this.#lot.get(parked.id) === parked) return true
    const { refusedActions } = this.#lot
    if (sent.filled > 0) refusedActions.done(parked.touched)
    else refusedActions.refused(parked.touched, this.#clock.monotonic())
    return true
  }

  #end(parked: ParkedRequest, sent: AtProviderState, state: EndState, text: string): boolean {
    const { account, id, isClients } = parked
    const row = account.orders.get(id)
    assert(row !== undefined, 'what ends at a provider was there')
    const order = withTimes(row, sent.times)
    if (hasOpenFills(order)) {
      sent.ended ??= { state, text }
      this.#lot.due(parked, Number.POSITIVE_INFINITY)
      return true
    }
    const { now } = this.#core
    const refused = refusedFill(order)
    const left = leftProvider(order, ENDS[state], now)
    const isUnwanted = sent.isUnwanted || sent.hasMore || refused !== undefined
    const isDropped = isResting(left) && isUnwanted
    const last = isDropped ? endedOrder(order, 'cancelled', now) : left
    const isPartly = order.kind === 'market' && filledOf(order) > 0
    const refusal =
      refused === undefined
        ? refusalOf(state, text, sent.phase !== 'placed')
        : because('trade.rejected.fill_refused', { text: refused })
    const isReported = isNews(state, sent, isClients)
    const note = isReported ? sentNote(this.#core, parked, sent.gatewayId, state, text) : undefined
    if (isPartly) return this.conclude(parked, [last], { code: 'trade.partial', note })
    if (isResting(last)) return this.conclude(parked, [last], { code: 'ok', note })
    return this.conclude(parked, [last], { refusal, note })
  }

  /**
   * Records the one outcome of a request and sends it to all requesters. False if it cannot be
   * written now.
   */
  conclude(
    parked: ParkedRequest,
    events: readonly AccountEvent[],
    { code = 'ok', refusal, note }: Conclusion,
  ): boolean {
    const { account, requestKey, digest, noteOf, tells } = parked
    const kept = {
      requestKey,
      digest,
      code: refusal?.code ?? code,
      message: refusal?.message ?? '',
      numbers: refusal && keptNumbers(refusal),
    }
    const written = this.#core.ledger.write(account, kept, events, note ?? noteOf?.(events))
    if (isRefusal(written)) return false
    this.#lot.remove(parked)
    const [row] = events
    const rule = row?.type === 'order' ? row.ruleId : 0
    if (refusal !== undefined) this.#count(parked, refusal, rule)
    const outcome: RequestOutcome =
      refusal === undefined || row?.type !== 'order'
        ? { ok: true, record: written }
        : refusedWith(refusal, row)
    for (const tell of tells) tell(outcome)
    return true
  }

  #count(parked: ParkedRequest, refusal: Refusal, rule: number): void {
    const { account, state, isClients } = parked
    if (!isClients || state.is !== 'at_provider') return
    const { gatewayId, order } = state
    const { code } = refusal
    keepRefused(this.#core, parked, refusedBy(refusal, { rule, gateway: gatewayId }))
    const kind = { symbolId: order.symbol_id, group: account.groupPath, code, dealer: 0, gatewayId }
    this.#core.tally.count(kind, this.#core.now)
  }

  #giveUp(parked: ParkedRequest, sent: AtProviderState): void {
    if (this.end(parked, sent, 'silent', '')) this.givenUp.add(sent.gatewayId, sent.order)
    else this.#lot.due(parked, this.#clock.monotonic() + AGAIN_MS)
  }

  /**
   * Treats an order as doubtful: queries the provider and tells the client that its state is
   * unknown (G2, G3).
   */
  #doubt(parked: ParkedRequest, sent: AtProviderState): void {
    const { tells, account, id } = parked
    const order = account.orders.get(id)
    const isOnline = this.#online.has(sent.gatewayId)
    sent.phase = 'doubtful'
    if (isOnline) this.#say('ask', sent)
    const unknown = isOnline ? UNANSWERED : AWAY
    const refusal = order === undefined ? unknown : refusedWith(unknown, order)
    for (const tell of tells.splice(0)) tell(refusal)
    this.#lot.due(parked, this.#clock.monotonic() + PROVIDER_CANCEL_MS)
  }

  #cancel(parked: ParkedRequest, sent: AtProviderState): void {
    sent.phase = 'cancelling'
    this.#say('cancel', sent)
    this.#lot.due(parked, this.#clock.monotonic() + PROVIDER_CANCEL_MS)
  }

  #say(what: Exclude<ToGateway['what'], 'taken'>, { gatewayId, order }: AtProviderState): void {
    this.#tell({ what, gateway: gatewayId, order })
  }

  /** The terms of a gateway; undefined if it was deleted or switched off. */
  #gateway(id: number): { placementMs: number; limits: string } | undefined {
    const record = this.#core.book.records.gateways.find((one) => one.id === id)
    return record?.enabled === true ? termsOf(record) : undefined
  }
}

export interface Conclusion {
  readonly code?: 'ok' | 'trade.partial'
  readonly refusal?: Refusal
  readonly note?: JournalNote | undefined
}

const AGAIN_MS = 1_000

function termsOf({ params }: GatewayRecord) {
  return {
    placementMs: placementTimeoutSec(params) * 1_000,
    limits: parameterValue(params, 'Limit Orders Coverage Mode'),
  }
}

/** The filled sums from the order's row, used if the log no longer has its sending. */
function rowSums(order: OrderEvent): { readonly filled: VolumeUnits; readonly value: bigint } {
  const fills = heldFillsOf(order)
  if (fills.length === 0) return { filled: 0, value: 0n }
  const counted = countedHeld(fills)
  return { filled: filledOf(order) + counted.volume, value: order.filledValue + counted.value }
}

/** The refusal of an order or a change that the gateway could not send. */
export function unsentRefusal(text: string): Refusal {
  return inWords(text, 'trade.no_connection.provider_text', 'trade.no_connection.provider_offline')
}

/** The refusal that the client receives if nothing was filled. */
export function refusalOf(state: EndState, text: string, isOver: boolean): Refusal {
  if (state === 'rejected') {
    return inWords(text, 'trade.rejected.provider_text', 'trade.rejected.provider')
  }
  if (state === 'full') {
    return inWords(
      text,
      'trade.too_many_requests.provider_text',
      'trade.too_many_requests.provider_full',
    )
  }
  if (state === 'unsent') return unsentRefusal(text)
  if (state === 'silent' || isOver) return because('trade.timeout.provider')
  if (state === 'unknown') return because('trade.no_connection.never_came')
  return inWords(text, 'trade.cancelled.provider_text', 'trade.cancelled.provider')
}

/**
 * False for ends that staff need no notice of: an order that could not be filled at once, or one
 * that the server tries again.
 */
function isNews(state: EndState, { phase }: AtProviderState, isClients: boolean): boolean {
  if (state === 'rejected' || state === 'silent') return true
  return isClients && (state === 'unknown' || phase !== 'placed')
}
