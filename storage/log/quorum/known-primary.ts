/**
 * The host that was the primary when a session of this thread last began, by list of addresses. The
 * next session tries it first, because a frozen host costs two seconds and a thread has several
 * sessions.
 */
const found = new Map<string, number>()

/**
 * The index of the address to try first: the known primary, or the one after it if the caller has
 * just left the known one. A former primary answers as if it were one, and a frozen host should be
 * tried last.
 */
export function hostToTry(addresses: string, hosts: number, left: number | undefined): number {
  const known = found.get(addresses) ?? 0
  return known === left ? (known + 1) % hosts : known
}

export function foundPrimary(addresses: string, host: number): void {
  found.set(addresses, host)
}
