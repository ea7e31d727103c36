import { computed, type ReadonlySignal } from '@preact/signals'
import { settings } from '../settings/settings.js'

/** Texts of a part of the pages in the language of the device; they are loaded with that part. */
export function byLanguage<Texts>(en: Texts, de: Texts): ReadonlySignal<Texts> {
  return computed(() => (settings.value.language === 'de' ? de : en))
}
