import { assert } from '../../assert.js'
import type { OrderEvent } from '../event.js'
import { type Account, NO_ORDERS } from '../state.js'
import {
  type PendingLegs,
  type PendingTerms,
  pendingKind,
  withoutPending,
  withPending,
} from './pending-legs.js'

/**
 * Adds a pending order and the margin that it reserves (engine/account/state.ts, A4). An order without a margin
 * rate reserves nothing: it closes something, or was made by a deal that needs no margin.
 */
export function holdOrder(account: Account, order: OrderEvent): void {
  if (account.orders === NO_ORDERS) {
    account.orders = new Map()
    account.pending = new Map()
  }
  account.orders.set(order.id, order)
  if (order.rateMargin === 0n) return
  const legs = account.pending.get(order.symbolId) ?? []
  account.pending.set(order.symbolId, withPending(legs, reserveOf(order)))
}

/** Removes the order with the values with which it was added. */
export function dropOrder(account: Account, order: OrderEvent): void {
  account.orders.delete(order.id)
  if (order.rateMargin === 0n) return
  const legs = legsWithout(account, order)
  if (legs.length === 0) account.pending.delete(order.symbolId)
  else account.pending.set(order.symbolId, legs)
}

export function reserveOf(order: OrderEvent): PendingTerms {
  const { side, kind, volumeCurrent: volume, price, rateMargin } = order
  return { kind: pendingKind(side, kind), volume, price, rateMargin }
}

/** The account without this order, so that an order which waited can be decided again. */
export function withoutOrder(account: Account, order: OrderEvent): Account {
  const orders = new Map(account.orders)
  orders.delete(order.id)
  if (order.rateMargin === 0n) return { ...account, orders }
  const legs = legsWithout(account, order)
  const pending = new Map(account.pending)
  if (legs.length === 0) pending.delete(order.symbolId)
  else pending.set(order.symbolId, legs)
  return { ...account, orders, pending }
}

/** The volumes that other orders of its symbol reserve, without this order. */
function legsWithout({ pending }: Account, order: OrderEvent): PendingLegs {
  const legs = pending.get(order.symbolId)
  assert(legs !== undefined, 'an order that rests has its reserve until it goes')
  return withoutPending(legs, reserveOf(order))
}
