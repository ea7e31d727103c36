import type { SharedCounters } from '../../actors/shared/shared-state.js'
import type { TapeTick } from '../../actors/shared/tick-tape.js'
import type { AccountRecord } from '../../engine/account/event.js'
import { holdOrder } from '../../engine/account/holdings/hold-order.js'
import { holdPosition } from '../../engine/account/holdings/hold-position.js'
import { type AccountProfile, emptyAccount } from '../../engine/account/state.js'
import { assert } from '../../engine/assert.js'
import type { Book } from '../../engine/book/compiled.js'
import { type Log, LogError } from '../../storage/log/log.js'
import { decodeRecords } from '../../wire/record/record.js'
import type { TradingStop } from '../../wire/thread/messages.js'
import { GivenShard, type Told } from '../given/floors/shard.js'
import type { HandClock } from '../given/hand-clock.js'
import { type CommitFault, MemoryDisk, openMemoryLog } from '../given/memory-log.js'
import type { Cause } from './cause.js'
import type { Market } from './market.js'
import { must } from './must.js'
import type { NaiveAccount } from './naive-account.js'
import { NIGHT_ROWS_MAX } from './naive-day-end.js'
import type { Projection } from './projection.js'
import { Reference } from './reference.js'
import type { Sabotage } from './sabotage.js'

/** The things that the simulator's shards share. */
export interface Surroundings {
  readonly shards: number
  readonly clock: HandClock
  readonly market: Market
  readonly projection: Projection
  readonly profiles: ReadonlyMap<number, AccountProfile>
  readonly sabotage: Sabotage
  book: Book
  counters: SharedCounters
  account(login: number): NaiveAccount
  /** A range nobody had before. */
  idRange(): { next: number; end: number }
}

/**
 * The fault that a turn meets at its end: the process dies before the commit (a commit of the turn before, if
 * it was under way, came through or not), or the disk fails in it.
 */
export type TurnFault = 'crash' | 'crash_kept' | { readonly commit: CommitFault }

/** One shard's place: its disk outlives it, and it is built anew from projection and log. */
export class ShardHost {
  readonly shard: number
  readonly disk = new MemoryDisk()
  readonly #around: Surroundings
  #rig: GivenShard | undefined
  #reference: Reference | undefined
  #listens = false
  #collected = 0
  /** The causes of the running turn, in their order, and its time. */
  causes: Cause[] = []
  #turnAt = 0
  #beganAt = 0
  /** Time of the newest record on disk: a shard's records never go back in time. */
  newestAt = 0

  constructor(shard: number, around: Surroundings) {
    this.shard = shard
    this.#around = around
  }

  /** Undefined while the shard is down. */
  get rig(): GivenShard | undefined {
    return this.#rig
  }

  get reference(): Reference {
    assert(this.#reference !== undefined, 'a shard that ran has its reference')
    return this.#reference
  }

  get logins(): number[] {
    const { shards, profiles } = this.#around
    return [...profiles.keys()].filter((login) => login % shards === this.shard)
  }

  /** The records on disk that were not collected yet. */
  collect(): AccountRecord[] {
    const fresh: AccountRecord[] = []
    const { entries } = this.disk
    let from = entries.length
    while (from > 0 && (entries[from - 1]?.firstSeq ?? 0) > this.#collected) from--
    for (const { bytes } of entries.slice(from)) fresh.push(...decodeRecords(bytes))
    const newest = fresh.at(-1)
    if (newest === undefined) return fresh
    must(newest.at >= this.newestAt, `shard ${this.shard}: time does not go back`)
    this.#collected = newest.seq
    this.newestAt = newest.at
    return fresh
  }

  /** The process or the thread dies; what was not committed is gone. */
  kill(): void {
    this.#rig = undefined
    this.disk.crash()
  }

  /** Opening cuts a torn tail: only then is it known what the last commit left. */
  openDisk(): Log {
    return openMemoryLog(this.disk)
  }

  /** Recovers as `actors/shard/shard.worker.ts` does: rows at the cursor, then the log after it. */
  recover(): GivenShard {
    const { book, market, clock, counters, projection, sabotage } = this.#around
    const { wrapLog, record } = sabotage
    const opened = this.openDisk()
    // A shard that comes up knows the time of its newest record, and no later one.
    this.#beganAt = Math.max(this.newestAt, clock.at)
    const rig = new GivenShard({
      shard: this.shard,
      book,
      prices: market,
      clock,
      counters,
      disk: this.disk,
      log: wrapLog === undefined ? opened : wrapLog(opened),
      projectionSeq: () => counters.projectionSeq,
      nightRowsMax: NIGHT_ROWS_MAX,
      ...(record === undefined ? {} : { onRecord: record }),
    })
    this.#listens = false
    this.#loadRows(rig)
    const cursor = projection.cursors[this.shard] ?? 0
    let newest = cursor
    const last = opened.last()
    if (last !== undefined) {
      for (const { at } of decodeRecords(last.bytes)) rig.core.notBefore(at)
    }
    for (const { bytes } of opened.read(cursor + 1)) {
      for (const record of decodeRecords(bytes)) {
        if (record.seq <= cursor) continue
        if (sabotage.forgetsAtRecovery?.(record) !== true) rig.core.ledger.replay(record)
        newest = record.seq
      }
    }
    counters.raiseSequence(newest)
    counters.endTurn(this.shard, newest)
    for (const account of rig.core.accounts.values()) {
      rig.triggers.load(account)
      rig.margin.load(account)
    }
    this.#reference = new Reference(this.#around)
    this.#reference.load(rig.core.accounts.values())
    sabotage.built?.(rig)
    this.#rig = rig
    this.grant('order')
    this.grant('deal')
    return rig
  }

  /** The desk gives it a range of ids. */
  grant(kind: 'order' | 'deal'): void {
    const range = this.#around.idRange()
    this.#rig?.core.grantIds({ kind, ...range })
    this.#reference?.granted(kind, range.end - range.next)
  }

  halt(stop: TradingStop): void {
    if (this.#rig === undefined) return
    this.#rig.core.halt(stop)
    this.reference.isHalted = stop !== null
  }

  /** A price has moved; nobody has looked yet. */
  tick(tick: TapeTick): void {
    if (this.#rig === undefined) return
    const { symbolId, digits, bid, ask, at } = tick
    this.#rig.tape.push(symbolId, digits, bid, ask, at)
    this.reference.tick(tick)
  }

  /** Does what is due, `most` things at the most; true when something is left. */
  look(rig: GivenShard, most: number): boolean {
    if (!this.#listens) return false
    const hasMore = rig.triggers.run(most)
    this.causes.push({ kind: 'look', most, hasMore })
    return hasMore
  }

  /** Works on the days that have ended, so much at the most. */
  endDays(
    {
      core: {
        ledger: { dayEnds },
      },
    }: GivenShard,
    effort: number,
    retries: boolean,
  ): void {
    if (retries) dayEnds.retryWaiting()
    dayEnds.slice(effort)
    this.causes.push({ kind: 'days', effort, retries })
  }

  /**
   * Listens as the worker does: from the first level on that waits for a price; what moved before is on the
   * board.
   */
  #listen(rig: GivenShard): void {
    const waits = rig.triggers.isWaiting || rig.margin.size > 0
    if (waits && !this.#listens) rig.triggers.lookAtBoard()
    this.#listens = waits
  }

  /** Looks at who may have come to a level of its group; true when some are left. */
  judge({ margin }: GivenShard, most: number, isLast = false): boolean {
    const { counters } = this.#around
    const before = counters.sequence
    const hasMore = margin.run(most)
    const isAll = isLast && !hasMore
    this.causes.push({ kind: 'margin', records: counters.sequence - before, isAll })
    return hasMore
  }

  /** Holds the turn that was just done against what it had to do. */
  refer(records: readonly AccountRecord[], isWhole: boolean): void {
    this.reference.check(this.causes, records, this.#turnAt, isWhole)
    const { rig } = this
    if (!isWhole || rig === undefined) return
    this.reference.listen(this.#listens)
    const { size } = this.reference.waiting
    must(rig.triggers.size === size, `shard ${this.shard} waits for ${size} levels`)
  }

  /** Answers what was told, or undefined when the turn ended the shard. */
  turn(rig: GivenShard, work: () => void, fault: TurnFault | undefined): Told[] | undefined {
    const { sabotage } = this.#around
    this.causes = []
    rig.begin()
    this.#turnAt = rig.core.now
    must(
      this.#turnAt === Math.max(this.#around.clock.at, this.#beganAt),
      `shard ${this.shard}: a turn has the time of the clock, and never an earlier one`,
    )
    this.#beganAt = this.#turnAt
    work()
    // Its terminals take all that they are told: what is told in slices is told whole.
    while (rig.parts.longAnswers.size > 0) {
      rig.creditAll()
      rig.passOn()
    }
    if (fault === 'crash' || fault === 'crash_kept') {
      if (fault === 'crash_kept') this.disk.failNextCommit('kept')
      const early = sabotage.tellsBeforeCommit === true ? rig.take() : undefined
      this.kill()
      return early
    }
    if (fault !== undefined && (rig.core.records.dirty || rig.core.records.handed))
      this.disk.failNextCommit(fault.commit)
    const early = sabotage.tellsBeforeCommit === true ? rig.take() : []
    try {
      const told = rig.finish()
      this.#listen(rig)
      return [...early, ...told]
    } catch (error) {
      if (!(error instanceof LogError)) throw error
      const late = sabotage.tellsAfterFailure === true ? rig.take() : []
      this.kill()
      return early.length + late.length > 0 ? [...early, ...late] : undefined
    }
  }

  #loadRows(rig: GivenShard): void {
    const { profiles, projection, clock } = this.#around
    for (const login of this.logins) {
      const profile = profiles.get(login)
      assert(profile !== undefined, 'a login of the shard has a profile')
      const account = emptyAccount(profile)
      const row = projection.accounts.get(login)
      if (row !== undefined) {
        account.balance = row.balance
        account.credit = row.credit
        account.seq = row.seq
        account.lastRecordSeq = row.lastRecordSeq
        account.firstAt = row.firstAt
        account.day = row.day
        account.nightThrough = row.nightThrough
        account.balancePrevDay = row.balancePrevDay
        account.balancePrevMonth = row.balancePrevMonth
        account.commissionDue = row.commissionDue
        account.inMarginCall = row.inMarginCall
        for (const order of row.orders.values()) holdOrder(account, order)
        for (const {
          type: _,
          priceClose: __,
          closedAt: ___,
          ...position
        } of row.positions.values()) {
          holdPosition(account, position)
        }
      }
      rig.core.accounts.set(account)
    }
    for (const { seq, login, key, at } of projection.keys) {
      if (at < clock.at - KEY_MS || login % this.#around.shards !== this.shard) continue
      rig.core.keys.add(login, key, seq, clock.at)
    }
  }
}

const KEY_MS = 7 * 86_400_000
