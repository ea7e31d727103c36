import type { Account } from '../state.js'

/**
 * The ids of the positions that still lack this night's swap, for an account with more positions
 * than one record takes. Sorted once for all parts, because sorting takes as long as some parts do.
 */
export function nightIds({ positions, nightThrough }: Account): Float64Array {
  return idsAbove(new Float64Array(positions.keys()).sort(), nightThrough)
}

/** The ids after `id` in a sorted list. */
export function idsAbove(ids: Float64Array, id: number): Float64Array {
  let from = 0
  for (let end = ids.length; from < end; ) {
    const middle = (from + end) >>> 1
    if ((ids[middle] as number) > id) end = middle
    else from = middle + 1
  }
  return ids.subarray(from)
}
