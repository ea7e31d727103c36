import type { Answer, Ask } from '../../storage/log/quorum/log-database.js'
import type { LogOwner } from '../../storage/log/quorum/log-owner.js'
import type { QuorumReport } from '../../wire/thread/quorum-messages.js'
import { SECONDS_BOUNDS } from '../../wire/thread/seconds-bounds.js'

/**
 * Measures the quorum of a shard's log and creates reports for the server. All threads share one
 * monotonic clock.
 */
export class QuorumMeter {
  readonly #owner: LogOwner
  #confirmedAt = 0
  #leaseAt = 0
  #askedAt = 0
  #begunAt = 0
  #appends: number[] = []
  #seconds = 0
  #unknown = 0

  constructor(owner: LogOwner) {
    this.#owner = owner
  }

  begun(now: number): void {
    this.#begunAt = now
  }

  settled(now: number): void {
    const seconds = (now - this.#begunAt) / 1000
    const bucket = SECONDS_BOUNDS.findIndex((bound) => seconds <= bound)
    this.#appends[bucket] = (this.#appends[bucket] ?? 0) + 1
    this.#seconds += seconds
  }

  asked(now: number): void {
    this.#askedAt = now
  }

  heard(ask: Ask, answer: Answer, now: number): void {
    const isConfirmed = answer.kind === 'wrote' && answer.rows === 1 && answer.notices === 0
    if (ask.kind === 'append' && !isConfirmed) this.#unknown++
    if (!isConfirmed) return
    this.#confirmedAt = now
    if (ask.kind === 'take' || ask.kind === 'renew') this.#leaseAt = this.#askedAt
  }

  /** Creates a report and resets the counts. */
  told(): QuorumReport {
    const { epoch, trouble, isShutOut } = this.#owner
    const told: QuorumReport = {
      epoch,
      confirmedAt: this.#confirmedAt,
      leaseAt: this.#leaseAt,
      appends: SECONDS_BOUNDS.map((_, bucket) => this.#appends[bucket] ?? 0),
      appendSeconds: this.#seconds,
      unknown: this.#unknown,
      trouble: trouble?.why ?? '',
      isInPast: trouble?.isInPast ?? false,
      isShutOut,
    }
    this.#appends = []
    this.#seconds = 0
    this.#unknown = 0
    return told
  }
}
