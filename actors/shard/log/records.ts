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
 * The records of a shard: those of the running turn, those of the previous turn while it is being
 * committed, and older ones, which are in the log.
 *
 *   T1. A record is written completely in the turn in which it was appended, or not at all. A
 *       record that cannot be written or applied leaves a gap in the global sequence.
 *   - If `commit` or `settle` throws, the state of the open records is unknown: this object must
 *     not be used any more.
 */
export interface ShardRecordsOptions {
  readonly shard: number
  readonly log: Log
  readonly counters: SharedCounters
  /** Called when a stored record can no longer be read. */
  onDamage(seq: number, why: Error): void
}

/**
 * A record without its number, which is set when it is appended; a numbered copy would cost as much
 * as the record.
 */
export type UnnumberedRecord = Omit<AccountRecord, 'seq'> & { seq: number }

const NO_BYTES = new Uint8Array(0)

export class ShardRecords {
  readonly #shard: number
  readonly #log: Log
  readonly #counters: SharedCounters
  readonly #onDamage: ShardRecordsOptions['onDamage']
  #records = new RecordBuffer()
  /** The records of the turn that the log's thread is committing; empty when there is none. */
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

  /**
   * Numbers the record and writes it. `take` applies it; if `take` throws, the record is removed
   * (T1).
   */
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

  /** Appends the head of the journal as a record of the running turn. */
  anchor(head: JournalHead, at: UnixMs): void {
    const seq = this.#ownSeq()
    encodeAnchor({ ...head, seq, at }, this.#records)
  }

  /** Appends the times of an earlier turn as a record of the running turn. */
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

  /** The number for a record that belongs to no account. */
  #ownSeq(): number {
    const isFirst = this.#records.length === 0
    if (isFirst && !this.handed) this.#counters.beginTurn(this.#shard)
    const seq = this.#counters.nextSequence()
    if (isFirst) this.#firstSeq = seq
    this.#lastSeq = seq
    return seq
  }

  /** The number of records appended since the last call. */
  takeAppended(): number {
    const appended = this.#appended
    this.#appended = 0
    return appended
  }

  /** The oldest record in the log; 0 if the log is empty. */
  get oldestSeq(): number {
    return this.#log.first()?.firstSeq ?? 0
  }

  /** True if the running turn has records to commit. */
  get dirty(): boolean {
    return this.#records.length > 0
  }

  /** True while the previous turn is being committed by the log's thread. */
  get handed(): boolean {
    return this.#handed.length > 0
  }

  /**
   * Commits the whole turn synchronously, after the previous one. Throws `LogError` (actors/shard/options.ts,
   * S2).
   */
  commit(): void {
    this.settle()
    if (this.#records.length === 0) return
    this.#log.commit(this.#firstSeq, this.#records.bytes())
    this.#counters.endTurn(this.#shard, this.#lastSeq)
    this.#records.clear()
  }

  /**
   * Closes the turn without waiting: it is durable after the next `settle`. False if there is
   * nothing to commit or no thread to commit it; the turn then stays open.
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

  /** Waits until the turn that was handed over is durable. Throws `LogError` (actors/shard/options.ts, S2). */
  settle(): void {
    if (!this.handed) return
    this.#log.settle()
    const next = this.#records.length > 0 ? this.#firstSeq : 0
    this.#counters.endTurn(this.#shard, this.#handedLastSeq, next)
    this.#handed.clear()
  }

  /** The open turn that contains `seq` and may not be in the log yet. */
  #notLogged(seq: number): LogEntry | undefined {
    if (this.#records.length > 0 && seq >= this.#firstSeq) {
      return { firstSeq: this.#firstSeq, bytes: this.#records.bytes() }
    }
    if (!this.handed || seq < this.#handedFirstSeq) return undefined
    return { firstSeq: this.#handedFirstSeq, bytes: this.#handed.bytes() }
  }

  /** The record `seq`, from an open turn or the log; undefined if it is trimmed or damaged. */
  record(seq: number): AccountRecord | undefined {
    const open = this.#notLogged(seq)
    if (open !== undefined) return findRecord(open.bytes, seq)
    return this.#unlessDamaged(seq, () => {
      const entry = this.#log.entryHolding(seq)
      return entry === undefined ? undefined : findRecord(entry.bytes, seq)
    })
  }

  /**
   * Reads an old record. A damaged one gives undefined instead of ending the thread, because the
   * accounts are in memory.
   */
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
   * Like `record`, for reading from newer to older records within one request. From the second
   * record of an entry on it uses an index of the entry, because scanning the entry for each of
   * thousands of records would take seconds.
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
