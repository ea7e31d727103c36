import type { OriginOf } from '../../../engine/account/change-origin.js'
import type {
  AccountEvents,
  Decision,
  DecisionContext,
  Wait,
} from '../../../engine/account/decision.js'
import type { Outside, ProviderRest } from '../../../engine/account/holdings/without-closing.js'
import type { TouchedRows } from '../../../engine/account/rules/at-provider/waiting.js'
import type { Offer } from '../../../engine/account/rules/offers.js'
import type { ProviderTimes } from '../../../engine/account/rules/order-way.js'
import type { Account } from '../../../engine/account/state.js'
import { type Refusal, refuseTooMany } from '../../../engine/code.js'
import {
  RESTING_AT_PROVIDER_PER_ACCOUNT_MAX,
  RESTING_AT_PROVIDER_PER_SHARD_MAX,
  WAITING_PER_ACCOUNT_MAX,
  WAITING_PER_SHARD_MAX,
} from '../../../engine/limits/trading.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login, PricePts, VolumeUnits } from '../../../engine/units.js'
import type { DealingRow } from '../../../wire/thread/dealing.js'
import type { ProviderOrder } from '../../../wire/thread/provider-messages.js'
import type { SentTrade } from '../../../wire/trade/trade-request.js'
import type { NoteOrNone, RequestOutcome } from '../outcomes/outcome.js'
import type { DealerQueue } from './dealer-queue.js'
import type { SaidEnd } from './provider-ends.js'
import { RefusedActions } from './refused-actions.js'

/** Called once with the outcome of a request that waited. */
export type Tell = (outcome: RequestOutcome) => void

/** Decides a request again on the current state. */
export type DecideAgain = (context: DecisionContext, account: Account) => Decision

/** A request that waits for a delay to pass. */
export interface DelayedState {
  readonly is: 'delayed'
  readonly wait: Wait
  readonly decide: DecideAgain
  dueAt: number
}

/** A request that is offered to dealers, or taken by one. */
export interface WithDealersState {
  readonly is: 'with_dealers'
  readonly wait: Wait
  readonly decide: DecideAgain
  readonly queue: DealerQueue
  dueAt: number
}

/** A request whose order is at a provider. */
export interface AtProviderState {
  readonly is: 'at_provider'
  readonly gatewayId: number
  readonly attempt: number
  readonly order: ProviderOrder
  /** The times that its gateway reported; undefined until then, and after a restart. */
  times?: ProviderTimes
  /** The volume filled in this attempt, and the sum of volume x price. */
  filled: VolumeUnits
  value: bigint
  /** True if the attempt filled more than its order could take. */
  hasMore: boolean
  /**
   * True if the other order of its pair has filled, so that the rest of this order must be
   * cancelled.
   */
  isUnwanted: boolean
  /**
   * The phase of the order: sent, being cancelled because its time is over, or doubtful while the
   * provider cannot be reached.
   */
  phase: 'placed' | 'cancelling' | 'doubtful'
  /**
   * True if the provider refused to cancel it, which proves that the provider has the order. It is
   * then not given up.
   */
  isKept: boolean
  /**
   * The end that the provider reported; the request ends after staff have decided about its fills.
   */
  ended: SaidEnd | undefined
  dueAt: number
}

/**
 * A pending order that is at its provider or being sent to it; it waits while a request to the
 * provider is unanswered.
 */
export interface RestsAtProviderState {
  readonly is: 'rests_at_provider'
  readonly gatewayId: number
  /** The unanswered request to the provider, as in the order's row. */
  asked: string
  times?: ProviderTimes
  /** The filled volume, and the sum of volume x price, including what was booked apart. */
  filled: VolumeUnits
  value: bigint
  /**
   * True if `filled` includes what was booked apart; false after a restart, when that is only in
   * the log.
   */
  isSummed: boolean
  hasMore: boolean
  /** True while the provider has not accepted the order, which may be unwanted already. */
  isPlacing: boolean
  /**
   * The phase of the request to the provider: sent, being cancelled because the placing is
   * unanswered, or doubtful.
   */
  phase: 'placed' | 'cancelling' | 'doubtful'
  /**
   * True if the provider refused to cancel the order while it was being placed, which proves that
   * the provider has it. It is then not given up.
   */
  isKept: boolean
  /** The end that the provider reported, kept until staff have decided about the order's fills. */
  ended: SaidEnd | undefined
  dueAt: number
}

/** A request that was found after a restart and cannot be answered any more. */
export interface OrphanedState {
  readonly is: 'orphaned'
  dueAt: number
}

/**
 * The state of a waiting request. `dueAt` is the time of its next action, on the monotonic clock.
 */
export type ParkedState =
  | DelayedState
  | WithDealersState
  | AtProviderState
  | RestsAtProviderState
  | OrphanedState

/** A waiting request, whatever it waits for. */
export interface HeldRequest {
  /**
   * The number of its order. A request without an order takes its own number from the same range.
   */
  readonly id: number
  readonly account: Account
  readonly requestKey: string
  readonly digest: number
  readonly touched: TouchedRows
  /** True if a client or staff sent the request; false for the server's own actions (`ServerWait`). */
  readonly isClients: boolean
  /** True if its order is in the log, and in the account under `id`. */
  readonly hasStarted: boolean
  readonly offer: Offer | undefined
  readonly worstPrice: PricePts | undefined
  readonly asked: DealingRow['request']
  readonly noteOf: NoteOrNone | undefined
  readonly originOf?: OriginOf | undefined
  /** The effect of a dealer's rejection, if it does more than refuse. */
  readonly rejected?: ((context: DecisionContext) => AccountEvents | undefined) | undefined
  readonly tells: Tell[]
  /**
   * The request as the client or staff sent it; undefined for the server's own actions and after a
   * restart.
   */
  readonly sent?: SentTrade
}

export interface ParkedRequest extends HeldRequest {
  state: ParkedState
}

/**
 * The waiting requests of a shard.
 *
 *   - At most `WAITING_PER_SHARD_MAX` in total and `WAITING_PER_ACCOUNT_MAX` for an account. Orders
 *     that rest at providers have separate bounds, and count as waiting only while a request to the
 *     provider is unanswered.
 *   P2. No two waiting requests may concern the same position or order.
 *   - `nextDueAt` is never later than the first `dueAt`.
 *   - A request changes its state as a whole. Each state has its own fields, so no field of another
 *     state can be read.
 */
export class ParkedRequests {
  readonly refusedActions = new RefusedActions()
  /**
   * Requests that began to wait in this turn, or got another end of their wait. The reader empties
   * it (actors/shard/live/pending-events.ts).
   */
  readonly news = new Set<ParkedRequest>()
  readonly #byId = new Map<number, ParkedRequest>()
  readonly #byLogin = new Map<number, Set<ParkedRequest>>()
  nextDueAt = Number.POSITIVE_INFINITY
  #restingAtProvider = 0
  /** The requests of clients, without orders that rest at providers. */
  readonly #ofClients = new Set<ParkedRequest>()

  get size(): number {
    return this.#byId.size
  }

  get all(): Iterable<ParkedRequest> {
    return this.#byId.values()
  }

  get(id: number): ParkedRequest | undefined {
    return this.#byId.get(id)
  }

  /** A new list of the account's waiting requests. */
  of(login: number): readonly ParkedRequest[] {
    return [...(this.#byLogin.get(login) ?? [])]
  }

  /**
   * Refuses another request of a client if too many wait. Actions of the server are bounded by the
   * number of positions and orders.
   */
  refuseMore(login: number): Refusal | undefined {
    let held = 0
    for (const { state, isClients } of this.#byLogin.get(login) ?? []) {
      if (state.is === 'rests_at_provider' ? state.asked !== '' : isClients) held++
    }
    const all = this.#ofClients.size
    if (held < WAITING_PER_ACCOUNT_MAX && all < WAITING_PER_SHARD_MAX) return undefined
    const whose = held < WAITING_PER_ACCOUNT_MAX ? 'on this server' : 'of the account'
    return refuseTooMany(null, `Too many requests ${whose} wait. Try again later.`)
  }

  /** Refuses another order at a provider if the account has too many there. */
  refuseAtProvider(login: number): Refusal | undefined {
    let held = 0
    for (const { state } of this.#byLogin.get(login) ?? [])
      if (state.is === 'rests_at_provider') held++
    if (
      held < RESTING_AT_PROVIDER_PER_ACCOUNT_MAX &&
      this.#restingAtProvider < RESTING_AT_PROVIDER_PER_SHARD_MAX
    )
      return undefined
    const whose = held < RESTING_AT_PROVIDER_PER_ACCOUNT_MAX ? 'of this server' : 'of the account'
    return refuseTooMany(null, `Too many orders ${whose} rest at providers. Try again later.`)
  }

  add(parked: ParkedRequest): void {
    const { login } = parked.account
    this.#byId.set(parked.id, parked)
    if (parked.state.is === 'rests_at_provider') this.#restingAtProvider++
    else if (parked.isClients) this.#ofClients.add(parked)
    const held = this.#byLogin.get(login)
    if (held === undefined) this.#byLogin.set(login, new Set([parked]))
    else held.add(parked)
    this.due(parked, parked.state.dueAt)
  }

  remove(parked: ParkedRequest): void {
    const { login } = parked.account
    if (this.#byId.get(parked.id) !== parked) return
    this.#byId.delete(parked.id)
    if (parked.state.is === 'rests_at_provider') this.#restingAtProvider--
    this.#ofClients.delete(parked)
    const held = this.#byLogin.get(login)
    held?.delete(parked)
    if (held?.size === 0) this.#byLogin.delete(login)
    if (this.#byId.size === 0) this.nextDueAt = Number.POSITIVE_INFINITY
  }

  /** Changes the state of a request, which then waits for something else. */
  moveTo(parked: ParkedRequest, state: ParkedState): void {
    parked.state = state
    this.due(parked, state.dueAt)
  }

  due(parked: ParkedRequest, at: number): void {
    parked.state.dueAt = at
    this.news.add(parked)
    if (at < this.nextDueAt) this.nextDueAt = at
  }

  /** The due requests. The caller sets a new time for each of them, or removes it. */
  takeDue(now: number): ParkedRequest[] {
    if (now < this.nextDueAt) return []
    const taken: ParkedRequest[] = []
    this.nextDueAt = Number.POSITIVE_INFINITY
    for (const parked of this.#byId.values()) {
      const { dueAt } = parked.state
      if (dueAt <= now) taken.push(parked)
      else if (dueAt < this.nextDueAt) this.nextDueAt = dueAt
    }
    return taken
  }

  withKey(login: number, key: string): ParkedRequest | undefined {
    if (key === '') return undefined
    for (const parked of this.#byLogin.get(login) ?? []) {
      if (parked.requestKey === key) return parked
    }
    return undefined
  }

  /**
   * The part of the account that is at a dealer or provider, or was refused by one; undefined if
   * there is none.
   */
  outside({ login }: Account, now: number): Outside | undefined {
    const held = this.#byLogin.get(login)
    if (held === undefined && this.refusedActions.size === 0) return undefined
    return new HeldOutside(held ?? [], this.refusedActions, now)
  }

  /**
   * True while fills of the position from a provider are being booked, so that nothing else may
   * change it.
   */
  isAtProvider(login: Login, positionId: number): boolean {
    const held = this.#byLogin.get(login)
    if (held === undefined) return false
    for (const { state, touched } of held) {
      if (state.is === 'at_provider' && touched.positions.includes(positionId)) return true
    }
    return false
  }

  /**
   * Refuses a request on rows that another request concerns (P2). An action of the server itself is
   * not blocked by a client's request that has only been sent out: that one is decided again when
   * it is answered.
   */
  busy(login: number, touched: TouchedRows, isOwn = false): Refusal | undefined {
    for (const held of this.#byLogin.get(login) ?? []) {
      if (isOwn && isAsking(held)) continue
      const position = touched.positions.find((id) => held.touched.positions.includes(id))
      if (position !== undefined) return because('trade.busy.position', { id: position })
      const order = touched.orders.find((id) => held.touched.orders.includes(id))
      if (order !== undefined) return because('trade.busy.order', { id: order })
    }
    return undefined
  }
}

/** True for a client's request that does nothing before it is answered. */
function isAsking({ isClients, hasStarted }: ParkedRequest): boolean {
  return isClients && !hasStarted
}

class HeldOutside implements Outside {
  readonly closing = new Map<number, VolumeUnits>()
  readonly #held: Iterable<ParkedRequest>
  readonly #refused: RefusedActions
  readonly #now: number

  constructor(held: Iterable<ParkedRequest>, refused: RefusedActions, now: number) {
    this.#held = held
    this.#refused = refused
    this.#now = now
    for (const parked of held) this.#close(parked)
  }

  restOf(kind: 'position' | 'order', id: number): ProviderRest {
    return this.#refused.restOf(kind, id, this.#now)
  }

  isBusy(positionId: number): boolean {
    for (const held of this.#held) {
      if (!isAsking(held) && held.touched.positions.includes(positionId)) return true
    }
    return false
  }

  /**
   * Ends waiting closes of the same position. A dealer may refuse a client's close; a stop out is
   * repeated until it is done.
   */
  #close({ account, id, state, asked, touched }: ParkedRequest): void {
    const order = state.is === 'at_provider' ? account.orders.get(id) : undefined
    if (order === undefined && asked['kind'] !== 'stop_out') return
    const positionId = order?.positionId ?? touched.positions[0] ?? 0
    const position = account.positions.get(positionId)
    if (position === undefined || position.side === order?.side) return
    const volume = order?.volumeCurrent ?? position.volume
    this.closing.set(positionId, (this.closing.get(positionId) ?? 0) + volume)
  }
}
