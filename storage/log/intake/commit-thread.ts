import { Worker } from 'node:worker_threads'
import { LogError } from '../log.js'
import { type EntryHead, HEAD_BYTES, writeHead } from './entry.js'

/**
 * A thread that writes an entry into the ring while the owner of the log continues. Both share one
 * slot of memory and take turns with it.
 *
 *   C1. The slot belongs to the owner in state `idle` and to the thread in state `work`. The owner
 *       gets it back when the entry is on disk, or with the reason of a failure.
 *   C2. After a failure the thread ends.
 */
export const STATE = { starting: 0, idle: 1, work: 2, failed: 3, stop: 4 } as const
/** Indexes of the words at the head of the slot. The place in the ring takes two words. */
export const CELL = { state: 0, length: 1, place: 2 } as const
export const CELLS_BYTES = 16
/** A longer turn is written directly to the log, not through the ring. */
export const ENTRY_MAX_BYTES = 1024 * 1024
/** A write that takes longer counts as failed. */
export const DISK_MAX_MS = 60_000

export interface CommitThreadData {
  readonly directory: string
  readonly slot: SharedArrayBuffer
}

export class CommitThread {
  readonly #cells: Int32Array
  readonly #places: Float64Array
  readonly #bytes: Uint8Array
  readonly #worker: Worker
  readonly #ended: Promise<void>

  constructor(directory: string) {
    const slot = new SharedArrayBuffer(CELLS_BYTES + HEAD_BYTES + ENTRY_MAX_BYTES)
    this.#cells = new Int32Array(slot, 0, CELLS_BYTES / 4)
    this.#places = new Float64Array(slot, 0, CELLS_BYTES / 8)
    this.#bytes = new Uint8Array(slot, CELLS_BYTES)
    const workerData: CommitThreadData = { directory, slot }
    this.#worker = new Worker(new URL('./commit.worker.js', import.meta.url), { workerData })
    // The thread must not keep the process running. Callers of the log wait in shared memory.
    this.#worker.unref()
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
  }

  /** True from the call of `begin` until `settle`. */
  isAtWork = false

  get isReady(): boolean {
    return Atomics.load(this.#cells, CELL.state) === STATE.idle
  }

  /**
   * Starts to write an entry with at most `ENTRY_MAX_BYTES` of records. The thread must be ready.
   */
  begin(place: number, head: EntryHead, records: Uint8Array): void {
    writeHead(this.#bytes, head)
    this.#bytes.set(records, HEAD_BYTES)
    this.#cells[CELL.length] = HEAD_BYTES + records.length
    this.#places[CELL.place / 2] = place
    this.isAtWork = true
    Atomics.store(this.#cells, CELL.state, STATE.work)
    Atomics.notify(this.#cells, CELL.state)
  }

  settle(): void {
    const waited = Atomics.wait(this.#cells, CELL.state, STATE.work, DISK_MAX_MS)
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
