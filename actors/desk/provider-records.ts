import { DAY_MS } from '../../engine/calendar/durations.js'
import {
  NEWS_TEXT_BYTES_KEPT_MAX,
  RECORDS_SWEPT_AT_ONCE,
  TRANSACTIONS_KEPT_MAX,
  TRANSACTIONS_KEPT_PER_GATEWAY,
} from '../../engine/limits/providers.js'
import type {
  FeedNews,
  GatewayTransaction,
  KeptNews,
  RecordBatch,
} from '../../wire/thread/provider-records.js'
import { accept } from '../thread/ask.js'
import type { Desk } from './desk.js'

/**
 * The messages of providers that are stored.
 *
 *   - A batch is stored once and completely, with its number in the same transaction: a repeated
 *     batch changes nothing.
 *   - At most `TRANSACTIONS_KEPT_PER_GATEWAY` newest transactions are stored per gateway, and
 *     `TRANSACTIONS_KEPT_MAX` in total; older ones are deleted.
 *   - News that a feed has sent before are skipped. The oldest are deleted when there are too many
 *     or their texts are too long together. Stored news are published once they are on disk.
 *   - A sweep deletes few rows at a time, so that nobody waits for it: rows older than the
 *     gateway's days, and all rows of a gateway that stores none or was deleted.
 */

export function providerRecordsDesk(desk: Desk) {
  const records = new ProviderRecordsDesk(desk)
  return {
    'records.keep': (batch: RecordBatch) => records.keep(batch),
    /** Deletes some of the expired records and returns their number. */
    'records.sweep': () => records.sweep(),
  }
}

class ProviderRecordsDesk {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  keep({ run, number, transactions, news }: RecordBatch) {
    let fresh: readonly KeptNews[] = []
    const outcome = this.#desk.change(() => {
      const mark = `${run} ${number}`
      if (this.#desk.tables.meta.get('provider_records') === mark) return accept(null)
      this.#desk.tables.meta.set('provider_records', mark)
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

  /** Stores the news items that are new, and returns them without their texts. */
  #keepNews(all: readonly FeedNews[]): readonly KeptNews[] {
    const fresh = all.flatMap((one): KeptNews[] => {
      const id = this.#desk.tables.news.add(one)
      const { key: _, text: __, ...kept } = one
      return id === undefined ? [] : [{ ...kept, id }]
    })
    if (fresh.length > 0)
      this.#desk.tables.news.bound(this.#desk.newsKept.count, NEWS_TEXT_BYTES_KEPT_MAX)
    return fresh
  }

  #sweepNews(): number {
    const than = this.#desk.clock.now() - this.#desk.newsKept.days * DAY_MS
    return this.#desk.tables.news.removeOlder(than, RECORDS_SWEPT_AT_ONCE)
  }

  #keepTransactions(rows: readonly GatewayTransaction[]): void {
    const lasts = new Map<number, number>()
    for (const row of rows) {
      if (this.#daysOf(row.gateway) === 0) continue
      const n =
        (lasts.get(row.gateway) ?? this.#desk.tables.gatewayTransactions.lastOf(row.gateway)) + 1
      lasts.set(row.gateway, n)
      this.#desk.tables.gatewayTransactions.add(n, row)
    }
    for (const [gateway, n] of lasts) {
      this.#desk.tables.gatewayTransactions.removeBefore(
        gateway,
        n - TRANSACTIONS_KEPT_PER_GATEWAY + 1,
      )
    }
    if (lasts.size > 0) this.#boundTransactions()
  }

  /**
   * Limits the transactions of all gateways together: deletes the oldest of the gateway with the
   * most.
   */
  #boundTransactions(): void {
    const held = [...this.#desk.tables.gatewayTransactions.gateways()].map((gateway) => {
      const first = this.#desk.tables.gatewayTransactions.firstOf(gateway)
      return {
        gateway,
        first,
        count: this.#desk.tables.gatewayTransactions.lastOf(gateway) - first + 1,
      }
    })
    const surplus = held.reduce((sum, { count }) => sum + count, 0) - TRANSACTIONS_KEPT_MAX
    if (surplus <= 0) return
    const most = held.reduce((one, other) => (other.count > one.count ? other : one))
    this.#desk.tables.gatewayTransactions.removeBefore(most.gateway, most.first + surplus)
  }

  #sweepTransactions(): number {
    for (const gateway of this.#desk.tables.gatewayTransactions.gateways()) {
      const days = this.#daysOf(gateway)
      const than = days === 0 ? Number.MAX_SAFE_INTEGER : this.#desk.clock.now() - days * DAY_MS
      const removed = this.#desk.tables.gatewayTransactions.removeOlder(
        gateway,
        than,
        RECORDS_SWEPT_AT_ONCE,
      )
      if (removed > 0) return removed
    }
    return 0
  }

  /** The number of days for which a gateway's transactions are stored; 0 stores none. */
  #daysOf(gateway: number): number {
    const { gateways } = this.#desk.config.records
    return gateways.find(({ id }) => id === gateway)?.collect_transactions_days ?? 0
  }
}
