import type { DayEvent, DealEvent } from '../../engine/account/event.js'
import type { Login } from '../../engine/units.js'

/** Computes daily rows from the log, each as a sum of its deals, independently of the projector. */
type Sums = Record<(typeof SUMS)[number], number>

const SUMS = [
  'daily_profit',
  'daily_swap',
  'daily_fee',
  'daily_commission_instant',
  'daily_commission_turnover',
  'daily_deposits',
  'daily_withdrawals',
  'daily_credit',
  'daily_bonuses',
  'daily_charges',
  'daily_corrections',
  'daily_compensation',
] as const

export interface DayBefore {
  readonly day: number
  readonly balancePrevDay: number
  readonly balancePrevMonth: number
}

export class ReplayDays {
  readonly #sums = new Map<Login, Sums>()

  deal(login: Login, deal: DealEvent): void {
    const sums = this.#of(login)
    sums.daily_swap += deal.swap
    sums.daily_fee += deal.fee
    sums.daily_commission_instant += deal.commission
    sums.daily_credit += deal.credit
    sums[profitOf(deal)] += deal.profit
  }

  /** The whole row as a flat object. */
  row(login: Login, seq: number, event: DayEvent, before: DayBefore): object {
    const sums = this.#of(login)
    this.#sums.delete(login)
    const { type: _type, endsMonth: _endsMonth, ...figures } = event
    const { day: previousDay, balancePrevDay, balancePrevMonth } = before
    return { ...figures, login, seq, previousDay, balancePrevDay, balancePrevMonth, ...sums }
  }

  #of(login: Login): Sums {
    let sums = this.#sums.get(login)
    if (sums === undefined) {
      sums = Object.fromEntries(SUMS.map((name) => [name, 0])) as Sums
      this.#sums.set(login, sums)
    }
    return sums
  }
}

function profitOf({ entry, action, commissionDue }: DealEvent): keyof Sums {
  if (entry !== 'balance') return 'daily_profit'
  switch (action) {
    case 'commission':
      return commissionDue === 0 ? 'daily_commission_instant' : 'daily_commission_turnover'
    case 'deposit':
      return 'daily_deposits'
    case 'withdraw':
      return 'daily_withdrawals'
    case 'bonus':
      return 'daily_bonuses'
    case 'charge':
      return 'daily_charges'
    case 'compensation':
      return 'daily_compensation'
    case 'correction':
      return 'daily_corrections'
    default:
      return 'daily_credit'
  }
}
