import { computed } from '@preact/signals'
import type { Schemas } from '../../link/contract.js'
import { grouped } from '../numbers.js'
import { timeText } from '../times.js'
import { texts } from './texts.js'

type Change = Schemas['OwnChangeView']

/** Texts for changes of stops and orders, shared by desk and terminal. */
export const changeWords = computed(() => texts.value['trade-change'])

type By = Pick<Change, 'field'> & { readonly by: Change['by'] }

/** The author of a change. Changes made by the server are named by their cause. */
export function changer({ by, field }: By) {
  if (by !== 'server') return by
  if (field === 'stop_loss') return 'trailing'
  return field === 'volume_current' ? 'fill' : 'server'
}

/** A value as text; `timeOf` formats times. */
export function changedValue(
  field: Change['field'],
  value: Exclude<Change['old'], null>,
  timeOf: (at: string) => string = timeText,
): string {
  if (field === 'expires_at') return timeOf(String(value))
  if (field !== 'expiration') return grouped(String(value))
  const names: Readonly<Record<string, string>> = changeWords.value.expirations
  return names[String(value)] ?? String(value)
}
