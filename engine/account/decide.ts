import type { Book } from '../book.js'
import type { Refusal } from '../code.js'
import type { Prices } from '../prices.js'
import type { PricePts, UnixMs, VolumeUnits } from '../units.js'
import { decideClose } from './decide-close.js'
import { decideOpen } from './decide-open.js'
import type { AccountEvent } from './event.js'
import type { TradeRequest } from './request.js'
import type { Account } from './state.js'

/**
 * What a decision may read besides the account. `decide` changes nothing: it answers the events that
 * `apply` will fold in, or the refusal. The order of the checks is part of the contract.
 */
export interface DecisionContext {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
  nextOrderId(): number
  nextDealId(): number
}

/** An accepted trade: what happened, and what the client is told. */
export interface Decision {
  readonly ok: true
  readonly events: readonly AccountEvent[]
  readonly orderId: number
  readonly dealId: number
  readonly positionId: number
  readonly volume: VolumeUnits
  readonly price: PricePts
  readonly digits: number
  readonly bid: PricePts
  readonly ask: PricePts
}

export function decideTrade(
  context: DecisionContext,
  account: Account,
  request: TradeRequest,
): Decision | Refusal {
  return request.kind === 'open'
    ? decideOpen(context, account, request)
    : decideClose(context, account, request)
}
