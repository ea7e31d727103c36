import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TableDigests } from '../../../storage/row-images/table-digests.js'
import type { BegunComparison } from '../../desk/comparison.js'
import { type Copying, copyingWords } from '../../shared/copying.js'
import type { Outcome } from '../../thread/ask.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'

/**
 * Compares the tables of this node with those of its following nodes, after a number of records or
 * after an hour. A comparison that fails is repeated the next time.
 */
export interface ComparisonsOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly logger: Logger
  readonly isFollowed: () => boolean
  readonly projectionSeq: () => number
  readonly begin: (copying: Copying) => Promise<Outcome<BegunComparison>>
  readonly end: (made: { readonly id: number } & TableDigests) => Promise<Outcome<null>>
}

const LOOK_EVERY_MS = 1_000
const COMPARED_RECORDS = 100_000
const COMPARED_MS = 3_600_000

export class Comparisons {
  readonly #options: ComparisonsOptions
  #timer: Timer | undefined
  #isBusy = false
  #worker: Worker | undefined
  /**
   * The seq of the newest comparison. The first one is made as soon as another node follows this
   * one.
   */
  #comparedSeq = Number.NEGATIVE_INFINITY
  #comparedAt = Number.NEGATIVE_INFINITY

  constructor(options: ComparisonsOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = this.#options.clock.every(LOOK_EVERY_MS, () => this.#look())
  }

  async stop(): Promise<void> {
    this.#timer?.cancel()
    await this.#worker?.terminate()
  }

  #look(): void {
    const { clock, isFollowed, projectionSeq, logger } = this.#options
    if (this.#isBusy || !isFollowed()) return
    const [seq, now] = [projectionSeq(), clock.monotonic()]
    const isDue =
      seq - this.#comparedSeq >= COMPARED_RECORDS || now - this.#comparedAt >= COMPARED_MS
    if (!isDue) return
    this.#isBusy = true
    this.#comparedSeq = seq
    this.#comparedAt = now
    this.#compare()
      .catch((error: unknown) => logger.warn({ err: error }, 'the tables were not compared'))
      .finally(() => {
        this.#isBusy = false
      })
  }

  async #compare(): Promise<void> {
    const { dataDir, begin, end } = this.#options
    const words = copyingWords()
    const worker = new Worker(new URL('./comparing.worker.js', import.meta.url), {
      workerData: { dataDir, words },
    })
    this.#worker = worker
    try {
      await once(worker, 'message')
      const begun = await begin({ words })
      if (!begun.ok) throw new Error(begun.message)
      const { id, starts } = begun.value
      worker.postMessage(starts)
      const [made] = (await once(worker, 'message')) as [TableDigests]
      const ended = await end({ id, ...made })
      if (!ended.ok) throw new Error(ended.message)
    } finally {
      await worker.terminate()
      this.#worker = undefined
    }
  }
}
