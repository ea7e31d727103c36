import type { AccountRecord } from '../../engine/account/event.js'
import type { Account } from '../../engine/account/state.js'
import type { Log } from '../../storage/log/log.js'
import type { GivenShard, Told } from '../given/floors/shard.js'

/**
 * A way to break the product on purpose, from outside: everything here wraps or alters what the
 * simulator itself puts together. An empty one breaks nothing.
 */
export interface Sabotage {
  readonly name: string
  /** It takes thousands of steps to be seen. */
  readonly isRare?: boolean
  /** Changes the product's own code before the run; what it answers takes that back. */
  readonly plant?: () => () => void
  readonly wrapLog?: (log: Log) => Log
  /** Hears of each record when it is applied, before it is told or committed. */
  readonly record?: (account: Account, record: AccountRecord) => void
  /** A shard was built and recovered. */
  readonly built?: (rig: GivenShard) => void
  readonly forgetsAtRecovery?: (record: AccountRecord) => boolean
  readonly told?: (told: Told[]) => Told[]
  readonly tellsBeforeCommit?: boolean
  readonly tellsAfterFailure?: boolean
  /** Id ranges are given out again after a crash. */
  readonly forgetsIdRanges?: boolean
  /** The projector stores a batch again after a crash. */
  readonly projectsTwice?: boolean
}

export const NO_SABOTAGE: Sabotage = { name: 'none' }

export function rare(sabotage: Sabotage): Sabotage {
  return { ...sabotage, isRare: true }
}
