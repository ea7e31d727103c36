import type { AccountRecord, OrderEvent, PositionEvent } from '../../engine/account/event.js'
import type { LogReader } from '../../storage/log/log.js'
import { mergedRecords } from '../../storage/projection/merged-records.js'
import { must } from './must.js'

/**
 * The projection as plain maps: cursors, `projection_seq` and rows that change together or not at
 * all. A crash between taking a batch and storing it leaves what was stored before.
 */
export class Projection {
  readonly cursors: number[]
  seq = 0
  readonly accounts = new Map<number, ProjectedAccount>()
  keys: { seq: number; login: number; key: string; at: number }[] = []

  constructor(shards: number) {
    this.cursors = Array.from({ length: shards }, () => 0)
  }

  /** One batch of at most `most` records at or below `settled`. */
  step(logs: readonly LogReader[], settled: number, most: number, end: BatchEnd): void {
    if (settled <= this.seq) return
    const cursors = [...this.cursors]
    const taken: AccountRecord[] = []
    let through = settled
    for (const { shard, record } of mergedRecords(logs, cursors, settled)) {
      must(record.seq > this.seq, `the projection at ${this.seq} has no room for ${record.seq}`)
      taken.push(record)
      cursors[shard] = record.seq
      if (taken.length === most) {
        through = record.seq
        break
      }
    }
    if (end === 'lost') return
    for (const record of taken) this.#store(record)
    if (end === 'half stored') return
    for (const [shard, cursor] of cursors.entries()) this.cursors[shard] = cursor
    this.seq = through
  }

  #store(record: AccountRecord): void {
    const row = this.#row(record.login)
    must(row.seq === record.accountSeq, `account ${record.login} is projected without a gap`)
    for (const event of record.events) {
      row.seq++
      if (event.type === 'deal') {
        row.balance += event.profit + event.swap + event.commission + event.fee
        row.credit += event.credit
        row.commissionDue += event.commissionDue
      } else if (event.type === 'position') {
        if (event.volume === 0) row.positions.delete(event.id)
        else row.positions.set(event.id, event)
      } else if (event.type === 'order') {
        if (event.doneAt === 0) row.orders.set(event.id, event)
        else row.orders.delete(event.id)
      } else if (event.type === 'standing') {
        if (event.standing === 'margin_call') row.inMarginCall = event.entered
      } else if (event.type === 'night') {
        row.nightThrough = event.through
      } else if (event.type === 'day') {
        row.nightThrough = 0
        row.day = event.day
        row.balancePrevDay = event.balance
        if (event.endsMonth) row.balancePrevMonth = event.balance
      }
    }
    if (row.lastRecordSeq === 0) row.firstAt = record.at
    row.lastRecordSeq = record.seq
    const { seq, login, requestKey: key, at } = record
    if (key !== '') this.keys.push({ seq, login, key, at })
  }

  #row(login: number): ProjectedAccount {
    let row = this.accounts.get(login)
    if (row === undefined) {
      row = {
        balance: 0,
        credit: 0,
        seq: 0,
        lastRecordSeq: 0,
        commissionDue: 0,
        day: 0,
        balancePrevDay: 0,
        balancePrevMonth: 0,
        firstAt: 0,
        nightThrough: 0,
        inMarginCall: false,
        positions: new Map(),
        orders: new Map(),
      }
      this.accounts.set(login, row)
    }
    return row
  }
}

/** `half stored` is what no transaction does: rows without their cursors. */
export type BatchEnd = 'stored' | 'lost' | 'half stored'

export interface ProjectedAccount {
  balance: number
  credit: number
  seq: number
  lastRecordSeq: number
  commissionDue: number
  inMarginCall: boolean
  day: number
  balancePrevDay: number
  balancePrevMonth: number
  firstAt: number
  nightThrough: number
  readonly positions: Map<number, PositionEvent>
  readonly orders: Map<number, OrderEvent>
}
