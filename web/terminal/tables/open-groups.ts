import { signal } from '@preact/signals'

/** The keys of position groups that are expanded. */
export const openGroups = signal<ReadonlySet<string>>(new Set())

export function toggleGroup(key: string): void {
  const next = new Set(openGroups.value)
  if (!next.delete(key)) next.add(key)
  openGroups.value = next
}
