import { signal } from '@preact/signals'
import { keep, keptJson } from '../../link/kept.js'
import { ownKey } from '../../link/side.js'
import type { SettingsKind } from './settings-kinds.js'

/** What a line of the journal says that a record was before, on its way from there to the record's form, which saves nothing by itself. */
export type Values = Readonly<Record<string, unknown>>

const storageKey = ({ kind, key }: SettingsKind, id: number | string): string =>
  ownKey(`was.${kind}.${key === null ? '' : id}`)

/** Counts what is on its way: the form may be open already. */
export const takings = signal(0)

export function takeBack(kind: SettingsKind, id: number | string, values: Values): void {
  keep(storageKey(kind, id), JSON.stringify(values), 'session')
  takings.value += 1
}

/** Once: the form has it from then on as a draft. */
export function takenBack(kind: SettingsKind, id: number | string): Values | null {
  const key = storageKey(kind, id)
  const values = keptJson<Values | null>(key, null, 'session')
  if (values !== null) keep(key, null, 'session')
  return values
}

/** The fields before a change. Secrets are told with neither of their values; of what was made there is no before. */
export function valuesBefore(
  changes: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[],
): Values | null {
  const told = changes.filter(({ from = null, to = null }) => from !== null || to !== null)
  if (told.every(({ from = null }) => from === null)) return null
  return Object.fromEntries(told.map(({ field, from = null }) => [field, from]))
}
