import { unreachable } from '../../assert.js'
import type { Book } from '../../book/book.js'
import type { Dealers } from '../../book/dealers.js'
import type { GatewaysOnline } from '../../book/gateways-online.js'
import type { Prices } from '../../book/prices.js'
import type { Refusal } from '../../code.js'
import type { UnixMs } from '../../units.js'
import type { AccountEvent } from '../event.js'
import { checkMoney } from '../money/money-bounds.js'
import type { TradeRequest } from '../request.js'
import type { Offers } from '../rules/offers.js'
import { checkSaid } from '../rules/said.js'
import type { RouteAnswer } from '../rules/waiting.js'
import type { Account } from '../state.js'
import { decideChange } from './change.js'
import { decideClose } from './close.js'
import { decideCloseBy } from './close-by.js'
import { decideDelete } from './delete.js'
import { decideOpen } from './open.js'
import { decidePlace } from './place.js'
import { decideStops } from './stops.js'

/**
 * What a decision may read besides the account. `decide` changes nothing: it answers the events that
 * `apply` will fold in, or the refusal. The order of the checks is part of the contract.
 */
export interface DecisionContext {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
  /** As the clock has it, where that was set back behind `now`: what ages by the clock is as old as it says. */
  readonly clockAt?: UnixMs
  readonly offers: Pick<Offers, 'find' | 'make' | 'take'>
  /** Who may be asked; nobody is there when it is left out. */
  readonly dealers?: Dealers
  /** Who can be sent an order; none when it is left out. */
  readonly gateways?: Pick<GatewaysOnline, 'has'>
  /** Of a request that has waited: it goes through as the answer says. */
  readonly answer?: RouteAnswer
  /** Rules that delay are passed: the request has waited for them. */
  readonly isDelayed?: boolean
  nextOrderId(): number
  nextDealId(): number
}

/** What an accepted request does, the row that it is answered with first. A refusal may be `Waiting`. */
export type Decided = readonly AccountEvent[]

export function decideTrade(
  context: DecisionContext,
  account: Account,
  request: TradeRequest,
): Decided | Refusal {
  const decided = checkSaid(context.book, account, request) ?? decideKind(context, account, request)
  return 'ok' in decided ? decided : (checkMoney(account, decided) ?? decided)
}

function decideKind(
  context: DecisionContext,
  account: Account,
  request: TradeRequest,
): Decided | Refusal {
  switch (request.kind) {
    case 'open':
      return decideOpen(context, account, request)
    case 'close':
      return decideClose(context, account, request)
    case 'close_by':
      return decideCloseBy(context, account, request)
    case 'place':
      return decidePlace(context, account, request)
    case 'change':
      return decideChange(context, account, request)
    case 'delete':
      return decideDelete(context, account, request)
    case 'stops':
      return decideStops(context, account, request)
    default:
      return unreachable(request, 'trade request')
  }
}
