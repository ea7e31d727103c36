import { effect, signal } from '@preact/signals'
import type { Answer } from '../link/answer.js'
import type { Data } from '../link/contract.js'
import { call } from '../link/rest.js'
import { settings } from '../settings/settings.js'

/** A name of the API with its label and description in the device's language. */
interface Named {
  readonly name: string
  readonly label: string
  readonly text: string
}

type Meta = Data<'GET /admin/v1/meta'>

/**
 * Labels of API names and record fields, from the server; null until loaded. They change only with
 * a new version of the server.
 */
export const meta = signal<Meta | null>(null)
/** The server's answer if loading failed; null again after a new attempt. */
export const metaRefused = signal<Answer<unknown> | null>(null)
let isWanted = false

/**
 * Loads the texts on the first call, again when the language changes, and again on a later call
 * after a failure.
 */
export function needMeta(): void {
  if (isWanted) {
    if (metaRefused.peek() !== null) void readMeta()
    return
  }
  isWanted = true
  effect(() => {
    if (meta.peek()?.lang !== settings.value.language) void readMeta()
  })
}

export async function readMeta(): Promise<void> {
  const lang = settings.peek().language
  const answer = await call('GET /admin/v1/meta', { query: { lang } })
  if (settings.peek().language !== lang) return
  metaRefused.value = answer.ok ? null : answer
  if (answer.ok) meta.value = answer.data
}

/** The label of a field of this kind of record, or its API name while texts have not loaded. */
export function fieldLabel(kind: string, name: string): string {
  return meta.value?.fields.find((one) => one.kind === kind && one.name === name)?.label ?? name
}

/**
 * The label of a field's value if the field has a fixed set of values; otherwise the value itself.
 */
export function fieldValue(kind: string, name: string, value: unknown): unknown {
  const field = meta.value?.fields.find((one) => one.kind === kind && one.name === name)
  return field?.values.find((one) => one.name === value)?.label ?? value
}

/** The label of a name, or the name itself while texts have not loaded. */
export function labelOf(names: readonly Named[] | undefined, name: string): string {
  return names?.find((one) => one.name === name)?.label ?? name
}
