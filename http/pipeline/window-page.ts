import type { WindowPage, WindowTotal } from '../../actors/queries/window-page.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { JsonText } from '../../wire/answer/envelope.js'
import {
  type JsonValue,
  jsonField,
  jsonFields,
  jsonList,
  jsonObject,
} from '../../wire/format/json-parts.js'
import type { WINDOW_EDGES, WindowPlace } from '../../wire/window/window.js'
import { RETRY_AFTER_MS } from './fenced-page.js'
import type { WindowProofs } from './window-proofs.js'

/** The requested place of a page in a window of rows, and how pages and counts are answered. */
export interface PageRequest {
  readonly edge: (typeof WINDOW_EDGES)[number]
  readonly cursor?: string
  /** The id of a row that the page should contain. */
  readonly anchor?: number
  readonly offset?: number
}

/** Converts query parameters to a place. Refuses parameters that the chosen edge does not use. */
export function windowPlace(
  proofs: WindowProofs,
  proof: string,
  query: PageRequest,
): WindowPlace | Refusal {
  const { edge, cursor, anchor, offset } = query
  const isAround = edge === 'around'
  if (!isAround && anchor !== undefined) return refuseField('anchor', say('field.edge_around'))
  if (!isAround && edge !== 'from' && offset !== undefined) {
    return refuseField('offset', say('field.edge_around_or_from'))
  }
  if (edge === 'from') {
    if (cursor !== undefined)
      return refuseField('cursor', say('field.not_with_edge', { edge: 'from' }))
    return offset === undefined
      ? refuseField('offset', say('field.needed_for_edge', { edge: 'from' }))
      : { edge, offset }
  }
  if (edge === 'first' || edge === 'last') {
    return cursor === undefined
      ? { edge }
      : refuseField('cursor', say('field.not_with_edge', { edge }))
  }
  const from = cursor === undefined ? undefined : proofs.opened(proof, cursor)
  if (cursor !== undefined && from === undefined) {
    return refuseField('cursor', say('field.other_window'))
  }
  if (edge !== 'around') {
    return from === undefined
      ? refuseField('cursor', say('field.needed_for_edge', { edge }))
      : { edge, from }
  }
  if (offset !== undefined && (cursor ?? anchor) !== undefined) {
    return refuseField('offset', say('field.without_cursor'))
  }
  if (offset === undefined && from === undefined && anchor === undefined) {
    return refuseField('edge', say('field.around_needs'))
  }
  return {
    edge,
    ...(from === undefined ? {} : { from }),
    ...(anchor === undefined ? {} : { anchor }),
    ...(offset === undefined ? {} : { offset }),
  }
}

export function windowPageText(
  { windowProofs, clock }: { readonly windowProofs: WindowProofs; readonly clock: Clock },
  proof: string,
  items: readonly JsonValue[],
  page: Omit<WindowPage<unknown>, 'items'>,
): JsonText {
  const { first, last, hasBefore, hasAfter, firstOffset, projectionSeq, isPending } = page
  const keys = [first, last].map((row) => (row === null ? null : String(row.number)))
  const [before, after] = [first, last].map((row) =>
    row === null ? null : windowProofs.cursor(proof, row),
  )
  const [first_key, last_key] = keys
  const rest = jsonFields({
    before,
    after,
    has_before: hasBefore,
    has_after: hasAfter,
    first_key,
    last_key,
    ...(firstOffset === null ? {} : { first_offset: firstOffset }),
    page_id: windowProofs.name(proof, keys, projectionSeq, items.length),
    proof,
    calculated_at: new Date(clock.now()).toISOString(),
    consistency: isPending ? 'projection_pending' : 'current',
    projection_seq: String(projectionSeq),
    ...(isPending ? { retry_after_ms: RETRY_AFTER_MS } : {}),
  })
  return new JsonText(jsonObject(jsonField('items', jsonList(items)), rest))
}

export function windowCount(resource: string, queryId: string, read: WindowTotal) {
  const { total, projectionSeq } = read
  return {
    resource,
    query_id: queryId,
    total,
    consistency: total === null ? ('projection_pending' as const) : ('current' as const),
    projection_seq: String(projectionSeq),
    ...(total === null ? { retry_after_ms: RETRY_AFTER_MS } : {}),
  }
}
