import { PROJECTION_LAG_MAX } from '../../engine/limits/shards.js'
import type { LogReader } from '../../storage/log/log.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory } from '../../storage/paths.js'
import { Projector } from '../../storage/projection/projector.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { isDiskFull, type Sqlite, Transactions } from '../../storage/sqlite/open.js'
import type { JournalLine } from '../../wire/stored/journal-line.js'
import type { DeskData } from '../../wire/thread/messages.js'
import { freeLagOf } from '../shared/intake-pace.js'
import { SharedCounters } from '../shared/shared-state.js'
import type { Clock, Timer } from '../thread/clock.js'

/**
 * Runs the projector: it looks every `IDLE_MS` under low load, and takes larger batches with pauses
 * under high load.
 *
 *   - `projectionSeq` in shared memory is set after the transaction, never before.
 *   L2. The desk writes to the same database: while it waits for the lock, a batch ends early and
 *       none begins.
 *   L3. After a batch of `BUSY_RECORDS` or more it pauses for `GATHER_MS` or as long as the batch
 *       took: per record a large batch costs two thirds of a small one, and trading gets the
 *       processor meanwhile. The further it lags, the shorter the pauses. When shards begin to
 *       pause for it (actors/shared/intake-pace.ts) it does not pause; batches are longer then,
 *       and the desk can end each of them (L2).
 *   - Old histories get their marks in slices after batches, while it is not late.
 *   - A full disk stops the projection, not the desk; it resumes by itself.
 *   - No batch begins while the quorum confirms a change of the desk. A thread that waits for the
 *     lock inside SQLite cannot be ended, and the desk, which has the lock, does not end before
 *     this thread. The desk's next change may have to wait for a batch.
 */
const IDLE_MS = 25
const BUSY_RECORDS = 64
const GATHER_MS = 100
const BUDGET_MS = 50
const LATE_BUDGET_MS = 150
const STOP_MS = 4_000
const FULL_RETRY_MS = 1_000
/** The desk usually takes less; this bounds the wait for a desk that has ended in the middle. */
const DESK_WRITES_MAX_MS = 50
const PRUNE_EVERY_MS = 10_000
const PRUNE_MOST = 2_000
/**
 * Rows of histories marked at a time: some milliseconds of work, after which the desk may write.
 */
const MARK_ROWS = 2_048

export interface ProjectorLoopOptions {
  readonly db: Sqlite
  readonly clock: Clock
  readonly data: Pick<DeskData, 'dataDir' | 'shards' | 'buffers' | 'projectionLagMax'>
  onHalted(reason: string): void
  onLine(line: JournalLine, group: string | null): void
}

export class ProjectorLoop {
  readonly #options: ProjectorLoopOptions
  readonly #counters: SharedCounters
  readonly #accounts: ReturnType<typeof accountsRepo>
  /** The number of records from which the projector counts as late. */
  readonly #lateFrom: number
  #projector: Projector | undefined
  #logs: readonly LogReader[] = []
  #timer: Timer | undefined
  #isHalted = false
  #nextPrune = 0

  constructor(options: ProjectorLoopOptions) {
    this.#options = options
    this.#counters = new SharedCounters(options.data.buffers, options.data.shards)
    this.#accounts = accountsRepo(options.db)
    this.#lateFrom = freeLagOf(options.data.projectionLagMax ?? PROJECTION_LAG_MAX)
  }

  start(): void {
    if (this.#projector !== undefined) return
    const { db, clock, data } = this.#options
    this.#logs = Array.from({ length: data.shards }, (_, shard) =>
      openLogForReading(logDirectory(data.dataDir, shard)),
    )
    this.#projector = new Projector({
      db,
      transactions: new Transactions(db),
      logs: this.#logs,
      monotonic: () => clock.monotonic(),
      isWanted: () => this.#counters.deskWrites,
      isHeld: () => this.#counters.hasDeskEntry,
      onLines: (lines) => this.#tell(lines),
    })
    this.#turn()
  }

  wake(): void {
    if (this.#timer === undefined || this.#isHalted) return
    this.#timer.cancel()
    this.#turn()
  }

  /**
   * Closes the logs until `start`, because an LMDB environment that became unusable stays so while
   * any thread of the process has it open.
   */
  async release(): Promise<void> {
    this.#timer?.cancel()
    this.#counters.projectorHasGone()
    this.#projector = undefined
    const logs = this.#logs
    this.#logs = []
    await Promise.all(logs.map((log) => log.close()))
  }

  /** Projects the settled records until the time is over; the rest stays in the logs. */
  async stop(): Promise<void> {
    this.#timer?.cancel()
    this.#counters.projectorHasGone()
    const projector = this.#projector
    this.#projector = undefined
    if (projector !== undefined && !this.#isHalted) {
      const settled = this.#counters.settledSeq()
      const { clock } = this.#options
      const until = clock.monotonic() + STOP_MS
      let isDone = false
      while (!isDone && clock.monotonic() < until) isDone = projector.step(settled).isCaughtUp
      this.#counters.setProjectionSeq(projector.projectionSeq)
    }
    await Promise.all(this.#logs.map((log) => log.close()))
  }

  #tell(lines: readonly JournalLine[]): void {
    for (const line of lines) {
      const group = line.login === null ? undefined : this.#accounts.group(line.login)
      this.#options.onLine(line, group ?? null)
    }
  }

  #turn(): void {
    this.#timer = undefined
    const projector = this.#projector
    if (projector === undefined) return
    this.#counters.awaitDesk(DESK_WRITES_MAX_MS)
    if (this.#counters.hasDeskEntry) this.#counters.awaitDeskEntry(DESK_WRITES_MAX_MS)
    if (this.#counters.hasDeskEntry) {
      this.#again(IDLE_MS)
      return
    }
    try {
      const begun = this.#options.clock.monotonic()
      const settled = this.#counters.settledSeq()
      const isLate = settled - projector.projectionSeq >= this.#lateFrom
      const budgetMs = isLate ? LATE_BUDGET_MS : BUDGET_MS
      const { isCaughtUp, records } = projector.step(settled, budgetMs)
      this.#counters.setProjectionSeq(projector.projectionSeq)
      const isPruned = this.#prune(projector)
      const isMarked = isLate || !projector.markHistories(MARK_ROWS)
      this.#halted('')
      const isQuiet = isCaughtUp && records < BUSY_RECORDS
      if (!isPruned || (isQuiet && !isMarked)) this.#soon()
      else if (isQuiet) this.#again(IDLE_MS)
      else this.#rest(this.#options.clock.monotonic() - begun)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#halted('the disk is full: queries show older figures until there is space')
      this.#again(FULL_RETRY_MS)
    } finally {
      this.#counters.projectorHasGone()
    }
  }

  /** Pauses after a batch that took `tookMs` (L3). */
  #rest(tookMs: number): void {
    const lag = this.#counters.settledSeq() - (this.#projector?.projectionSeq ?? 0)
    const ms = Math.max(GATHER_MS, tookMs) * (1 - lag / this.#lateFrom)
    if (ms < 1) this.#soon()
    else this.#again(ms)
  }

  #prune(projector: Projector): boolean {
    const now = this.#options.clock.monotonic()
    if (now < this.#nextPrune) return true
    if (projector.pruneKeys(this.#options.clock.now(), PRUNE_MOST)) return false
    this.#nextPrune = now + PRUNE_EVERY_MS
    return true
  }

  #soon(): void {
    const immediate = setImmediate(() => this.#turn())
    this.#timer = { cancel: () => clearImmediate(immediate) }
  }

  #again(ms: number): void {
    this.#timer = this.#options.clock.after(ms, () => this.#turn())
  }

  #halted(reason: string): void {
    const isHalted = reason !== ''
    if (isHalted === this.#isHalted) return
    this.#isHalted = isHalted
    this.#options.onHalted(reason)
  }
}
