import { apply, applyRecord, follow } from '../../engine/account/apply.js'
import type { OriginOf } from '../../engine/account/change-origin.js'
import { checkAccount } from '../../engine/account/check.js'
import type { DayEndContext } from '../../engine/account/day-end/day-end.js'
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
import { heldKeys } from '../../engine/account/rules/at-provider/held-fills.js'
import { changesNothing } from '../../engine/account/rules/same-trade.js'
import type { Account } from '../../engine/account/state.js'
import { assert } from '../../engine/assert.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { executionKey } from '../../engine/names/execution-key.js'
import type { AccountTable } from './accounts/account-table.js'
import { DayEnds, NIGHT_ROWS_MAX } from './day-ends.js'
import { type Quarantine, SET_ASIDE } from './log/quarantine.js'
import type { ShardOptions } from './options.js'
import { knownOutcome, type RequestMemory, repeated } from './outcomes/known-outcome.js'
import type { NoteOrNone, RecordHead, RequestOutcome } from './outcomes/outcome.js'
import { BEING_CHANGED, NO_NUMBERS, SYMBOL_CHANGES } from './outcomes/refusals.js'
import { successCode, unwritten } from './outcomes/trade-answer.js'
import type { ServerDecision, ServerWait } from './server-action.js'
import type { GroupExposures } from './sums/group-exposures.js'

/** The parts of a shard that the ledger works with. */
export interface LedgerHost extends RequestMemory {
  readonly accounts: Pick<AccountTable, 'get' | 'values'>
  readonly quarantine: Quarantine
  readonly groupExposures: GroupExposures
  /** The locked logins, for which the shard decides nothing at the moment. */
  readonly held: ReadonlySet<number>
  /** Refuses all writing; null while the shard may write. */
  readonly stopped: Refusal | null
  /** True if enough ids are available for everything that one request can create. */
  readonly hasIds: boolean
  /** True if enough ids are available for the deals of a day end. */
  readonly hasDayEndIds: boolean
  readonly parking: LedgerParking
  contextOf(account: Account): DecisionContext
  /** Moves the time of the turn forward to `at`. */
  notBefore(at: number): void
}

interface LedgerParking {
  readonly resting: Followers
  readonly gateways: Followers
  readonly held: { followed(events: readonly AccountEvent[]): void }
  parkOwn(
    account: Account,
    decided: WaitOutcome,
    decide: ServerDecision,
    noteOf: NoteOrNone | undefined,
    wait: ServerWait,
  ): void
}

interface Followers {
  followed(account: Account, events: readonly AccountEvent[]): void
}

type LedgerOptions = Pick<ShardOptions, 'symbols' | 'onRecord' | 'nightRowsMax'>
type RecordWords = Required<Pick<RecordHead, 'code' | 'message'>> & Pick<RecordHead, 'numbers'>

const OK: RecordWords = { code: 'ok', message: '' }
const CHECK_EVERY_RECORDS = 1024

/**
 * The one place where accounts change: it calls `decide`, applies the events to the account and appends them to the
 * log as a record. Rules S1 to S7 are in options.ts.
 *
 *   once    a request, which has one outcome however often it comes
 *   act     what the server itself wants to do, such as a stop loss
 *   write   events that were decided elsewhere, such as the fill of a provider
 *   replay  a record of the log, at recovery
 */
export class Ledger {
  readonly dayEnds: DayEnds
  readonly #host: LedgerHost
  readonly #context: DayEndContext
  readonly #options: LedgerOptions
  #appended = 0

  /** `context` contains the book and the time of the current turn. */
  constructor(host: LedgerHost, context: DayEndContext, options: LedgerOptions) {
    this.#host = host
    this.#context = context
    this.#options = options
    this.dayEnds = this.#dayEnds()
  }

  /** Decides a request unless it was decided before (S5, S6); a request with an empty key is always decided. */
  once<D extends Decision>(
    account: Account,
    key: string,
    digest: number,
    decide: () => D,
    noteOf?: NoteOrNone,
    originOf?: OriginOf,
  ): RequestOutcome | Extract<D, WaitOutcome> {
    const host = this.#host
    const known = key === '' ? undefined : knownOutcome(host, account, key, digest)
    if (known !== undefined) return repeated(known)
    if (host.stopped !== null) return host.stopped
    if (!host.hasIds) return NO_NUMBERS
    if (host.held.size > 0 && host.held.has(account.login)) return BEING_CHANGED
    try {
      if (this.dayEnds.isDue(account)) this.dayEnds.end(account)
      const decided: Decision = decide()
      if (isWaiting(decided)) return decided as Extract<D, WaitOutcome>
      if (isRefusal(decided)) {
        host.refusals.add(account.login, key, digest, decided, host.now)
        return decided
      }
      if (!this.#claimed(decided)) return SYMBOL_CHANGES
      const isSame = changesNothing(account, decided)
      if (isSame && key === '') return { ok: true, record: unwritten(account, host.now, decided) }
      const note = isSame ? undefined : noteOf?.(decided)
      const words = { code: successCode(decided), message: '' }
      const origin = isSame ? undefined : originOf?.(account, decided)
      const record = this.#append(account, key, digest, words, decided, note, origin)
      return { ok: true, record }
    } catch (error) {
      return host.quarantine.add(account, error)
    }
  }

  /**
   * Carries out an action of the server itself. Does nothing if `decide` answers undefined, or while
   * nothing may be written. True if it was done. An action that needs a dealer is parked if `wait`
   * describes it. The same `decide` runs again later, and reads the account as it is then. A day end
   * may also change the account, so `decide` looks positions up.
   */
  act(
    account: Account,
    decide: ServerDecision,
    noteOf?: NoteOrNone,
    wait?: () => ServerWait,
  ): boolean {
    const host = this.#host
    if (!this.#mayWork(account)) return false
    try {
      if (this.dayEnds.isDue(account)) this.dayEnds.end(account)
      const decided = decide(host.contextOf(account))
      if (decided === undefined) return false
      if (isWaiting(decided)) {
        if (wait !== undefined) host.parking.parkOwn(account, decided, decide, noteOf, wait())
        return false
      }
      if (!this.#claimed(decided)) return false
      this.#append(account, '', 0, OK, decided, noteOf?.(decided))
      return true
    } catch (error) {
      host.quarantine.add(account, error)
      return false
    }
  }

  /**
   * Writes a record outside of a request's own turn. Without a code, the record gets the code of
   * its events.
   */
  write(
    account: Account,
    kept: RecordHead,
    events: readonly AccountEvent[],
    note?: JournalNote,
  ): AccountRecord | Refusal {
    const { quarantine, now } = this.#host
    if (quarantine.has(account.login)) return SET_ASIDE
    try {
      if (!this.#claimed(events)) return SYMBOL_CHANGES
      const { requestKey, digest, code = successCode(events), message, numbers, origin } = kept
      const isSame = requestKey === '' && changesNothing(account, events)
      if (isSame) return unwritten(account, now, events)
      const words = { code, message, numbers }
      return this.#append(account, requestKey, digest, words, events, note, origin)
    } catch (error) {
      return quarantine.add(account, error)
    }
  }

  /** Ends the account's days, before anything is decided outside of `once` and `act` (day-ends.ts, D2). */
  endDays(account: Account): void {
    if (!this.#mayWork(account)) return
    try {
      if (this.dayEnds.isDue(account)) this.dayEnds.end(account)
    } catch (error) {
      this.#host.quarantine.add(account, error)
    }
  }

  /** Applies a record of the log's tail, at recovery. */
  replay(record: AccountRecord): void {
    const { accounts, groupExposures, keys } = this.#host
    const account = accounts.get(record.login)
    assert(account !== undefined, `the log's account ${record.login} exists`)
    assert(
      record.previousSeq === account.lastRecordSeq && record.accountSeq === account.seq,
      `record ${record.seq} follows what account ${record.login} holds`,
    )
    applyRecord(account, record)
    groupExposures.replayed(record)
    for (const event of record.events) {
      this.#options.symbols.replayed(symbolOf(event))
      if (event.type === 'order') this.#addHeldKeys(record, event)
      if (event.type !== 'deal' || event.externalId === '') continue
      const key = executionKey(event.orderId, event.externalId)
      keys.add(record.login, key, record.seq, record.at)
    }
    this.#host.notBefore(record.at)
    if (record.requestKey !== '') {
      keys.add(record.login, record.requestKey, record.seq, record.at)
    }
  }

  /** Whether something may be decided and written for the account now. */
  #mayWork({ login }: Account): boolean {
    const { stopped, hasIds, quarantine } = this.#host
    return stopped === null && hasIds && !quarantine.has(login)
  }

  #dayEnds(): DayEnds {
    const host = this.#host
    return new DayEnds({
      accounts: host.accounts,
      context: this.#context,
      nightRowsMax: this.#options.nightRowsMax ?? NIGHT_ROWS_MAX,
      get isHalted() {
        return host.stopped !== null || !host.hasDayEndIds
      },
      isSetAside: (login) => host.quarantine.has(login),
      append: (account, events, note) => {
        if (!this.#claimed(events)) return false
        this.#append(account, '', 0, OK, events, note)
        return true
      },
      setAside: (account, error) => void host.quarantine.add(account, error),
    })
  }

  /**
   * Claims the symbols of the events. False if one may not be traded now; that refusal is not
   * stored under the key (S7).
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
    const { records, groupExposures, keys, parking } = this.#host
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
    const record = records.append(whole, () => {
      groupExposures.begin(account, events)
      for (const event of events) apply(account, event)
      if (++this.#appended % CHECK_EVERY_RECORDS === 0) checkAccount(account)
      groupExposures.end(account, events)
    })
    follow(account, record)
    if (requestKey !== '') keys.add(account.login, requestKey, record.seq, record.at)
    for (const event of events) if (event.type === 'order') this.#addHeldKeys(record, event)
    this.#options.onRecord(account, record)
    parking.resting.followed(account, events)
    parking.gateways.followed(account, events)
    parking.held.followed(events)
    return record
  }

  #addHeldKeys({ login, seq, at }: AccountRecord, order: OrderEvent): void {
    if (order.heldFills === '') return
    for (const key of heldKeys(order)) this.#host.keys.add(login, key, seq, at)
  }
}
