import { masksIn } from '../../names/mask.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { GroupSymbolRow } from '../records/group.js'
import { faultsOfTerms } from './symbol-terms.js'

const MASKS_MAX = 128

export function faultsOfSymbolRows(rows: readonly GroupSymbolRow[]): Fault[] {
  return rows.flatMap((row, i) =>
    [...maskFaults(row.mask), ...faultsOfTerms(row)].map(({ path, ...said }) => ({
      path: `symbols[${i}].${path}`,
      ...said,
    })),
  )
}

/** A list of masks must contain a mask that does not exclude. */
export function maskFaults(list: string): Fault[] {
  const masks = masksIn(list)
  if (masks.length > MASKS_MAX) {
    return [{ path: 'mask', ...say('field.too_many_masks', { max: MASKS_MAX }) }]
  }
  if (masks.some((mask) => !mask.startsWith('!'))) return []
  return [{ path: 'mask', ...say('field.mask_needed') }]
}
