import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'

/** Removes duplicates from a list of ids and keeps its order. The bound applies to the unique ids. */
export function withoutRepeats(
  named: readonly number[],
  max: number,
  field: string,
): readonly number[] | Refusal {
  const once = [...new Set(named)]
  return once.length <= max ? once : refuseField(field, say('field.too_many_items', { max }))
}
