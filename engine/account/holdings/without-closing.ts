import type { VolumeUnits } from '../../units.js'
import type { MarginHolder } from '../money/margin.js'
import { isGoing } from '../rules/at-provider/resting-order.js'
import type { Account } from '../state.js'
import { reserveOf } from './hold-order.js'
import { withoutPending } from './pending-legs.js'

/** The part of an account's positions that a dealer or a provider has at the moment. */
export interface Outside {
  /** Being closed, by so much. */
  readonly closing: ReadonlyMap<number, VolumeUnits>
  /** A request is about it, and another one would have to wait. */
  isBusy(positionId: number): boolean
  restOf(kind: 'position' | 'order', id: number): ProviderRest
}

/** For how long something is let be since its provider refused to end it: a short one is waited for, and takes nothing else instead. */
export type ProviderRest = 'none' | 'short' | 'long'

/** Whether a provider has been asked to cancel an order of its own. */
export function hasLeaving({ orders }: Account): boolean {
  for (const order of orders.values()) if (isGoing(order)) return true
  return false
}

/** The holdings that the account's margin would go by if what is being closed were closed, and what goes gone. */
export function withoutClosing(account: Account, { closing }: Outside): MarginHolder {
  const exposures = account.exposures.copy()
  for (const [id, volume] of closing) {
    const held = account.positions.get(id)
    if (held === undefined) continue
    exposures.remove(held)
    if (volume < held.volume) exposures.add({ ...held, volume: held.volume - volume })
  }
  return { leverage: account.leverage, exposures, pending: pendingLeft(account) }
}

function pendingLeft({ orders, pending }: Account): Account['pending'] {
  const left = new Map(pending)
  for (const order of orders.values()) {
    if (order.rateMargin === 0n || !isGoing(order)) continue
    const legs = withoutPending(left.get(order.symbolId) ?? [], reserveOf(order))
    if (legs.length === 0) left.delete(order.symbolId)
    else left.set(order.symbolId, legs)
  }
  return left
}

/** Whether it would hold a position then. */
export function holdsOthers({ positions }: Account, { closing }: Outside): boolean {
  let closed = 0
  for (const [id, volume] of closing) {
    const held = positions.get(id)
    if (held !== undefined && volume >= held.volume) closed++
  }
  return closed < positions.size
}
