import { effect, signal } from '@preact/signals'
import type { Data } from '../link/contract.js'
import { type Answer, call } from '../link/rest.js'
import { settings } from '../settings/settings.js'

/** A name of the contract with its label and its sentence, in the language of the device. */
interface Named {
  readonly name: string
  readonly label: string
  readonly text: string
}

type Meta = Data<'GET /admin/v1/meta'>

/**
 * The words that the server has for names of the contract, and what fields of records are; null until they have come.
 * They are the same until a new build.
 */
export const meta = signal<Meta | null>(null)
/** Why they have not come, until they are asked for again. */
export const metaRefused = signal<Answer<unknown> | null>(null)
let isWanted = false

/** Reads them when the first part asks for them, again in another language, and after a refusal when another part asks. */
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

/** What a field of a kind of records is called, or its name while no words are there. */
export function fieldLabel(kind: string, name: string): string {
  return meta.value?.fields.find((one) => one.kind === kind && one.name === name)?.label ?? name
}

/** A value of a field as forms call it, where it is one of a few; else the value itself. */
export function fieldValue(kind: string, name: string, value: unknown): unknown {
  const field = meta.value?.fields.find((one) => one.kind === kind && one.name === name)
  return field?.values.find((one) => one.name === value)?.label ?? value
}

/** The label of a name, or the name itself while no words are there. */
export function labelOf(names: readonly Named[] | undefined, name: string): string {
  return names?.find((one) => one.name === name)?.label ?? name
}
