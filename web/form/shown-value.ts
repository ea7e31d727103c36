import { formWords } from '../text/desk/form-words.js'
import { grouped } from '../text/numbers.js'
import { dateText, timeText } from '../text/times.js'
import type { FormField } from './control.js'
import { clockOf } from './values.js'

/** A value as short text for lists and differences. */
export function shownValue({ meta, control }: FormField, value: unknown): string {
  const text = formWords.value
  if (control.name === 'secret') return '••••'
  if (value === null || value === undefined || value === '') return text.empty
  if (typeof value === 'boolean') return value ? text.on : text.off
  if (control.name === 'time_of_day') return clockOf(value)
  if (control.name === 'decimal') return grouped(String(value))
  if (control.name === 'time') return timeText(String(value))
  if (control.name === 'day') return dateText(String(value))
  const labelOf = (one: unknown): string =>
    meta.values.find(({ name }) => name === one)?.label ?? String(one)
  if (Array.isArray(value)) {
    if (meta.type === 'rows') return text.rowsCount({ n: value.length })
    return value.length === 0 ? text.empty : value.map(labelOf).join(', ')
  }
  return typeof value === 'object' ? JSON.stringify(value) : labelOf(value)
}
