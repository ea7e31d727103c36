import { type InputRefusal, refuseField } from '../../wire/answer/errors.js'

/** The numbers of a list, each once and in its order: its bound counts these. */
export function withoutRepeats(
  named: readonly number[],
  max: number,
  field: string,
): readonly number[] | InputRefusal {
  const once = [...new Set(named)]
  return once.length <= max ? once : refuseField(field, `has too many items, at most ${max}`)
}
