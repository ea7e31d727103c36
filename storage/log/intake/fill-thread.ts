import { Worker } from 'node:worker_threads'
import type { EntriesOptions } from '../lmdb-entries.js'
import { LogError } from '../log.js'
import { DISK_MAX_MS } from './commit-thread.js'
import type { LogProgress } from './log-progress.js'

/**
 * The owner's side of the thread that creates the ring and copies entries from it into the log
 * behind it.
 *
 *   - The owner publishes how far the ring is written, the thread how far the log has it
 *     (`filled`). Each writes only its own number. Space before `filled` may be reused.
 *   L2. The thread must not be ended inside a transaction of LMDB (3.5.6), because its cleanup
 *       would block for ever on a lock that it holds itself. So it is stopped before its owner's
 *       thread ends, in whichever way that ends.
 */
export const FILL = { starting: 0, ready: 1, unable: 2, failed: 3, ended: 4 } as const
/** The layout of the shared memory: words, then places of 8 bytes, then a text. */
export const FILL_AT = {
  state: 0,
  stop: 1,
  /** Written by a caller that cannot wait until enough entries have gathered. */
  hurry: 2,
  /** Incremented with each message of the owner, so that the thread misses no message. */
  bell: 3,
  whyBytes: 4,
  written: 3,
  filled: 4,
} as const
export const FILL_CELLS_BYTES = 40
export const FILL_WHY_BYTES = 4000
const END_MAX_MS = 10_000

export interface FillThreadData {
  readonly log: Pick<EntriesOptions, 'directory' | 'mapBytes'>
  readonly memory: SharedArrayBuffer
  readonly progress: LogProgress
}

export class FillThread {
  readonly #words: Int32Array
  readonly #places: BigInt64Array
  readonly #why: Uint8Array
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #halt = (): void => this.halt()

  constructor({ directory, mapBytes }: EntriesOptions, progress: LogProgress) {
    const memory = new SharedArrayBuffer(FILL_CELLS_BYTES + FILL_WHY_BYTES)
    this.#words = new Int32Array(memory, 0, FILL_CELLS_BYTES / 4)
    this.#places = new BigInt64Array(memory, 0, FILL_CELLS_BYTES / 8)
    this.#why = new Uint8Array(memory, FILL_CELLS_BYTES)
    const log = mapBytes === undefined ? { directory } : { directory, mapBytes }
    const workerData: FillThreadData = { log, memory, progress }
    this.#worker = new Worker(new URL('./fill.worker.js', import.meta.url), { workerData })
    this.#worker.unref()
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    process.once('exit', this.#halt)
  }

  /** True once the ring can be written; throws if the thread has failed. */
  get isReady(): boolean {
    const state = Atomics.load(this.#words, FILL_AT.state)
    if (state === FILL.failed)
      throw new LogError(`the log is not filled any more: ${this.#reason()}`)
    return state === FILL.ready
  }

  /** The reason why no ring can be created; empty while it may be. Only the speed depends on it. */
  get whyUnable(): string {
    return Atomics.load(this.#words, FILL_AT.state) === FILL.unable ? this.#reason() : ''
  }

  get filled(): number {
    return Number(Atomics.load(this.#places, FILL_AT.filled))
  }

  /** Tells the thread that the ring is written up to this place. */
  wrote(place: number): void {
    Atomics.store(this.#places, FILL_AT.written, BigInt(place))
    this.#ring()
  }

  /** Waits until the log has all entries before a place. */
  waitFor(place: number): void {
    if (this.filled >= place) return
    Atomics.store(this.#words, FILL_AT.hurry, 1)
    Atomics.notify(this.#words, FILL_AT.hurry)
    for (let filled = this.filled; filled < place && this.isReady; filled = this.filled) {
      const waited = Atomics.wait(this.#places, FILL_AT.filled, BigInt(filled), DISK_MAX_MS)
      if (waited === 'timed-out') throw new LogError('the disk does not answer')
    }
  }

  /** Stops the thread outside a transaction (L2). No entry may be left for it to copy. */
  halt(): void {
    this.#stop()
    const state = (): number => Atomics.load(this.#words, FILL_AT.state)
    for (let now = state(); now === FILL.starting || now === FILL.ready; now = state()) {
      if (Atomics.wait(this.#words, FILL_AT.state, now, END_MAX_MS) === 'timed-out') return
    }
  }

  /** Resolves when the log has all written entries, or the thread has failed. */
  close(): Promise<void> {
    process.off('exit', this.#halt)
    this.#worker.ref()
    this.#stop()
    return this.#ended
  }

  #stop(): void {
    Atomics.store(this.#words, FILL_AT.stop, 1)
    Atomics.store(this.#words, FILL_AT.hurry, 1)
    Atomics.notify(this.#words, FILL_AT.hurry)
    this.#ring()
  }

  #ring(): void {
    Atomics.add(this.#words, FILL_AT.bell, 1)
    Atomics.notify(this.#words, FILL_AT.bell)
  }

  #reason(): string {
    const bytes = this.#why.slice(0, this.#words[FILL_AT.whyBytes])
    return Buffer.from(bytes).toString('utf8')
  }
}
