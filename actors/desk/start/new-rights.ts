import type { Right } from '../../../engine/access/rights.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { SYSTEM } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'

/**
 * Rights that were added after the first version, each with the right whose holders get it once. A
 * right without any holder could never be granted.
 */
const NEW_RIGHTS: readonly { readonly right: Right; readonly to: Right }[] = [
  { right: 'config.api_keys', to: 'config.staff' },
  { right: 'events', to: 'config.staff' },
  { right: 'config.webhooks', to: 'config.staff' },
  { right: 'accounts.sign_in_link', to: 'config.staff' },
]

/** Grants new rights to the staff of an older data directory, inside a change. */
export function giveNewRights(desk: Desk, journal: JournalWriter): void {
  const meta = metaRepo(desk.db)
  const given = (meta.get('rights_given') ?? '').split(',').filter((name) => name !== '')
  const fresh = NEW_RIGHTS.filter(({ right }) => !given.includes(right))
  if (fresh.length === 0) return
  for (const { right, to } of fresh) {
    for (const profile of desk.tables.staff.holding(to)) {
      if (profile.rights.includes(right)) continue
      const { login, rights } = profile
      const change = { rights: [...rights, right] }
      desk.tables.staff.update(profile, change, desk.clock.now())
      const text = `Staff user ${login} was given the right ${right}, which is new in this version`
      const changes = [{ field: 'rights', from: rights, to: change.rights }]
      journal(SYSTEM, { kind: 'staff', login, text, changes })
    }
  }
  meta.set('rights_given', [...given, ...fresh.map(({ right }) => right)].join(','))
}
