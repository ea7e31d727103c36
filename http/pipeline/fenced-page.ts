import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { JsonText } from '../../wire/answer/envelope.js'
import {
  type JsonFields,
  type JsonValue,
  jsonField,
  jsonFields,
  jsonList,
  jsonObject,
} from '../../wire/format/json-parts.js'

/** A page of rows as JSON, with the fields for clients that sent `min_projection_seq`. */
export interface FencedPage {
  readonly page: number
  readonly total: number
  readonly projectionSeq: number
  readonly isPending: boolean
}

export const RETRY_AFTER_MS = 1000
const SIGNED_64_MAX = 9_223_372_036_854_775_807n

export function fencedPage(
  rows: readonly JsonValue[],
  { page, total, projectionSeq, isPending }: FencedPage,
  fence: string | undefined,
  ...more: readonly JsonFields[]
): JsonText {
  const items = jsonField('items', jsonList(rows))
  const fields = [items, jsonFields({ page, total }), ...more]
  return new JsonText(jsonObject(...fields, fencedFields({ projectionSeq, isPending }, fence)))
}

/** The additional fields for a client that sent `min_projection_seq`; none for other clients. */
export function fencedFields(
  { projectionSeq, isPending }: Pick<FencedPage, 'projectionSeq' | 'isPending'>,
  fence: string | undefined,
): JsonFields {
  if (fence === undefined) return jsonFields({})
  return jsonFields({
    consistency: isPending ? 'projection_pending' : 'current',
    projection_seq: String(projectionSeq),
    ...(isPending ? { retry_after_ms: RETRY_AFTER_MS } : {}),
  })
}

export function refuseFence(fence: string | undefined): Refusal | undefined {
  if (fence === undefined || BigInt(fence) <= SIGNED_64_MAX) return undefined
  return refuseField('min_projection_seq', say('field.int64'))
}
