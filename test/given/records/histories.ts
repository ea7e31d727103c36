import {
  type AccountEvent,
  type AccountRecord,
  type DealEvent,
  type JournalNote,
  PLAIN_TERMS,
  type PositionEvent,
  type RestoredDealEvent,
} from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { Log } from '../../../storage/log/log.js'
import { encodeRecord, RecordBuffer } from '../../../wire/record/record.js'
import { PLAIN_POSITION } from '../plain.js'
import { dealEvent } from './events.js'

/** Deposits are made by staff, so the journal is to tell of them. */
function isDeposit([event]: readonly AccountEvent[]): boolean {
  return event?.type === 'deal' && event.entry === 'balance' && event.reason === 'client'
}

function noteOf(n: number): JournalNote {
  return { actor: 1, kind: 'balance', text: `deposit ${n}`, ip: '10.0.0.1', requestId: `r-${n}` }
}

/** Seeded numbers below `bound`, the same for the same seed. */
export function seededInts(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

const LOT = 100_000_000
const STARTED_AT = 1_700_000_000_000

interface OpenPosition {
  readonly row: PositionEvent
}

interface AccountModel {
  seq: number
  lastRecordSeq: number
  readonly open: OpenPosition[]
  /** All of them, as a repair may write them again. */
  readonly deals: RestoredDealEvent[]
  /** The next to end. */
  day: number
}

/**
 * Makes up plausible records: deposits, opens, partial and whole closes, positions that are added to and
 * reversed, corrected and deleted by staff, repairs, day ends whole and in parts, margin calls and stop outs,
 * refusals with a key.
 */
export class History {
  readonly #int: (bound: number) => number
  readonly #accounts = new Map<Login, AccountModel>()
  readonly #hasRepairs: boolean
  #seq = 0
  #orderId = 0
  #dealId = 0

  /** A history; with repairs positions become what no deal made them. */
  constructor(seed: number, hasRepairs = false) {
    this.#int = seededInts(seed)
    this.#hasRepairs = hasRepairs
  }

  get seq(): number {
    return this.#seq
  }

  next(login: Login): AccountRecord {
    let account = this.#accounts.get(login)
    if (account === undefined) {
      account = { seq: 0, lastRecordSeq: 0, open: [], deals: [], day: 19_675 }
      this.#accounts.set(login, account)
    }
    const isRefusal = this.#int(12) === 0
    const events = isRefusal ? [] : this.#events(account)
    const record: AccountRecord = {
      seq: this.#seq + 1,
      previousSeq: account.lastRecordSeq,
      at: STARTED_AT + this.#seq,
      login,
      accountSeq: account.seq,
      requestKey: isRefusal || this.#int(2) === 0 ? `o:${this.#seq.toString(36)}` : '',
      requestDigest: this.#int(0xffff_ffff),
      code: isRefusal ? 'trade.no_money' : 'ok',
      message: '',
      events,
      ...(isDeposit(events) ? { note: noteOf(this.#seq) } : {}),
    }
    this.#seq = record.seq
    events.forEach((event, i) => {
      if (event.type !== 'deal') return
      const previousId = account.deals.at(-1)?.id ?? 0
      const seq = account.seq + 1 + i
      account.deals.push({ ...event, type: 'restored_deal', seq, previousId })
    })
    account.seq += events.length
    account.lastRecordSeq = record.seq
    return record
  }

  #events(account: AccountModel): AccountEvent[] {
    const choice = this.#int(12)
    if (account.seq === 0 || choice === 0) return [this.#deposit()]
    if (choice === 9) return this.#endDay(account)
    if (choice < 4 || account.open.length === 0) return this.#open(account)
    if (choice === 10) return this.#correct(account)
    if (choice === 11 && this.#hasRepairs) return this.#repair(account)
    if (choice === 8 && this.#int(3) === 0) return [this.#standing()]
    return choice < 6 ? this.#net(account) : this.#close(account)
  }

  /**
   * An event to a level and back, or a step of a stop out; of the two the tables know the first one alone.
   */
  #standing(): AccountEvent {
    const standing = this.#int(2) === 0 ? 'margin_call' : 'stop_out'
    const [equity, margin] = [this.#int(1_000_000) - 1000, this.#int(1_000_000)]
    const taken = { orderId: this.#int(2) * this.#orderId, positionId: 0 }
    const entered = this.#int(2) === 0
    return {
      type: 'standing',
      standing,
      entered,
      equity,
      margin,
      ...taken,
      at: STARTED_AT + this.#seq,
    }
  }

  #deal(given: Partial<DealEvent>): DealEvent {
    return dealEvent({ id: ++this.#dealId, at: STARTED_AT + this.#seq, ...given })
  }

  #deposit(): DealEvent {
    const amount = 1 + this.#int(1_000_000)
    if (this.#int(4) === 0) return this.#deal({ action: 'credit_in', credit: amount })
    return this.#deal({ profit: amount })
  }

  /** Swaps, sometimes what the day is due in commissions, and the daily row. */
  #endDay(account: AccountModel): AccountEvent[] {
    const rows = account.open.map(({ row }) => {
      return { ...row, swap: row.swap - this.#int(100), version: row.version + 1 }
    })
    account.open.splice(0, account.open.length, ...rows.map((row) => ({ row })))
    if (rows.length > 1 && this.#int(3) === 0) return [...rows, this.#night(account, rows)]
    const due = this.#int(3)
    const { day } = account
    account.day += 1 + this.#int(2)
    const charge = { action: 'commission', profit: -due, commissionDue: due } as const
    return [
      ...rows,
      ...(due === 0 ? [] : [this.#deal(charge)]),
      {
        type: 'day',
        day,
        endsMonth: this.#int(4) === 0,
        balance: this.#int(1_000_000),
        credit: 0,
        swap: rows.reduce((sum, { swap }) => sum + swap, 0),
        isValued: this.#int(5) > 0,
        equity: this.#int(1_000_000),
        margin: this.#int(1000),
        marginFree: this.#int(1000),
        profit: this.#int(1000) - 500,
        at: STARTED_AT + this.#seq,
        group: 'demo\\standard',
      },
    ]
  }

  /** A part of the night; the day is yet to end. */
  #night({ day }: AccountModel, rows: readonly PositionEvent[]): AccountEvent {
    const through = Math.max(...rows.map(({ id }) => id))
    return { type: 'night', day, through, positions: rows.length, at: STARTED_AT + this.#seq }
  }

  #order(positionId: number, symbolId: number, side: 1 | -1, volume: number): AccountEvent {
    return {
      type: 'order',
      id: this.#orderId,
      symbolId,
      side,
      kind: 'market',
      state: 'filled',
      volumeInitial: volume,
      volumeCurrent: 0,
      price: 108_000,
      positionId,
      reason: 'client',
      comment: '',
      createdAt: STARTED_AT + this.#seq,
      doneAt: STARTED_AT + this.#seq,
      ...PLAIN_TERMS,
    }
  }

  #open(account: AccountModel): AccountEvent[] {
    const id = ++this.#orderId
    const symbolId = 1 + this.#int(12)
    const side = this.#int(2) === 0 ? 1 : -1
    const volume = (1 + this.#int(100)) * (LOT / 100)
    const row: PositionEvent = {
      type: 'position',
      id,
      symbolId,
      side,
      volume,
      priceOpen: 108_000 + this.#int(1000),
      priceClose: 0,
      rateMargin: 1_000_000_000_000n + BigInt(this.#int(1000)),
      swap: 0,
      openedAt: STARTED_AT + this.#seq,
      closedAt: 0,
      reason: 'client',
      comment: '',
      version: 1,
      ...PLAIN_POSITION,
    }
    account.open.push({ row })
    const deal = this.#deal({
      orderId: id,
      positionId: id,
      symbolId,
      entry: 'in',
      action: side === 1 ? 'buy' : 'sell',
      side,
      volume,
      price: row.priceOpen,
      commission: -this.#int(500),
      rateProfit: 1_000_000_000_000n,
    })
    return [this.#order(id, symbolId, side, volume), deal, row]
  }

  /** Adds to a position, or reverses it. */
  #net(account: AccountModel): AccountEvent[] {
    const at = this.#int(account.open.length)
    const { row: before } = account.open[at] as OpenPosition
    const isReversal = this.#int(2) === 0
    const added = (1 + this.#int(50)) * (LOT / 100)
    const price = 108_000 + this.#int(1000)
    const side = isReversal ? (-before.side as 1 | -1) : before.side
    const orderId = ++this.#orderId
    const row: PositionEvent = {
      ...before,
      side,
      volume: isReversal ? added : before.volume + added,
      priceOpen: price,
      openRest: isReversal ? 0 : this.#int(100) - 50,
      openedAt: isReversal ? STARTED_AT + this.#seq : before.openedAt,
      stopLoss: this.#int(3) * 50_000,
      version: before.version + 1,
    }
    account.open[at] = { row }
    const volume = isReversal ? before.volume + added : added
    const deal = this.#deal({
      orderId,
      positionId: row.id,
      symbolId: row.symbolId,
      entry: isReversal ? 'inout' : 'in',
      action: side === 1 ? 'buy' : 'sell',
      side,
      volume,
      volumeClosed: isReversal ? before.volume : 0,
      price,
      profit: isReversal ? this.#int(20_000) - 10_000 : 0,
      commission: -this.#int(500),
      commissionDue: -this.#int(3),
      rateProfit: 1_000_000_000_000n,
    })
    return [this.#order(row.id, row.symbolId, side, volume), deal, row]
  }

  #correct(account: AccountModel): AccountEvent[] {
    const at = this.#int(account.open.length)
    const { row: before } = account.open[at] as OpenPosition
    const version = before.version + 1
    if (this.#int(3) === 0) {
      account.open.splice(at, 1)
      const closedAt = STARTED_AT + this.#seq
      return [{ ...before, type: 'correction', volume: 0, closedAt, version }]
    }
    const row = { ...before, priceOpen: 108_000 + this.#int(1000), openRest: 0, version }
    account.open[at] = { row }
    return [{ ...row, type: 'correction' }]
  }

  /** Repairs money to what it is, a position to anything, deals to what they were. */
  #repair(account: AccountModel): AccountEvent[] {
    const at = this.#int(account.open.length)
    const { row: before } = account.open[at] as OpenPosition
    const row = { ...before, volume: (1 + this.#int(9)) * LOT, version: before.version + 1 }
    const [closedVolume, profit, swapPaid] = [this.#int(9) * LOT, this.#int(900), this.#int(90)]
    const sums = { closedVolume, profit, swapPaid, commission: -this.#int(9), fee: -this.#int(9) }
    const isGone = this.#int(3) === 0
    const gone = { volume: 0, closedAt: STARTED_AT + this.#seq }
    if (isGone) account.open.splice(at, 1)
    else account.open[at] = { row }
    const deal = this.#deal({ action: 'correction', reason: 'correction' })
    return [
      deal,
      {
        type: 'restatement',
        dealId: deal.id,
        ...moneyOf(account.deals),
        balancePrevDay: this.#int(1_000_000),
        balancePrevMonth: this.#int(1_000_000),
        at: deal.at,
        differences: '[{"field":"balance","stored":"1.00","computed":"2.00"}]',
      },
      { ...row, ...sums, ...(isGone ? gone : {}), type: 'restored_position' },
      ...account.deals.slice(this.#int(account.deals.length), 1 + this.#int(3)),
    ]
  }

  #close(account: AccountModel): AccountEvent[] {
    const at = this.#int(account.open.length)
    const { row: before } = account.open[at] as OpenPosition
    const steps = before.volume / (LOT / 100)
    const volume = this.#int(3) === 0 ? (1 + this.#int(steps)) * (LOT / 100) : before.volume
    const isWhole = volume === before.volume
    const side = before.side === 1 ? -1 : 1
    const orderId = ++this.#orderId
    const row: PositionEvent = {
      ...before,
      volume: before.volume - volume,
      priceClose: 108_000 + this.#int(1000),
      closedAt: isWhole ? STARTED_AT + this.#seq : 0,
      version: before.version + 1,
    }
    if (isWhole) account.open.splice(at, 1)
    else account.open[at] = { row }
    const deal = this.#deal({
      orderId,
      positionId: row.id,
      symbolId: row.symbolId,
      entry: 'out',
      action: side === 1 ? 'buy' : 'sell',
      side,
      volume,
      price: row.priceClose,
      profit: this.#int(20_000) - 10_000,
      swap: -this.#int(50),
      fee: -this.#int(30),
      rateProfit: 1_000_000_000_000n,
    })
    return [this.#order(row.id, row.symbolId, side, volume), deal, row]
  }
}

function moneyOf(deals: readonly RestoredDealEvent[]) {
  const money = { balance: 0, credit: 0, commissionDue: 0 }
  for (const deal of deals) {
    money.balance += deal.profit + deal.swap + deal.commission + deal.fee
    money.credit += deal.credit
    money.commissionDue += deal.commissionDue
  }
  return money
}

/** One turn of a shard. */
export function commitTurn(log: Log, records: readonly AccountRecord[]): void {
  const [first] = records
  if (first === undefined) return
  const buffer = new RecordBuffer()
  for (const record of records) encodeRecord(record, buffer)
  log.commit(first.seq, buffer.bytes())
}

/** `count` records over `logins` accounts, in turns of up to `turn` records, into the shards' logs. */
export function writeHistory(
  logs: readonly Log[],
  given: { seed: number; count: number; logins: number; turn: number; hasRepairs?: boolean },
): AccountRecord[] {
  const history = new History(given.seed, given.hasRepairs)
  const int = seededInts(given.seed + 1)
  const all: AccountRecord[] = []
  while (all.length < given.count) {
    const shard = int(logs.length)
    const turn: AccountRecord[] = []
    for (let left = 1 + int(given.turn); left > 0; left--) {
      const login = 1000 + int(given.logins) * logs.length
      turn.push(history.next(login - (login % logs.length) + shard))
    }
    commitTurn(logs[shard] as Log, turn)
    all.push(...turn)
  }
  return all
}
