import type { VolumeUnits } from '../../units.js'
import type { MarginHolder } from '../money/margin.js'
import { isGoing } from '../rules/at-provider/resting-order.js'
import type { Account } from '../state.js'
import { reserveOf } from './hold-order.js'
import { withoutPending } from './pending-legs.js'

/** The part of an account's positions that a dealer or a provider is handling. */
export interface Outside {
  /** The volume that is being closed, by position. */
  readonly closing: ReadonlyMap<number, VolumeUnits>
  /** True if a request concerns the position, so that another one would have to wait. */
  isBusy(positionId: number): boolean
  restOf(kind: 'position' | 'order', id: number): ProviderRest
}

/**
 * How long an action is delayed after its provider refused it: a short delay is waited for, and no
 * other action is chosen instead.
 */
export type ProviderRest = 'none' | 'short' | 'long'

/** True if a cancel was requested for one of its orders at a provider. */
export function hasLeaving({ orders }: Account): boolean {
  for (const order of orders.values()) if (isGoing(order)) return true
  return false
}

/** The holdings for the margin if everything that is being closed or cancelled were done. */
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

/** True if it would then still have a position. */
export function holdsOthers({ positions }: Account, { closing }: Outside): boolean {
  let closed = 0
  for (const [id, volume] of closing) {
    const held = positions.get(id)
    if (held !== undefined && volume >= held.volume) closed++
  }
  return closed < positions.size
}
