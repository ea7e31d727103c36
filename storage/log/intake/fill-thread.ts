import { Worker } from 'node:worker_threads'
import type { EntriesOptions } from '../lmdb-entries.js'
import { LogError } from '../log.js'
import { DISK_MAX_MS } from './commit-thread.js'
import type { LogProgress } from './log-progress.js'

/**
 * The owner's side of the thread that makes the ring and brings what is written into it into the log behind it.
 *
 *   L1. The owner says how far the ring is written, the thread how far the log has it (`filled`); each writes its own
 *       number alone, and the place behind `filled` may be taken again.
 *   L2. The thread must not be ended inside a transaction of LMDB (3.5.6): its cleanup would wait for ever for a lock
 *       that it holds. So whichever way its owner's thread ends, it is stopped before.
 */
export const FILL = { starting: 0, ready: 1, unable: 2, failed: 3, ended: 4 } as const
/** What stands where in the shared memory: words, then places of 8 bytes, then a text. */
export const FILL_AT = {
  state: 0,
  stop: 1,
  /** Set by whoever does not want to wait until enough has gathered. */
  hurry: 2,
  /** Rises with each word of the owner, so that none is missed. */
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

  /** Whether the ring is there to be written; throws when the thread could not go on. */
  get isReady(): boolean {
    const state = Atomics.load(this.#words, FILL_AT.state)
    if (state === FILL.failed)
      throw new LogError(`the log is not filled any more: ${this.#reason()}`)
    return state === FILL.ready
  }

  /** The reason why there is no ring, which nobody's answer depends on; empty while there may be one. */
  get whyUnable(): string {
    return Atomics.load(this.#words, FILL_AT.state) === FILL.unable ? this.#reason() : ''
  }

  get filled(): number {
    return Number(Atomics.load(this.#places, FILL_AT.filled))
  }

  /** Tells the thread that everything before this place is written. */
  wrote(place: number): void {
    Atomics.store(this.#places, FILL_AT.written, BigInt(place))
    this.#ring()
  }

  /** Waits until everything before a place is in the log. */
  waitFor(place: number): void {
    if (this.filled >= place) return
    Atomics.store(this.#words, FILL_AT.hurry, 1)
    Atomics.notify(this.#words, FILL_AT.hurry)
    for (let filled = this.filled; filled < place && this.isReady; filled = this.filled) {
      const waited = Atomics.wait(this.#places, FILL_AT.filled, BigInt(filled), DISK_MAX_MS)
      if (waited === 'timed-out') throw new LogError('the disk does not answer')
    }
  }

  /** Stops the thread where it holds nothing; it has nothing more to do for anybody (L2). */
  halt(): void {
    this.#stop()
    const state = (): number => Atomics.load(this.#words, FILL_AT.state)
    for (let now = state(); now === FILL.starting || now === FILL.ready; now = state()) {
      if (Atomics.wait(this.#words, FILL_AT.state, now, END_MAX_MS) === 'timed-out') return
    }
  }

  /** After all that was written is in the log, or the thread failed. */
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
