import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Schemas } from '../link/contract.js'
import { type Answer, call } from '../link/rest.js'
import { settings } from '../settings/settings.js'

/** What fields of records are and are called, in the language of the device: read once with the first form, and kept. */
interface FieldWords {
  readonly language: string
  readonly fields: readonly Schemas['MetaFieldView'][]
}

const read = signal<FieldWords | null>(null)
const refused = signal<Answer<unknown> | null>(null)

export async function readFieldWords(): Promise<void> {
  const { language } = settings.value
  const answer = await call('GET /admin/v1/meta', {
    query: { lang: language === 'de' ? 'de' : 'en' },
  })
  refused.value = answer.ok ? null : answer
  if (answer.ok) read.value = { language, fields: answer.data.fields }
}

/** The fields of every kind; null until they are here. */
export function useFieldWords(): {
  readonly fields: FieldWords['fields'] | null
  readonly refused: Answer<unknown> | null
} {
  const { language } = settings.value
  useEffect(() => {
    if (read.value?.language !== language) void readFieldWords()
  }, [language])
  return { fields: read.value?.fields ?? null, refused: refused.value }
}
