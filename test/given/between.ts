/**
 * Does `happens` right before the call of the function of `Atomics` that is the `nth` of a piece of `work` to which
 * `isMeant` fits: what another thread does between two steps of this one, at a moment that is known.
 */
export function between<T>(
  name: 'load' | 'store' | 'compareExchange',
  [nth, isMeant]: readonly [nth: number, isMeant: (cells: ArrayLike<unknown>) => boolean],
  happens: () => void,
  work: () => T,
): T {
  const atomics = Atomics as unknown as Record<string, (...given: unknown[]) => unknown>
  const own = atomics[name] as (...given: unknown[]) => unknown
  let calls = 0
  atomics[name] = (cells, ...rest) => {
    if (isMeant(cells as ArrayLike<unknown>) && ++calls === nth) happens()
    return own(cells, ...rest)
  }
  try {
    return work()
  } finally {
    atomics[name] = own
  }
}
