/**
 * How many rows a chain has; it is followed for one row more than `most` at the longest, should it
 * run in a circle. `previous` is undefined for a row that is not there.
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
