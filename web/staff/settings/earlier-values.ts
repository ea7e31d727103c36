import { signal } from '@preact/signals'
import { readStoredJson, store } from '../../link/browser-storage.js'
import { ownKey } from '../../link/side.js'
import type { SettingsKind } from './settings-kinds.js'

/**
 * Passes a record's earlier values from a journal line to the record's form. The form shows them as
 * a draft and does not save by itself.
 */
export type Values = Readonly<Record<string, unknown>>

const storageKey = ({ kind, key }: SettingsKind, id: number | string): string =>
  ownKey(`was.${kind}.${key === null ? '' : id}`)

/** Increases by one for each transfer, since the form may already be open. */
export const earlierValueOffers = signal(0)

export function offerEarlierValues(kind: SettingsKind, id: number | string, values: Values): void {
  store(storageKey(kind, id), JSON.stringify(values), 'session')
  earlierValueOffers.value += 1
}

/** Returns the values once and removes them; from then on the form holds them as its draft. */
export function takeEarlierValues(kind: SettingsKind, id: number | string): Values | null {
  const key = storageKey(kind, id)
  const values = readStoredJson<Values | null>(key, null, 'session')
  if (values !== null) store(key, null, 'session')
  return values
}

/**
 * The field values before a change, or null for a record that was created. Secrets are left out,
 * because the journal has neither of their values.
 */
export function valuesBefore(
  changes: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[],
): Values | null {
  const told = changes.filter(({ from = null, to = null }) => from !== null || to !== null)
  if (told.every(({ from = null }) => from === null)) return null
  return Object.fromEntries(told.map(({ field, from = null }) => [field, from]))
}
