import { assert } from '../../../assert.js'
import type { UnixMs, VolumeUnits } from '../../../units.js'
import { endedOrder, lastRow } from '../../decide/delete.js'
import type { AccountEvents, Wait } from '../../decision.js'
import type { Filling, OrderEvent } from '../../event.js'
import { OPENING } from '../parked-order.js'
import { goingOf } from './resting-order.js'

/**
 * The row of an order at a provider. It is `started` from the moment of sending, also while partly
 * filled, until the provider reports its end. A pending order of this server then continues to wait
 * here with its remaining volume.
 */

/**
 * The row for sending an existing order to its provider. `way` is set if the order's price was
 * reached.
 */
export function sentOrder(
  order: OrderEvent,
  { gatewayId, ruleId }: Pick<Wait, 'gatewayId' | 'ruleId'>,
  way: string,
): OrderEvent {
  const version = order.version + 1
  const sent = { ...order, state: 'started', gatewayId, ruleId, heldFills: '', version } as const
  return order.kind === 'market' ? sent : { ...sent, way }
}

/**
 * The row for sending a close of the server itself. `through` are the events that an immediate fill
 * would have.
 */
export function sentClose(
  through: AccountEvents,
  id: number,
  gatewayId: number,
  way: string,
): AccountEvents {
  const at = through.findIndex(({ type }) => type === 'order')
  const order = through[at]
  assert(order?.type === 'order', 'what closes a position is an order')
  const opens = through.some((event) => event.type === 'deal' && OPENING.has(event.entry))
  assert(!opens, 'the server opens nothing by itself')
  const sent: OrderEvent = {
    ...order,
    id,
    state: 'started',
    gatewayId,
    volumeCurrent: order.volumeInitial,
    doneAt: 0,
    way,
  }
  return [...through.slice(0, at), sent]
}

/** The filled volume, by providers and by this server. */
export function filledOf({ volumeInitial, volumeCurrent }: OrderEvent): VolumeUnits {
  return volumeInitial - volumeCurrent
}

/**
 * The filling with which an order is sent to a provider; it determines the handling of volume that
 * cannot be filled at once. A pending order waits here, not there.
 */
export function fillingAtProvider({ kind, filling }: OrderEvent): Exclude<Filling, ''> {
  if (filling === 'fok') return 'fok'
  return kind === 'market' && filling === 'return' ? 'return' : 'ioc'
}

/**
 * The reason why the provider reports nothing more about the order: its final report, or both sides
 * lost the order.
 */
export type ProviderEnd = 'rejected' | 'cancelled' | 'lost'

export function leftProvider(order: OrderEvent, end: ProviderEnd, at: UnixMs): OrderEvent {
  const isPartly = filledOf(order) > 0
  if (order.kind === 'market') {
    return endedOrder(order, isPartly || end === 'cancelled' ? 'cancelled' : 'rejected', at)
  }
  if (end === 'rejected') return endedOrder(order, isPartly ? 'cancelled' : 'rejected', at)
  // The remaining volume of `fok` and `ioc` orders is cancelled.
  const { filling } = order
  if (end === 'cancelled' && (filling === 'fok' || filling === 'ioc')) {
    return endedOrder(order, 'cancelled', at)
  }
  const state = isPartly ? 'partial' : 'placed'
  return { ...order, state, gatewayId: 0, version: order.version + 1 }
}

/**
 * The last row of an order that rested at its provider. If its time was over it has expired,
 * whatever the provider calls it; if the provider never accepted it, it is rejected.
 */
export function endedAtProvider(
  order: OrderEvent,
  end: ProviderEnd | 'expired',
  at: UnixMs,
): OrderEvent {
  const why = goingOf(order)
  if (why !== undefined) return lastRow(order, why, at)
  const isOver = order.expiresAt !== 0 && order.expiresAt <= at
  if (end === 'expired' || (end === 'cancelled' && isOver)) return lastRow(order, 'expiration', at)
  if (order.asked !== 'place' || filledOf(order) > 0 || end === 'cancelled') {
    return lastRow(order, 'cancel', at)
  }
  return { ...endedOrder(order, 'rejected', at), asked: '' }
}
