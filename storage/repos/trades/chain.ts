/**
 * Counts the rows of a chain, at most `most` plus one in case it is circular. `previous` returns
 * undefined for a missing row.
 */
export function chainLength(
  lastId: number,
  most: number,
  previous: (id: number) => number | undefined,
): number {
  let length = 0
  for (let id = lastId; length <= most; length++) {
    const before = previous(id)
    if (before === undefined) break
    id = before
  }
  return length
}

/** The rows of an account from the newest, `lastId`, back in time. */
export function* rowsBack<Row extends { readonly previous_id: number }>(
  lastId: number,
  select: (id: number) => Row | undefined,
): Generator<Row> {
  for (let row = select(lastId); row !== undefined; row = select(row.previous_id)) yield row
}
