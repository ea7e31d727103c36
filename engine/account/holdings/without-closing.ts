import type { VolumeUnits } from '../../units.js'
import type { MarginHolder } from '../money/margin.js'
import { isGoing } from '../rules/at-provider/resting-order.js'
import type { Account } from '../state.js'
import { reserveOf } from './hold-order.js'
import { withoutPending } from './pending-legs.js'

/** The part of an account's holdings that a dealer or a provider is handling. */
export interface Outside {
  /** The volume that is being closed, by position id. */
  readonly closing: ReadonlyMap<number, VolumeUnits>
  /** True if an open request concerns the position, so that another request would have to wait. */
  isBusy(positionId: number): boolean
  restOf(kind: 'position' | 'order', id: number): ProviderRest
}

/**
 * How long an action is paused after its provider refused it. For a short pause the server waits;
 * during a long one it chooses another action.
 */
export type ProviderRest = 'none' | 'short' | 'long'

/** True if a cancel was requested for one of its orders at a provider. */
export function hasLeaving({ orders }: Account): boolean {
  for (const order of orders.values()) if (isGoing(order)) return true
  return false
}

/** The holdings that count for the margin if every requested close and cancel succeeds. */
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

/** True if the account would still have another position after that. */
export function holdsOthers({ positions }: Account, { closing }: Outside): boolean {
  let closed = 0
  for (const [id, volume] of closing) {
    const held = positions.get(id)
    if (held !== undefined && volume >= held.volume) closed++
  }
  return closed < positions.size
}
