import { openLmdbLogForReading } from '../../storage/log/lmdb-log.js'
import type { LogReader } from '../../storage/log/log.js'
import { logDirectory } from '../../storage/paths.js'
import { Projector } from '../../storage/projector.js'
import { projectionRepo } from '../../storage/repos/projection.js'
import { isDiskFull } from '../../storage/sqlite/open.js'
import type { DeskData } from '../../wire/messages.js'
import type { Timer } from '../clock.js'
import { SharedCounters } from '../shared-state.js'
import type { Desk } from './desk.js'

/**
 * Runs the projector on the desk's thread: batch after batch while there is work, with the desk's
 * questions in between, and a look every `IDLE_MS` when there is none.
 *
 *   L1. `projectionSeq` in shared memory is told after the transaction, never before.
 *   L2. Before a shard starts, numbers go on above `projectionSeq`: it counts numbers that no record
 *       has, lost with a failed commit, and a record below it would never be projected.
 *   L3. A full disk halts the projection, not the desk; it goes on by itself.
 */
const IDLE_MS = 25
const STOP_MS = 4_000
const FULL_RETRY_MS = 1_000
const PRUNE_EVERY_MS = 10_000
const PRUNE_MOST = 2_000

export class ProjectorLoop {
  readonly #desk: Desk
  readonly #data: DeskData
  readonly #counters: SharedCounters
  readonly #onHalted: (reason: string) => void
  #projector: Projector | undefined
  #logs: readonly LogReader[] = []
  #timer: Timer | undefined
  #isHalted = false
  #nextPrune = 0

  constructor(desk: Desk, data: DeskData, onHalted: (reason: string) => void) {
    this.#desk = desk
    this.#data = data
    this.#onHalted = onHalted
    this.#counters = new SharedCounters(data.buffers, data.shards)
    const projectionSeq = projectionRepo(desk.db).seq()
    this.#counters.setProjectionSeq(projectionSeq)
    this.#counters.raiseSequence(projectionSeq)
  }

  start(): void {
    if (this.#projector !== undefined) return
    this.#logs = Array.from({ length: this.#data.shards }, (_, shard) =>
      openLmdbLogForReading({ directory: logDirectory(this.#data.dataDir, shard) }),
    )
    const { db, transactions, clock } = this.#desk
    const monotonic = (): number => clock.monotonic()
    this.#projector = new Projector({ db, transactions, logs: this.#logs, monotonic })
    this.#turn()
  }

  wake(): void {
    if (this.#timer === undefined || this.#isHalted) return
    this.#timer.cancel()
    this.#turn()
  }

  /**
   * Closes the logs until `start`: an environment that became unusable stays so while any thread of
   * the process has it open.
   */
  async release(): Promise<void> {
    this.#timer?.cancel()
    this.#projector = undefined
    const logs = this.#logs
    this.#logs = []
    await Promise.all(logs.map((log) => log.close()))
  }

  /** Projects what is settled by now, as far as the time reaches; the logs keep the rest. */
  async stop(): Promise<void> {
    this.#timer?.cancel()
    const projector = this.#projector
    this.#projector = undefined
    if (projector !== undefined && !this.#isHalted) {
      const settled = this.#counters.settledSeq()
      const { clock } = this.#desk
      const until = clock.monotonic() + STOP_MS
      let isDone = false
      while (!isDone && clock.monotonic() < until) isDone = projector.step(settled).isCaughtUp
      this.#counters.setProjectionSeq(projector.projectionSeq)
    }
    await Promise.all(this.#logs.map((log) => log.close()))
  }

  #turn(): void {
    this.#timer = undefined
    const projector = this.#projector
    if (projector === undefined) return
    try {
      const { isCaughtUp } = projector.step(this.#counters.settledSeq())
      this.#counters.setProjectionSeq(projector.projectionSeq)
      const isPruned = this.#prune(projector)
      this.#halted('')
      if (isCaughtUp && isPruned) this.#again(IDLE_MS)
      else this.#soon()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#halted('the disk is full: queries show older figures until there is space')
      this.#again(FULL_RETRY_MS)
    }
  }

  #prune(projector: Projector): boolean {
    const now = this.#desk.clock.monotonic()
    if (now < this.#nextPrune) return true
    if (projector.pruneKeys(this.#desk.clock.now(), PRUNE_MOST)) return false
    this.#nextPrune = now + PRUNE_EVERY_MS
    return true
  }

  #soon(): void {
    const immediate = setImmediate(() => this.#turn())
    this.#timer = { cancel: () => clearImmediate(immediate) }
  }

  #again(ms: number): void {
    this.#timer = this.#desk.clock.after(ms, () => this.#turn())
  }

  #halted(reason: string): void {
    const isHalted = reason !== ''
    if (isHalted === this.#isHalted) return
    this.#isHalted = isHalted
    this.#onHalted(reason)
  }
}
