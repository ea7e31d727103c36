/**
 * Which host of a list of addresses was the primary when a session of this thread last began: the next one is looked for there first.
 * A host that is frozen is tried for two seconds, and a thread has several sessions.
 */
const found = new Map<string, number>()

/**
 * The place among the addresses at which a session is looked for first: the known host, but behind it for whoever left that one. A
 * primary of the past answers as if it were one, and a frozen one is the last that is worth a try.
 */
export function hostToTry(addresses: string, hosts: number, left: number | undefined): number {
  const known = found.get(addresses) ?? 0
  return known === left ? (known + 1) % hosts : known
}

export function foundPrimary(addresses: string, host: number): void {
  found.set(addresses, host)
}
