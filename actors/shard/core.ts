import { decideBalance } from '../../engine/account/decide/balance.js'
import type { DecisionContext } from '../../engine/account/decision.js'
import type { JournalNote } from '../../engine/account/event.js'
import type { BalanceRequest } from '../../engine/account/request.js'
import { Offers } from '../../engine/account/rules/offers.js'
import {
  type Account,
  type AccountProfile,
  applyProfile,
  emptyAccount,
} from '../../engine/account/state.js'
import type { Book } from '../../engine/book/compiled.js'
import { Dealers } from '../../engine/book/dealers.js'
import { GatewaysOnline } from '../../engine/book/gateways-online.js'
import { contextOfGroup } from '../../engine/book/group-prices.js'
import type { Prices } from '../../engine/book/prices.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { OFFER_COUNTS } from '../../wire/record/refusal-counts.js'
import type { IdKind, IdRange, TradingStop } from '../../wire/thread/messages.js'
import { MONEY_BIT } from '../../wire/thread/watched-accounts.js'
import type { ParsedTrade } from '../../wire/trade/trade-request.js'
import { AccountTable } from './accounts/account-table.js'
import { WatchedAccounts } from './accounts/watched-accounts.js'
import type { AccountBooks } from './books.js'
import { DAY_END_DEALS_MAX } from './day-ends.js'
import { IdAllocator } from './id-allocator.js'
import { Ledger } from './ledger.js'
import { Quarantine, SET_ASIDE } from './log/quarantine.js'
import { ShardRecords } from './log/records.js'
import { WorkNote } from './log/work-note.js'
import type { ShardOptions } from './options.js'
import type { NoteOf, RequestOutcome } from './outcomes/outcome.js'
import { RecentRefusals } from './outcomes/recent-refusals.js'
import { RefusalTally } from './outcomes/refusal-tally.js'
import { RefusedRequests } from './outcomes/refused-requests.js'
import { RequestKeys } from './outcomes/request-keys.js'
import type { Tell } from './routed/parked-requests.js'
import { Parking } from './routed/parking.js'
import { GroupExposures } from './sums/group-exposures.js'
import { RequestBudget } from './trade/request-budget.js'
import { tradeOrWait } from './trade/trade.js'

/** The most deals that one request can make: a close by makes one for each position, and a day end comes before. */
const DEALS_MAX = 2 + DAY_END_DEALS_MAX

/** The state of a shard. The ledger changes its accounts. */
export class ShardCore implements AccountBooks {
  readonly accounts = new AccountTable()
  readonly keys: RequestKeys
  readonly refusals = new RecentRefusals()
  readonly tally = new RefusalTally()
  readonly refused = new RefusedRequests()
  readonly offers = new Offers((fate, { symbolId, group, dealer = 0 }) => {
    const code = OFFER_COUNTS[fate]
    this.tally.count({ symbolId, group, code, dealer, gatewayId: 0 }, this.now)
  })
  readonly budget: RequestBudget
  readonly ids: Readonly<Record<IdKind, IdAllocator>>
  readonly records: ShardRecords
  readonly dealers = new Dealers()
  readonly watched = new WatchedAccounts()
  readonly gateways = new GatewaysOnline()
  /**
   * The locked logins, for which the shard decides nothing until they are unlocked
   * (questions/holds.ts).
   */
  readonly held = new Set<number>()
  readonly groupExposures: GroupExposures
  readonly parking: Parking
  readonly ledger: Ledger
  readonly #options: ShardOptions
  readonly quarantine: Quarantine
  readonly work: WorkNote
  readonly #context: DecisionContext & { book: Book; now: number; clockAt: number }
  receivedAt = 0
  #stopped: Refusal | null = null
  /**
   * True while the disk is nearly full: demo accounts that people opened themselves may not trade.
   */
  isDemoHalted = false

  constructor(options: ShardOptions) {
    this.#options = options
    this.records = new ShardRecords(options)
    this.keys = new RequestKeys(options.keySecret)
    this.budget = new RequestBudget({ rate: options.requestRate ?? null })
    this.work = options.work ?? new WorkNote()
    this.quarantine = new Quarantine(options)
    const order = new IdAllocator('order', options.askIds)
    const deal = new IdAllocator('deal', options.askIds)
    this.ids = { order, deal }
    const now = options.clock.now()
    this.#context = {
      book: options.book,
      prices: options.prices,
      now,
      clockAt: now,
      offers: this.offers,
      dealers: this.dealers,
      gateways: this.gateways,
      nextOrderId: () => order.take(),
      nextDealId: () => deal.take(),
    }
    this.groupExposures = new GroupExposures(this.accounts, () => this.book)
    this.parking = new Parking(this, options.clock, {
      desk: (event) => options.onDealing(event),
      gateway: (message) => options.onGateway?.(message),
      heldFills: (count) => options.onHeldFills?.(count),
    })
    this.ledger = new Ledger(this, this.#context, options)
  }

  get book(): Book {
    return this.#context.book
  }

  get market(): Prices {
    return this.#context.prices
  }

  /** The time of the running turn. */
  get now(): number {
    return this.#context.now
  }

  /** The time of a clock that never goes back, in milliseconds, for measuring durations. */
  monotonic(): number {
    return this.#options.clock.monotonic()
  }

  /**
   * The clock's current time. After the clock was set back it may be earlier than existing records.
   */
  get clockAt(): number {
    return this.#context.clockAt
  }

  /** The refusal while trading is stopped; null while it is not. */
  get stopped(): Refusal | null {
    return this.#stopped
  }

  get mayWrite(): boolean {
    return this.#stopped === null
  }

  get hasIds(): boolean {
    return this.ids.order.has(1) && this.ids.deal.has(DEALS_MAX)
  }

  get hasDayEndIds(): boolean {
    return this.ids.deal.has(DAY_END_DEALS_MAX)
  }

  /** The context of a decision about the account: the market as its group sees it. */
  contextOf(account: Account): DecisionContext {
    return contextOfGroup(this.#context, account)
  }

  setBook(book: Book): void {
    this.#context.book = book
    this.groupExposures.setBook()
  }

  grantIds(range: IdRange): void {
    this.ids[range.kind].grant(range)
  }

  /**
   * Stops all writing, or resumes it (null). Clients learn since when it is stopped, but not why.
   */
  halt(stop: TradingStop): void {
    if (stop === null) this.#stopped = null
    else if (stop === 'starting') this.#stopped = because('unavailable.starting')
    else
      this.#stopped = because('unavailable.trading_stopped', {
        since: new Date(stop).toISOString(),
      })
  }

  setProfile(profile: AccountProfile): void {
    const known = this.accounts.get(profile.login)
    const account = known ?? emptyAccount(profile)
    if (known === undefined) this.accounts.set(account)
    else {
      this.watched.moves(account, profile.group)
      const before = account.groupPath
      applyProfile(account, profile)
      this.groupExposures.regrouped(account, before)
    }
    // Watchers receive the account's money figures. These tell them that the account is new, or
    // that it has changed its group, perhaps to a group out of their scope.
    if (this.watched.coversAny(account, MONEY_BIT)) this.watched.owed.add(account)
  }

  /**
   * Sets the earliest time of the next turn. After a recovery it is that of the last record, even
   * if the wall clock was set back.
   */
  notBefore(at: number): void {
    if (at > this.#context.now) this.#context.now = at
  }

  /**
   * Records at recovery that a symbol has trades. They continue whatever happens in the settings.
   */
  tradedBefore(symbolId: number): void {
    this.#options.symbols.replayed(symbolId)
  }

  beginTurn(): void {
    this.#context.clockAt = this.#options.clock.now()
    this.notBefore(this.#context.clockAt)
    this.ledger.dayEnds.at(this.#context.now, this.#context.book.clock)
  }

  /**
   * The account, or a refusal if it is unknown or set aside. Also notes that the shard works on
   * this login, in case it crashes.
   */
  account(login: number): Account | Refusal {
    this.work.begin(login)
    const account = this.accounts.get(login)
    if (account === undefined) return because('not_found.account', { login })
    return this.quarantine.has(login) ? SET_ASIDE : account
  }

  /** Carries out a trade request (`trade/trade.ts`). */
  trade(
    account: Account,
    parsed: ParsedTrade,
    noteOf?: NoteOf,
    tell?: Tell,
  ): RequestOutcome | 'waits' {
    return tradeOrWait(this, account, parsed, noteOf, tell)
  }

  balance(
    account: Account,
    request: BalanceRequest,
    key: string,
    digest: number,
    note?: JournalNote,
  ): RequestOutcome {
    return this.ledger.once(
      account,
      key,
      digest,
      () => {
        const decision = decideBalance(this.contextOf(account), account, request)
        return decision.ok ? [decision.deal] : decision
      },
      note === undefined ? undefined : () => note,
    )
  }
}
