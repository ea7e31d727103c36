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
const NEWER_VERSION = ' anew'

export function nextNodeText({ node, startsAnew }: NextNode): string {
  return startsAnew ? `${node}${NEWER_VERSION}` : node
}

/** Undefined if no other node is wanted. */
export function nextNodeIn(wanted: string): NextNode | undefined {
  if (wanted === '') return undefined
  const startsAnew = wanted.endsWith(NEWER_VERSION)
  return { node: startsAnew ? wanted.slice(0, -NEWER_VERSION.length) : wanted, startsAnew }
}
