import type { AccountEvent } from '../../engine/account/event.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Told } from '../given/floors/shard.js'
import { keptRow } from '../given/records/kept-row.js'
import type { Ledger } from '../given/records/ledger.js'
import type { AskedCause } from './cause.js'
import { must } from './must.js'
import type { NaiveAccount } from './naive-account.js'
import type { NaiveMoney } from './naive-money.js'
import {
  eventName,
  type Holder,
  moneyView,
  mustEqual,
  orderView,
  positionView,
  type View,
  viewOf,
} from './told-views.js'

/** The truth that a terminal is held against. */
export interface Truth {
  readonly book: Book
  account(login: number): NaiveAccount
  holder(login: number): Holder
  naiveMoney(login: number): NaiveMoney
}

/**
 * A client with a picture of its own: it takes a snapshot or resumes, folds what it hears, and must
 * end each turn with the account as the log has it.
 */
export class Terminal {
  readonly socket: number
  readonly login: number
  readonly readOnly: boolean
  readonly ledger: Ledger
  readonly truth: Truth
  /** Requests by frame id; empty between turns. */
  readonly pending = new Map<number, AskedCause | null>()
  badFrames = 0
  pings = 0
  synced = false
  wantsSnapshot = false
  hungUp = false
  seq = 0
  #balance = 0n
  #credit = 0n
  #positions = new Map<number, View>()
  #orders = new Map<number, View>()
  /** The seq at which its picture was held against the account last. */
  #checkedSeq = -1
  #resume: { next: number; to: number } | undefined

  constructor(socket: number, readOnly: boolean, ledger: Ledger, truth: Truth) {
    this.socket = socket
    this.login = ledger.login
    this.readOnly = readOnly
    this.ledger = ledger
    this.truth = truth
  }

  /** Goes on from what another terminal knew, as a client that dials again does. */
  knowing(other: Terminal): this {
    this.seq = other.seq
    this.#balance = other.#balance
    this.#credit = other.#credit
    this.#positions = new Map(other.#positions)
    this.#orders = new Map(other.#orders)
    return this
  }

  /** The reply to a snapshot or a resume. */
  hearPicture(code: string, data: View | null): void {
    if (code === 'ok' && data !== null && 'account' in data) this.#hearSnapshot(data)
    else this.#hearResume(code, data)
  }

  #hearSnapshot(data: View): void {
    const account = data['account'] as View
    const money = account['money'] as View
    this.seq = Number(data['seq'])
    must(this.seq <= this.ledger.seq, `snapshot of ${this.login} stands at a committed seq`)
    this.#balance = minor(money['balance'])
    this.#credit = minor(money['credit'])
    this.#positions = new Map(
      (data['positions'] as View[]).map((row) => [Number(row['id']), keptRow(row)]),
    )
    this.#orders = new Map(
      (data['orders'] as View[]).map((row) => [Number(row['id']), keptRow(row)]),
    )
    this.#checkedSeq = -1
    this.synced = true
    this.wantsSnapshot = false
  }

  #hearResume(code: string, data: View | null): void {
    if (code !== 'ok' || data === null) {
      must(code === 'resume_gone', `resume of ${this.login} is answered, not ${code}`)
      this.wantsSnapshot = true
      return
    }
    const [from, to] = [Number(data['from']), Number(data['to'])]
    must(to <= this.ledger.seq, `resume of ${this.login} ends at a committed seq`)
    this.#resume = from < to ? { next: from + 1, to } : undefined
    if (from === this.seq) this.synced = true
  }

  hear(told: Told): void {
    const { event, data } = told.value as { event: string; data: View }
    if (event === 'money') {
      this.#hearMoney(data)
      return
    }
    const seq = Number(told.value['seq'])
    const committed = this.ledger.events[seq - 1]
    must(committed !== undefined, `event ${seq} of ${this.login} was told and never committed`)
    this.#compare(committed, seq, event, data)
    const resume = this.#resume
    if (resume !== undefined) {
      must(seq === resume.next, `resume of ${this.login} tells ${resume.next}, not ${seq}`)
      this.#resume = seq === resume.to ? undefined : { next: seq + 1, to: resume.to }
      if (seq <= this.seq) return
    }
    if (!this.synced) return
    must(
      seq === this.seq + 1,
      `account ${this.login}: event ${this.seq + 1} comes next, not ${seq}`,
    )
    this.#fold(event, data)
    this.seq = seq
  }

  /** Checks the picture at the end of a committed turn. */
  check(): void {
    const who = `terminal ${this.socket} of ${this.login}`
    const waiting = this.pending.size + this.badFrames + this.pings
    must(waiting === 0, `${who}: every frame has its reply`)
    must(this.#resume === undefined, `${who}: a resume tells all it announced`)
    if (!this.synced) return
    const { ledger } = this
    must(this.seq === ledger.seq, `${who}: has heard all ${ledger.seq} events, not ${this.seq}`)
    must(this.#balance === ledger.balance, `${who}: the balance it heard of is the account's`)
    must(this.#credit === ledger.credit, `${who}: the credit it heard of is the account's`)
    if (this.#checkedSeq === this.seq) return
    this.#checkedSeq = this.seq
    const { book } = this.truth
    const { positions, orders } = this.truth.account(this.login)
    const holder = this.truth.holder(this.login)
    must(this.#positions.size === positions.size, `${who}: sees the open positions`)
    for (const [id, row] of positions) {
      const expected = positionView(book, holder, { ...row, closedAt: 0 })
      mustEqual(this.#positions.get(id), expected, `${who}: position ${id}`)
    }
    must(this.#orders.size === orders.size, `${who}: sees the orders that rest`)
    for (const [id, row] of orders) {
      mustEqual(this.#orders.get(id), orderView(book, holder, row), `${who}: order ${id}`)
    }
  }

  /** Hears the money of a turn that another one followed at once: that one tells how the account stands. */
  hearEarlierMoney({ value }: Told): void {
    const { seq } = value['data'] as View
    must(Number(seq) <= this.ledger.seq, `money of ${this.login} stood at a committed seq`)
  }

  #hearMoney(data: View): void {
    const expected = moneyView(this.truth.naiveMoney(this.login))
    const { at } = data
    const seq = String(this.ledger.seq)
    mustEqual(data, { ...expected, seq, at }, `money of ${this.login}`)
  }

  #compare(committed: AccountEvent, seq: number, event: string, data: View): void {
    const where = `event ${seq} of ${this.login}`
    must(eventName(committed) === event, `${where} is told as the ${committed.type} it is`)
    mustEqual(data, viewOf(this.truth.book, this.truth.holder(this.login), seq, committed), where)
  }

  #fold(event: string, data: View): void {
    if (event === 'deal') {
      for (const part of ['profit', 'swap', 'commission', 'fee']) this.#balance += minor(data[part])
      this.#credit += minor(data['credit'])
    } else if (event === 'position') {
      if (data['volume'] === '0') this.#positions.delete(Number(data['id']))
      else this.#positions.set(Number(data['id']), data)
    } else if (event === 'order') {
      if (data['done_at'] === undefined) this.#orders.set(Number(data['id']), data)
      else this.#orders.delete(Number(data['id']))
    }
  }
}

/** Money of two digits as its cents. */
function minor(text: unknown): bigint {
  must(typeof text === 'string' && /^-?\d+\.\d\d$/.test(text), `${text} is money of two digits`)
  return BigInt(text.replace('.', ''))
}
