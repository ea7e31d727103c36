import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'

/** The numbers of a list, each once and in its order: its bound counts these. */
export function withoutRepeats(
  named: readonly number[],
  max: number,
  field: string,
): readonly number[] | Refusal {
  const once = [...new Set(named)]
  return once.length <= max ? once : refuseField(field, say('field.too_many_items', { max }))
}
