/** The label of a value from the server; undefined if there is none. */
export function knownName(
  names: Readonly<Record<string, string>>,
  value: string,
): string | undefined {
  return names[value]
}

/** The label of a value from the server; the value itself if there is none. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return knownName(names, value) ?? value
}
