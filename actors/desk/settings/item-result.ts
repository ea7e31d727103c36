import type { Code } from '../../../engine/code.js'
import type { MarginRecord } from '../../../engine/config/margin-kinds.js'

/** The outcome of one item of a batch of settings. */
export interface ItemResult {
  readonly did: 'created' | 'changed' | 'removed' | 'same' | 'skipped' | 'refused'
  /** Null where there is no such record. In a dry run that of a new one is what it would have been. */
  readonly id: number | null
  /** The fields that changed, of a record that did. */
  readonly fields: readonly string[]
  /** The code of a refusal. */
  readonly code: Code | null
  readonly message: string
  /** The field that is wrong, where it is one. */
  readonly field: string | null
  /** The record as it would be, of a dry run of a kind that margin goes by. */
  readonly after?: MarginRecord
  /** Warnings about an imported item. */
  readonly warnings?: readonly string[]
  /** A connection that is enabled in the file, and was not here. */
  readonly isKeptOff?: true
}
