import { apply, applyRecord, follow } from '../../engine/account/apply.js'
import type { OriginOf } from '../../engine/account/change-origin.js'
import { checkAccount } from '../../engine/account/check.js'
import { decideBalance } from '../../engine/account/decide/balance.js'
import {
  type Decision,
  type DecisionContext,
  isWaiting,
  type WaitOutcome,
} from '../../engine/account/decision.js'
import {
  type AccountEvent,
  type AccountRecord,
  type ChangeOrigin,
  type JournalNote,
  type OrderEvent,
  symbolOf,
} from '../../engine/account/event.js'
import type { BalanceRequest } from '../../engine/account/request.js'
import { heldKeys } from '../../engine/account/rules/at-provider/held-fills.js'
import { Offers } from '../../engine/account/rules/offers.js'
import { changesNothing } from '../../engine/account/rules/unchanged.js'
import {
  type Account,
  type AccountProfile,
  applyProfile,
  emptyAccount,
} from '../../engine/account/state.js'
import { assert } from '../../engine/assert.js'
import type { Book } from '../../engine/book/compiled.js'
import { Dealers } from '../../engine/book/dealers.js'
import { GatewaysOnline } from '../../engine/book/gateways-online.js'
import { contextSeen } from '../../engine/book/group-prices.js'
import type { Prices } from '../../engine/book/prices.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { executionKey } from '../../engine/names/execution-key.js'
import { because } from '../../engine/reasons/reasons.js'
import { OFFER_COUNTS } from '../../wire/record/refusal-counts.js'
import type { IdKind, IdRange, TradingStop } from '../../wire/thread/messages.js'
import { MONEY_BIT } from '../../wire/thread/watched.js'
import type { ParsedTrade } from '../../wire/trade/trade-request.js'
import { AccountTable } from './account-table.js'
import type { AccountBooks } from './books.js'
import { DAY_END_DEALS_MAX, DayEnds, NIGHT_ROWS_MAX } from './day-ends.js'
import { IdAllocator } from './id-allocator.js'
import { WatchedAccounts } from './live/watched-accounts.js'
import { Quarantine, SET_ASIDE } from './log/quarantine.js'
import { ShardRecords } from './log/records.js'
import type { ShardOptions } from './options.js'
import { knownOutcome, repeated } from './outcomes/known-outcome.js'
import type { NoteOf, RecordHead, RequestOutcome } from './outcomes/outcome.js'
import { RecentRefusals } from './outcomes/recent-refusals.js'
import { RefusalTally } from './outcomes/refusal-tally.js'
import { BEING_CHANGED, NO_NUMBERS, SYMBOL_CHANGES } from './outcomes/refusals.js'
import { RefusedRequests } from './outcomes/refused-requests.js'
import { RequestKeys } from './outcomes/request-keys.js'
import type { OwnDecide, OwnNoteOf, OwnWait, Tell } from './parked/parked-requests.js'
import { Parking } from './parked/parking.js'
import { GroupExposures } from './sums/group-exposures.js'
import { tradeOrWait } from './trade/trade.js'
import { successCode, unwritten } from './trade/trade-answer.js'
import { RequestBudget } from './turn/request-budget.js'
import { WorkNote } from './turn/work-note.js'

type RecordWords = Required<Pick<RecordHead, 'code' | 'message'>> & Pick<RecordHead, 'numbers'>
const OK: RecordWords = { code: 'ok', message: '' }

const CHECK_EVERY_RECORDS = 1024
/**
 * The most deals of one request. A close by makes one for each of its two positions, and a day end
 * may come first.
 */
const DEALS_MAX = 2 + DAY_END_DEALS_MAX

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
  /** Held logins: nothing is decided for them until they are released (questions/holds.ts). */
  readonly held = new Set<number>()
  readonly groupExposures: GroupExposures
  readonly parking: Parking
  readonly dayEnds: DayEnds
  readonly #options: ShardOptions
  readonly quarantine: Quarantine
  readonly work: WorkNote
  readonly #context: DecisionContext & { book: Book; now: number; clockAt: number }
  receivedAt = 0
  #appended = 0
  #stopped: Refusal | null = null
  /**
   * True while the disk is filling up: demo accounts that people opened themselves may not trade.
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
    this.dayEnds = this.#dayEnds()
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

  /** Milliseconds of a clock that never goes back, for measuring durations. */
  monotonic(): number {
    return this.#options.clock.monotonic()
  }

  /**
   * The clock's current time. After the clock was set back it may be earlier than existing records.
   */
  get clockAt(): number {
    return this.#context.clockAt
  }

  /** False while trading is stopped. */
  get mayWrite(): boolean {
    return this.#stopped === null
  }

  get hasIds(): boolean {
    return this.ids.order.has(1) && this.ids.deal.has(DEALS_MAX)
  }

  /** The context for a decision about the account: the market as its group sees it. */
  contextOf(account: Account): DecisionContext {
    return contextSeen(this.#context, account)
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
    // Watchers receive the money, which shows that the account is new or has changed its group,
    // perhaps out of their scope.
    if (this.watched.coversAny(account, MONEY_BIT)) this.watched.owed.add(account)
  }

  /**
   * Recovery: a turn must not be earlier than a record of the log, even if the wall clock was set
   * back.
   */
  notBefore(at: number): void {
    if (at > this.#context.now) this.#context.now = at
  }

  /** Applies a record from the tail of the log during recovery. */
  replay(record: AccountRecord): void {
    const account = this.accounts.get(record.login)
    assert(account !== undefined, `the log's account ${record.login} exists`)
    assert(
      record.previousSeq === account.lastRecordSeq && record.accountSeq === account.seq,
      `record ${record.seq} follows what account ${record.login} holds`,
    )
    applyRecord(account, record)
    this.groupExposures.replayed(record)
    for (const event of record.events) {
      this.#options.symbols.replayed(symbolOf(event))
      if (event.type === 'order') this.#addHeldKeys(record, event)
      if (event.type !== 'deal' || event.externalId === '') continue
      const key = executionKey(event.orderId, event.externalId)
      this.keys.add(record.login, key, record.seq, record.at)
    }
    this.notBefore(record.at)
    if (record.requestKey !== '') {
      this.keys.add(record.login, record.requestKey, record.seq, record.at)
    }
  }

  /**
   * Recovery: notes a symbol that an account holds, so that its trades continue whatever changes in
   * the settings.
   */
  tradedBefore(symbolId: number): void {
    this.#options.symbols.replayed(symbolId)
  }

  beginTurn(): void {
    this.#context.clockAt = this.#options.clock.now()
    this.notBefore(this.#context.clockAt)
    this.dayEnds.at(this.#context.now, this.#context.book.clock)
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

  /** Carries out a trade request (trade/trade.ts). */
  trade(
    account: Account,
    parsed: ParsedTrade,
    noteOf?: NoteOf,
    tell?: Tell,
  ): RequestOutcome | 'waits' {
    return tradeOrWait(this, account, parsed, noteOf, tell)
  }

  /**
   * Ends the account's past days before anything is decided outside `once` and `act` (day-ends.ts,
   * D2).
   */
  endDays(account: Account): void {
    if (!this.mayWrite || !this.hasIds || this.quarantine.has(account.login)) return
    try {
      if (this.dayEnds.isDue(account)) this.dayEnds.end(account)
    } catch (error) {
      this.quarantine.add(account, error)
    }
  }

  /**
   * Writes a record outside a request's own turn. Without a code the record gets the code of its
   * events.
   */
  write(
    account: Account,
    kept: RecordHead,
    events: readonly AccountEvent[],
    note?: JournalNote,
  ): AccountRecord | Refusal {
    if (this.quarantine.has(account.login)) return SET_ASIDE
    try {
      if (!this.#claimed(events)) return SYMBOL_CHANGES
      const { requestKey, digest, code = successCode(events), message, numbers, origin } = kept
      const isSame = requestKey === '' && changesNothing(account, events)
      if (isSame) return unwritten(account, this.now, events)
      const words = { code, message, numbers }
      return this.#append(account, requestKey, digest, words, events, note, origin)
    } catch (error) {
      return this.quarantine.add(account, error)
    }
  }

  /**
   * Carries out an action that the server itself starts. Does nothing if `decide` returns undefined
   * or nothing may be written; returns true if the action was carried out. If a dealer must answer
   * first, the action is parked as `wait` describes, and later `decide` runs again on the account's
   * state at that time. A day end can also change the account in between, so `decide` must look up
   * positions itself.
   */
  act(account: Account, decide: OwnDecide, noteOf?: OwnNoteOf, wait?: () => OwnWait): boolean {
    if (!this.mayWrite || !this.hasIds || this.quarantine.has(account.login)) return false
    try {
      if (this.dayEnds.isDue(account)) this.dayEnds.end(account)
      const decided = decide(this.contextOf(account))
      if (decided === undefined) return false
      if (isWaiting(decided)) {
        if (wait !== undefined) this.parking.parkOwn(account, decided, decide, noteOf, wait())
        return false
      }
      if (!this.#claimed(decided)) return false
      this.#append(account, '', 0, OK, decided, noteOf?.(decided))
      return true
    } catch (error) {
      this.quarantine.add(account, error)
      return false
    }
  }

  balance(
    account: Account,
    request: BalanceRequest,
    key: string,
    digest: number,
    note?: JournalNote,
  ): RequestOutcome {
    return this.once(
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

  /**
   * Decides a request unless it was decided before (S5, S6). A request with an empty key is always
   * decided.
   */
  once<D extends Decision>(
    account: Account,
    key: string,
    digest: number,
    decide: () => D,
    noteOf?: OwnNoteOf,
    originOf?: OriginOf,
  ): RequestOutcome | Extract<D, WaitOutcome> {
    const known = key === '' ? undefined : knownOutcome(this, account, key, digest)
    if (known !== undefined) return repeated(known)
    if (this.#stopped !== null) return this.#stopped
    if (!this.hasIds) return NO_NUMBERS
    if (this.held.size > 0 && this.held.has(account.login)) return BEING_CHANGED
    try {
      if (this.dayEnds.isDue(account)) this.dayEnds.end(account)
      const decided: Decision = decide()
      if (isWaiting(decided)) return decided as Extract<D, WaitOutcome>
      if (isRefusal(decided)) {
        this.refusals.add(account.login, key, digest, decided, this.now)
        return decided
      }
      if (!this.#claimed(decided)) return SYMBOL_CHANGES
      const isSame = changesNothing(account, decided)
      if (isSame && key === '') return { ok: true, record: unwritten(account, this.now, decided) }
      const note = isSame ? undefined : noteOf?.(decided)
      const words = { code: successCode(decided), message: '' }
      const origin = isSame ? undefined : originOf?.(account, decided)
      const record = this.#append(account, key, digest, words, decided, note, origin)
      return { ok: true, record }
    } catch (error) {
      return this.quarantine.add(account, error)
    }
  }

  #dayEnds(): DayEnds {
    const core = this
    return new DayEnds({
      accounts: this.accounts,
      context: this.#context,
      nightRowsMax: this.#options.nightRowsMax ?? NIGHT_ROWS_MAX,
      get isHalted() {
        return core.#stopped !== null || !core.ids.deal.has(DAY_END_DEALS_MAX)
      },
      isSetAside: (login) => this.quarantine.has(login),
      append: (account, events, note) => {
        if (!this.#claimed(events)) return false
        this.#append(account, '', 0, OK, events, note)
        return true
      },
      setAside: (account, error) => void this.quarantine.add(account, error),
    })
  }

  /**
   * Claims the symbols of the events. False if one may not be traded now; that answer is not stored
   * under the request's key (S7).
   */
  #claimed(events: readonly AccountEvent[]): boolean {
    const { symbols } = this.#options
    for (const event of events) {
      const symbolId = symbolOf(event)
      if (symbolId !== 0 && !symbols.claim(symbolId, this.#context.book.version)) return false
    }
    return true
  }

  #append(
    account: Account,
    requestKey: string,
    requestDigest: number,
    { code, message, numbers }: RecordWords,
    events: readonly AccountEvent[],
    note?: JournalNote,
    origin?: ChangeOrigin,
  ): AccountRecord {
    const unnumbered = {
      seq: 0,
      previousSeq: account.lastRecordSeq,
      at: this.#context.now,
      login: account.login,
      accountSeq: account.seq,
      requestKey,
      requestDigest,
      code,
      message,
      events,
    }
    const told = numbers === undefined ? unnumbered : { ...unnumbered, numbers }
    const noted = note === undefined ? told : { ...told, note }
    const whole = origin === undefined ? noted : { ...noted, origin }
    const record = this.records.append(whole, () => {
      this.groupExposures.begin(account, events)
      for (const event of events) apply(account, event)
      if (++this.#appended % CHECK_EVERY_RECORDS === 0) checkAccount(account)
      this.groupExposures.end(account, events)
    })
    follow(account, record)
    if (requestKey !== '') {
      this.keys.add(account.login, requestKey, record.seq, record.at)
    }
    for (const event of events) if (event.type === 'order') this.#addHeldKeys(record, event)
    this.#options.onRecord(account, record)
    this.parking.there.followed(account, events)
    this.parking.gateways.followed(account, events)
    this.parking.held.followed(events)
    return record
  }

  #addHeldKeys({ login, seq, at }: AccountRecord, order: OrderEvent): void {
    if (order.heldFills === '') return
    for (const key of heldKeys(order)) this.keys.add(login, key, seq, at)
  }
}
