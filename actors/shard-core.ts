import { apply, applyRecord } from '../engine/account/apply.js'
import { checkAccount } from '../engine/account/check.js'
import { type DecisionContext, decideTrade } from '../engine/account/decide.js'
import { decideBalance } from '../engine/account/decide-balance.js'
import type { AccountEvent, AccountRecord, JournalNote } from '../engine/account/event.js'
import type { BalanceRequest } from '../engine/account/request.js'
import {
  type Account,
  type AccountProfile,
  applyProfile,
  emptyAccount,
} from '../engine/account/state.js'
import { assert } from '../engine/assert.js'
import type { Book } from '../engine/book.js'
import { type Refusal, refuse } from '../engine/code.js'
import type { Prices } from '../engine/prices.js'
import { BadRecordError, type Log, type LogEntry } from '../storage/log/log.js'
import type { IdKind, IdRange } from '../wire/messages.js'
import { BadRecord, encodeRecord, findRecord, RecordBuffer, RecordIndex } from '../wire/record.js'
import type { ParsedTrade } from '../wire/trade-request.js'
import type { Clock } from './clock.js'
import { IdAllocator } from './id-allocator.js'
import { RequestKeys } from './request-keys.js'
import type { SharedCounters } from './shared-state.js'
import type { SymbolClaims } from './symbol-use.js'

/**
 * The accounts of one shard and their log: the order in which things become true.
 *
 *   S1. One request at a time, in the order of arrival. A request of an account reads and changes
 *       nothing but that account; between reading and changing there is no wait.
 *   S2. Memory is ahead of the log by the running turn and, at most, the one before it, which is being
 *       committed meanwhile (`handOver`). `commit` closes both. When it or `settle` throws, this object
 *       is spent: nothing of either turn may be told, and the shard is built anew.
 *   S3. `onRecord` hears of a record when it is applied, which is before it is durable: what it
 *       makes of it must wait in the turn's outgoing batch. Turns become durable in their order, so what
 *       a turn tells of an earlier one (a repeat, a resume) is durable when it leaves.
 *   S4. An account whose events cannot be applied is set aside until the next start; the others
 *       trade on.
 *   S5. A request id whose record cannot be read is refused, not decided anew.
 *   S6. A trade is written only after its symbol was claimed: no symbol goes away under a position.
 */
export interface ShardOptions {
  readonly shard: number
  readonly log: Log
  readonly counters: SharedCounters
  readonly symbols: SymbolClaims
  readonly clock: Clock
  readonly prices: Prices
  readonly book: Book
  askIds(kind: IdKind): void
  onRecord(account: Account, record: AccountRecord): void
  onSetAside(login: number, why: Error): void
  /** A record that was whole when it was written cannot be read any more. */
  onDamage(seq: number, why: Error): void
}

/** What came of a request: the record that holds it, or why there is none. */
export type Outcome = { readonly ok: true; readonly record: AccountRecord } | Refusal

/** What the journal is to say, once it is known what was done. */
export type NoteOf = (events: readonly AccountEvent[]) => JournalNote

const CHECK_EVERY_RECORDS = 1024
const NO_BYTES = new Uint8Array(0)
const SYMBOL_CHANGES = refuse('unavailable', 'The symbol is being changed. Try again in a moment.')

export class ShardCore {
  readonly accounts = new Map<number, Account>()
  readonly keys = new RequestKeys()
  readonly ids: Readonly<Record<IdKind, IdAllocator>>
  readonly #options: ShardOptions
  /** Of the running turn. */
  #records = new RecordBuffer()
  /** Of the turn that is being committed beside this thread; empty when there is none. */
  #handed = new RecordBuffer()
  readonly #setAside = new Set<number>()
  readonly #context: DecisionContext & { book: Book; now: number }
  #firstSeq = 0
  #lastSeq = 0
  #handedFirstSeq = 0
  #handedLastSeq = 0
  #appended = 0
  #haltReason = ''

  constructor(options: ShardOptions) {
    this.#options = options
    const order = new IdAllocator('order', options.askIds)
    const deal = new IdAllocator('deal', options.askIds)
    this.ids = { order, deal }
    this.#context = {
      book: options.book,
      prices: options.prices,
      now: options.clock.now(),
      nextOrderId: () => order.take(),
      nextDealId: () => deal.take(),
    }
  }

  get book(): Book {
    return this.#context.book
  }

  get prices(): Prices {
    return this.#context.prices
  }

  /** The time of the running turn. */
  get now(): number {
    return this.#context.now
  }

  setBook(book: Book): void {
    this.#context.book = book
  }

  grantIds(range: IdRange): void {
    this.ids[range.kind].grant(range)
  }

  /** Stops or resumes everything that writes. */
  halt(reason: string): void {
    this.#haltReason = reason
  }

  setProfile(profile: AccountProfile): void {
    const account = this.accounts.get(profile.login)
    if (account === undefined) this.accounts.set(profile.login, emptyAccount(profile))
    else applyProfile(account, profile)
  }

  /** Recovery: a turn is never earlier than a record of the log, even where the wall clock was set back. */
  notBefore(at: number): void {
    if (at > this.#context.now) this.#context.now = at
  }

  /** Recovery: folds a record of the log's tail. */
  replay(record: AccountRecord): void {
    const account = this.accounts.get(record.login)
    assert(account !== undefined, `the log's account ${record.login} exists`)
    assert(
      record.previousSeq === account.lastRecordSeq && record.accountSeq === account.seq,
      `record ${record.seq} follows what account ${record.login} holds`,
    )
    applyRecord(account, record)
    for (const { symbolId } of record.events) this.#options.symbols.replayed(symbolId)
    this.notBefore(record.at)
    if (record.requestKey !== '') {
      this.keys.add(record.login, record.requestKey, record.seq, record.at)
    }
  }

  beginTurn(): void {
    this.notBefore(this.#options.clock.now())
  }

  /** True when the running turn has something to make durable. */
  get dirty(): boolean {
    return this.#records.length > 0
  }

  /** A turn is being committed beside this thread. */
  get handed(): boolean {
    return this.#handed.length > 0
  }

  /** One synchronous commit for the whole turn, after the one before it. Throws `LogError`: see S2. */
  commit(): void {
    this.settle()
    if (this.#records.length === 0) return
    this.#options.log.commit(this.#firstSeq, this.#records.bytes())
    this.#options.counters.endTurn(this.#options.shard, this.#lastSeq)
    this.#records.clear()
  }

  /**
   * Closes the turn without waiting: it is durable after the next `settle`. False when there is
   * nothing to commit or nobody to do it; the turn is open then, as it was.
   */
  handOver(): boolean {
    assert(!this.handed, 'the turn before was settled')
    const records = this.#records
    if (records.length === 0 || !this.#options.log.begin(this.#firstSeq, records.bytes()))
      return false
    this.#handedFirstSeq = this.#firstSeq
    this.#handedLastSeq = this.#lastSeq
    this.#records = this.#handed
    this.#handed = records
    return true
  }

  /** Waits until the turn that was handed over is durable. Throws `LogError`: see S2. */
  settle(): void {
    if (!this.handed) return
    this.#options.log.settle()
    const next = this.#records.length > 0 ? this.#firstSeq : 0
    this.#options.counters.endTurn(this.#options.shard, this.#handedLastSeq, next)
    this.#handed.clear()
  }

  /** The account, unless it is unknown here or set aside. */
  account(login: number): Account | Refusal {
    const account = this.accounts.get(login)
    if (account === undefined) return refuse('not_found', `There is no account ${login}.`)
    if (this.#setAside.has(login)) {
      return refuse('unavailable', 'The account is set aside for repair. Staff have been told.')
    }
    return account
  }

  /** `noteOf` is what the journal is to say of what was done. */
  trade(account: Account, parsed: ParsedTrade, noteOf?: NoteOf): Outcome {
    const { requestKey, digest, request } = parsed
    const decide = (): readonly AccountEvent[] | Refusal => {
      const decision = decideTrade(this.#context, account, request)
      return decision.ok ? decision.events : decision
    }
    return this.#once(account, requestKey, digest, decide, noteOf)
  }

  /** As `trade`, but only asks: nothing changes and no id is used. */
  check(account: Account, parsed: ParsedTrade): ReturnType<typeof decideTrade> {
    const ask = { ...this.#context, nextOrderId: () => 0, nextDealId: () => 0 }
    return decideTrade(ask, account, parsed.request)
  }

  /** `note` is what the journal is to say of it. */
  balance(
    account: Account,
    request: BalanceRequest,
    key: string,
    digest: number,
    note?: JournalNote,
  ): Outcome {
    return this.#once(
      account,
      key,
      digest,
      () => {
        const decision = decideBalance(this.#context, account, request)
        return decision.ok ? [decision.deal] : decision
      },
      note === undefined ? undefined : () => note,
    )
  }

  /** The turn that holds `seq` and may not be in the log yet. */
  #notLogged(seq: number): LogEntry | undefined {
    if (this.#records.length > 0 && seq >= this.#firstSeq) {
      return { firstSeq: this.#firstSeq, bytes: this.#records.bytes() }
    }
    if (!this.handed || seq < this.#handedFirstSeq) return undefined
    return { firstSeq: this.#handedFirstSeq, bytes: this.#handed.bytes() }
  }

  /** The record `seq`, from an open turn or the log; undefined when it is gone or damaged. */
  record(seq: number): AccountRecord | undefined {
    const open = this.#notLogged(seq)
    if (open !== undefined) return findRecord(open.bytes, seq)
    return this.#unlessDamaged(seq, () => {
      const entry = this.#options.log.entryHolding(seq)
      return entry === undefined ? undefined : findRecord(entry.bytes, seq)
    })
  }

  /** What the accounts are is in memory: a damaged old record must not end their thread. */
  #unlessDamaged<T>(seq: number, read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BadRecord || error instanceof BadRecordError)) throw error
      this.#options.onDamage(seq, error)
      return undefined
    }
  }

  /**
   * As `record`, for a walk from newer to older records within one request. From the second record of
   * an entry on it looks in an index of the entry, because reading the heads for each of thousands
   * takes seconds.
   */
  recordWalk(): (seq: number) => AccountRecord | undefined {
    let firstSeq = Number.POSITIVE_INFINITY
    let bytes: Uint8Array = NO_BYTES
    let index: RecordIndex | undefined
    const look = (seq: number): AccountRecord | undefined => {
      if (seq >= firstSeq) {
        index ??= new RecordIndex(bytes)
        return index.find(seq)
      }
      index = undefined
      const entry = this.#notLogged(seq) ?? this.#options.log.entryHolding(seq)
      if (entry === undefined) return undefined
      firstSeq = entry.firstSeq
      bytes = entry.bytes
      return findRecord(bytes, seq)
    }
    return (seq) => this.#unlessDamaged(seq, () => look(seq))
  }

  #once(
    account: Account,
    key: string,
    digest: number,
    decide: () => readonly AccountEvent[] | Refusal,
    noteOf?: NoteOf,
  ): Outcome {
    const known = key === '' ? undefined : this.#knownRecord(account, key)
    if (known !== undefined) {
      if ('ok' in known) return known
      if (known.requestDigest !== digest) {
        return refuse('conflict', 'This request id was used for another request. Take a new one.')
      }
      if (known.code === 'ok') return { ok: true, record: known }
      return refuse(known.code, known.message)
    }
    if (this.#haltReason !== '') return refuse('unavailable', this.#haltReason)
    if (!this.ids.order.has(1) || !this.ids.deal.has(1)) {
      return refuse('unavailable', 'Order numbers are being fetched. Try again in a moment.')
    }
    try {
      const decided = decide()
      if ('ok' in decided) {
        if (key !== '') this.#append(account, key, digest, decided.code, decided.message, [])
        return decided
      }
      if (!this.#claimed(decided)) return SYMBOL_CHANGES
      const note = noteOf?.(decided)
      return { ok: true, record: this.#append(account, key, digest, 'ok', '', decided, note) }
    } catch (error) {
      return this.#quarantine(account, error)
    }
  }

  /** S6. Not kept under the request's key: the next attempt may go through. */
  #claimed(events: readonly AccountEvent[]): boolean {
    const { symbols } = this.#options
    for (const { symbolId } of events) {
      if (symbolId !== 0 && !symbols.claim(symbolId, this.#context.book.version)) return false
    }
    return true
  }

  /** S5. Deciding anew what may have been decided would be the worst answer of all. */
  #knownRecord(account: Account, key: string): AccountRecord | Refusal | undefined {
    for (const seq of this.keys.find(account.login, key)) {
      const record = this.record(seq)
      if (record === undefined) {
        // Trimmed away: older than any key is kept for.
        if (seq < (this.#options.log.first()?.firstSeq ?? 0)) continue
        const why = `This request was decided, but record ${seq} of the log cannot be read any more.`
        return refuse('unavailable', `${why} Ask staff what came of it.`)
      }
      if (record.login === account.login && record.requestKey === key) return record
    }
    return undefined
  }

  #append(
    account: Account,
    requestKey: string,
    requestDigest: number,
    code: AccountRecord['code'],
    message: string,
    events: readonly AccountEvent[],
    note?: JournalNote,
  ): AccountRecord {
    const { counters, shard } = this.#options
    if (this.#records.length === 0 && !this.handed) counters.beginTurn(shard)
    const seq = counters.nextSequence()
    if (this.#records.length === 0) this.#firstSeq = seq
    const record: AccountRecord = {
      seq,
      previousSeq: account.lastRecordSeq,
      at: this.#context.now,
      login: account.login,
      accountSeq: account.seq,
      requestKey,
      requestDigest,
      code,
      message,
      events,
      ...(note === undefined ? {} : { note }),
    }
    const start = this.#records.length
    try {
      encodeRecord(record, this.#records)
      for (const event of events) apply(account, event)
      if (++this.#appended % CHECK_EVERY_RECORDS === 0) checkAccount(account)
    } catch (error) {
      // The number stays unused: a gap in the global sequence, never in the account's.
      this.#records.rewind(start)
      if (start === 0 && !this.handed) counters.endTurn(shard, 0)
      throw error
    }
    account.lastRecordSeq = seq
    this.#lastSeq = seq
    if (requestKey !== '') this.keys.add(account.login, requestKey, seq, record.at)
    this.#options.onRecord(account, record)
    return record
  }

  #quarantine(account: Account, error: unknown): Refusal {
    const why = error instanceof Error ? error : new Error(String(error))
    this.#setAside.add(account.login)
    this.#options.onSetAside(account.login, why)
    return refuse('unavailable', 'The account is set aside for repair. Staff have been told.')
  }
}
