import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import type { Reply, ToldEvent } from './codec.js'
import type { Line } from './line.js'
import type { Catching } from './live.js'

export type HeldPosition = TraderLiveEvents['position']
export type OpenOrder = TraderLiveEvents['order']
export type AccountMoney = TraderLiveEvents['money']
type Snapshot = TraderLiveOps['snapshot']['data']

/**
 * The account as its events make it: a snapshot once, and every event since.
 *
 *   P1. Each event of the account has the next `seq`. One that does not follow is a gap: the line is given up and resumed
 *       from where the picture stands. One that was heard already is passed over.
 *   P2. A snapshot is taken only where nothing can be resumed.
 */
export class AccountPicture implements Catching {
  readonly positions = new Map<number, HeldPosition>()
  readonly orders = new Map<number, OpenOrder>()
  /** The snapshot's own facts of the account; null before it. */
  account: Snapshot['account'] | null = null
  money: AccountMoney | null = null
  /** Snapshots taken, gaps found, events heard twice. */
  snapshots = 0
  gaps = 0
  repeats = 0
  #seq: number | null = null
  #isSynced = false
  #until = 0
  #caughtUp: () => void = () => undefined

  /** The last event that is in it; null before the first snapshot. */
  get seq(): number | null {
    return this.#seq
  }

  async begin(line: Line, caughtUp: () => void): Promise<boolean> {
    this.#isSynced = false
    this.#caughtUp = caughtUp
    if (this.#seq !== null) {
      const reply = await line.ask('resume', { seq: String(this.#seq) }, (one) => this.#resume(one))
      if (this.#isSynced) return true
      if (reply?.code !== 'resume_gone' && reply?.code !== 'invalid_input') return false
    }
    await line.ask('snapshot', {}, (reply) => this.#ground(reply))
    return this.#isSynced
  }

  take({ event, seq: told, data }: ToldEvent): 'new' | 'known' | 'missing' {
    if (told === undefined) {
      if (event === 'money') this.money = data as AccountMoney
      return 'new'
    }
    // What comes before the snapshot is in it.
    if (!this.#isSynced || this.#seq === null) return 'known'
    const seq = Number(told)
    if (seq <= this.#seq) {
      this.repeats++
      return 'known'
    }
    if (seq !== this.#seq + 1) {
      this.gaps++
      this.#isSynced = false
      return 'missing'
    }
    this.#seq = seq
    if (event === 'position' || event === 'correction') this.#position(data as HeldPosition)
    else if (event === 'order') this.#order(data as OpenOrder)
    if (seq === this.#until) this.#caughtUp()
    return 'new'
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

/** A row of a list as an event would tell it. */
function withoutNulls<Row extends object, Told>(row: Row): Told {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Told
}
