/**
 * The rows of a list that are chosen: some by their ids, or all that the filter has but some.
 *
 *   C1. "All" is the filter and its exceptions, never the rows that happen to be here.
 */
export interface GridChoice {
  readonly isAll: boolean
  /** The ids of those that are chosen, or where all are, of those that are not. */
  readonly ids: ReadonlySet<string>
}

export const NOTHING: GridChoice = { isAll: false, ids: new Set() }
export const ALL: GridChoice = { isAll: true, ids: new Set() }

export function isChosen({ isAll, ids }: GridChoice, id: string): boolean {
  return ids.has(id) !== isAll
}

export function toggled({ isAll, ids }: GridChoice, id: string): GridChoice {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { isAll, ids: next }
}

/** With all of these chosen, too. */
export function withIds(choice: GridChoice, more: readonly string[]): GridChoice {
  const next = new Set(choice.ids)
  for (const id of more) {
    if (choice.isAll) next.delete(id)
    else next.add(id)
  }
  return { isAll: choice.isAll, ids: next }
}

/** The number of those that are chosen; null while the length of the list is not known. */
export function chosenCount({ isAll, ids }: GridChoice, total: number | null): number | null {
  if (!isAll) return ids.size
  return total === null ? null : Math.max(0, total - ids.size)
}
