import { masksIn } from '../../names/mask.js'
import type { Fault } from '../fault.js'
import type { GroupSymbolRow } from '../records/group.js'
import { faultsOfTerms } from './symbol-terms.js'

const MASKS_MAX = 128

export function faultsOfSymbolRows(rows: readonly GroupSymbolRow[]): Fault[] {
  return rows.flatMap((row, i) =>
    [...maskFaults(row.mask), ...faultsOfTerms(row)].map(({ path, message }) => ({
      path: `symbols[${i}].${path}`,
      message,
    })),
  )
}

/** A list of masks names something by a mask that does not exclude. */
export function maskFaults(list: string): Fault[] {
  const masks = masksIn(list)
  if (masks.length > MASKS_MAX) {
    return [{ path: 'mask', message: `has too many masks, at most ${MASKS_MAX}` }]
  }
  if (masks.some((mask) => !mask.startsWith('!'))) return []
  return [{ path: 'mask', message: 'needs at least one mask without !' }]
}
