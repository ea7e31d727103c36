import type { Language } from '../generated/languages.js'
import { values } from '../generated/values.js'
import type { Wording } from './words.js'

/**
 * The meaning of values of fields that take one of a few words. By `field.value` where the field matters (`kind.stop`), else by
 * the value alone, which then means the same in every field that has it; look the longer key up first.
 */
export function valuesIn(language: Language): Readonly<Record<string, Wording>> {
  const { 'field-types': fieldTypes, ...of } = values[language]()
  return {
    ...of.orders,
    ...of.trades,
    ...of.symbols,
    ...of.routing,
    ...of.connections,
    ...of.servers,
    ...of.transfer,
    ...of.work,
    ...of.rights,
    ...fieldTypes,
  }
}
