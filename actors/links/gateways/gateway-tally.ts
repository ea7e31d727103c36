import type { Clock } from '../../thread/clock.js'
import { FillTimes } from './fill-times.js'
import type { SessionFigures, SessionReport } from './provider-session.js'

/** Counts what a gateway has done since the start of its thread, and how fast its provider answered. */
export const LATENCIES_MAX = 256
export const UNANSWERED_MAX = 4_096

export class GatewayTally {
  readonly fillTimes = new FillTimes()
  readonly #clock: Clock
  /** When orders were placed whose first answer has not come yet. */
  readonly #placedAt = new Map<string, number>()
  readonly #latencies: number[] = []
  /** The bytes of the sessions before. */
  #bytesIn = 0
  #bytesOut = 0
  orders = 0
  fills = 0
  rejects = 0
  logons = 0
  lastLogonAt: number | null = null
  answerMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  placed(order: string): void {
    this.orders++
    if (this.#placedAt.size >= UNANSWERED_MAX) this.#placedAt.clear()
    const now = this.#clock.monotonic()
    this.#placedAt.set(order, now)
    this.fillTimes.sent(order, now)
  }

  reported({ order, execution, state }: SessionReport): void {
    if (execution !== null) {
      this.fills++
      this.fillTimes.filled(order, this.#clock.monotonic())
    }
    if (state !== 'working') this.fillTimes.ended(order)
    if (state === 'rejected') this.rejects++
    const at = this.#placedAt.get(order)
    if (at === undefined) return
    this.#placedAt.delete(order)
    this.answerMs = Math.round(this.#clock.monotonic() - at)
    this.#latencies.push(this.answerMs)
    if (this.#latencies.length > LATENCIES_MAX) this.#latencies.shift()
  }

  loggedOn(): void {
    this.logons++
    this.lastLogonAt = this.#clock.now()
  }

  keep({ bytesIn, bytesOut }: SessionFigures): void {
    this.#bytesIn += bytesIn
    this.#bytesOut += bytesOut
  }

  /** The bytes of all sessions, with the one that stands. */
  bytes(session: SessionFigures | undefined): { bytesIn: number; bytesOut: number } {
    const { bytesIn = 0, bytesOut = 0 } = session ?? {}
    return { bytesIn: this.#bytesIn + bytesIn, bytesOut: this.#bytesOut + bytesOut }
  }

  /** Null before the first answer. */
  latency(share: number): number | null {
    const sorted = this.#latencies.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
  }
}
