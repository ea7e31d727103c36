import type { VolumeUnits } from '../units.js'
import { dropPosition, holdPosition } from './exposure.js'
import { scratchOf } from './scratch.js'
import type { Account } from './state.js'

/** What a dealer or a provider has of an account's positions at the moment. */
export interface Outside {
  /** Being closed, by so much. */
  readonly closing: ReadonlyMap<number, VolumeUnits>
  /** A request is about it, and another one would have to wait. */
  isBusy(positionId: number): boolean
}

/** The account as if what is being closed were closed. */
export function withoutClosing(account: Account, { closing }: Outside): Account {
  const after = scratchOf(account)
  for (const [id, volume] of closing) {
    const held = after.positions.get(id)
    if (held === undefined) continue
    dropPosition(after, held)
    if (volume < held.volume) holdPosition(after, { ...held, volume: held.volume - volume })
  }
  return after
}
