/**
 * Exact sums of any size. A 64-bit sum would overflow after some thousands of the largest rows, so
 * the upper and lower 32 bits of each value are summed separately and combined here.
 */
export type HalfSums = Readonly<Record<string, bigint>>

/** The columns to select with safe integers: `count`, and both halves of the sum of each name. */
export function halfSums(names: readonly string[], prefix = ''): string {
  return halfSumsOf(Object.fromEntries(names.map((name) => [name, `${prefix}${name}`])))
}

/** The SQL columns of exact sums, from SQL expressions by the names of their sums. */
export function halfSumsOf(columns: Readonly<Record<string, string>>): string {
  const halves = Object.entries(columns).flatMap(([name, sql]) => [
    `coalesce(sum((${sql}) >> 32), 0) AS ${name}${HIGH}`,
    `coalesce(sum((${sql}) & 4294967295), 0) AS ${name}`,
  ])
  return ['count(*) AS count', ...halves].join(', ')
}

/** The exact sums by name, and the number of rows as `count`. */
export function wholeSums(halves: HalfSums | undefined): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    Object.entries(halves ?? {}).flatMap(([name, low]) => {
      if (name.endsWith(HIGH)) return []
      return [[name, ((halves?.[`${name}${HIGH}`] ?? 0n) << 32n) + low]]
    }),
  )
}

const HIGH = '_high'
