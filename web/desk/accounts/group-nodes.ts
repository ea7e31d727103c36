/**
 * A node of the group tree: a group, or a folder of groups that share the beginning of their path.
 */
export interface GroupNode {
  readonly name: string
  readonly mask: string
  readonly accounts: number
  readonly online: number
  readonly children: readonly GroupNode[]
}

interface Group {
  readonly path: string
  readonly accounts?: number | undefined
  readonly online?: number | null | undefined
}

const SEPARATOR = '\\'

/** Builds the tree from the group paths. Counts include all nodes below. */
export function nodesOf(groups: readonly Group[], above = ''): GroupNode[] {
  const byName = new Map<string, Group[]>()
  for (const group of groups) {
    const [name = ''] = group.path.slice(above.length).split(SEPARATOR)
    byName.set(name, [...(byName.get(name) ?? []), group])
  }
  return [...byName].map(([name, all]) => {
    const path = above + name
    const below = all.filter((group) => group.path !== path)
    return {
      name,
      mask: below.length === 0 ? path : `${path}*`,
      accounts: all.reduce((sum, { accounts }) => sum + (accounts ?? 0), 0),
      online: all.reduce((sum, { online }) => sum + (online ?? 0), 0),
      children: below.length === 0 ? [] : nodesOf(below, path + SEPARATOR),
    }
  })
}
