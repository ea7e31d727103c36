import type { Login } from '../../../engine/units.js'
import type { Desk } from '../desk.js'

/** The groups of accounts that something was done to, each once: masks of its line in the journal. */
export function touchedGroups(desk: Desk, logins: Iterable<Login>): string[] {
  const groups = new Set<string>()
  for (const login of new Set(logins)) {
    const group = desk.tables.accounts.group(login)
    if (group !== undefined) groups.add(group)
  }
  return [...groups]
}
