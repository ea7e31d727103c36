import type { GatewayProfileFigures, ProfiledTimes } from '../../../wire/thread/gateway-report.js'
import type { Clock } from '../../thread/clock.js'
import type { LogFields } from '../../thread/logger.js'
import type { MessageTraffic } from '../message-traffic.js'
import type { OrderSteps } from './order-times.js'

/**
 * Additional counts for a gateway with `profiling` on: messages by type, the times from an order's
 * sending to its first report, its first fill and its end, and the times from receiving a report to
 * its being on disk in a shard.
 *
 *   - They begin when profiling is switched on and are dropped when it is switched off.
 *   - The newest `TIMES_MAX` times count, and the newest `UNTAKEN_MAX` unconfirmed reports. Types
 *     beyond `TYPES_MAX` are counted together, whatever a provider invents.
 */
export const TIMES_MAX = 1_024
export const UNTAKEN_MAX = 4_096
export const TYPES_MAX = 64
const OTHER = 'other'
const LINE_EVERY_MS = 60_000

export class GatewayProfile implements MessageTraffic {
  readonly #clock: Clock
  readonly #since: number
  readonly #heard = new Map<string, number>()
  readonly #said = new Map<string, number>()
  /** When each report arrived, by its number. */
  readonly #reports = new Map<number, number>()
  readonly #acks = new Times()
  readonly #fills = new Times()
  readonly #ends = new Times()
  readonly #taken = new Times()
  #lineAt: number
  /** True if anything was counted since the last line. */
  #isNews = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock.now()
    this.#lineAt = clock.monotonic()
  }

  heard(type: string): void {
    this.#count(this.#heard, type)
  }

  said(type: string): void {
    this.#count(this.#said, type)
  }

  stepped({ answer, fill, end }: OrderSteps): void {
    if (answer !== undefined) this.#acks.add(answer)
    if (fill !== undefined) this.#fills.add(fill)
    if (end !== undefined) this.#ends.add(end)
  }

  /** Notes that a report is sent to the shards for the first time. */
  told(report: number): void {
    const [oldest] = this.#reports.size < UNTAKEN_MAX ? [] : this.#reports.keys()
    if (oldest !== undefined) this.#reports.delete(oldest)
    this.#reports.set(report, this.#clock.monotonic())
  }

  taken(report: number): void {
    const at = this.#reports.get(report)
    if (at === undefined) return
    this.#reports.delete(report)
    this.#taken.add(this.#clock.monotonic() - at)
  }

  get figures(): GatewayProfileFigures {
    return {
      since: this.#since,
      messagesIn: sorted(this.#heard),
      messagesOut: sorted(this.#said),
      ack: this.#acks.figures,
      fill: this.#fills.figures,
      end: this.#ends.figures,
      taken: this.#taken.figures,
    }
  }

  /** The next line of the log: one a minute, if there is something new. */
  line(): LogFields | undefined {
    const now = this.#clock.monotonic()
    if (!this.#isNews || now - this.#lineAt < LINE_EVERY_MS) return undefined
    this.#lineAt = now
    this.#isNews = false
    const { messagesIn, messagesOut, ack, fill, end, taken } = this.figures
    return {
      in: countsText(messagesIn),
      out: countsText(messagesOut),
      ack: timesText(ack),
      fill: timesText(fill),
      end: timesText(end),
      taken: timesText(taken),
    }
  }

  #count(counts: Map<string, number>, type: string): void {
    this.#isNews = true
    const name = counts.has(type) || counts.size < TYPES_MAX - 1 ? type : OTHER
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}

class Times {
  readonly #newest: number[] = []
  #count = 0

  add(ms: number): void {
    this.#newest[this.#count % TIMES_MAX] = Math.round(ms * 1_000)
    this.#count++
  }

  get figures(): ProfiledTimes {
    const rising = this.#newest.toSorted((a, b) => a - b)
    const at = (share: number): number | null =>
      rising[Math.min(rising.length - 1, Math.floor(rising.length * share))] ?? null
    return { count: this.#count, p50Us: at(0.5), p99Us: at(0.99), maxUs: rising.at(-1) ?? null }
  }
}

function sorted(counts: ReadonlyMap<string, number>): GatewayProfileFigures['messagesIn'] {
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1))
}

function countsText(counts: GatewayProfileFigures['messagesIn']): string {
  return counts.map(({ type, count }) => `${type}:${count}`).join(',')
}

function timesText({ count, p50Us, p99Us }: ProfiledTimes): string {
  return count === 0 ? '-' : `${count}x,p50:${p50Us}us,p99:${p99Us}us`
}
