import type { AccountEvent } from '../../engine/account/event.js'
import { textFromScaled, trimmedTextFromScaled } from '../../engine/decimal.js'
import type { Ledger } from '../given/ledger.js'
import type { Told } from '../given/shard.js'
import type { Asked } from './asked.js'
import { must } from './must.js'

type View = Readonly<Record<string, unknown>>

interface Held {
  volume: string
  priceOpen: string
  swap: string
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
  readonly digitsOf: (symbolId: number) => number
  /** Requests by frame id; empty between turns. */
  readonly pending = new Map<number, Asked | null>()
  badFrames = 0
  pings = 0
  synced = false
  wantsSnapshot = false
  hungUp = false
  seq = 0
  #balance = 0n
  #credit = 0n
  #positions = new Map<number, Held>()
  #resume: { next: number; to: number } | undefined

  constructor(
    socket: number,
    readOnly: boolean,
    ledger: Ledger,
    digitsOf: (symbolId: number) => number,
  ) {
    this.socket = socket
    this.login = ledger.login
    this.readOnly = readOnly
    this.ledger = ledger
    this.digitsOf = digitsOf
  }

  /** Goes on from what another terminal knew, as a client that dials again does. */
  knowing(other: Terminal): this {
    this.seq = other.seq
    this.#balance = other.#balance
    this.#credit = other.#credit
    this.#positions = new Map([...other.#positions].map(([id, held]) => [id, { ...held }]))
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
    this.#positions = new Map()
    for (const row of data['positions'] as View[]) this.#put(row)
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

  /** At the end of a committed turn. */
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
    must(this.#positions.size === ledger.positions.size, `${who}: sees the open positions`)
    for (const [id, position] of ledger.positions) {
      const held = this.#positions.get(id)
      must(
        held?.volume === trimmedTextFromScaled(position.volume, 8) &&
          held.swap === textFromScaled(position.swap, 2) &&
          held.priceOpen === textFromScaled(position.priceOpen, this.digitsOf(position.symbolId)),
        `${who}: sees position ${id} as it is`,
      )
    }
  }

  /** Of a turn that another one followed at once: that one tells how the account stands. */
  hearEarlierMoney({ value }: Told): void {
    const { seq } = value['data'] as View
    must(Number(seq) <= this.ledger.seq, `money of ${this.login} stood at a committed seq`)
  }

  #hearMoney(data: View): void {
    const { ledger } = this
    must(Number(data['seq']) === ledger.seq, `money of ${this.login} stands at the committed seq`)
    must(minor(data['balance']) === ledger.balance, `money of ${this.login} tells its balance`)
    must(minor(data['credit']) === ledger.credit, `money of ${this.login} tells its credit`)
  }

  #compare(committed: AccountEvent, seq: number, event: string, data: View): void {
    const where = `event ${seq} of ${this.login}`
    const name = committed.type === 'day' ? 'daily' : committed.type
    must(name === event, `${where} is told as the ${committed.type} it is`)
    if (!('id' in committed)) return
    must(data['id'] === committed.id, `${where} is told with its id`)
    if (committed.type === 'deal') {
      must(minor(data['profit']) === BigInt(committed.profit), `${where} is told with its profit`)
      must(minor(data['swap']) === BigInt(committed.swap), `${where} is told with its swap`)
      must(minor(data['credit']) === BigInt(committed.credit), `${where} is told with its credit`)
      must(data['seq'] === String(seq), `${where} carries its seq`)
    } else if (committed.type === 'position') {
      const volume = trimmedTextFromScaled(committed.volume, 8)
      must(data['volume'] === volume, `${where} is told with its volume`)
      must((committed.closedAt !== 0) === 'closed_at' in data, `${where} tells when it closed`)
    }
  }

  #fold(event: string, data: View): void {
    if (event === 'deal') {
      for (const part of ['profit', 'swap', 'commission', 'fee']) this.#balance += minor(data[part])
      this.#credit += minor(data['credit'])
    } else if (event === 'position') this.#put(data)
  }

  #put(row: View): void {
    const id = row['id'] as number
    const { volume, price_open, swap } = row as Record<string, string>
    if (volume === '0') this.#positions.delete(id)
    else {
      const held = { volume, priceOpen: price_open, swap } as Held
      this.#positions.set(id, held)
    }
  }
}

/** Money of two digits as its cents. */
function minor(text: unknown): bigint {
  must(typeof text === 'string' && /^-?\d+\.\d\d$/.test(text), `${text} is money of two digits`)
  return BigInt(text.replace('.', ''))
}
