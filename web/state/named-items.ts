/**
 * Items that a person saved under names, as the preferences store them.
 *
 * N1. Names are unique. Saving under an existing name replaces that item.
 * - If two devices save the last item at the same time, both are kept. So there may be more items
 *   than fit, and the page refuses new names until enough are deleted.
 */
interface Named {
  readonly name: string
}

/** The stored items of which at most `max` fit. */
export function storedItems<Item>(items: readonly Item[], max: number): readonly Item[] {
  return items.slice(0, 2 * max)
}

/** The items with this one, sorted by name (N1). */
export function withItem<Item extends Named>(items: readonly Item[], item: Item): readonly Item[] {
  return [...withoutItem(items, item.name), item].toSorted((a, b) => a.name.localeCompare(b.name))
}

export function withoutItem<Item extends Named>(
  items: readonly Item[],
  name: string,
): readonly Item[] {
  return items.filter((one) => one.name !== name)
}
