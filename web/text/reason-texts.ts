import { effect, signal } from '@preact/signals'
import type { Language } from '../generated/languages.js'
import { settings } from '../settings/settings.js'

type Params = Readonly<Record<string, string | number>>
type Message = string | ((values: never) => string)

const SERVERS: Language = 'en'

/** The messages of refusal reasons by language, once loaded. */
const known = signal<ReadonlyMap<Language, ReadonlyMap<string, Message>>>(new Map())
const asked = new Set<Language>([SERVERS])

// The texts of refusals load in the background; no page waits for them.
effect(() => {
  const { language } = settings.value
  if (asked.has(language)) return
  asked.add(language)
  void import('../generated/reasons.js').then(async ({ reasons }) => {
    const areas = Object.values<Readonly<Record<string, Message>>>(
      (await reasons[language]()).default,
    )
    const messages = new Map(areas.flatMap((area) => Object.entries(area)))
    known.value = new Map([...known.peek(), [language, messages]])
  })
})

/** Whether the server's texts are in the device's language. */
export function isServersLanguage(): boolean {
  return settings.value.language === SERVERS
}

/**
 * The text of a refusal reason in the device's language; undefined if the server's own text should
 * be used.
 */
export function reasonText(reason: string, params: Params): string | undefined {
  const message = known.value.get(settings.value.language)?.get(reason)
  // The server sends the parameters of its English text, and other languages use no further ones.
  return typeof message === 'function' ? message(params as never) : message
}
