import { assert } from '../../engine/assert.js'
import {
  type LogProgress,
  PROGRESS_NUMBERS,
  readableThrough,
} from '../../storage/log/intake/log-progress.js'
import type { SharedBuffers } from '../../wire/thread/messages.js'
import { createClockMemory } from '../thread/clock.js'
import { PRICE_BOARD_BYTES } from './price-board.js'
import { SYMBOL_USE_BYTES } from './symbol-claims.js'
import { TickRing } from './tick-ring.js'

export type { SharedBuffers }

/**
 * State that all threads share in memory.
 *
 *   - `sequence` only rises. A shard takes its records' numbers from it, one atomic step each,
 *     after every shard has raised it to the newest number of its log.
 *   M2. Before a shard takes the first number of a turn it publishes that a turn is open
 *       (`turnFrom`), and clears that only after the commit, or moves it to the next turn if that
 *       has begun. So every number up to `settledSeq()` is either on disk, where readers of the log
 *       find it, or was never used. The projector may project these records.
 *   - `deskWrites` makes the two writers of the database give way to each other; the database's own
 *     lock keeps them apart. So a thread that ends in the middle leaves nothing locked.
 *   M4. `hasDeskEntry` is set from the begin of a desk change that a quorum must confirm until its
 *       commit. If it is set while the database is unlocked, the tables may lack a change that
 *       counts, and nothing else may be written before it.
 *   M5. A projector that finds it set announces that it waits, and the desk's next change waits for
 *       one batch. Otherwise a desk that makes one change after the other would keep the projector
 *       from ever running.
 */

const SEQUENCE = 0
const PROJECTION = 1
const DESK_WRITES = 2
const LINKS_CONFIG = 3
const DESK_ENTRY = 4
const PROJECTOR_WAITS = 5
const FIRST_SHARD = 6
const PROGRESS = 4
const PER_SHARD = PROGRESS + PROGRESS_NUMBERS
const SHARDS_MAX = 64

export function createSharedBuffers(clock = createClockMemory()): SharedBuffers {
  return {
    counters: new SharedArrayBuffer(8 * (FIRST_SHARD + PER_SHARD * SHARDS_MAX)),
    board: new SharedArrayBuffer(PRICE_BOARD_BYTES),
    symbols: new SharedArrayBuffer(SYMBOL_USE_BYTES),
    ticks: TickRing.create(),
    clock,
  }
}

export class SharedCounters {
  readonly #cells: BigInt64Array
  readonly #shards: number

  constructor(buffers: SharedBuffers, shards: number) {
    assert(shards >= 1 && shards <= SHARDS_MAX, 'shard count within bounds')
    this.#cells = new BigInt64Array(buffers.counters)
    this.#shards = shards
  }

  /** The newest sequence number that was assigned. */
  get sequence(): number {
    return Number(Atomics.load(this.#cells, SEQUENCE))
  }

  /** Raises the newest number at recovery, so that new numbers follow the newest one on disk. */
  raiseSequence(to: number): void {
    for (;;) {
      const seen = Atomics.load(this.#cells, SEQUENCE)
      if (seen >= BigInt(to)) return
      if (Atomics.compareExchange(this.#cells, SEQUENCE, seen, BigInt(to)) === seen) return
    }
  }

  nextSequence(): number {
    return Number(Atomics.add(this.#cells, SEQUENCE, 1n)) + 1
  }

  beginTurn(shard: number): void {
    Atomics.store(this.#cells, this.#turn(shard), Atomics.load(this.#cells, SEQUENCE) + 1n)
  }

  /**
   * Call it after the commit, or if the turn took no number. `durable` is the shard's newest
   * record, or 0; `next` is the first number of a turn that has begun already, or 0.
   */
  endTurn(shard: number, durable: number, next = 0): void {
    if (durable > 0) Atomics.store(this.#cells, this.#turn(shard) + 1, BigInt(durable))
    Atomics.store(this.#cells, this.#turn(shard), BigInt(next))
  }

  durableSeq(shard: number): number {
    return Number(Atomics.load(this.#cells, this.#turn(shard) + 1))
  }

  /** Every number up to this one is in the logs for readers, or was never used (M2). */
  settledSeq(): number {
    let settled = this.sequence
    for (let shard = 0; shard < this.#shards; shard++) {
      const from = Number(Atomics.load(this.#cells, this.#turn(shard)))
      if (from !== 0) settled = Math.min(settled, from - 1)
    }
    // The order matters: first read the open turns, and then the readable numbers.
    for (let shard = 0; shard < this.#shards; shard++) {
      settled = Math.min(settled, readableThrough(this.logProgress(shard)) ?? settled)
    }
    return settled
  }

  /** How far the log of a shard can be read. */
  logProgress(shard: number): LogProgress {
    const at = this.#turn(shard) + PROGRESS
    return this.#cells.subarray(at, at + PROGRESS_NUMBERS)
  }

  /** The newest record of all shards that is on disk. */
  get newestDurable(): number {
    let newest = 0
    for (let shard = 0; shard < this.#shards; shard++) {
      newest = Math.max(newest, this.durableSeq(shard))
    }
    return newest
  }

  get projectionSeq(): number {
    return Number(Atomics.load(this.#cells, PROJECTION))
  }

  /** The number of records that are not in the tables yet. */
  get projectionLag(): number {
    const [newest, projected] = [this.#cells[SEQUENCE], this.#cells[PROJECTION]]
    return Math.max(0, Number((newest as bigint) - (projected as bigint)))
  }

  setProjectionSeq(seq: number): void {
    Atomics.store(this.#cells, PROJECTION, BigInt(seq))
  }

  /** True while the desk waits for the database's lock or writes. */
  get deskWrites(): boolean {
    return Atomics.load(this.#cells, DESK_WRITES) !== 0n
  }

  setDeskWrites(writes: boolean): void {
    Atomics.store(this.#cells, DESK_WRITES, writes ? 1n : 0n)
    if (!writes) Atomics.notify(this.#cells, DESK_WRITES)
  }

  /** Blocks the thread while the desk writes, at most `ms`. */
  awaitDesk(ms: number): void {
    Atomics.wait(this.#cells, DESK_WRITES, 1n, ms)
  }

  /** True if the tables may lack a change of the desk that the quorum has (M4). */
  get hasDeskEntry(): boolean {
    return Atomics.load(this.#cells, DESK_ENTRY) !== 0n
  }

  setDeskEntry(has: boolean): void {
    Atomics.store(this.#cells, DESK_ENTRY, has ? 1n : 0n)
    if (!has) Atomics.notify(this.#cells, DESK_ENTRY)
  }

  /**
   * Blocks the projector during a change of the desk, at most `ms`, and makes the next change wait
   * (M5).
   */
  awaitDeskEntry(ms: number): void {
    Atomics.store(this.#cells, PROJECTOR_WAITS, 1n)
    Atomics.wait(this.#cells, DESK_ENTRY, 1n, ms)
  }

  /** Notes that the projector has had its turn. */
  projectorHasGone(): void {
    if (Atomics.exchange(this.#cells, PROJECTOR_WAITS, 0n) === 1n) {
      Atomics.notify(this.#cells, PROJECTOR_WAITS)
    }
  }

  /** Blocks the desk before a change while the projector waits for its turn, at most `ms` (M5). */
  giveWay(ms: number): void {
    Atomics.wait(this.#cells, PROJECTOR_WAITS, 1n, ms)
  }

  /** The configuration version that a shard uses. */
  configOfShard(shard: number): number {
    return Number(Atomics.load(this.#cells, this.#turn(shard) + 2))
  }

  setConfigOfShard(shard: number, version: number): void {
    Atomics.store(this.#cells, this.#turn(shard) + 2, BigInt(version))
  }

  /** The number of provider fills that wait for staff. */
  get heldFills(): number {
    let sum = 0n
    for (let shard = 0; shard < this.#shards; shard++) {
      sum += Atomics.load(this.#cells, this.#turn(shard) + 3)
    }
    return Number(sum)
  }

  setHeldFillsOfShard(shard: number, count: number): void {
    Atomics.store(this.#cells, this.#turn(shard) + 3, BigInt(count))
  }

  /** The configuration version that the links thread uses. */
  get configOfLinks(): number {
    return Number(Atomics.load(this.#cells, LINKS_CONFIG))
  }

  setConfigOfLinks(version: number): void {
    Atomics.store(this.#cells, LINKS_CONFIG, BigInt(version))
  }

  #turn(shard: number): number {
    assert(shard >= 0 && shard < this.#shards, 'a known shard')
    return FIRST_SHARD + PER_SHARD * shard
  }
}
