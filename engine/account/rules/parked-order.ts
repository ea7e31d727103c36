import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import type { UnixMs } from '../../units.js'
import { ended } from '../decide/delete.js'
import type { AccountEvents, DecisionContext } from '../decision.js'
import type { DealEntry, OrderEvent } from '../event.js'
import type { TradeRequest } from '../request.js'
import type { Account } from '../state.js'
import { openingRate } from './fill.js'

/**
 * The order of a request that waits. It is logged before anybody is asked, so that the request is known
 * after a restart, and what it opens is reserved until it ends. `through` is what the request would do
 * now. What closes something reserves nothing.
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

/** An order that names no position opens something, but on a netting account it may only close. */
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

/** The events that came of it, with the row of the order that was started: the first of them is its own. */
export function finishedOrder(started: OrderEvent, decided: AccountEvents): AccountEvents {
  const [first, ...rest] = decided
  assert(first?.type === 'order' && first.id === started.id, 'a started order is what is done')
  const { createdAt, version, way } = started
  return [{ ...first, createdAt, version: version + 1, way }, ...rest]
}

/** The order as refused: nothing came of it. */
export function refusedOrder(started: OrderEvent, at: UnixMs): OrderEvent {
  return ended(started, 'rejected', at)
}
