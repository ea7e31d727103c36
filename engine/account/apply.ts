import { unreachable } from '../assert.js'
import type { AccountEvent, AccountRecord, DealEvent, PositionEvent } from './event.js'
import { dropPosition, holdPosition } from './exposure.js'
import type { Account } from './state.js'

/** Folds one event into the account. Total: it reads nothing but its arguments and refuses nothing. */
export function apply(account: Account, event: AccountEvent): void {
  account.seq++
  switch (event.type) {
    case 'order':
      break
    case 'deal':
      applyDeal(account, event)
      break
    case 'position':
      applyPosition(account, event)
      break
    default:
      unreachable(event, 'account event')
  }
}

/** A whole record, as recovery and the simulator fold it. */
export function applyRecord(account: Account, record: AccountRecord): void {
  for (const event of record.events) apply(account, event)
  account.lastRecordSeq = record.seq
}

function applyDeal(account: Account, deal: DealEvent): void {
  account.balance += deal.profit + deal.swap + deal.commission + deal.fee
  account.credit += deal.credit
}

function applyPosition(account: Account, event: PositionEvent): void {
  const held = account.positions.get(event.id)
  if (held !== undefined) dropPosition(account, held)
  if (event.volume === 0) return
  holdPosition(account, {
    id: event.id,
    symbolId: event.symbolId,
    side: event.side,
    volume: event.volume,
    priceOpen: event.priceOpen,
    rateMargin: event.rateMargin,
    swap: event.swap,
    openedAt: event.openedAt,
    reason: event.reason,
    comment: event.comment,
    version: event.version,
  })
}
