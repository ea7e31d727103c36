import type { Refusal } from '../code.js'
import { type KeyedText, REASONS } from './reasons.js'

/** One wrong place of a request: `path` is like `items[0].amount`, or the parameter's name. */
export interface Fault extends KeyedText {
  readonly path: string
}

/** `invalid_input` that says which fields are wrong. `message` is its English text. */
export function refuseInput(faults: readonly Fault[], message = textOf(faults)): Refusal {
  const params = { count: faults.length }
  const refusal = { ok: false, code: 'invalid_input', message } as const
  return { ...refusal, fields: faults, reason: 'invalid_input.fields', params }
}

export function refuseField(path: string, said: KeyedText): Refusal {
  return refuseInput([{ path, ...said }])
}

function textOf([first, ...rest]: readonly Fault[]): string {
  if (first === undefined) return REASONS['invalid_input.fields']
  const more = rest.length > 0 ? ` (and ${rest.length} more, see fields)` : ''
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}${more}`
}
