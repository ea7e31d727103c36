import type { ConfigChange } from '../../../engine/config/book-records.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { apiKeysRepo } from '../../../storage/repos/people/api-keys.js'
import { sessionsRepo } from '../../../storage/repos/people/sessions.js'
import type { Desk } from '../desk.js'
import { AuthDesk } from './auth.js'

/**
 * Applies changed access settings of a group to open sessions: before the change is answered,
 * sessions are closed or learn that they need one-time codes.
 */
export class GroupAccess {
  readonly #auth: AuthDesk
  readonly #keys
  readonly #sessions

  constructor(desk: Desk) {
    this.#auth = new AuthDesk(desk)
    this.#keys = apiKeysRepo(desk.db)
    this.#sessions = sessionsRepo(desk.db)
  }

  /** Applies a change; `before` are the settings before it. */
  follow(change: ConfigChange, before: ConfigWorld): void {
    if (change.kind !== 'groups') return
    for (const group of change.changed) {
      const old = before.get('groups', group.id)
      if (old === undefined) continue
      const isSame = old.enabled === group.enabled && old.otp_required === group.otp_required
      if (isSame) continue
      const { path } = group
      const held = [this.#sessions, this.#keys].flatMap((repo) => repo.loginsInGroup(path))
      this.#auth.accessOfChanged([...new Set(held)])
    }
  }
}
