import type { ConfigChange } from '../../engine/config/book-records.js'
import type { Login } from '../../engine/units.js'
import type { GroupWatch } from './watched-accounts.js'

/** A preview of a change's effects on margin: the request to a shard, and its answer. */

/** The accounts to change, and their new terms. */
export interface ChangedTerms {
  readonly logins: readonly Login[]
  readonly group?: string | undefined
  /** The new leverage. 0 means the leverage of the group. */
  readonly leverage?: number | undefined
}

export interface EffectsAsk {
  /** The settings changes in order. */
  readonly settings: readonly ConfigChange[]
  readonly accounts: ChangedTerms | null
  /** The accounts that the answer may name. */
  readonly reach: GroupWatch
  readonly limit: number
}

/** Margin levels of an account in hundredths of a percent; null means none. */
export interface LevelsOf {
  readonly login: Login
  readonly before: number | null
  readonly after: number
}

export interface EffectsAnswer {
  /** The number of accounts with positions that the change affects. */
  readonly accounts: number
  /** How many of these accounts could be judged within the time limit. */
  readonly judged: number
  readonly margin_call: number
  readonly stop_out: number
  readonly unpriced: number
  /** The accounts with the lowest margin levels, lowest first. */
  readonly worst: readonly LevelsOf[]
}
