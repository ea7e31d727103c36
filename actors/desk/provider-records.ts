import { DAY_MS } from '../../engine/calendar/durations.js'
import {
  NEWS_TEXT_BYTES_KEPT_MAX,
  RECORDS_SWEPT_AT_ONCE,
  TRANSACTIONS_KEPT_MAX,
  TRANSACTIONS_KEPT_PER_GATEWAY,
} from '../../engine/limits/providers.js'
import { metaRepo } from '../../storage/repos/meta.js'
import { gatewayTransactionsRepo } from '../../storage/repos/records/gateway-transactions.js'
import { newsRepo } from '../../storage/repos/records/news.js'
import type {
  FeedNews,
  GatewayTransaction,
  KeptNews,
  RecordBatch,
} from '../../wire/thread/provider-records.js'
import { accept } from '../thread/ask.js'
import type { Desk } from './desk.js'

/**
 * Everything that providers said and that is kept.
 *
 *   R1. A batch is kept once, whole, with its number in the same transaction: one that comes again changes nothing.
 *   R2. A gateway keeps its newest `TRANSACTIONS_KEPT_PER_GATEWAY` transactions, all of them `TRANSACTIONS_KEPT_MAX`: the oldest
 *       go as new ones come.
 *   R3. News that a feed has brought before are passed over. The oldest go as new ones come, where they are too many or their
 *       texts too long together. Those that were kept are told of once they are on disk.
 *   R4. A sweep takes so many rows at a time that nobody waits for it. What is older than the gateway's days goes, and
 *       everything of a gateway that keeps none, or is no more.
 */

export function providerRecordsDesk(desk: Desk) {
  const records = new ProviderRecordsDesk(desk)
  return {
    'records.keep': (batch: RecordBatch) => records.keep(batch),
    /** Lets some of what is too old go; answers how much. */
    'records.sweep': () => records.sweep(),
  }
}

class ProviderRecordsDesk {
  readonly #desk: Desk
  readonly #meta
  readonly #transactions
  readonly #news

  constructor(desk: Desk) {
    this.#desk = desk
    this.#meta = metaRepo(desk.db)
    this.#transactions = gatewayTransactionsRepo(desk.db)
    this.#news = newsRepo(desk.db)
  }

  keep({ run, number, transactions, news }: RecordBatch) {
    let fresh: readonly KeptNews[] = []
    const outcome = this.#desk.change(() => {
      const mark = `${run} ${number}`
      if (this.#meta.get('provider_records') === mark) return accept(null)
      this.#meta.set('provider_records', mark)
      this.#keepTransactions(JSON.parse(transactions) as readonly GatewayTransaction[])
      fresh = this.#keepNews(news)
      return accept(null)
    })
    if (outcome.ok && fresh.length > 0) this.#desk.publish({ type: 'news', items: fresh })
    return outcome
  }

  sweep() {
    return this.#desk.change(() => accept(this.#sweepTransactions() || this.#sweepNews()))
  }

  /** Those that are new, without their texts. */
  #keepNews(all: readonly FeedNews[]): readonly KeptNews[] {
    const fresh = all.flatMap((one): KeptNews[] => {
      const id = this.#news.add(one)
      const { key: _, text: __, ...kept } = one
      return id === undefined ? [] : [{ ...kept, id }]
    })
    if (fresh.length > 0) this.#news.bound(this.#desk.newsKept.count, NEWS_TEXT_BYTES_KEPT_MAX)
    return fresh
  }

  #sweepNews(): number {
    const than = this.#desk.clock.now() - this.#desk.newsKept.days * DAY_MS
    return this.#news.removeOlder(than, RECORDS_SWEPT_AT_ONCE)
  }

  #keepTransactions(rows: readonly GatewayTransaction[]): void {
    const lasts = new Map<number, number>()
    for (const row of rows) {
      if (this.#daysOf(row.gateway) === 0) continue
      const n = (lasts.get(row.gateway) ?? this.#transactions.lastOf(row.gateway)) + 1
      lasts.set(row.gateway, n)
      this.#transactions.add(n, row)
    }
    for (const [gateway, n] of lasts) {
      this.#transactions.removeBefore(gateway, n - TRANSACTIONS_KEPT_PER_GATEWAY + 1)
    }
    if (lasts.size > 0) this.#boundTransactions()
  }

  /** Those of many gateways together: the oldest of the one that has most go. */
  #boundTransactions(): void {
    const held = [...this.#transactions.gateways()].map((gateway) => {
      const first = this.#transactions.firstOf(gateway)
      return { gateway, first, count: this.#transactions.lastOf(gateway) - first + 1 }
    })
    const surplus = held.reduce((sum, { count }) => sum + count, 0) - TRANSACTIONS_KEPT_MAX
    if (surplus <= 0) return
    const most = held.reduce((one, other) => (other.count > one.count ? other : one))
    this.#transactions.removeBefore(most.gateway, most.first + surplus)
  }

  #sweepTransactions(): number {
    for (const gateway of this.#transactions.gateways()) {
      const days = this.#daysOf(gateway)
      const than = days === 0 ? Number.MAX_SAFE_INTEGER : this.#desk.clock.now() - days * DAY_MS
      const removed = this.#transactions.removeOlder(gateway, than, RECORDS_SWEPT_AT_ONCE)
      if (removed > 0) return removed
    }
    return 0
  }

  /** 0 keeps none. */
  #daysOf(gateway: number): number {
    const { gateways } = this.#desk.config.records
    return gateways.find(({ id }) => id === gateway)?.collect_transactions_days ?? 0
  }
}
