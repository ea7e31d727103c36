import { assert } from '../../engine/assert.js'
import type { UnixMs } from '../../engine/units.js'
import { hasRefusals, isTurn } from '../../wire/record/record.js'
import type { JournalLine } from '../../wire/stored/journal-line.js'
import type { LogReader } from '../log/log.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { projectionWrites } from '../repos/trades/projection-writes.js'
import { REQUEST_KEY_MS, requestKeysRepo } from '../repos/trades/request-keys.js'
import type { Sqlite, Transactions } from '../sqlite/open.js'
import { mergedWithTallies } from './merged-records.js'
import { ProjectionBatch } from './projection-batch.js'

/**
 * Writes the shards' logs into the tables.
 *
 *   - Rows, the shards' cursors and `projection_seq` change in one transaction, so after a crash
 *     nothing is missing or repeated.
 *   - Records are processed in rising global seq, so no row is newer than `projection_seq` and none
 *     up to it is missing.
 *   P5. A batch ends when its time is up, or sooner if another writer wants the database.
 */
export interface ProjectorOptions {
  readonly db: Sqlite
  readonly transactions: Transactions
  /** The log of each shard, by shard number. */
  readonly logs: readonly LogReader[]
  /** The time of a monotonic clock, in milliseconds. */
  readonly monotonic: () => number
  /** The maximum number of records in one batch. */
  readonly recordsMax?: number
  /** True while another writer waits for the database. */
  readonly isWanted?: () => boolean
  /** True while another writer must finish first. Checked inside the transaction. */
  readonly isHeld?: () => boolean
  /** Called with a batch's journal lines after its commit. */
  readonly onLines?: (lines: readonly JournalLine[]) => void
}

export interface ProjectedBatch {
  readonly records: number
  readonly events: number
  readonly projectionSeq: number
  /** True if all records up to the requested seq are projected. */
  readonly isCaughtUp: boolean
}

/** How long a batch may take before its commit. */
const BUDGET_MS = 50
const RECORDS_MAX = 20_000
const CLOCK_EVERY_RECORDS = 32
const FLUSH_LEARN_ROWS = 50

interface Taken {
  readonly through: number
  readonly records: number
  readonly events: number
}

export class Projector {
  readonly #options: ProjectorOptions
  readonly #batch: ProjectionBatch
  readonly #projection: ReturnType<typeof projectionRepo>
  readonly #projectionWrites: ReturnType<typeof projectionWrites>
  readonly #keys: ReturnType<typeof requestKeysRepo>
  readonly #cursors: number[]
  #projectionSeq: number
  #flushMsPerRow = 0.003

  constructor(options: ProjectorOptions) {
    this.#options = options
    this.#batch = new ProjectionBatch(options.db, options.logs.length)
    this.#projection = projectionRepo(options.db)
    this.#projectionWrites = projectionWrites(options.db)
    this.#keys = requestKeysRepo(options.db)
    this.#cursors = options.logs.map((_, shard) => this.#projection.cursor(shard))
    this.#projectionSeq = this.#projection.seq()
  }

  get projectionSeq(): number {
    return this.#projectionSeq
  }

  /**
   * Projects one batch of records up to `settled`. Each of these records must be on disk, or its
   * number must be unused.
   */
  step(settled: number, budgetMs = BUDGET_MS): ProjectedBatch {
    if (settled <= this.#projectionSeq) return this.#result(0, 0, true)
    const cursors = [...this.#cursors]
    const taken = this.#transaction(settled, cursors, budgetMs)
    cursors.forEach((cursor, shard) => {
      this.#cursors[shard] = cursor
    })
    this.#projectionSeq = taken.through
    return this.#result(taken.records, taken.events, taken.through === settled)
  }

  #transaction(settled: number, cursors: number[], budgetMs: number): Taken {
    try {
      const taken = this.#options.transactions.projected(() => {
        if (this.#options.isHeld?.() === true) {
          return { through: this.#projectionSeq, records: 0, events: 0 }
        }
        const batch = this.#take(settled, cursors, budgetMs)
        this.#flush()
        cursors.forEach((cursor, shard) => {
          if (cursor !== this.#cursors[shard]) this.#projectionWrites.setCursor(shard, cursor)
        })
        this.#projectionWrites.setSeq(batch.through)
        return batch
      })
      const lines = this.#batch.committed()
      if (lines.length > 0) this.#options.onLines?.(lines)
      return taken
    } catch (error) {
      this.#batch.undone()
      throw error
    }
  }

  /** Writes the rows and measures the cost of a row, so that `#take` leaves time for it (P5). */
  #flush(): void {
    const { monotonic } = this.#options
    const rows = this.#batch.folded
    const before = monotonic()
    this.#batch.flush()
    if (rows < FLUSH_LEARN_ROWS) return
    const msPerRow = (monotonic() - before) / rows
    this.#flushMsPerRow += (msPerRow - this.#flushMsPerRow) / 4
  }

  /** Deletes expired request keys. Returns true if there may be more. */
  pruneKeys(now: UnixMs, most: number): boolean {
    const before = now - REQUEST_KEY_MS
    return this.#options.transactions.projected(() => this.#keys.prune(before, most)) === most
  }

  /** Marks up to this number of rows of unmarked histories. Returns true if more may be left. */
  markHistories(rows: number): boolean {
    const { marking } = this.#batch
    if (!marking.mayHaveUnmarked) return false
    this.#options.transactions.projected(() => marking.markUnmarked(rows))
    return marking.mayHaveUnmarked
  }

  #take(settled: number, cursors: number[], budgetMs: number): Taken {
    const { logs, monotonic, recordsMax = RECORDS_MAX } = this.#options
    const { isWanted = () => false } = this.#options
    const until = monotonic() + budgetMs
    let newest = this.#projectionSeq
    let records = 0
    let events = 0
    for (const { shard, record } of mergedWithTallies(logs, cursors, settled)) {
      assert(record.seq > newest, 'a record comes once, in rising seq (P4)')
      if (isTurn(record)) this.#batch.addTurn(record, shard)
      else if (hasRefusals(record)) this.#batch.addRefusals(record)
      else {
        this.#batch.add(record, shard)
        events += record.events.length
      }
      newest = record.seq
      cursors[shard] = record.seq
      records++
      if (records >= recordsMax) return { through: newest, records, events }
      if (records % CLOCK_EVERY_RECORDS !== 0) continue
      const late = monotonic() + this.#batch.folded * this.#flushMsPerRow >= until
      if (late || isWanted()) {
        return { through: newest, records, events }
      }
    }
    return { through: settled, records, events }
  }

  #result(records: number, events: number, isCaughtUp: boolean): ProjectedBatch {
    return { records, events, projectionSeq: this.#projectionSeq, isCaughtUp }
  }
}
