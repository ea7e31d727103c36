import type { Login } from '../../../engine/units.js'
import type { Desk } from '../desk.js'

/** The groups of the changed accounts, each once, for the masks of the journal line. */
export function touchedGroups(desk: Desk, logins: Iterable<Login>): string[] {
  const groups = new Set<string>()
  for (const login of new Set(logins)) {
    const group = desk.tables.accounts.group(login)
    if (group !== undefined) groups.add(group)
  }
  return [...groups]
}
