import { unreachable } from '../assert.js'
import {
  type AccountEvent,
  type AccountRecord,
  type CorrectionEvent,
  type DayEvent,
  type DealEvent,
  isResting,
  type OrderEvent,
  type PositionEvent,
  type RestatementEvent,
  type RestoredPositionEvent,
} from './event.js'
import { dropOrder, holdOrder } from './holdings/hold-order.js'
import { dropPosition, holdPosition } from './holdings/hold-position.js'
import { weighsTheSame } from './rules/same-trade.js'
import type { Account } from './state.js'

/** Applies one event to the account. It uses only its arguments and never refuses. */
export function apply(account: Account, event: AccountEvent): void {
  account.seq++
  switch (event.type) {
    case 'order':
      applyOrder(account, event)
      break
    case 'deal':
      applyDeal(account, event)
      break
    case 'position':
    case 'correction':
    case 'restored_position':
      applyPosition(account, event)
      break
    case 'standing':
      if (event.standing === 'margin_call') account.inMarginCall = event.entered
      break
    case 'night':
      account.nightThrough = event.through
      break
    case 'day':
      applyDay(account, event)
      break
    case 'restatement':
      applyRestatement(account, event)
      break
    case 'restored_deal':
      break
    default:
      unreachable(event, 'account event')
  }
}

/** Applies a whole record, as recovery and the simulator do. */
export function applyRecord(account: Account, record: AccountRecord): void {
  for (const event of record.events) apply(account, event)
  follow(account, record)
}

/** Makes the record the newest one of the account. */
export function follow(account: Account, { seq, at }: Pick<AccountRecord, 'seq' | 'at'>): void {
  if (account.lastRecordSeq === 0) account.firstAt = at
  account.lastRecordSeq = seq
}

function applyOrder(account: Account, order: OrderEvent): void {
  const held = account.orders.get(order.id)
  if (held !== undefined) dropOrder(account, held)
  if (isResting(order)) holdOrder(account, order)
}

function applyDeal(account: Account, deal: DealEvent): void {
  account.balance += deal.profit + deal.swap + deal.commission + deal.fee
  account.credit += deal.credit
  account.commissionDue += deal.commissionDue
}

function applyDay(account: Account, { day, balance, endsMonth }: DayEvent): void {
  account.day = day
  account.nightThrough = 0
  account.balancePrevDay = balance
  if (endsMonth) account.balancePrevMonth = balance
}

function applyRestatement(account: Account, event: RestatementEvent): void {
  account.balance = event.balance
  account.credit = event.credit
  account.commissionDue = event.commissionDue
  account.balancePrevDay = event.balancePrevDay
  account.balancePrevMonth = event.balancePrevMonth
}

function applyPosition(
  account: Account,
  event: PositionEvent | CorrectionEvent | RestoredPositionEvent,
): void {
  const held = account.positions.get(event.id)
  // The usual case: only the stops changed, which do not affect the exposure.
  if (held !== undefined && weighsTheSame(held, event)) {
    account.positions.set(event)
    return
  }
  if (held !== undefined) dropPosition(account, held)
  if (event.volume > 0) holdPosition(account, event)
}
