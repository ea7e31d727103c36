/** Names of up to so many letters lie close to names of other programs. */
const SHORT_MAX = 5
/** Names of so many letters may be off by two. */
const LONG_MIN = 9

/**
 * A warning for each environment variable whose name is nearly that of a setting: the setting meant is not set.
 * Beside a letter or two that are missing, too many, wrong or exchanged, near is the same in other letters of case, and the
 * `_FILE` of a setting that is the path of a file by itself.
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || value === '' || known.includes(name)) return []
    const meant = known.find((one) => {
      // Short words in small letters are names of others: `port`, `host`.
      const written = one.length <= SHORT_MAX ? name : name.toUpperCase()
      return isNear(written, one) || isNear(written.replace(/_FILE$/, ''), one)
    })
    return meant === undefined ? [] : [`${name}: there is no such setting; is it ${meant}?`]
  })
}

function isNear(written: string, meant: string): boolean {
  // One letter instead of another makes too many words of a short one.
  if (meant.length <= SHORT_MAX && written.length === meant.length) {
    return [...written].sort().join('') === [...meant].sort().join('') && edits(written, meant) <= 1
  }
  return edits(written, meant) <= (meant.length >= LONG_MIN ? 2 : 1)
}

/** Letters to put in, take out, change, or exchange with the next one, to make one word of the other. */
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
