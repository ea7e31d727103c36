import type { Refusal } from '../../../engine/code.js'
import type { ReadyJson } from '../../../wire/format/json-parts.js'

/**
 * The answer to a request of the front. It is made inside a turn, and leaves after its records are
 * durable.
 */
export type ShardAnswer =
  | { readonly ok: true; readonly value: unknown }
  /** Text that the front copies into its answer without changes. */
  | { readonly ok: true; readonly text: ReadyJson }
  | Refusal
