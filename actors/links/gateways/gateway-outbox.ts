import type { ProviderReport } from '../../../wire/thread/provider-messages.js'
import type { ProviderSession } from './provider-session.js'

/**
 * A gateway's reports on their way to the shards.
 *
 *   - A report stays until the shard confirms that it is durable, and is sent again until then.
 *   - If the provider repeats a waiting report, it is the same report: confirming it confirms both
 *     marks.
 *   - At most `OUTBOX_MAX` reports; the caller checks `isFull` and stops the provider.
 */
export const OUTBOX_MAX = 4_096
export const REPORT_REPEAT_MS = 1_000

interface Mark {
  readonly session: ProviderSession
  readonly mark: number
}

interface Entry {
  readonly report: ProviderReport
  readonly key: string
  readonly marks: Mark[]
  saidAt: number
}

export class GatewayOutbox {
  readonly #entries = new Map<number, Entry>()
  readonly #byKey = new Map<string, Entry>()
  #last = 0

  get size(): number {
    return this.#entries.size
  }

  get isFull(): boolean {
    return this.#entries.size >= OUTBOX_MAX
  }

  /** Adds a report and gives it a number; undefined if the same report waits already. */
  add(body: Omit<ProviderReport, 'number'>, mark: Mark, now: number): ProviderReport | undefined {
    const key = JSON.stringify(body)
    const known = this.#byKey.get(key)
    if (known !== undefined) {
      known.marks.push(mark)
      return undefined
    }
    const report = { ...body, number: ++this.#last }
    const entry = { report, key, marks: [mark], saidAt: now }
    this.#entries.set(report.number, entry)
    this.#byKey.set(key, entry)
    return report
  }

  taken(number: number): ProviderReport | undefined {
    const entry = this.#entries.get(number)
    if (entry === undefined) return undefined
    this.#entries.delete(number)
    this.#byKey.delete(entry.key)
    for (const { session, mark } of entry.marks) session.taken(mark)
    return entry.report
  }

  /**
   * The reports that were last sent `afterMs` ago or earlier, oldest first; they count as sent
   * again.
   */
  *overdue(now: number, afterMs = REPORT_REPEAT_MS): Generator<ProviderReport> {
    for (const entry of this.#entries.values()) {
      if (now - entry.saidAt < afterMs) continue
      entry.saidAt = now
      yield entry.report
    }
  }
}
