/**
 * The selection in a list: certain ids, or all rows of the filter with exceptions.
 *
 * "All" means the filter with its exceptions, never just the loaded rows.
 */
export interface GridChoice {
  readonly isAll: boolean
  /** The selected ids or, with `isAll`, the ids that are not selected. */
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

/** Adds these rows to the selection. */
export function withIds(choice: GridChoice, more: readonly string[]): GridChoice {
  const next = new Set(choice.ids)
  for (const id of more) {
    if (choice.isAll) next.delete(id)
    else next.add(id)
  }
  return { isAll: choice.isAll, ids: next }
}

/** The number of selected rows; null while the length of the list is unknown. */
export function chosenCount({ isAll, ids }: GridChoice, total: number | null): number | null {
  if (!isAll) return ids.size
  return total === null ? null : Math.max(0, total - ids.size)
}
