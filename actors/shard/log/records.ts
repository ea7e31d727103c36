import type { AccountRecord } from '../../../engine/account/event.js'
import { assert } from '../../../engine/assert.js'
import type { UnixMs } from '../../../engine/units.js'
import { BadRecordError, type Log, type LogEntry } from '../../../storage/log/log.js'
import {
  BadRecord,
  encodeAnchor,
  encodeRecord,
  encodeRefusals,
  encodeTurn,
  findRecord,
  RecordBuffer,
  RecordIndex,
  type TurnRecord,
} from '../../../wire/record/record.js'
import type { RefusalCount } from '../../../wire/record/refusal-counts.js'
import type { TurnTimes } from '../../../wire/record/turn-times.js'
import type { JournalHead } from '../../../wire/stored/journal-line.js'
import type { SharedCounters } from '../../shared/shared-state.js'

/**
 * The records of a shard: those of the running turn, those of the turn before while it is being
 * committed, and all older ones, which are in the log.
 *
 *   T1. A record is in the turn that it was appended in or nowhere, with its number or unnumbered: one
 *       that cannot be written or applied leaves a gap in the global sequence, never half of itself.
 *   T2. When `commit` or `settle` throws, what is open here is unknown: this object is spent.
 */
export interface ShardRecordsOptions {
  readonly shard: number
  readonly log: Log
  readonly counters: SharedCounters
  /** Called when a record that was whole when written cannot be read any more. */
  onDamage(seq: number, why: Error): void
}

/** A record whose number is set when it is appended; a numbered copy would cost as much again. */
export type UnnumberedRecord = Omit<AccountRecord, 'seq'> & { seq: number }

const NO_BYTES = new Uint8Array(0)

export class ShardRecords {
  readonly #shard: number
  readonly #log: Log
  readonly #counters: SharedCounters
  readonly #onDamage: ShardRecordsOptions['onDamage']
  /** The records of the running turn. */
  #records = new RecordBuffer()
  /** The records of the turn that is being committed beside this thread; empty when there is none. */
  #handed = new RecordBuffer()
  #firstSeq = 0
  #lastSeq = 0
  #handedFirstSeq = 0
  #handedLastSeq = 0
  #appended = 0

  constructor({ shard, log, counters, onDamage }: ShardRecordsOptions) {
    this.#shard = shard
    this.#log = log
    this.#counters = counters
    this.#onDamage = onDamage
  }

  /** Numbers the record and writes it; `take` applies it, and what it throws undoes the record (T1). */
  append(record: UnnumberedRecord, take: () => void): AccountRecord {
    const start = this.#records.length
    if (start === 0 && !this.handed) this.#counters.beginTurn(this.#shard)
    const seq = this.#counters.nextSequence()
    if (start === 0) this.#firstSeq = seq
    record.seq = seq
    try {
      encodeRecord(record, this.#records)
      take()
    } catch (error) {
      this.#records.rewind(start)
      if (start === 0 && !this.handed) this.#counters.endTurn(this.#shard, 0)
      throw error
    }
    this.#lastSeq = seq
    this.#appended++
    return record
  }

  /** Appends how the journal stands, as a record of the running turn. */
  anchor(head: JournalHead, at: UnixMs): void {
    const seq = this.#ownSeq()
    encodeAnchor({ ...head, seq, at }, this.#records)
  }

  /** Appends the times of an earlier turn, as a record of the running one. */
  turn(head: Omit<TurnRecord, 'seq' | 'turn'>, times: TurnTimes): void {
    const { at, shard, shards } = head
    const seq = this.#ownSeq()
    encodeTurn({ seq, at, shard, shards }, times, this.#records)
  }

  /** Appends counts of refused requests, the first of which was at `since`. */
  refusals(at: UnixMs, since: UnixMs, refusals: readonly RefusalCount[]): void {
    const seq = this.#ownSeq()
    encodeRefusals({ seq, at, shard: this.#shard, since, refusals }, this.#records)
  }

  /** The number of a record that is of no account. */
  #ownSeq(): number {
    const isFirst = this.#records.length === 0
    if (isFirst && !this.handed) this.#counters.beginTurn(this.#shard)
    const seq = this.#counters.nextSequence()
    if (isFirst) this.#firstSeq = seq
    this.#lastSeq = seq
    return seq
  }

  /** The number of records that were appended since this was asked last. */
  takeAppended(): number {
    const appended = this.#appended
    this.#appended = 0
    return appended
  }

  /** The oldest record that is still in the log; 0 with none. */
  get oldestSeq(): number {
    return this.#log.first()?.firstSeq ?? 0
  }

  /** True when the running turn has something to make durable. */
  get dirty(): boolean {
    return this.#records.length > 0
  }

  /** Whether a turn is being committed beside this thread. */
  get handed(): boolean {
    return this.#handed.length > 0
  }

  /** Commits the whole turn synchronously, after the turn before it. Throws `LogError`: see S2. */
  commit(): void {
    this.settle()
    if (this.#records.length === 0) return
    this.#log.commit(this.#firstSeq, this.#records.bytes())
    this.#counters.endTurn(this.#shard, this.#lastSeq)
    this.#records.clear()
  }

  /**
   * Closes the turn without waiting: it is durable after the next `settle`. False when there is
   * nothing to commit or nobody to do it; the turn is open then, as it was.
   */
  handOver(): boolean {
    assert(!this.handed, 'the turn before was settled')
    const records = this.#records
    if (records.length === 0 || !this.#log.begin(this.#firstSeq, records.bytes())) return false
    this.#handedFirstSeq = this.#firstSeq
    this.#handedLastSeq = this.#lastSeq
    this.#records = this.#handed
    this.#handed = records
    return true
  }

  /** Waits until the turn that was handed over is durable. Throws `LogError`: see S2. */
  settle(): void {
    if (!this.handed) return
    this.#log.settle()
    const next = this.#records.length > 0 ? this.#firstSeq : 0
    this.#counters.endTurn(this.#shard, this.#handedLastSeq, next)
    this.#handed.clear()
  }

  /** The open turn that holds `seq` and may not be in the log yet. */
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
      const entry = this.#log.entryHolding(seq)
      return entry === undefined ? undefined : findRecord(entry.bytes, seq)
    })
  }

  /** Reads an old record; a damaged one answers undefined and must not end the thread, whose accounts are in memory. */
  #unlessDamaged<T>(seq: number, read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BadRecord || error instanceof BadRecordError)) throw error
      this.#onDamage(seq, error)
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
      const entry = this.#notLogged(seq) ?? this.#log.entryHolding(seq)
      if (entry === undefined) return undefined
      firstSeq = entry.firstSeq
      bytes = entry.bytes
      return findRecord(bytes, seq)
    }
    return (seq) => this.#unlessDamaged(seq, () => look(seq))
  }
}
