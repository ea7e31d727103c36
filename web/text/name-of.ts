/** The name of a value that the server sends; undefined if the list has no name for it. */
export function knownName(
  names: Readonly<Record<string, string>>,
  value: string,
): string | undefined {
  return names[value]
}

/** The same; a value without a name is shown as it is. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return knownName(names, value) ?? value
}
