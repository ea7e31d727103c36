import type { Code } from '../../../engine/code.js'
import type { MarginRecord } from '../../../engine/config/margin-kinds.js'

/** The outcome of one item of a batch of settings. */
export interface ItemResult {
  readonly did: 'created' | 'changed' | 'removed' | 'same' | 'skipped' | 'refused'
  /**
   * The id of the record; null if there is none. In a dry run, the id that a new record would get.
   */
  readonly id: number | null
  /** The changed fields of a changed record. */
  readonly fields: readonly string[]
  readonly code: Code | null
  readonly message: string
  /** The name of the wrong field; null if the fault is in no field. */
  readonly field: string | null
  /** The future record of a kind that affects margin. Only a dry run returns it. */
  readonly after?: MarginRecord
  /** Warnings about an item that was imported nevertheless. */
  readonly warnings?: readonly string[]
  /** True for a connection that is enabled in the file and stayed disabled here. */
  readonly isKeptOff?: true
}
