import { effect, signal } from '@preact/signals'
import { settings } from '../settings/settings.js'

/** Texts of reasons in the language of the device, once they are loaded; in English the server's own text says it. */
const german = signal<Readonly<Record<string, string>>>({})

let isAsked = false

// No page waits for them: they are loaded beside it.
effect(() => {
  if (settings.value.language !== 'de' || isAsked) return
  isAsked = true
  void import('./common/reasons-de.js').then(({ reasonsDe }) => {
    german.value = reasonsDe
  })
})

export function reasonText(reason: string): string | undefined {
  return settings.value.language === 'de' ? german.value[reason] : undefined
}
