import { Worker } from 'node:worker_threads'
import type { Book } from '../../engine/book/compiled.js'
import type { KnownPrice } from '../../engine/book/prices.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { pricesPath } from '../../storage/paths.js'
import type { HistoryOperations, LogLine, ToHistory } from '../../wire/thread/messages.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import { SIMULATED_SYMBOLS } from '../links/simulator/simulated-market.js'
import { type AnswerMessage, Asker } from '../thread/ask.js'
import { type Clock, rest, within } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import { RestartDelay } from '../thread/restart-delay.js'
import { threadError } from '../thread/thread-error.js'
import type { HistoryData } from './history-host.js'
import type { PriceRetentionDays } from './price-retention.js'

export interface PriceHistoryOptions {
  readonly dataDir: string
  readonly ring: SharedArrayBuffer
  readonly clockOffsetMs: number
  readonly clockMemory?: SharedArrayBuffer
  readonly diskReserveBytes: number
  readonly retention: PriceRetentionDays
  readonly quorum?: QuorumStart | undefined
  readonly clock: Clock
  readonly logger: Logger
}

/** Requests within this time share a write. */
const FRESH_MS = 100
const WRITE_WAIT_MS = 1_000
const STOP_MS = 3_000
/**
 * Last prices are requested for this many symbols at a time, with this timeout and this pause
 * between retries.
 */
const LAST_MAX = 64
const LAST_WAIT_MS = 30_000
const LAST_PAUSE_MS = 1_000
const QUESTION = { who: 'price history', inFlightMax: 4, timeoutMs: WRITE_WAIT_MS } as const

/**
 * The history thread as the front sees it.
 *
 *   - Nothing depends on it: while it is down (it is restarted with a growing delay) trading
 *     continues and ticks wait in the ring.
 *   - `upToDate` always resolves within a second.
 */
export class PriceHistory {
  readonly #options: PriceHistoryOptions
  readonly #delay = new RestartDelay()
  #worker: Worker | undefined
  #asker: Asker<HistoryOperations> | undefined
  #exited: Promise<void> = Promise.resolve()
  #writing: Promise<void> | undefined
  #writtenAt = Number.NEGATIVE_INFINITY
  #isStopping = false

  constructor(options: PriceHistoryOptions) {
    this.#options = options
  }

  start(): void {
    const { dataDir, ring, clockOffsetMs, clockMemory } = this.#options
    const { diskReserveBytes, retention, quorum, clock, logger } = this.#options
    const path = pricesPath(dataDir)
    const data: HistoryData = {
      directory: dataDir,
      path,
      ring,
      clockOffsetMs,
      clockMemory,
      diskReserveBytes,
      retention,
      quorum,
    }
    this.#delay.started(clock.monotonic())
    const worker = new Worker(new URL('./history.worker.js', import.meta.url), {
      workerData: data,
      name: 'history',
    })
    const asker = new Asker<HistoryOperations>((ask) => worker.postMessage(ask), clock, QUESTION)
    this.#worker = worker
    this.#asker = asker
    worker.on('message', (message: LogLine | AnswerMessage) => {
      if (message.type === 'answer') asker.settle(message)
      else logger[message.level](message.fields, message.message)
    })
    let why: Error | undefined
    worker.on('error', (error: unknown) => {
      why = threadError(error)
    })
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => {
        resolve()
        asker.close('it ended')
        this.#ended(why ?? new Error('it ended by itself'))
      })
    })
  }

  /** Resolves when the history has every tick up to a tenth of a second ago, or cannot have it. */
  async upToDate(): Promise<void> {
    const { clock } = this.#options
    if (clock.monotonic() - this.#writtenAt < FRESH_MS) return
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  /**
   * First run of the demo set: gives the built-in provider's symbols past candles, so that charts
   * are not empty.
   */
  async fill({ symbolsById }: Pick<Book, 'symbolsById'>): Promise<void> {
    const at = this.#options.clock.now()
    for (const { id, name } of symbolsById.values()) {
      if (!SIMULATED_SYMBOLS.includes(name)) continue
      const done = await this.#asker
        ?.ask('history.fill', { symbolId: id, name, at })
        .catch(() => undefined)
      if (done?.ok !== true) return
    }
  }

  /**
   * The last prices of symbols from before this run, in parts; incomplete only if the server stops
   * meanwhile.
   */
  async *lastPrices(
    symbolIds: readonly number[],
    serverClock?: ServerClock,
  ): AsyncGenerator<readonly KnownPrice[]> {
    const clock = serverClock === undefined ? {} : { clock: serverClock }
    for (let from = 0; from < symbolIds.length; from += LAST_MAX) {
      const some = symbolIds.slice(from, from + LAST_MAX)
      const found = await this.#lastOf({ symbolIds: some, ...clock })
      if (found === undefined) return
      yield found
    }
  }

  /**
   * Retries until it is answered, because a disk may be slow and a thread may restart. Without a
   * price no swap can be charged for a position.
   */
  async #lastOf(
    request: HistoryOperations['history.last']['request'],
  ): Promise<readonly KnownPrice[] | undefined> {
    const { clock, logger } = this.#options
    for (let tries = 0; this.#asker !== undefined && !this.#isStopping; tries++) {
      const found = await this.#asker
        .ask('history.last', request, LAST_WAIT_MS)
        .catch(() => undefined)
      if (found?.ok === true) return found.value
      if (tries === 0) logger.warn({}, 'last prices could not be read: they are asked for again')
      await rest(clock, LAST_PAUSE_MS)
    }
    return undefined
  }

  /** The last prices of all symbols, with their days. */
  lastOf({ symbolsById, clock }: Pick<Book, 'symbolsById' | 'clock'>) {
    return this.lastPrices([...symbolsById.keys()], clock)
  }

  /** Stores the waiting ticks and ends the thread. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const { clock, logger } = this.#options
    this.#send({ type: 'stop' })
    try {
      await within(clock, STOP_MS, this.#exited, 'the price history did not stop')
    } catch {
      logger.warn({}, 'the price history did not stop in time and was ended')
      await this.#worker?.terminate()
    }
  }

  async #write(): Promise<void> {
    const begun = this.#options.clock.monotonic()
    try {
      const done = await this.#asker?.ask('history.write', null)
      if (done?.ok === true) this.#writtenAt = begun
    } catch {
      // The thread has ended. It has answered all requests for stored data.
    }
  }

  #send(message: ToHistory): void {
    this.#worker?.postMessage(message)
  }

  #ended(why: Error): void {
    if (this.#isStopping) return
    const { clock, logger } = this.#options
    logger.error({ err: why }, 'the price history ended; starting it again')
    clock.after(this.#delay.afterFailure(clock.monotonic()), () => {
      if (!this.#isStopping) this.start()
    })
  }
}
