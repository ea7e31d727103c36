import {
  NEWS_PER_BATCH,
  NEWS_WAITING_MAX,
  TRANSACTIONS_PER_BATCH,
  TRANSACTIONS_WAITING_MAX,
} from '../../engine/limits/providers.js'
import type {
  FeedNews,
  GatewayTransaction,
  RecordBatch,
} from '../../wire/thread/provider-records.js'
import { randomToken } from '../thread/random.js'

/**
 * Provider messages that must be stored, waiting to leave the links thread.
 *
 *   - Adding never waits: what does not fit is dropped and counted.
 *   - One batch is out at a time. The same batch is given again until the receiver confirms that it
 *     is stored.
 *   - `waits` is called once, and again only after an empty batch was taken.
 *   - News are acknowledged once they are stored or dropped; a provider that can repeats them until
 *     then.
 */
interface WaitingNews {
  readonly news: FeedNews
  readonly taken: () => void
}

export class WaitingRecords {
  readonly #run = randomToken()
  readonly #waits: () => void
  readonly #transactionsDropped = new Map<number, number>()
  readonly #newsDropped = new Map<number, number>()
  #transactions: GatewayTransaction[] = []
  #news: WaitingNews[] = []
  #given: { readonly batch: RecordBatch; readonly news: readonly WaitingNews[] } | undefined
  #number = 0
  #hasSaid = false

  constructor(waits: () => void) {
    this.#waits = waits
  }

  /** Adds a transaction. False if it was dropped because there is no room. */
  transaction(row: GatewayTransaction): boolean {
    const hasRoom = this.#transactions.length < TRANSACTIONS_WAITING_MAX
    if (hasRoom) this.#transactions.push(row)
    else countOne(this.#transactionsDropped, row.gateway)
    this.#say()
    return hasRoom
  }

  /** Adds a news item. False if it was dropped because there is no room. */
  news(news: FeedNews, taken: () => void): boolean {
    const hasRoom = this.#news.length < NEWS_WAITING_MAX
    if (!hasRoom) this.leaveOut(news.feed, taken)
    else {
      this.#news.push({ news, taken })
      this.#say()
    }
    return hasRoom
  }

  /** Counts a feed's news that are not stored. */
  leaveOut(feed: number, taken: () => void): void {
    countOne(this.#newsDropped, feed)
    taken()
    this.#say()
  }

  /** Returns the next batch; `done` is the number of the last stored batch, 0 before the first. */
  take(done: number): RecordBatch {
    if (this.#given !== undefined && this.#given.batch.number !== done) return this.#given.batch
    for (const { taken } of this.#given?.news ?? []) taken()
    this.#given = undefined
    const transactions = this.#transactions.slice(0, TRANSACTIONS_PER_BATCH)
    const news = this.#news.slice(0, NEWS_PER_BATCH)
    const isEmpty = transactions.length + news.length === 0
    const batch: RecordBatch = {
      run: this.#run,
      number: isEmpty ? 0 : ++this.#number,
      transactions: JSON.stringify(transactions),
      transactionCount: transactions.length,
      transactionsDropped: [...this.#transactionsDropped],
      news: news.map((one) => one.news),
      newsDropped: [...this.#newsDropped],
    }
    if (isEmpty) this.#hasSaid = false
    else {
      this.#transactions = this.#transactions.slice(transactions.length)
      this.#news = this.#news.slice(news.length)
      this.#given = { batch, news }
    }
    return batch
  }

  #say(): void {
    if (this.#hasSaid) return
    this.#hasSaid = true
    this.#waits()
  }
}

function countOne(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}
