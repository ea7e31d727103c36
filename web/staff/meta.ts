import { effect, signal } from '@preact/signals'
import type { Data } from '../link/contract.js'
import { call } from '../link/rest.js'
import { settings } from '../settings/settings.js'

/** A name of the contract with its label and its sentence, in the language of the device. */
export interface Named {
  readonly name: string
  readonly label: string
  readonly text: string
}

type Meta = Data<'GET /admin/v1/meta'>

/** The words that the server has for names of the contract; null until they have come. They are the same until a new build. */
export const meta = signal<Meta | null>(null)
let isWanted = false

/** Reads them when the first part asks for them, and again in another language. */
export function needMeta(): void {
  if (isWanted) return
  isWanted = true
  effect(() => {
    const { language } = settings.value
    if (meta.peek()?.lang !== language) void read(language)
  })
}

async function read(lang: 'en' | 'de'): Promise<void> {
  const answer = await call('GET /admin/v1/meta', { query: { lang } })
  if (answer.ok && settings.peek().language === lang) meta.value = answer.data
  else if (!answer.ok) isWanted = false
}

/** The label of a name, or the name itself while no words are there. */
export function labelOf(names: readonly Named[] | undefined, name: string): string {
  return names?.find((one) => one.name === name)?.label ?? name
}
