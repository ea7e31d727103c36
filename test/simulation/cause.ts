import type { AccountEvent, AccountRecord } from '../../engine/account/event.js'
import type { Code } from '../../engine/code.js'
import type { AskedRequest } from './asked.js'
import type { Decision } from './naive-account.js'
import type { NaiveOffer } from './naive-outcome.js'

/** The causes of a shard's work, in their order. */
export type Cause =
  | AskedCause
  | { readonly kind: 'look'; readonly most: number; readonly hasMore: boolean }
  | { readonly kind: 'days'; readonly effort: number; readonly retries: boolean }
  | { readonly kind: 'margin'; readonly records: number; readonly isAll: boolean }

export interface AskedCause {
  readonly kind: 'asked'
  readonly asked: AskedRequest
  readonly readOnly: boolean
  /** Known once the turn was held against the reference. */
  verdict?: Verdict
}

/** The verdict that the asker must hear. */
export interface Verdict {
  readonly code: Code
  /** The record that was made for it now; undefined for a repeat, and where none is made. */
  readonly record: AccountRecord | undefined
  readonly offer: NaiveOffer | undefined
  /** The row that was there already, and the record of the account that is as new as it gets. */
  readonly same?: { readonly events: readonly AccountEvent[]; readonly newest: AccountRecord }
  /** The decision that it goes by; a repeat goes by that of the first, as long as it is remembered. */
  readonly decision?: Decision | undefined
  /** Tells the reference the id under which the offer was made. */
  readonly named: ((quoteId: string) => void) | undefined
}
