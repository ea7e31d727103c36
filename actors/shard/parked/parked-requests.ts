import type { OriginOf } from '../../../engine/account/change-origin.js'
import type {
  AccountEvents,
  Decision,
  DecisionContext,
  Wait,
  WaitOutcome,
} from '../../../engine/account/decision.js'
import type { AccountEvent, JournalNote } from '../../../engine/account/event.js'
import type { Outside, ProviderRest } from '../../../engine/account/holdings/without-closing.js'
import type { TouchedRows } from '../../../engine/account/rules/at-provider/waiting.js'
import type { Offer } from '../../../engine/account/rules/offers.js'
import type { ProviderTimes } from '../../../engine/account/rules/order-way.js'
import type { Account } from '../../../engine/account/state.js'
import { type Refusal, refuse, refuseTooMany } from '../../../engine/code.js'
import {
  RESTING_AT_PROVIDER_PER_ACCOUNT_MAX,
  RESTING_AT_PROVIDER_PER_SHARD_MAX,
  WAITING_PER_ACCOUNT_MAX,
  WAITING_PER_SHARD_MAX,
} from '../../../engine/limits/trading.js'
import type { Login, PricePts, VolumeUnits } from '../../../engine/units.js'
import type { DealingRow } from '../../../wire/thread/dealing.js'
import type { ProviderOrder } from '../../../wire/thread/provider-messages.js'
import type { SentTrade } from '../../../wire/trade/trade-request.js'
import type { RequestOutcome } from '../outcomes/outcome.js'
import type { SaidEnd } from '../providers/provider-ends.js'
import type { DealerQueue } from './dealer-queue.js'
import { RefusedWishes } from './refused-wishes.js'

/** Takes the outcome of a request that waited; called once. */
export type Tell = (outcome: RequestOutcome) => void

/** Decides what the server itself wants to do; undefined where nothing can be done. */
export type OwnDecide = (context: DecisionContext) => AccountEvents | WaitOutcome | undefined
export type OwnNoteOf = (events: readonly AccountEvent[]) => JournalNote | undefined

/** A wish of the server that has to wait. */
export interface OwnWait {
  readonly kind: 'activate' | 'sl' | 'tp' | 'stop_out'
  readonly touched: TouchedRows
  /** The price that the client must not get worse than. */
  readonly worstPrice?: PricePts
  /** The events when a dealer rejects it; left out, a rejection does nothing and it is tried again. */
  rejected?(context: DecisionContext): AccountEvents | undefined
}

/** Decides a request anew, with what is known then. */
export type DecideAnew = (context: DecisionContext, account: Account) => Decision

/** A request that waits for a delay to pass. */
export interface DelayedState {
  readonly is: 'delayed'
  readonly wait: Wait
  readonly decide: DecideAnew
  dueAt: number
}

/** A request that is shown to dealers, or was taken by one. */
export interface WithDealersState {
  readonly is: 'with_dealers'
  readonly wait: Wait
  readonly decide: DecideAnew
  readonly queue: DealerQueue
  dueAt: number
}

/** A request whose order is at a provider. */
export interface AtProviderState {
  readonly is: 'at_provider'
  readonly gatewayId: number
  readonly attempt: number
  readonly order: ProviderOrder
  /** What its gateway has said of when; left out until then, and after a restart. */
  times?: ProviderTimes
  /** The volume that this attempt has filled, and sum of volume x price of that. */
  filled: VolumeUnits
  value: bigint
  /** Whether the attempt filled more than its order could take. */
  hasMore: boolean
  /** Whether the other order of its pair has filled, so that the rest of this one must not rest on. */
  isUnwanted: boolean
  /** How the order stands: sent, to be cancelled since its time is over, or unknown while nobody can be asked. */
  phase: 'placed' | 'cancelling' | 'doubtful'
  /** Whether the provider has refused to cancel it: then the provider has it, and it is not given up. */
  isKept: boolean
  /** The end that the provider told; the request ends once staff have decided about its fills. */
  ended: SaidEnd | undefined
  dueAt: number
}

/** A pending order that rests at its provider, or is on its way to it; it waits while something is asked of it. */
export interface RestsAtProviderState {
  readonly is: 'rests_at_provider'
  readonly gatewayId: number
  /** What was asked of the provider and is not answered yet, as in the order's row. */
  asked: string
  times?: ProviderTimes
  /** The volume that the order has filled, and sum of volume x price of that, with what was booked apart. */
  filled: VolumeUnits
  value: bigint
  /** Whether `filled` includes what was booked apart; false after a restart, when only the log tells that. */
  isSummed: boolean
  hasMore: boolean
  /** Whether the provider has yet to take the order, which may be unwanted already. */
  isPlacing: boolean
  /** How the question stands: asked, to be cancelled since its placing is not answered, or unknown to all. */
  phase: 'placed' | 'cancelling' | 'doubtful'
  /**
   * Whether the provider has refused to cancel it while placing it: then the provider has it, and it is not given up.
   */
  isKept: boolean
  /** The end that the provider told, kept until staff have decided about the order's fills. */
  ended: SaidEnd | undefined
  dueAt: number
}

/** A request that was found after a restart and that nobody can answer any more. */
export interface OrphanedState {
  readonly is: 'orphaned'
  dueAt: number
}

/** The state of a request that waits. `dueAt` is when something is to be done about it, on the monotonic clock. */
export type ParkedState =
  | DelayedState
  | WithDealersState
  | AtProviderState
  | RestsAtProviderState
  | OrphanedState

/** A request that waits, whatever it waits for. */
export interface HeldRequest {
  /** The number of its order; a request without an order takes a number of its own from the same range. */
  readonly id: number
  readonly account: Account
  readonly requestKey: string
  readonly digest: number
  readonly touched: TouchedRows
  /** Whether a client or staff sent it; the others are what the server itself wants to do (`OwnWait`). */
  readonly isClients: boolean
  /** Whether its order is in the log, and in the account under `id`. */
  readonly hasStarted: boolean
  readonly offer: Offer | undefined
  readonly worstPrice: PricePts | undefined
  /** The request as dealers are shown it. */
  readonly asked: DealingRow['request']
  readonly noteOf: OwnNoteOf | undefined
  readonly originOf?: OriginOf | undefined
  /** The effect of a dealer's rejection, where that is more than a refusal. */
  readonly rejected?: ((context: DecisionContext) => AccountEvents | undefined) | undefined
  readonly tells: Tell[]
  /** What the client or staff sent; left out of what the server wants, and after a restart. */
  readonly sent?: SentTrade
}

export interface ParkedRequest extends HeldRequest {
  state: ParkedState
}

/**
 * The requests of a shard that wait.
 *
 *   P1. At most `WAITING_PER_SHARD_MAX` of them, `WAITING_PER_ACCOUNT_MAX` of an account. Orders that rest at
 *       providers have bounds of their own, and wait only while something is asked of them.
 *   P2. Of the requests that wait no two touch the same position or order.
 *   P3. `nextDueAt` is never later than the first `dueAt`.
 *   P4. A request moves on by another state, which has its own fields: none is read that is not of its state.
 */
export class ParkedRequests {
  readonly refusedWishes = new RefusedWishes()
  /** Requests that began to wait in this turn, or until another time; who reads it empties it (actors/shard/live/waiting-told.ts). */
  readonly news = new Set<ParkedRequest>()
  readonly #byId = new Map<number, ParkedRequest>()
  readonly #byLogin = new Map<number, Set<ParkedRequest>>()
  nextDueAt = Number.POSITIVE_INFINITY
  #restingAtProvider = 0
  /** Those of clients, but for orders that rest at providers. */
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

  /** The waiting requests of an account, in a new list. */
  of(login: number): readonly ParkedRequest[] {
    return [...(this.#byLogin.get(login) ?? [])]
  }

  /** Refuses one more request of a client. What the server itself wants is as much as there are positions and orders. */
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

  /** Refuses one more order that is to rest at a provider, when too many rest there. */
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

  /** Has a request wait for something else from now on. */
  moveTo(parked: ParkedRequest, state: ParkedState): void {
    parked.state = state
    this.due(parked, state.dueAt)
  }

  due(parked: ParkedRequest, at: number): void {
    parked.state.dueAt = at
    this.news.add(parked)
    if (at < this.nextDueAt) this.nextDueAt = at
  }

  /** The requests that are due; the caller sets a new time for each of them, or removes it. */
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

  /** The part of the account that a dealer or provider is asked about, or has refused; undefined where there is none. */
  outside({ login }: Account, now: number): Outside | undefined {
    const held = this.#byLogin.get(login)
    if (held === undefined && this.refusedWishes.size === 0) return undefined
    return new HeldOutside(held ?? [], this.refusedWishes, now)
  }

  /** Whether a provider's fills of the position are being booked, so that nobody here may deal with it. */
  isAtProvider(login: Login, positionId: number): boolean {
    const held = this.#byLogin.get(login)
    if (held === undefined) return false
    for (const { state, touched } of held) {
      if (state.is === 'at_provider' && touched.positions.includes(positionId)) return true
    }
    return false
  }

  /**
   * Refuses a request on rows that another request is about (P2). What the server itself does with them waits for no client who only
   * asks for something: that is decided anew when it is answered.
   */
  busy(login: number, touched: TouchedRows, isOwn = false): Refusal | undefined {
    for (const held of this.#byLogin.get(login) ?? []) {
      if (isOwn && isAsking(held)) continue
      const position = touched.positions.find((id) => held.touched.positions.includes(id))
      if (position !== undefined) return busyWith(`Position ${position}`)
      const order = touched.orders.find((id) => held.touched.orders.includes(id))
      if (order !== undefined) return busyWith(`Order ${order}`)
    }
    return undefined
  }
}

/** A client's request of which nothing is done before it is answered. */
function isAsking({ isClients, hasStarted }: ParkedRequest): boolean {
  return isClients && !hasStarted
}

function busyWith(what: string): Refusal {
  return refuse('trade.busy', `${what} is being processed. Wait for its result.`)
}

class HeldOutside implements Outside {
  readonly closing = new Map<number, VolumeUnits>()
  readonly #held: Iterable<ParkedRequest>
  readonly #refused: RefusedWishes
  readonly #now: number

  constructor(held: Iterable<ParkedRequest>, refused: RefusedWishes, now: number) {
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

  /** A close that a client asks a dealer for may be refused; a stop out comes again until it is done. */
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
