import type { VolumeUnits } from '../../units.js'
import type { MarginHolder } from '../money/margin.js'
import type { Account } from '../state.js'

/** The part of an account's positions that a dealer or a provider has at the moment. */
export interface Outside {
  /** Being closed, by so much. */
  readonly closing: ReadonlyMap<number, VolumeUnits>
  /** A request is about it, and another one would have to wait. */
  isBusy(positionId: number): boolean
}

/** The holdings that the account's margin would go by if what is being closed were closed. */
export function withoutClosing(account: Account, { closing }: Outside): MarginHolder {
  const exposures = account.exposures.copy()
  for (const [id, volume] of closing) {
    const held = account.positions.get(id)
    if (held === undefined) continue
    exposures.remove(held)
    if (volume < held.volume) exposures.add({ ...held, volume: held.volume - volume })
  }
  return { leverage: account.leverage, exposures, pending: account.pending }
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
