import type { Decided, DecisionContext, Wait, Waiting } from '../../../engine/account/decision.js'
import type { AccountEvent, JournalNote } from '../../../engine/account/event.js'
import type { Outside } from '../../../engine/account/holdings/without-closing.js'
import type { Offer } from '../../../engine/account/rules/offers.js'
import type { Touched } from '../../../engine/account/rules/waiting.js'
import type { Account } from '../../../engine/account/state.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import { WAITING_PER_ACCOUNT_MAX, WAITING_PER_SHARD_MAX } from '../../../engine/limits.js'
import type { Login, PricePts, VolumeUnits } from '../../../engine/units.js'
import type { DealingRow } from '../../../wire/thread/dealing.js'
import type { ProviderOrder } from '../../../wire/thread/provider-messages.js'
import type { RequestOutcome } from '../outcome.js'
import type { DealerQueue } from './dealer-queue.js'

/** Called once with what came of a request that waited. */
export type Tell = (outcome: RequestOutcome) => void

/** Something that the server wants to do by itself. Undefined where nothing can be done. */
export type OwnDecide = (context: DecisionContext) => Decided | Waiting | undefined
export type OwnNoteOf = (events: readonly AccountEvent[]) => JournalNote | undefined

/** A wait of something that the server itself asks for: what it touches, and how it may end. */
export interface OwnWait {
  readonly kind: 'activate' | 'sl' | 'tp' | 'stop_out'
  readonly touched: Touched
  /** The client is not to get a worse one. */
  readonly worstPrice?: PricePts
  /** Events of a dealer's rejection; left out it has none, and the request comes again. */
  rejected?(context: DecisionContext): Decided | undefined
}

/** How an order is getting on at a provider. */
export interface AtProvider {
  readonly gatewayId: number
  readonly attempt: number
  readonly order: ProviderOrder
  /** Volume that this attempt has filled, and the sum of volume x price of it. */
  filled: VolumeUnits
  value: bigint
  /** It filled more than its order could take. */
  hasMore: boolean
  /** The other order of its pair has filled: what is left does not rest on. */
  isUnwanted: boolean
  /** It was sent; it is to be cancelled, since its time is over; nobody can be asked how it stands. */
  phase: 'placed' | 'cancelling' | 'doubtful'
}

/** A request that waits. */
export interface Parked {
  /** Id of its order; requests without one take an order's number too, so that no other has it. */
  readonly id: number
  readonly account: Account
  readonly requestKey: string
  readonly digest: number
  readonly touched: Touched
  /** True when a client or staff sent it; the others are the server's own (`OwnWait`). */
  readonly isClients: boolean
  /** Its order is in the log, and in the account under `id`. */
  readonly hasStarted: boolean
  readonly offer: Offer | undefined
  readonly worstPrice: PricePts | undefined
  /** Row that dealers are shown of it. */
  readonly asked: DealingRow['request']
  /** Undefined of one that a restart found: nobody can answer it any more. */
  readonly decide: ((context: DecisionContext, account: Account) => Decided | Refusal) | undefined
  readonly noteOf: OwnNoteOf | undefined
  /** Action of a dealer's rejection, where that is more than a refusal. */
  readonly rejected?: ((context: DecisionContext) => Decided | undefined) | undefined
  readonly tells: Tell[]
  wait: Wait | undefined
  /** While it waits for a dealer. */
  queue: DealerQueue | undefined
  /** While it is at a provider. */
  sent: AtProvider | undefined
  /** When something is to be done about it, on the monotonic clock. */
  dueAt: number
}

/**
 * The requests of a shard that wait.
 *
 *   P1. At most `WAITING_PER_SHARD_MAX` of them, `WAITING_PER_ACCOUNT_MAX` of an account.
 *   P2. Of the requests that wait no two touch the same position or order.
 *   P3. `nextDueAt` is never later than the first `dueAt`.
 */
export class Waits {
  readonly #byId = new Map<number, Parked>()
  readonly #byLogin = new Map<number, Set<Parked>>()
  nextDueAt = Number.POSITIVE_INFINITY

  get size(): number {
    return this.#byId.size
  }

  get all(): Iterable<Parked> {
    return this.#byId.values()
  }

  get(id: number): Parked | undefined {
    return this.#byId.get(id)
  }

  /** Those of an account, in a list of its own. */
  of(login: number): readonly Parked[] {
    return [...(this.#byLogin.get(login) ?? [])]
  }

  refuseMore(login: number): Refusal | undefined {
    const held = this.#byLogin.get(login)?.size ?? 0
    if (held < WAITING_PER_ACCOUNT_MAX && this.#byId.size < WAITING_PER_SHARD_MAX) return undefined
    const whose = held < WAITING_PER_ACCOUNT_MAX ? 'on this server' : 'of the account'
    return refuse('trade.too_many_requests', `Too many requests ${whose} wait. Try again later.`)
  }

  add(parked: Parked): void {
    const { login } = parked.account
    this.#byId.set(parked.id, parked)
    const held = this.#byLogin.get(login)
    if (held === undefined) this.#byLogin.set(login, new Set([parked]))
    else held.add(parked)
    this.due(parked, parked.dueAt)
  }

  remove(parked: Parked): void {
    const { login } = parked.account
    this.#byId.delete(parked.id)
    const held = this.#byLogin.get(login)
    held?.delete(parked)
    if (held?.size === 0) this.#byLogin.delete(login)
    if (this.#byId.size === 0) this.nextDueAt = Number.POSITIVE_INFINITY
  }

  due(parked: Parked, at: number): void {
    parked.dueAt = at
    if (at < this.nextDueAt) this.nextDueAt = at
  }

  /** Those that are due. Whoever asks sets a new time for each of them, or removes it. */
  takeDue(now: number): Parked[] {
    if (now < this.nextDueAt) return []
    const taken: Parked[] = []
    this.nextDueAt = Number.POSITIVE_INFINITY
    for (const parked of this.#byId.values()) {
      if (parked.dueAt <= now) taken.push(parked)
      else if (parked.dueAt < this.nextDueAt) this.nextDueAt = parked.dueAt
    }
    return taken
  }

  withKey(login: number, key: string): Parked | undefined {
    if (key === '') return undefined
    for (const parked of this.#byLogin.get(login) ?? []) {
      if (parked.requestKey === key) return parked
    }
    return undefined
  }

  /** What of the account's positions somebody is asked about; undefined where that is nothing. */
  outside({ login }: Account): Outside | undefined {
    const held = this.#byLogin.get(login)
    return held === undefined ? undefined : new HeldOutside(held)
  }

  /** What a provider fills of it is booked: nobody here may deal with it as well. */
  isAtProvider(login: Login, positionId: number): boolean {
    const held = this.#byLogin.get(login)
    if (held === undefined) return false
    for (const { sent, touched } of held) {
      if (sent !== undefined && touched.positions.includes(positionId)) return true
    }
    return false
  }

  /** P2. */
  busy(login: number, touched: Touched): Refusal | undefined {
    for (const held of this.#byLogin.get(login) ?? []) {
      const position = touched.positions.find((id) => held.touched.positions.includes(id))
      if (position !== undefined) return busyWith(`Position ${position}`)
      const order = touched.orders.find((id) => held.touched.orders.includes(id))
      if (order !== undefined) return busyWith(`Order ${order}`)
    }
    return undefined
  }
}

function busyWith(what: string): Refusal {
  return refuse('trade.busy', `${what} is being dealt with. Wait for what comes of it.`)
}

class HeldOutside implements Outside {
  readonly closing = new Map<number, VolumeUnits>()
  readonly #held: Iterable<Parked>

  constructor(held: Iterable<Parked>) {
    this.#held = held
    for (const parked of held) this.#close(parked)
  }

  isBusy(positionId: number): boolean {
    for (const { touched } of this.#held) if (touched.positions.includes(positionId)) return true
    return false
  }

  /** What a client asks a dealer for may be refused; a stop out comes again until it is done. */
  #close({ account, id, sent, asked, touched }: Parked): void {
    const order = sent === undefined ? undefined : account.orders.get(id)
    if (order === undefined && asked['kind'] !== 'stop_out') return
    const positionId = order?.positionId ?? touched.positions[0] ?? 0
    const position = account.positions.get(positionId)
    if (position === undefined || position.side === order?.side) return
    const volume = order?.volumeCurrent ?? position.volume
    this.closing.set(positionId, (this.closing.get(positionId) ?? 0) + volume)
  }
}
