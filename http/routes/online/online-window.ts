import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { OnlineWindowQuery } from '../../../wire/schema/people/online.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import type { WindowProofs } from '../../pipeline/window-proofs.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { byAge } from '../../sessions/session-store.js'

/** Pages of the visible sessions by cursor. */
export interface OnlinePage {
  readonly selected: readonly LiveSession[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** True if the window contains the anchor; null if the request names none. */
  readonly anchorFound: boolean | null
}

export type OnlinePlace =
  | { readonly edge: 'first' }
  | { readonly edge: 'after'; readonly from: PlaceInOrder }
  | { readonly edge: 'before'; readonly from: PlaceInOrder }
  | { readonly edge: 'around'; readonly anchor: string; readonly from: PlaceInOrder | null }

/** The position of a session in the order. It stays valid after the session has ended. */
export interface PlaceInOrder {
  readonly createdAt: number
  readonly id: string
}

type Given = Omit<Static<typeof OnlineWindowQuery>, 'limit'>

/** Binds cursors to the reader's session with its current rights and scope. */
export function onlineProof(proofs: WindowProofs, reader: Session): string {
  const { id, login, rights, groupScope } = reader
  return proofs.proof('online', id, login, [...rights].sort(), groupScope)
}

/** Converts query parameters to a place. Refuses parameters that the chosen edge does not use. */
export function requestedPlace(
  proofs: WindowProofs,
  proof: string,
  { edge, cursor, anchor_id }: Given,
): OnlinePlace | Refusal {
  if (edge !== 'around' && anchor_id !== undefined) {
    return refuseField('anchor_id', say('field.edge_around'))
  }
  if (edge === 'first') {
    return cursor === undefined
      ? { edge }
      : refuseField('cursor', say('field.not_with_edge', { edge: 'first' }))
  }
  const from = cursor === undefined ? null : placeOf(proofs, proof, cursor)
  if (isRefusal(from)) return from
  if (edge === 'around') {
    if (anchor_id === undefined)
      return refuseField('anchor_id', say('field.needed_for_edge', { edge: 'around' }))
    return { edge, anchor: anchor_id, from }
  }
  return from === null
    ? refuseField('cursor', say('field.needed_for_edge', { edge }))
    : { edge, from }
}

export function cursorOf(proofs: WindowProofs, proof: string, session: LiveSession): string {
  return proofs.cursor(proof, { number: session.login, key: [session.createdAt, session.id] })
}

function placeOf(proofs: WindowProofs, proof: string, cursor: string): PlaceInOrder | Refusal {
  const opened = proofs.opened(proof, cursor)
  if (opened === undefined || !('key' in opened)) {
    return refuseField('cursor', say('field.other_window'))
  }
  const [createdAt, id] = opened.key
  return { createdAt: Number(createdAt), id: String(id) }
}

/** A page of sessions; `all` must be sorted. */
export function onlinePage(
  all: readonly LiveSession[],
  place: OnlinePlace,
  limit: number,
): OnlinePage {
  const { start, end, anchorFound } = boundsOf(all, place, limit)
  const [from, to] = [Math.max(0, start), Math.min(all.length, end)]
  return {
    selected: all.slice(from, to),
    hasBefore: from > 0,
    hasAfter: to < all.length,
    anchorFound,
  }
}

interface PageBounds {
  readonly start: number
  readonly end: number
  readonly anchorFound: boolean | null
}

function boundsOf(all: readonly LiveSession[], place: OnlinePlace, limit: number): PageBounds {
  if (place.edge === 'first') return { start: 0, end: limit, anchorFound: null }
  if (place.edge === 'before') {
    const end = countBefore(all, place.from)
    return { start: end - limit, end, anchorFound: null }
  }
  if (place.edge === 'after') {
    const at = countBefore(all, place.from)
    const row = all[at]
    const start = row !== undefined && byAge(row, place.from) === 0 ? at + 1 : at
    return { start, end: start + limit, anchorFound: null }
  }
  const anchor = all.findIndex(({ id }) => id === place.anchor)
  const anchorFound = anchor >= 0
  if (!anchorFound && place.from === null) return { start: 0, end: limit, anchorFound }
  const middle = anchorFound ? anchor : countBefore(all, place.from as PlaceInOrder)
  const start = Math.max(0, Math.min(middle - Math.floor(limit / 2), all.length - limit))
  return { start, end: start + limit, anchorFound }
}

/** The number of sessions before a place, by binary search in the sorted `all`. */
function countBefore(all: readonly LiveSession[], place: PlaceInOrder): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (byAge(all[middle] as LiveSession, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
