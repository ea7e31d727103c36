import { FILL_SECONDS } from '../../../wire/thread/gateway-report.js'
import type { Clock } from '../../thread/clock.js'
import { type OrderSteps, OrderTimes } from './order-times.js'
import type { SessionFigures, SessionOrder, SessionReport } from './provider-session.js'

/** Counts of a gateway since the start of its thread, and the answer times of its provider. */
export const LATENCIES_MAX = 256

export class GatewayTally {
  readonly #clock: Clock
  readonly #times = new OrderTimes()
  readonly #latencies: number[] = []
  /** The bytes received before the current session. */
  #bytesIn = 0
  #bytesOut = 0
  /**
   * Orders by the time to their first fill: one count for each bound of `FILL_SECONDS`, and one
   * above all bounds.
   */
  fillCounts: readonly number[] = new Array<number>(FILL_SECONDS.length + 1).fill(0)
  fillSeconds = 0
  orders = 0
  fills = 0
  rejects = 0
  logons = 0
  lastLogonAt: number | null = null
  answerMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  placed({ id, rest }: SessionOrder): void {
    this.orders++
    this.#times.sent(id, rest !== undefined, this.#clock.monotonic())
  }

  /** Counts a report. Returns the steps of its order that it completes. */
  reported(report: SessionReport): OrderSteps {
    if (report.execution !== null) this.fills++
    if (report.state === 'rejected') this.rejects++
    const steps = this.#times.reported(report, this.#clock.monotonic())
    if (steps.answer !== undefined) this.#answered(steps.answer)
    if (steps.fill !== undefined) this.#filled(steps.fill / 1_000)
    return steps
  }

  loggedOn(): void {
    this.logons++
    this.lastLogonAt = this.#clock.now()
  }

  keep({ bytesIn, bytesOut }: SessionFigures): void {
    this.#bytesIn += bytesIn
    this.#bytesOut += bytesOut
  }

  /** The bytes of all sessions, including the open one. */
  bytes(session: SessionFigures | undefined): { bytesIn: number; bytesOut: number } {
    const { bytesIn = 0, bytesOut = 0 } = session ?? {}
    return { bytesIn: this.#bytesIn + bytesIn, bytesOut: this.#bytesOut + bytesOut }
  }

  /**
   * The answer time that this share of the answers does not exceed; null before the first answer.
   */
  latency(share: number): number | null {
    const sorted = this.#latencies.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
  }

  #answered(ms: number): void {
    this.answerMs = Math.round(ms)
    this.#latencies.push(this.answerMs)
    if (this.#latencies.length > LATENCIES_MAX) this.#latencies.shift()
  }

  #filled(took: number): void {
    const bound = FILL_SECONDS.findIndex((seconds) => took <= seconds)
    const bucket = bound < 0 ? FILL_SECONDS.length : bound
    this.fillCounts = this.fillCounts.map((count, i) => (i === bucket ? count + 1 : count))
    this.fillSeconds += took
  }
}
