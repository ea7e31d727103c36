import type {
  AccountEvent,
  AccountRecord,
  CorrectionEvent,
  DayEvent,
  DealEvent,
  OrderEvent,
  PositionEvent,
  Reason,
  RestatementEvent,
  RestoredDealEvent,
  RestoredPositionEvent,
} from '../../engine/account/event.js'
import type { Login } from '../../engine/units.js'
import { ReplayDays } from './replay-days.js'

/**
 * Applies the log's records a second time, deliberately in another way than the projector: account
 * by account, event by event, without batches and without reading the tables.
 */
export interface ReplayedAccount {
  balance: number
  credit: number
  seq: number
  recordSeq: number
  commissionDue: number
  inMarginCall: boolean
  day: number
  balancePrevDay: number
  balancePrevMonth: number
  firstAt: number
  nightThrough: number
  orders: number
  deals: number
  closed: number
}

export interface ReplayedPosition {
  readonly login: Login
  row: AnyPositionEvent | undefined
  closedVolume: number
  profit: number
  commission: number
  fee: number
  swapPaid: number
  /** The reason of the last deal that reduced it. */
  closeReason: Reason | ''
}

export type AnyRow = OrderEvent | AnyPositionEvent

type AnyPositionEvent = PositionEvent | CorrectionEvent | RestoredPositionEvent

const POSITION_ROWS: ReadonlySet<string> = new Set(['position', 'correction', 'restored_position'])

export interface ReplayListener {
  order(login: Login, order: OrderEvent): void
  deal(login: Login, seq: number, deal: DealEvent): void
  restored(login: Login, deal: RestoredDealEvent): void
  closed(position: ReplayedPosition, row: PositionEvent): void
  /** A correction of a position by staff, under the account's `seq`. */
  correction(login: Login, seq: number, row: CorrectionEvent): void
  /**
   * An order or a position has a new row, under the account's `seq`; `before` is the previous row.
   */
  row(record: AccountRecord, seq: number, before: AnyRow | undefined, row: AnyRow): void
  /** A day of an account ended. `row` is its whole daily row. */
  day(day: number, login: Login, row: object): void
  /** The log contradicts itself, or lacks a record. */
  broken(what: string): void
}

export class Replay {
  readonly accounts = new Map<Login, ReplayedAccount>()
  readonly positions = new Map<number, ReplayedPosition>()
  readonly resting = new Map<number, { readonly login: Login; readonly order: OrderEvent }>()
  readonly days = new ReplayDays()
  readonly #listener: ReplayListener

  constructor(listener: ReplayListener) {
    this.#listener = listener
  }

  add(record: AccountRecord): void {
    const account = this.#account(record.login)
    if (record.previousSeq !== account.recordSeq) {
      this.#listener.broken(
        `account ${record.login}: record ${record.seq} follows record ${record.previousSeq}, ` +
          `and the one before it is ${account.recordSeq}`,
      )
    }
    if (record.accountSeq !== account.seq) {
      this.#listener.broken(
        `account ${record.login}: record ${record.seq} begins after seq ${record.accountSeq}, ` +
          `and the account stood at ${account.seq}`,
      )
    }
    if (account.recordSeq === 0) account.firstAt = record.at
    account.recordSeq = record.seq
    account.seq = record.accountSeq
    for (const event of record.events) {
      account.seq += 1
      this.#tellRow(record, account.seq, event)
      if (event.type === 'order') this.#order(account, record.login, event)
      else if (event.type === 'deal') this.#deal(account, record.login, event)
      else if (event.type === 'standing') {
        if (event.standing === 'margin_call') account.inMarginCall = event.entered
      } else if (event.type === 'day') this.#day(account, record.login, event)
      else if (event.type === 'night') account.nightThrough = event.through
      else if (event.type === 'restatement') restate(account, event)
      else if (event.type === 'restored_deal') this.#listener.restored(record.login, event)
      else this.#position(account, record.login, event)
    }
  }

  /** Called before the row replaces the previous one. */
  #tellRow(record: AccountRecord, seq: number, event: AccountEvent): void {
    if (event.type === 'order') {
      this.#listener.row(record, seq, this.resting.get(event.id)?.order, event)
    } else if (POSITION_ROWS.has(event.type)) {
      const row = event as AnyPositionEvent
      this.#listener.row(record, seq, this.positions.get(row.id)?.row, row)
    }
  }

  #day(account: ReplayedAccount, login: Login, event: DayEvent): void {
    this.#listener.day(event.day, login, this.days.row(login, account.seq, event, account))
    account.day = event.day
    account.nightThrough = 0
    account.balancePrevDay = event.balance
    if (event.endsMonth) account.balancePrevMonth = event.balance
  }

  #order(account: ReplayedAccount, login: Login, order: OrderEvent): void {
    if (order.doneAt === 0) {
      this.resting.set(order.id, { login, order })
      return
    }
    this.resting.delete(order.id)
    account.orders += 1
    this.#listener.order(login, order)
  }

  #deal(account: ReplayedAccount, login: Login, deal: DealEvent): void {
    account.deals += 1
    account.balance = account.balance + deal.profit + deal.swap + deal.commission + deal.fee
    account.credit = account.credit + deal.credit
    account.commissionDue = account.commissionDue + deal.commissionDue
    this.#listener.deal(login, account.seq, deal)
    this.days.deal(login, deal)
    if (deal.positionId === 0) return
    const position = this.#positionOf(deal.positionId, login)
    position.profit += deal.profit
    position.commission += deal.commission
    position.fee += deal.fee
    position.swapPaid += deal.swap
    if (deal.entry === 'out' || deal.entry === 'out_by') position.closedVolume += deal.volume
    if (deal.entry === 'inout') position.closedVolume += deal.volumeClosed
    if (deal.entry !== 'in') position.closeReason = deal.reason
  }

  #position(account: ReplayedAccount, login: Login, row: AnyPositionEvent): void {
    const position = this.#positionOf(row.id, login)
    position.row = row
    if (row.type === 'restored_position') {
      const { closedVolume, profit, commission, fee, swapPaid } = row
      Object.assign(position, { closedVolume, profit, commission, fee, swapPaid })
    }
    if (row.type === 'correction') this.#listener.correction(login, account.seq, row)
    if (row.volume !== 0) return
    this.positions.delete(row.id)
    if (row.type !== 'position') return
    account.closed += 1
    this.#listener.closed(position, row)
  }

  #account(login: Login): ReplayedAccount {
    let account = this.accounts.get(login)
    if (account === undefined) {
      account = {
        balance: 0,
        credit: 0,
        seq: 0,
        recordSeq: 0,
        orders: 0,
        deals: 0,
        closed: 0,
        commissionDue: 0,
        inMarginCall: false,
        day: 0,
        balancePrevDay: 0,
        balancePrevMonth: 0,
        firstAt: 0,
        nightThrough: 0,
      }
      this.accounts.set(login, account)
    }
    return account
  }

  #positionOf(id: number, login: Login): ReplayedPosition {
    let position = this.positions.get(id)
    if (position === undefined) {
      position = {
        login,
        row: undefined,
        closedVolume: 0,
        profit: 0,
        commission: 0,
        fee: 0,
        swapPaid: 0,
        closeReason: '',
      }
      this.positions.set(id, position)
    }
    return position
  }
}

function restate(account: ReplayedAccount, event: RestatementEvent): void {
  account.balance = event.balance
  account.credit = event.credit
  account.commissionDue = event.commissionDue
  account.balancePrevDay = event.balancePrevDay
  account.balancePrevMonth = event.balancePrevMonth
}
