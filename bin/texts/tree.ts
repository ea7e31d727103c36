/** Messages by key, nested as in the message file. */
export type Tree<Leaf> = LeafOf<Leaf> | ListOf<Leaf> | TreeBranches<Leaf>

interface LeafOf<Leaf> {
  readonly kind: 'leaf'
  readonly leaf: Leaf
}

interface ListOf<Leaf> {
  readonly kind: 'list'
  readonly items: readonly Tree<Leaf>[]
}

export interface TreeBranches<Leaf> {
  readonly kind: 'named'
  readonly named: ReadonlyMap<string, Tree<Leaf>>
}

/** Converts parsed JSON, whose leaves are texts, to a tree. */
export function treeOf(json: unknown): Tree<string> {
  if (typeof json === 'string') return { kind: 'leaf', leaf: json }
  if (Array.isArray(json)) return { kind: 'list', items: json.map(treeOf) }
  if (typeof json !== 'object' || json === null)
    throw new Error(`a message is a text, not ${JSON.stringify(json)}`)
  return {
    kind: 'named',
    named: new Map(Object.entries(json).map(([name, one]) => [name, treeOf(one)])),
  }
}

/** The leaves by their full key, such as `changes.title.orders`. */
export function leavesOf<Leaf>(tree: Tree<Leaf>, key = ''): Map<string, Leaf> {
  if (tree.kind === 'leaf') return new Map([[key, tree.leaf]])
  const children =
    tree.kind === 'list'
      ? tree.items.map((one, i) => [String(i), one] as const)
      : [...tree.named.entries()]
  const begin = key === '' ? '' : `${key}.`
  return new Map(children.flatMap(([name, one]) => [...leavesOf(one, `${begin}${name}`)]))
}

/** A tree of the same shape with each leaf converted by `make`. */
export function mapped<From, To>(
  tree: Tree<From>,
  make: (leaf: From, key: string) => To,
  key = '',
): Tree<To> {
  if (tree.kind === 'leaf') return { kind: 'leaf', leaf: make(tree.leaf, key) }
  const begin = key === '' ? '' : `${key}.`
  if (tree.kind === 'list')
    return { kind: 'list', items: tree.items.map((one, i) => mapped(one, make, `${begin}${i}`)) }
  const named = [...tree.named].map(
    ([name, one]) => [name, mapped(one, make, `${begin}${name}`)] as const,
  )
  return { kind: 'named', named: new Map(named) }
}
