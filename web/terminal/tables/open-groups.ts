import { signal } from '@preact/signals'

/** The groups of positions whose rows are shown one by one, by their keys. */
export const openGroups = signal<ReadonlySet<string>>(new Set())

export function toggleGroup(key: string): void {
  const next = new Set(openGroups.value)
  if (!next.delete(key)) next.add(key)
  openGroups.value = next
}
