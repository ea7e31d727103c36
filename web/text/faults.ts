/** What the server says is wrong, by the path of the field in the request. */
export type Faults = Readonly<Record<string, string>>

export const NO_FAULTS: Faults = {}

/** The faults that a refusal names. */
export function faultsOf(data: unknown): Faults {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return NO_FAULTS
  const { fields } = data
  if (!Array.isArray(fields)) return NO_FAULTS
  return Object.fromEntries(
    fields.flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'path' in one && 'message' in one
        ? [[String(one.path), String(one.message)]]
        : [],
    ),
  )
}

/** With those of an entry of a list at the list, too. */
export function withLists(faults: Faults): Faults {
  const lists = Object.entries(faults).map(([path, message]) => [
    path.replace(/\[.*$/, ''),
    message,
  ])
  return { ...Object.fromEntries(lists), ...faults }
}
