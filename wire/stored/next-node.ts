/** The node that should become active next, as the lease of the desk's log names it (`wanted`). */
export interface NextNode {
  readonly node: string
  /**
   * Whether its process ends first, so that a newer version is started there and becomes active. The
   * node has already received all entries.
   */
  readonly restartsNode: boolean
}

/** A suffix that cannot occur in node names. */
const NEWER_VERSION = ' anew'

export function nextNodeText({ node, restartsNode }: NextNode): string {
  return restartsNode ? `${node}${NEWER_VERSION}` : node
}

/** Parses the node that is wanted; undefined if no other node is wanted. */
export function nextNodeIn(wanted: string): NextNode | undefined {
  if (wanted === '') return undefined
  const restartsNode = wanted.endsWith(NEWER_VERSION)
  return { node: restartsNode ? wanted.slice(0, -NEWER_VERSION.length) : wanted, restartsNode }
}
