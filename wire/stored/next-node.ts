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
const NEEDS_RESTART = ' anew'

export function nextNodeText({ node, startsAnew }: NextNode): string {
  return startsAnew ? `${node}${NEEDS_RESTART}` : node
}

/** Undefined if no other node is wanted. */
export function nextNodeIn(wanted: string): NextNode | undefined {
  if (wanted === '') return undefined
  const startsAnew = wanted.endsWith(NEEDS_RESTART)
  return { node: startsAnew ? wanted.slice(0, -NEEDS_RESTART.length) : wanted, startsAnew }
}
