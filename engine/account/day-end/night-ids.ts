import type { Account } from '../state.js'

/**
 * The positions that an account's night has left, by their ids: of one that holds more than a record
 * takes. Sorted once for all parts of a night, since that takes as long as some parts do.
 */
export function nightIds({ positions, nightThrough }: Account): Float64Array {
  return idsAbove(new Float64Array(positions.keys()).sort(), nightThrough)
}

/** The rest of a sorted list, behind `id`. */
export function idsAbove(ids: Float64Array, id: number): Float64Array {
  let from = 0
  for (let end = ids.length; from < end; ) {
    const middle = (from + end) >>> 1
    if ((ids[middle] as number) > id) end = middle
    else from = middle + 1
  }
  return ids.subarray(from)
}
