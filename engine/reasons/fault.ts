import type { Refusal } from '../code.js'
import type { Fault, KeyedText } from './keyed-text.js'
import { REASONS } from './reasons.js'

/** An `invalid_input` refusal that names the wrong fields. `message` is its English text. */
export function refuseInput(faults: readonly Fault[], message = textOf(faults)): Refusal {
  const params = { count: faults.length }
  const refusal = { ok: false, code: 'invalid_input', message } as const
  return { ...refusal, fields: faults, reason: 'invalid_input.fields', params }
}

export function refuseField(path: string, said: KeyedText): Refusal {
  return refuseInput([{ ...said, path }])
}

function textOf([first, ...rest]: readonly Fault[]): string {
  if (first === undefined) return REASONS['invalid_input.fields']
  const more = rest.length > 0 ? ` (and ${rest.length} more, see fields)` : ''
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}${more}`
}
