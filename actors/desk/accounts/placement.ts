import { isRefusal, type Refusal } from '../../../engine/code.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { refuseMove } from '../identity/group-move.js'
import { StaffReach } from '../identity/staff-reach.js'
import { ChangedAccounts, type ChangeOfOne } from './changed-accounts.js'

/**
 * Changes of a single account by staff.
 *
 *   - The scope is checked here against the stored account: one that has left it meanwhile is
 *     answered as not found.
 *   - A change without effect is answered and writes nothing.
 *   - No message is sent here: account-changed.ts sends the changes.
 */

export interface MoveAccount extends ChangeOfOne {
  readonly group: string
  /** True if the account has no records. Its shard keeps this true until the answer is sent. */
  readonly isFresh: boolean
}

export interface SetLeverage extends ChangeOfOne {
  /** The account's own leverage; 0 uses the group's. */
  readonly leverage: number
}

export function accountChangesDesk(desk: Desk) {
  const changes = new AccountChanges(desk)
  return {
    'accounts.move': (request: MoveAccount) => changes.move(request),
    'accounts.set_leverage': (request: SetLeverage) => changes.setLeverage(request),
  }
}

class AccountChanges {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #changed: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#changed = new ChangedAccounts(desk)
  }

  move(request: MoveAccount): Outcome<StoredAccount> {
    const { actor, login, isFresh } = request
    const account = this.#changed.asked(request)
    if (isRefusal(account)) return account
    const target = this.#target(actor, request.group)
    if (typeof target !== 'string') return target
    if (target === account.group) return accept(account)
    if (this.#desk.tables.staff.get(login) !== undefined) {
      return because('conflict.moved_of_staff', { login })
    }
    const unlike = refuseMove(this.#desk.config.world, account, target, isFresh)
    if (unlike !== null) return unlike
    if (request.dryRun === true) return accept({ ...account, group: target })
    const changes = [{ field: 'group', from: account.group, to: target }]
    const text = `Account ${login} was moved from ${account.group} to ${target}`
    const line = { kind: 'account.group' as const, text, changes }
    return this.#changed.write(actor, account, { group: target }, line)
  }

  setLeverage(request: SetLeverage): Outcome<StoredAccount> {
    const { actor, login, leverage } = request
    const account = this.#changed.asked(request)
    if (isRefusal(account)) return account
    if (leverage === account.leverage) return accept(account)
    if (request.dryRun === true) return accept({ ...account, leverage })
    const changes = [{ field: 'leverage', from: account.leverage, to: leverage }]
    const now = leverage === 0 ? "its group's" : `1:${leverage}`
    const text = `The leverage of account ${login} is ${now} now`
    const line = { kind: 'account.leverage' as const, text, changes }
    return this.#changed.write(actor, account, { leverage }, line)
  }

  /**
   * The path of the requested group as the settings spell it; refused outside the caller's scope.
   */
  #target(actor: Actor, asked: string): string | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const group = this.#desk.config.world.named('groups', groupPath(asked))
    // The refusal does not reveal if a group out of scope exists.
    if (!caller.reach.covers(group?.path ?? groupPath(asked))) {
      return because('forbidden.group_scope', { group: groupPath(asked) })
    }
    if (group === undefined) return refuseField('group', say('field.no_such_group'))
    if (!group.enabled) return refuseField('group', say('field.group_disabled'))
    return group.path
  }
}
