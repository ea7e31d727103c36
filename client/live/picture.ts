import { Backoff } from '../backoff.js'
import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import { type Platform, pause } from '../platform.js'
import type { ReceivedEvent, Reply } from './codec.js'
import type { Line } from './line.js'
import type { Catching } from './live.js'

export type HeldPosition = TraderLiveEvents['position']
export type OpenOrder = TraderLiveEvents['order']
export type AccountMoney = TraderLiveEvents['money']
const FIRST_PAUSE_MS = 50
const MOST_PAUSE_MS = 1_000
const TRIES_MAX = 20
type Snapshot = TraderLiveOps['snapshot']['data']

/**
 * The current state of the account: a snapshot, updated by every event.
 *
 * - Each account event has the next `seq`. If one is missing, the client reconnects and resumes
 *   from the last one. A repeated event is ignored.
 * - A snapshot is only requested if resuming is impossible.
 * - The server sends an account one resume or snapshot at a time. A client that comes while another
 *   socket is served waits a moment.
 * P4. `money` names the `seq` up to which it is valid. If that is higher than the last event, an
 *     event is missing.
 */
export class AccountPicture implements Catching {
  readonly #platform: Platform
  readonly positions = new Map<number, HeldPosition>()
  readonly orders = new Map<number, OpenOrder>()
  /** The account data in the snapshot; null before it. */
  account: Snapshot['account'] | null = null
  money: AccountMoney | null = null
  /** The numbers of snapshots, gaps and repeated events. */
  snapshots = 0
  gaps = 0
  repeats = 0
  #seq: number | null = null
  #isSynced = false
  #until = 0
  #caughtUp: () => void = () => undefined

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** The `seq` of the last applied event; null before the first snapshot. */
  get seq(): number | null {
    return this.#seq
  }

  restart(): void {
    this.#isSynced = false
  }

  async begin(line: Line, caughtUp: () => void): Promise<boolean> {
    this.#caughtUp = caughtUp
    const pauses = new Backoff(this.#platform, FIRST_PAUSE_MS, MOST_PAUSE_MS)
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const code = await this.#ask(line)
      if (this.#isSynced) return true
      if (code === 'resume_gone' || code === 'invalid_input') this.#seq = null
      else if (code === 'trade.too_many_requests') await pause(this.#platform, pauses.next())
      else return false
    }
    return false
  }

  async #ask(line: Line): Promise<string | undefined> {
    const reply =
      this.#seq === null
        ? await line.ask('snapshot', {}, (one) => this.#ground(one))
        : await line.ask('resume', { seq: String(this.#seq) }, (one) => this.#resume(one))
    return reply?.code
  }

  take({ event, seq: told, data }: ReceivedEvent): 'new' | 'known' | 'missing' {
    if (told === undefined) {
      if (event === 'money') return this.#money(data as AccountMoney)
      return 'new'
    }
    // Events before the snapshot are part of it.
    if (!this.#isSynced || this.#seq === null) return 'known'
    const seq = Number(told)
    if (seq <= this.#seq) {
      this.repeats++
      return 'known'
    }
    if (seq !== this.#seq + 1) return this.#missing()
    this.#seq = seq
    if (event === 'position' || event === 'correction') this.#position(data as HeldPosition)
    else if (event === 'order') this.#order(data as OpenOrder)
    if (seq === this.#until) this.#caughtUp()
    return 'new'
  }

  /** Applies `money` and detects missing events (P4). */
  #money(money: AccountMoney): 'new' | 'missing' {
    if (this.#isSynced && this.#seq !== null && Number(money.seq) > this.#seq) {
      return this.#missing()
    }
    this.money = money
    return 'new'
  }

  #missing(): 'missing' {
    this.gaps++
    this.#isSynced = false
    return 'missing'
  }

  #resume({ code, data }: Reply): void {
    if (code !== 'ok' || this.#seq === null) return
    this.#isSynced = true
    this.#until = Number((data as TraderLiveOps['resume']['data']).to)
    if (this.#until <= this.#seq) this.#caughtUp()
  }

  #ground({ code, data }: Reply): void {
    if (code !== 'ok') return
    const { account, positions, orders, seq } = data as Snapshot
    this.account = account
    this.money = account.money
    this.positions.clear()
    this.orders.clear()
    for (const row of positions) this.#position(withoutNulls(row))
    for (const row of orders) this.#order(withoutNulls(row))
    this.#seq = Number(seq)
    this.snapshots++
    this.#isSynced = true
    this.#caughtUp()
  }

  #position(row: HeldPosition): void {
    if (row.volume === '0') this.positions.delete(row.id)
    else this.positions.set(row.id, row)
  }

  #order(row: OpenOrder): void {
    if (row.done_at === undefined) this.orders.set(row.id, row)
    else this.orders.delete(row.id)
  }
}

/** Converts a row of a list to the form of events, without null fields. */
function withoutNulls<Row extends object, Sent>(row: Row): Sent {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Sent
}
