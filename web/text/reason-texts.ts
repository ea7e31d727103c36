import { effect, signal } from '@preact/signals'
import type { Language } from '../generated/languages.js'
import { settings } from '../settings/settings.js'

type Params = Readonly<Record<string, string | number>>
type Message = string | ((values: never) => string)

/** The server says its texts in English itself. */
const SERVERS: Language = 'en'

/** The messages of reasons by language, once they are loaded. */
const known = signal<ReadonlyMap<Language, ReadonlyMap<string, Message>>>(new Map())
const asked = new Set<Language>([SERVERS])

// No page waits for them: they are loaded beside it.
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

/** Whether the server's texts are in the language of the device. */
export function isServersLanguage(): boolean {
  return settings.value.language === SERVERS
}

/** A text of the server in the language of the device, by its reason; none if the server says it itself. */
export function reasonText(reason: string, params: Params): string | undefined {
  const message = known.value.get(settings.value.language)?.get(reason)
  // The server sends the parameters that its own text has, of which the others have no more.
  return typeof message === 'function' ? message(params as never) : message
}
