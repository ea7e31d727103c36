/** The name of a value that the server sends, or the value itself if the list has no name for it. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return names[value] ?? value
}
