import type { ConfigChange } from '../../engine/config/book-records.js'
import type { Login } from '../../engine/units.js'
import type { GroupWatch } from './watched.js'

/** The effects of a change on margin, before it is made: the question to a shard, and its answer. */

/** The accounts that the change is about, and what they would have. */
export interface ChangedTerms {
  readonly logins: readonly Login[]
  readonly group?: string | undefined
  /** 0 takes the group's. */
  readonly leverage?: number | undefined
}

export interface EffectsAsk {
  /** The settings that would be changed, one after the other. */
  readonly settings: readonly ConfigChange[]
  readonly accounts: ChangedTerms | null
  /** The accounts that rows may name. */
  readonly reach: GroupWatch
  readonly limit: number
}

/** Margin levels of an account, in hundredths of a percent; null is none. */
export interface LevelsOf {
  readonly login: Login
  readonly before: number | null
  readonly after: number
}

export interface EffectsAnswer {
  /** Accounts with positions that the change touches. */
  readonly accounts: number
  /** The number of them that were looked at within the time. */
  readonly judged: number
  readonly margin_call: number
  readonly stop_out: number
  readonly unpriced: number
  /** The lowest first. */
  readonly worst: readonly LevelsOf[]
}
