import type { LinksOperations } from '../../wire/thread/messages.js'
import type { RecordBatch } from '../../wire/thread/provider-records.js'
import type { DeskOperations } from '../desk/operations.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, within } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { ConnectionsClient } from './connections-client.js'

/**
 * Passes provider records from the links thread to the desk, which stores them.
 *
 *   - One batch at a time: each is stored before the next is requested, with a pause in between.
 *     This limits the load on the links thread and the desk, however many records there are.
 *   - A batch that could not be stored is sent again, and the desk stores it once.
 *   - Orders and prices never wait for this.
 */
export type DeskAsk = <Name extends keyof DeskOperations & string>(
  name: Name,
  request: DeskOperations[Name]['request'],
) => Promise<Outcome<DeskOperations[Name]['answer']>>

/** The functions of the links thread that this class needs. */
export interface RecordSource {
  ask(
    name: 'records.take',
    request: LinksOperations['records.take']['request'],
  ): Promise<Outcome<RecordBatch>>
}

export interface RecordKeeperOptions {
  readonly ask: DeskAsk
  readonly clock: Clock
  readonly logger: Logger
  readonly gateways: Pick<ConnectionsClient<never>, 'records' | 'takeLine'>
  readonly feeds: Pick<ConnectionsClient<never>, 'records' | 'takeLine'>
}

/** The pause between batches; full batches make 5,000 records a second. */
const REST_MS = 200
const AGAIN_MS = 1_000
const SETTLE_MS = 1_000
/** How often at most a connection's log reports dropped records. */
const SAY_EVERY_MS = 60_000

export class RecordKeeper {
  readonly #options: RecordKeeperOptions
  readonly #saidAt = new Map<string, number>()
  #source: RecordSource | undefined
  #done = 0
  #work: Promise<void> | undefined
  #isAwake = false
  #isSettling = false

  constructor(options: RecordKeeperOptions) {
    this.#options = options
  }

  /** Sets the thread to read from; undefined while there is none. */
  attach(source: RecordSource | undefined): void {
    this.#source = source
    this.#done = 0
    this.#options.gateways.records.begin()
    this.#options.feeds.records.begin()
    if (source !== undefined) this.wake()
  }

  /** Starts to read records, because some wait. */
  wake(): void {
    this.#isAwake = true
    this.#work ??= this.#takeAll().finally(() => {
      this.#work = undefined
      if (this.#isAwake) this.wake()
    })
  }

  /** Stores the waiting records without pauses; those that are not stored in time are lost. */
  async settle(): Promise<void> {
    this.#isSettling = true
    this.wake()
    const done = this.#work ?? Promise.resolve()
    await within(this.#options.clock, SETTLE_MS, done, 'records').catch(() => undefined)
    this.#source = undefined
  }

  async #takeAll(): Promise<void> {
    while (this.#isAwake) {
      this.#isAwake = false
      for (;;) {
        const source = this.#source
        if (source === undefined) return
        const isMore = await this.#takeOne(source)
        if (isMore === false) break
        if (isMore === undefined && this.#isSettling) return
        if (!this.#isSettling) await this.#rest(isMore === undefined ? AGAIN_MS : REST_MS)
      }
    }
  }

  /** Stores one batch; false if nothing waited, undefined if it could not be stored yet. */
  async #takeOne(source: RecordSource): Promise<boolean | undefined> {
    const taken = await source.ask('records.take', { done: this.#done }).catch(() => undefined)
    // The batch numbers of another thread mean other batches.
    if (taken?.ok !== true || source !== this.#source) return undefined
    const batch = taken.value
    if (batch.number === 0) {
      this.#count(batch)
      return false
    }
    const kept = await this.#options.ask('records.keep', batch)
    if (!kept.ok || source !== this.#source) return undefined
    this.#done = batch.number
    this.#count(batch)
    return true
  }

  #count({ transactionCount, transactionsDropped, news, newsDropped }: RecordBatch): void {
    const { gateways, feeds } = this.#options
    for (const id of gateways.records.take(transactionCount, transactionsDropped)) {
      const text = 'transactions came faster than they are kept, and some were left out'
      this.#say(`gateway ${id}`, text, (line) => gateways.takeLine(id, line))
    }
    for (const id of feeds.records.take(news.length, newsDropped)) {
      const text = 'news came faster than they are kept, and some were left out'
      this.#say(`datafeed ${id}`, text, (line) => feeds.takeLine(id, line))
    }
  }

  #say(
    which: string,
    text: string,
    keep: (line: { readonly at: number; readonly level: 'warn'; readonly text: string }) => void,
  ): void {
    const { clock, logger } = this.#options
    const now = clock.monotonic()
    if (now - (this.#saidAt.get(which) ?? Number.NEGATIVE_INFINITY) < SAY_EVERY_MS) return
    this.#saidAt.set(which, now)
    logger.warn({ which }, text)
    keep({ at: clock.now(), level: 'warn', text })
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(ms, resolve))
  }
}
