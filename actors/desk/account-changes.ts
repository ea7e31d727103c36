import { isRefusal, type Refusal, refuse } from '../../engine/code.js'
import { groupPath, groupReach } from '../../engine/names/group-path.js'
import type { Login } from '../../engine/units.js'
import { type AccountChange, accountsRepo } from '../../storage/repos/accounts.js'
import { staffRepo } from '../../storage/repos/staff.js'
import { refuseField } from '../../wire/answer/errors.js'
import type { FieldChange } from '../../wire/stored/journal-line.js'
import type { StoredAccount } from '../../wire/stored/stored-account.js'
import { accept, type Handlers, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { refuseMove } from './identity/group-move.js'
import { closedText, LiveAccess } from './identity/live-access.js'
import { StaffReach } from './identity/staff-reach.js'

/**
 * Changes of an account that staff make one by one.
 *
 *   C1. Scope is looked up here, as stored: an account that has left it meanwhile reads as not there.
 *   C2. What changes nothing is answered as it is and writes nothing.
 *   C3. Nobody is told here: news of accounts tell themselves (account-news.ts).
 */
export interface AccountChangesOperations {
  'accounts.move': { readonly request: MoveAccount; readonly answer: StoredAccount }
  'accounts.set_leverage': { readonly request: SetLeverage; readonly answer: StoredAccount }
}

interface ChangeOfOne {
  readonly actor: Actor
  readonly login: Login
  /** As it was last read; left out, whatever is stored is changed. */
  readonly version?: number | undefined
}

export interface MoveAccount extends ChangeOfOne {
  readonly group: string
  /** The shard's word, which holds until this is answered. */
  readonly isFresh: boolean
}

export interface SetLeverage extends ChangeOfOne {
  /** 0 follows the group. */
  readonly leverage: number
}

export function accountChangesDesk(desk: Desk): Handlers<AccountChangesOperations> {
  const changes = new AccountChanges(desk)
  return {
    'accounts.move': (request) => changes.move(request),
    'accounts.set_leverage': (request) => changes.setLeverage(request),
  }
}

class AccountChanges {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #live: LiveAccess
  readonly #accounts
  readonly #staff

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#live = new LiveAccess(desk)
    this.#accounts = accountsRepo(desk.db)
    this.#staff = staffRepo(desk.db)
  }

  move(request: MoveAccount): Outcome<StoredAccount> {
    const { actor, login, isFresh } = request
    const account = this.#asked(request)
    if (isRefusal(account)) return account
    const target = this.#target(actor, request.group)
    if (typeof target !== 'string') return target
    if (target === account.group) return accept(account)
    if (this.#staff.get(login) !== undefined) {
      const why = `The account ${login} is a staff user's. Change the group of the staff user.`
      return refuse('conflict', why)
    }
    const unlike = refuseMove(this.#desk.config.world, account, target, isFresh)
    if (unlike !== null) return unlike
    const changes = [{ field: 'group', from: account.group, to: target }]
    const text = `Account ${login} was moved from ${account.group} to ${target}`
    return this.#write(actor, login, { group: target }, { kind: 'account.group', text, changes })
  }

  setLeverage(request: SetLeverage): Outcome<StoredAccount> {
    const { actor, login, leverage } = request
    const account = this.#asked(request)
    if (isRefusal(account)) return account
    if (leverage === account.leverage) return accept(account)
    const changes = [{ field: 'leverage', from: account.leverage, to: leverage }]
    const now = leverage === 0 ? "its group's" : `1:${leverage}`
    const text = `The leverage of account ${login} is ${now} now`
    const change = { leverage, policy_revision: account.policy_revision + 1 }
    return this.#write(actor, login, change, { kind: 'account.leverage', text, changes })
  }

  /** The account, as the caller may change it now. */
  #asked({ actor, login, version }: ChangeOfOne): StoredAccount | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const account = this.#accounts.get(login)
    const { profile, rights } = caller
    if (account === undefined || !groupReach(profile.group_scope, rights).covers(account.group)) {
      return refuse('not_found', `There is no account ${login}.`)
    }
    if (this.#staff.get(login) !== undefined) {
      const managed = this.#reach.managed(caller, login)
      if (isRefusal(managed)) return managed
    }
    if (version !== undefined && version !== account.version) {
      const what = `This account was changed meanwhile: it is at version ${account.version}.`
      return refuse('conflict', `${what} Read it again, then repeat the change.`)
    }
    if (account.archived_at === null) return account
    return refuse('conflict', `The account ${login} is archived: it is not changed any more.`)
  }

  /** The path of the group, as it is kept. */
  #target(actor: Actor, asked: string): string | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const group = this.#desk.config.world.named('groups', groupPath(asked))
    const { profile, rights } = caller
    // Whether a group out of scope is there is not told.
    if (!groupReach(profile.group_scope, rights).covers(group?.path ?? groupPath(asked))) {
      return refuse('forbidden', `The group ${groupPath(asked)} is outside your scope.`)
    }
    if (group === undefined) return refuseField('group', 'there is no such group')
    if (!group.enabled) return refuseField('group', 'is disabled: choose another group')
    return group.path
  }

  #write(
    actor: Actor,
    login: Login,
    change: AccountChange,
    line: { readonly kind: string; readonly text: string; readonly changes: FieldChange[] },
  ): Outcome<StoredAccount> {
    let closed: readonly string[] = []
    const outcome = this.#desk.change((journal) => {
      this.#accounts.update(login, change, this.#desk.clock.now())
      closed = this.#live.closeLost(login)
      journal(actor, { ...line, login, text: `${line.text}${closedText(closed)}` })
      return accept(this.#accounts.get(login) as StoredAccount)
    })
    if (outcome.ok) this.#live.tellClosed(closed)
    return outcome
  }
}
