/** The faults that a refusal names, by field; those of an entry of a list stand at the list. */
export function faultsOf(data: unknown): Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return {}
  const { fields } = data
  if (!Array.isArray(fields)) return {}
  return Object.fromEntries(
    fields.flatMap((one: unknown) => {
      if (typeof one !== 'object' || one === null || !('path' in one && 'message' in one)) return []
      const path = String(one.path)
      return [
        [path, String(one.message)],
        [path.replace(/\[.*$/, ''), String(one.message)],
      ]
    }),
  )
}
