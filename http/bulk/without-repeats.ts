import { type InputRefusal, refuseField } from '../../wire/answer/errors.js'

/** What a list names, each once and in its order: its bound counts that. */
export function withoutRepeats(
  named: readonly number[],
  max: number,
  field: string,
): readonly number[] | InputRefusal {
  const once = [...new Set(named)]
  return once.length <= max ? once : refuseField(field, `has too many items, at most ${max}`)
}
