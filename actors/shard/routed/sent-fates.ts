import { BoundedTable } from '../../../engine/access/bounded-table.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import type { Login } from '../../../engine/units.js'
import type { SentId } from '../../../wire/thread/provider-messages.js'
import type { Clock } from '../../thread/clock.js'
import type { ShardRecords } from '../log/records.js'
import { isUntouchedSince, type SentFate, sentFate } from './sent-orders.js'

/**
 * Finds how orders that were sent to providers ended, for late and repeated reports.
 *
 *   - The account's records are searched backwards once for an order. Later searches read only
 *     newer records, and all of them again if a newer record concerns the order.
 *   F2. Reports of one account arrive together: its records are read once for all of them, and
 *       cached until the next account.
 *   - Searches take at most a fifth of the shard's time, after a longer first one, so that other
 *     accounts can trade. A postponed search answers `not now`, and the report is repeated.
 */
interface Known {
  fate: SentFate | undefined
  /** The newest record of its account that was checked and does not change the result. */
  seq: number
}

type Walk = Pick<ShardRecords, 'recordWalk'>

/** The maximum number of cached results, as many as reports of a gateway may wait. */
const KNOWN_MAX = 4_096
/** The maximum number of cached records, somewhat more than one search reads. */
const HELD_MAX = 12_000
const BURST_MS = 50
/** How many milliseconds of searching each millisecond without searching allows. */
const SHARE = 0.25

export class SentFates {
  readonly #records: ShardRecords
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #known = new BoundedTable<Known>({ entriesMax: KNOWN_MAX })
  #held: { login: Login; bySeq: Map<number, AccountRecord> } | undefined
  #leftMs = BURST_MS
  #lookedAt = 0

  constructor(records: ShardRecords, clock: Pick<Clock, 'monotonic'>) {
    this.#records = records
    this.#clock = clock
  }

  find(account: Account, sent: SentId): SentFate | undefined | 'not now' {
    const begun = this.#clock.monotonic()
    this.#leftMs = Math.min(BURST_MS, this.#leftMs + (begun - this.#lookedAt) * SHARE)
    this.#lookedAt = begun
    if (this.#leftMs <= 0) return 'not now'
    const fate = this.#find(account, sent)
    this.#lookedAt = this.#clock.monotonic()
    this.#leftMs -= this.#lookedAt - begun
    return fate
  }

  #find(account: Account, { login, orderId, attempt }: SentId): SentFate | undefined {
    const key = `${login}-${orderId}-${attempt}`
    const known = this.#known.get(key)
    const records = this.#recordsOf(login)
    const isSame = known !== undefined && isUntouchedSince(records, account, orderId, known.seq)
    const fate = isSame ? known.fate : sentFate(records, account, orderId, attempt)
    const entry = this.#known.touch(key, 0, () => ({ fate, seq: 0 }))
    entry.fate = fate
    entry.seq = account.lastRecordSeq
    return fate
  }

  /** See F2. */
  #recordsOf(login: Login): Walk {
    const held = this.#held
    const goesOn = held?.login === login && held.bySeq.size < HELD_MAX
    const bySeq = goesOn ? held.bySeq : new Map<number, AccountRecord>()
    this.#held = { login, bySeq }
    const read = this.#records.recordWalk()
    const find = (seq: number): AccountRecord | undefined => {
      const known = bySeq.get(seq)
      if (known !== undefined) return known
      const record = read(seq)
      if (record !== undefined) bySeq.set(seq, record)
      return record
    }
    return { recordWalk: () => find }
  }
}
