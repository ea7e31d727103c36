import { Decimal } from 'decimal.js'
import type {
  AccountRecord,
  DayEvent,
  DealEvent,
  PositionEvent,
} from '../../../engine/account/event.js'
import { COMMISSION_PER_LOT, NIGHTS, SWAPS } from './holders.js'

/**
 * The sums that the days of accounts must come to, from their deals alone and in exact decimals: it knows the
 * terms of `holders.ts` and nothing of the server's settings, prices or arithmetic.
 */
export interface ExactAccount {
  balance: number
  due: number
  prevDay: number
  prevMonth: number
  /** Days since 1970 that have ended. */
  readonly days: number[]
  readonly positions: Map<number, ExactPosition>
}

interface ExactPosition {
  readonly symbol: string
  readonly side: number
  readonly volume: number
  readonly price: number
  readonly openedAt: number
  swap: number
  /** The newest night that it has paid. */
  night: number
}

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
const DAY_MS = 86_400_000
const YEAR_DAYS = 360

export class ExactDays {
  readonly accounts = new Map<number, ExactAccount>()
  readonly problems: string[] = []
  swaps = 0
  commissions = 0
  monthsEnded = 0
  readonly #symbols: ReadonlyMap<number, string>

  constructor(symbols: ReadonlyMap<number, string>) {
    this.#symbols = symbols
  }

  take({ login, seq, events }: AccountRecord): void {
    const account = this.#of(login)
    const where = `record ${seq} of ${login}`
    const rows = events.filter((event): event is PositionEvent => event.type === 'position')
    const deals = events.filter((event): event is DealEvent => event.type === 'deal')
    const ends = events.find(({ type }) => type === 'day' || type === 'night')
    if (ends?.type === 'night') this.#night(account, ends.day, rows, where)
    else if (ends?.type === 'day') {
      this.#night(account, ends.day, rows, where)
      this.#commission(account, deals, where)
      this.#end(account, ends, where)
    } else for (const deal of deals) this.#deal(account, deal, where)
  }

  /** The rows are of those that pay in this record; what is not in it and pays nothing has paid. */
  #night(account: ExactAccount, day: number, rows: readonly PositionEvent[], where: string): void {
    for (const { id, swap } of rows) {
      const position = account.positions.get(id)
      if (position === undefined || position.openedAt >= dayAfter(day)) {
        this.problems.push(`${where}: position ${id} was not held over night ${day}`)
        continue
      }
      if (position.night >= day) this.problems.push(`${where}: position ${id} pays ${day} again`)
      position.night = day
      position.swap += exactSwap(position, day)
      this.swaps++
      this.#same(where, `swap of ${id}`, swap, position.swap)
    }
  }

  #end(account: ExactAccount, { day, balance, swap }: DayEvent, where: string): void {
    let sum = 0
    for (const [id, position] of account.positions) {
      sum += position.swap
      const isPaid = position.night === day || exactSwap(position, day) === 0
      if (position.openedAt < dayAfter(day) && !isPaid) {
        this.problems.push(`${where}: position ${id} does not pay ${day}`)
      }
    }
    this.#same(where, 'balance', balance, account.balance)
    this.#same(where, 'swap', swap, sum)
    account.days.push(day)
    account.prevDay = account.balance
    if (!isMonthEnd(day)) return
    account.prevMonth = account.balance
    this.monthsEnded++
  }

  #commission(account: ExactAccount, deals: readonly DealEvent[], where: string): void {
    const charged = deals.map(({ action, profit }) =>
      action === 'commission' ? profit : Number.NaN,
    )
    if (
      account.due === 0 ? charged.length > 0 : charged.length !== 1 || charged[0] !== account.due
    ) {
      this.problems.push(`${where}: ${account.due} was due, ${charged} were charged`)
    }
    if (account.due !== 0) this.commissions++
    account.balance += account.due
    account.due = 0
  }

  #deal(account: ExactAccount, deal: DealEvent, where: string): void {
    account.balance += deal.profit + deal.swap + deal.commission + deal.fee
    if (deal.entry === 'balance') return
    account.due -= exactCommission(deal.volume)
    if (deal.entry === 'in') {
      account.positions.set(deal.positionId, {
        symbol: this.#symbols.get(deal.symbolId) ?? '',
        side: deal.side,
        volume: deal.volume,
        price: deal.price,
        openedAt: deal.at,
        swap: 0,
        night: 0,
      })
      return
    }
    const position = account.positions.get(deal.positionId)
    this.#same(where, 'swap of what was closed', deal.swap, position?.swap ?? Number.NaN)
    account.positions.delete(deal.positionId)
  }

  #same(where: string, what: string, found: number, exact: number): void {
    if (found !== exact) this.problems.push(`${where}: ${what} is ${found}, exactly it is ${exact}`)
  }

  #of(login: number): ExactAccount {
    let account = this.accounts.get(login)
    if (account === undefined) {
      account = { balance: 0, due: 0, prevDay: 0, prevMonth: 0, days: [], positions: new Map() }
      this.accounts.set(login, account)
    }
    return account
  }
}

/** The commission in cents, as every amount here; the volume is in parts of 1e-8 lot. */
function exactCommission(volume: number): number {
  return cents(lots(volume).mul(COMMISSION_PER_LOT))
}

function exactSwap({ symbol, side, volume, price }: ExactPosition, day: number): number {
  const terms = SWAPS[symbol]
  if (terms === undefined) throw new Error(`nobody trades ${symbol}`)
  const nights = NIGHTS[(day + 3) % 7] as number
  const size = new Exact(side === 1 ? terms.long : terms.short).mul(lots(volume)).mul(nights)
  if (terms.mode === 'deposit_currency') return cents(size)
  const ofContract = size.mul(terms.contractSize).div(new Exact(10).pow(terms.digits))
  if (terms.mode === 'points') return cents(ofContract)
  return cents(ofContract.mul(price).div(100 * YEAR_DAYS))
}

function lots(volume: number): Decimal {
  return new Exact(volume).div(1e8)
}

/** Half away from zero. */
function cents(amount: Decimal): number {
  return amount.mul(100).toDecimalPlaces(0).toNumber() + 0
}

/** The moment at which the day is over. */
function dayAfter(day: number): number {
  return (day + 1) * DAY_MS
}

export function isMonthEnd(day: number): boolean {
  return new Date(dayAfter(day)).getUTCDate() === 1
}
