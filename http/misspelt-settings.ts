/** Names up to this length resemble names that many other programs use. */
const SHORT_MAX = 5
/** Names of at least this length may differ in two letters. */
const LONG_MIN = 9

/**
 * Returns a warning for each environment variable that looks like a misspelt setting. Misspellings
 * are a few missing, extra, wrong or swapped letters, a different case, and `_FILE` after a setting
 * that is already a file path.
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || value === '' || known.includes(name)) return []
    const meant = known.find((one) => {
      // Short words in lower case, such as `port` or `host`, belong to other programs.
      const written = one.length <= SHORT_MAX ? name : name.toUpperCase()
      return isNear(written, one) || isNear(written.replace(/_FILE$/, ''), one)
    })
    return meant === undefined ? [] : [`${name}: there is no such setting; is it ${meant}?`]
  })
}

function isNear(written: string, meant: string): boolean {
  // For short names, only swapped letters count: a replaced letter would match too many other words.
  if (meant.length <= SHORT_MAX && written.length === meant.length) {
    return [...written].sort().join('') === [...meant].sort().join('') && edits(written, meant) <= 1
  }
  const most = meant.length >= LONG_MIN ? 2 : 1
  // The distance is at least the difference in length. Most pairs of names end here.
  return Math.abs(written.length - meant.length) <= most && edits(written, meant) <= most
}

/** The edit distance: insertions, deletions, replacements, and swaps of neighbouring letters. */
export function edits(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, n) => n)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    rows.push([row])
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const exchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          exchanged && row > 1 && column > 1
            ? at(row - 2, column - 2) + 1
            : Number.MAX_SAFE_INTEGER,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
