import type { Refusal } from '../../../engine/code.js'
import type { ReadyJson } from '../../../wire/answer/json-parts.js'

/** The front's questions to a shard, answered inside a turn: what was written is durable before it is told. */
export type ShardAnswer =
  | { readonly ok: true; readonly value: unknown }
  /** Text that the front puts into its answer as it is. */
  | { readonly ok: true; readonly text: ReadyJson }
  | Refusal
