import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import type { UnixMs } from '../../units.js'
import { endedOrder } from '../decide/delete.js'
import type { AccountEvents, DecisionContext } from '../decision.js'
import type { DealEntry, OrderEvent } from '../event.js'
import type { TradeRequest } from '../request.js'
import type { Account } from '../state.js'
import { openingRate } from './fill.js'

/**
 * The order of a waiting request. It is logged before a dealer or provider gets the request, so
 * that the request is known after a restart and the margin of what it opens is reserved until it
 * ends. `through` are its events if it were done now. A close reserves nothing.
 */
export function startedOrder(
  context: DecisionContext,
  account: Account,
  request: TradeRequest,
  through: AccountEvents,
  id: number,
  gatewayId: number,
): OrderEvent {
  const [order] = through
  assert(order?.type === 'order', 'a request that starts an order would do one')
  const opens = through.some((event) => event.type === 'deal' && OPENING.has(event.entry))
  return {
    ...order,
    id,
    state: 'started',
    volumeCurrent: order.volumeInitial,
    positionId: opens ? 0 : order.positionId,
    doneAt: 0,
    deviationPts: 'deviationPts' in request ? request.deviationPts : 0,
    filling: 'filling' in request ? request.filling : '',
    rateMargin: opens ? rateOf(context, account, order) : 0n,
    version: 1,
    gatewayId,
  }
}

/** An order without a position opens something; on a netting account it may also only close. */
export const OPENING: ReadonlySet<DealEntry> = new Set(['in', 'inout'])

function rateOf(context: DecisionContext, account: Account, order: OrderEvent): bigint {
  const { book } = context
  const group = groupOf(book, account.groupPath)
  const symbol = book.symbolsById.get(order.symbolId)
  assert(group !== undefined && symbol !== undefined, 'an order that would go through has both')
  const rate = openingRate(context, group, symbol, order.side)
  assert(typeof rate === 'bigint', 'an order that would go through has a margin')
  return rate
}

/** The resulting events, beginning with the row of the started order. */
export function finishedOrder(started: OrderEvent, decided: AccountEvents): AccountEvents {
  const [first, ...rest] = decided
  assert(first?.type === 'order' && first.id === started.id, 'a started order is what is done')
  const { createdAt, version, way } = started
  return [{ ...first, createdAt, version: version + 1, way }, ...rest]
}

/** The row of the order after its refusal, without any deal. */
export function refusedOrder(started: OrderEvent, at: UnixMs): OrderEvent {
  return endedOrder(started, 'rejected', at)
}
