import { unreachable } from '../../assert.js'
import type { Refusal } from '../../code.js'
import { because } from '../../reasons/reasons.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import { checkMoney } from '../money/money-bounds.js'
import type { TradeRequest } from '../request.js'
import { checkRepeatedFields } from '../rules/repeated-fields.js'
import type { Account } from '../state.js'
import { decideChange } from './change.js'
import { decideClose } from './close.js'
import { decideCloseBy } from './close-by.js'
import { decideDelete } from './delete.js'
import { decideOpen } from './open.js'
import { decidePlace } from './place.js'
import { decideStops } from './stops.js'

export function decideTrade(
  context: DecisionContext,
  account: Account,
  request: TradeRequest,
): Decision {
  const decided =
    checkInTime(context, request) ??
    checkRepeatedFields(context.book, account, request) ??
    decideKind(context, account, request)
  return isHeldUp(decided) ? decided : (checkMoney(account, decided) ?? decided)
}

/**
 * Refuses a request that arrives after its deadline. A request that was accepted in time may then
 * wait longer for a delay or a dealer; only the limits of that wait apply to it.
 */
function checkInTime(
  { now, clockAt = now, isDelayed = false, answer }: DecisionContext,
  { notAfter }: TradeRequest,
): Refusal | undefined {
  if (notAfter === undefined || clockAt <= notAfter) return undefined
  if (isDelayed || answer !== undefined) return undefined
  const by = new Date(notAfter).toISOString()
  return because('trade.expired.not_after', { by })
}

function decideKind(context: DecisionContext, account: Account, request: TradeRequest): Decision {
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
