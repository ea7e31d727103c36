interface Needs {
  readonly rights?: readonly string[]
  readonly anyOf?: readonly string[]
}

/** Describes each set of rights that a caller needs in one sentence. */
export function rightsNeeded({ rights = [], anyOf = [] }: Needs): string[] {
  const named = anyOf.length === 0 ? '' : `Needs one of the rights ${anyOf.map(code).join(', ')}.`
  const [first, ...more] = rights.map(code)
  if (first === undefined) return named === '' ? [] : [named]
  const all = more.length === 0 ? `the right ${first}` : `the rights ${[first, ...more].join(', ')}`
  return named === '' ? [`Needs ${all}.`] : [`Needs ${all}.`, named]
}

function code(right: string): string {
  return `\`${right}\``
}
