/** The node that is asked to work next, as the lease of the desk's log names it (`wanted`). */
export interface NextNode {
  readonly node: string
  /** It has everything and ends first: what is started there then, by a newer version, goes to work. */
  readonly startsAnew: boolean
}

/** Stands in no name of a node. */
const STARTS_ANEW = ' anew'

export function nextNodeText({ node, startsAnew }: NextNode): string {
  return startsAnew ? `${node}${STARTS_ANEW}` : node
}

/** Undefined where nobody asked for another node. */
export function nextNodeIn(wanted: string): NextNode | undefined {
  if (wanted === '') return undefined
  const startsAnew = wanted.endsWith(STARTS_ANEW)
  return { node: startsAnew ? wanted.slice(0, -STARTS_ANEW.length) : wanted, startsAnew }
}
