import type { Language } from '../generated/languages.js'
import { values } from '../generated/values.js'
import type { Wording } from './words.js'

/**
 * Labels of enumeration values. The key is `field.value` if the meaning depends on the field
 * (`kind.stop`), otherwise only the value; look up the longer key first.
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
