import { formWords } from '../text/desk/form-words.js'
import type { Faults } from '../text/faults.js'
import type { FormField } from './control.js'

/** The error of a field. An error of a list item counts for the field if items have no fields. */
export function faultAt(faults: Faults, path: string, { inner }: FormField): string | undefined {
  if (faults[path] !== undefined) return faults[path]
  if (inner.length > 0) return undefined
  return Object.entries(faults).find(([at]) => at.startsWith(`${path}[`))?.[1]
}

/**
 * The reason why a value is refused: a text of the page if the field's type explains it, otherwise
 * the server's message.
 */
export function faultWords({ meta }: FormField, value: unknown, message: string): string {
  const text = formWords.value
  const { type, min, max, required } = meta
  const isNumber = type === 'whole' || type === 'decimal'
  if (value === '' && (required || isNumber)) return text.needed
  if (type === 'whole' && typeof value !== 'number') return text.noWhole
  if (type === 'decimal' && !/^-?\d+(\.\d+)?$/.test(String(value))) return text.noNumber
  if (type !== 'whole' || typeof value !== 'number') return message
  const isBeyond = (min !== null && value < min) || (max !== null && value > max)
  if (!isBeyond) return message
  return max === null ? text.atLeast({ min: min ?? '' }) : text.between({ min: min ?? '', max })
}

/** Errors that belong to no field of the form. */
export function elsewhere(faults: Faults, fields: readonly FormField[]): string[] {
  const names = new Set(fields.map(({ name }) => name))
  return Object.entries(faults)
    .filter(([path]) => !names.has(/^[^.[]*/.exec(path)?.[0] ?? ''))
    .map(([path, message]) => `${path}: ${message}`)
}
