import { assert } from '../engine/assert.js'
import type { UnixMs } from '../engine/units.js'
import type { LogReader } from './log/log.js'
import { mergedRecords } from './merged-records.js'
import { ProjectionBatch } from './projection-batch.js'
import { projectionRepo } from './repos/projection.js'
import { REQUEST_KEY_MS, requestKeysRepo } from './repos/request-keys.js'
import type { Sqlite, Transactions } from './sqlite/open.js'

/**
 * Brings the shards' logs into the tables.
 *
 *   P3. Rows, the shards' cursors and `projection_seq` change in one transaction: after a crash
 *       nothing is missing and nothing is repeated.
 *   P4. Records come in rising global seq, so no row is newer than `projection_seq` and none at or
 *       below it is missing.
 *   P5. A batch ends when its time is up, so that whoever shares the thread is served in between.
 */
export interface ProjectorOptions {
  readonly db: Sqlite
  readonly transactions: Transactions
  /** One for each shard, in their order. */
  readonly logs: readonly LogReader[]
  /** Milliseconds that only rise. */
  readonly monotonic: () => number
  /** How long a batch may take in records, in milliseconds; writing what it folded comes on top. */
  readonly budgetMs?: number
  /** Most records of one batch. */
  readonly recordsMax?: number
}

export interface Projected {
  readonly records: number
  readonly events: number
  readonly projectionSeq: number
  /** Nothing at or below the asked seq is left. */
  readonly isCaughtUp: boolean
}

const BUDGET_MS = 8
const RECORDS_MAX = 10_000
const CLOCK_EVERY_RECORDS = 32

export class Projector {
  readonly #options: ProjectorOptions
  readonly #batch: ProjectionBatch
  readonly #projection: ReturnType<typeof projectionRepo>
  readonly #keys: ReturnType<typeof requestKeysRepo>
  readonly #cursors: number[]
  #projectionSeq: number

  constructor(options: ProjectorOptions) {
    this.#options = options
    this.#batch = new ProjectionBatch(options.db)
    this.#projection = projectionRepo(options.db)
    this.#keys = requestKeysRepo(options.db)
    this.#cursors = options.logs.map((_, shard) => this.#projection.cursor(shard))
    this.#projectionSeq = this.#projection.seq()
  }

  get projectionSeq(): number {
    return this.#projectionSeq
  }

  /** One batch of what is at or below `settled` (all of that is on disk, or was never used). */
  step(settled: number): Projected {
    if (settled <= this.#projectionSeq) return this.#result(0, 0, true)
    const cursors = [...this.#cursors]
    const taken = this.#options.transactions.projected(() => {
      try {
        const batch = this.#take(settled, cursors)
        this.#batch.flush()
        cursors.forEach((cursor, shard) => {
          if (cursor !== this.#cursors[shard]) this.#projection.setCursor(shard, cursor)
        })
        this.#projection.setSeq(batch.through)
        return batch
      } finally {
        this.#batch.clear()
      }
    })
    cursors.forEach((cursor, shard) => {
      this.#cursors[shard] = cursor
    })
    this.#projectionSeq = taken.through
    return this.#result(taken.records, taken.events, taken.through === settled)
  }

  /** Forgets request keys older than their window; answers whether there may be more. */
  pruneKeys(now: UnixMs, most: number): boolean {
    const before = now - REQUEST_KEY_MS
    return this.#options.transactions.projected(() => this.#keys.prune(before, most)) === most
  }

  #take(settled: number, cursors: number[]): { through: number; records: number; events: number } {
    const { logs, monotonic, budgetMs = BUDGET_MS, recordsMax = RECORDS_MAX } = this.#options
    const until = monotonic() + budgetMs
    let newest = this.#projectionSeq
    let records = 0
    let events = 0
    for (const { shard, record } of mergedRecords(logs, cursors, settled)) {
      assert(record.seq > newest, 'a record comes once, in rising seq (P4)')
      this.#batch.add(record)
      newest = record.seq
      cursors[shard] = record.seq
      records++
      events += record.events.length
      if (records >= recordsMax) return { through: newest, records, events }
      if (records % CLOCK_EVERY_RECORDS === 0 && monotonic() >= until) {
        return { through: newest, records, events }
      }
    }
    return { through: settled, records, events }
  }

  #result(records: number, events: number, isCaughtUp: boolean): Projected {
    return { records, events, projectionSeq: this.#projectionSeq, isCaughtUp }
  }
}
