/**
 * Which host of a list of addresses was the primary when a session of this thread last began: the next one is looked for there first.
 * A host that is frozen is tried for two seconds, and a thread has several sessions.
 */
const found = new Map<string, number>()

/** The place of the host among the addresses. */
export function knownPrimary(addresses: string): number {
  return found.get(addresses) ?? 0
}

export function foundPrimary(addresses: string, host: number): void {
  found.set(addresses, host)
}
