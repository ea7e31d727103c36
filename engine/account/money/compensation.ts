import type { Minor, UnixMs } from '../../units.js'
import type { DealEvent, Reason } from '../event.js'

export function compensationDeal(id: number, amount: Minor, reason: Reason, at: UnixMs): DealEvent {
  return {
    type: 'deal',
    id,
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action: 'compensation',
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    profit: amount,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: 0,
    rateProfit: 0n,
    reason,
    comment: 'negative balance protection',
    at,
    volumeClosed: 0,
    commissionDue: 0,
    dealer: 0,
    externalId: '',
    clientOrderId: '',
  }
}
