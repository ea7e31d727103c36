import { Worker } from 'node:worker_threads'
import type { EntriesOptions } from './lmdb-entries.js'
import { LogError } from './log.js'

/**
 * A thread that commits for the owner of a log while the owner goes on. The two share one slot of
 * memory and take turns with it.
 *
 *   C1. The slot is the owner's while the state is `IDLE`, the thread's while it is `WORK`. It goes
 *       back to the owner when the entry is on disk, or with the reason that it may not be.
 *   C2. The owner must `settle` before it ends: a thread that is terminated inside a transaction of
 *       LMDB (3.5.6) waits for ever, in its own cleanup, for a lock that it holds.
 *   C3. After a failure the thread closes its log and ends.
 */
export const STATE = { starting: 0, idle: 1, work: 2, failed: 3, stop: 4 } as const
/** The words at the head of the slot. */
export const CELL = { state: 0, length: 1, seqHigh: 2, seqLow: 3 } as const
export const HEAD_BYTES = 16
const WORD = 0x1_0000_0000
/** A longer turn is committed by the owner itself. */
const SLOT_BYTES = 1024 * 1024
/** A disk that takes longer is taken for dead. */
const COMMIT_MAX_MS = 60_000

export interface CommitThreadData {
  readonly log: Pick<EntriesOptions, 'directory' | 'mapBytes'>
  readonly slot: SharedArrayBuffer
}

export class CommitThread {
  readonly #cells: Int32Array
  readonly #bytes: Uint8Array
  readonly #worker: Worker
  readonly #ended: Promise<void>

  constructor({ directory, mapBytes }: EntriesOptions) {
    const slot = new SharedArrayBuffer(HEAD_BYTES + SLOT_BYTES)
    this.#cells = new Int32Array(slot, 0, HEAD_BYTES / 4)
    this.#bytes = new Uint8Array(slot, HEAD_BYTES)
    const log = mapBytes === undefined ? { directory } : { directory, mapBytes }
    const workerData: CommitThreadData = { log, slot }
    this.#worker = new Worker(new URL('./commit.worker.js', import.meta.url), { workerData })
    // Those who need the log wait in shared memory; the thread alone keeps no process running.
    this.#worker.unref()
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
  }

  /** True between `begin` and `settle`. */
  isAtWork = false

  /** False while the thread starts, and for what does not fit. */
  begin(firstSeq: number, bytes: Uint8Array): boolean {
    if (bytes.length > SLOT_BYTES) return false
    if (Atomics.load(this.#cells, CELL.state) !== STATE.idle) return false
    this.#bytes.set(bytes)
    this.#cells[CELL.length] = bytes.length
    this.#cells[CELL.seqHigh] = Math.floor(firstSeq / WORD)
    this.#cells[CELL.seqLow] = (firstSeq % WORD) | 0
    this.isAtWork = true
    Atomics.store(this.#cells, CELL.state, STATE.work)
    Atomics.notify(this.#cells, CELL.state)
    return true
  }

  isSettled(withinMs: number): boolean {
    if (!this.isAtWork) return true
    return Atomics.wait(this.#cells, CELL.state, STATE.work, withinMs) !== 'timed-out'
  }

  settle(): void {
    if (!this.isAtWork) return
    const waited = Atomics.wait(this.#cells, CELL.state, STATE.work, COMMIT_MAX_MS)
    if (waited === 'timed-out') throw new LogError('the disk does not answer')
    this.isAtWork = false
    if (Atomics.load(this.#cells, CELL.state) === STATE.failed) throw new LogError(this.#why())
  }

  close(): Promise<void> {
    this.#worker.ref()
    Atomics.store(this.#cells, CELL.state, STATE.stop)
    Atomics.notify(this.#cells, CELL.state)
    return this.#ended
  }

  #why(): string {
    return Buffer.from(this.#bytes.slice(0, this.#cells[CELL.length])).toString('utf8')
  }
}
