/** The node that should become active next, as the lease of the desk's log names it (`wanted`). */
export interface NextNode {
  readonly node: string
  /**
   * Whether its process ends first, so that a newer version is started there and becomes active. The
   * node has already received all entries.
   */
  readonly startsAnew: boolean
}

/** A suffix that cannot occur in node names. */
const STARTS_ANEW = ' anew'

export function nextNodeText({ node, startsAnew }: NextNode): string {
  return startsAnew ? `${node}${STARTS_ANEW}` : node
}

/** Undefined if no other node is wanted. */
export function nextNodeIn(wanted: string): NextNode | undefined {
  if (wanted === '') return undefined
  const startsAnew = wanted.endsWith(STARTS_ANEW)
  return { node: startsAnew ? wanted.slice(0, -STARTS_ANEW.length) : wanted, startsAnew }
}
