import { isRefusal, type Refusal } from '../../../engine/code.js'
import { isDemoGroup } from '../../../engine/config/kinds/server-settings.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { AccountChange } from '../../../storage/repos/accounts/accounts.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import { sessionsClosed } from '../../../wire/stored/line-facts.js'
import type { JournalKind } from '../../../wire/words/names.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { type ClosedSession, closedText, LiveAccess } from '../identity/live-access.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'
import { MailCopies } from '../mailbox/copies.js'
import { forgetAccountCount } from './account-counts.js'
import { removeStranger } from './strangers-accounts.js'

export interface ChangeOfOne {
  readonly actor: Actor
  readonly login: Login
  /**
   * The version that the caller read. An outdated version is refused; undefined changes any
   * version.
   */
  readonly version?: number | undefined
  /** True to return the changed account without storing it. */
  readonly dryRun?: boolean | undefined
}

export interface ReachedAccount {
  readonly caller: Caller
  readonly account: StoredAccount
}

/**
 * Changes of accounts by staff: checks the caller's scope, and stores the change with its journal
 * line and closed sessions.
 */
export class ChangedAccounts {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #live: LiveAccess
  readonly #copies: MailCopies

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#live = new LiveAccess(desk)
    this.#copies = new MailCopies(desk)
  }

  /**
   * The account if the caller may change it: in reach, not archived, and at the version that the
   * caller read.
   */
  asked(change: ChangeOfOne): StoredAccount | Refusal {
    const account = this.known(change)
    if (isRefusal(account)) return account
    return account.archived_at === null ? account : refuseArchived(change.login)
  }

  /** The account, archived or not, if it is in reach and at the version that the caller read. */
  known({ actor, login, version }: ChangeOfOne): StoredAccount | Refusal {
    const reached = this.reached(actor, login)
    if (isRefusal(reached)) return reached
    const { account } = reached
    if (version === undefined || version === account.version) return account
    return because('conflict.account_changed', { version: account.version })
  }

  /**
   * The caller and the account if it is in the caller's scope. The account of a staff user must
   * also be manageable by the caller.
   */
  reached(actor: Actor, login: Login): ReachedAccount | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const account = this.#reach.account(caller, login)
    return isRefusal(account) ? account : { caller, account }
  }

  /**
   * Writes the change, and what `also` writes, in one transaction. An individual leverage counts as
   * newly selected each time.
   */
  write(
    actor: Actor,
    { login, policy_revision: revision }: StoredAccount,
    change: AccountChange,
    line: { readonly kind: JournalKind; readonly text: string; readonly changes: FieldChange[] },
    also: () => void = () => undefined,
  ): Outcome<StoredAccount> {
    const selected = change.leverage === undefined ? {} : { policy_revision: revision + 1 }
    let closed: readonly ClosedSession[] = []
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.accounts.update(login, { ...change, ...selected }, this.#desk.clock.now())
      also()
      this.#left(login, change)
      closed = this.#live.closeLost(login)
      const changes = [...line.changes, ...sessionsClosed(closed)]
      journal(actor, { ...line, login, text: `${line.text}${closedText(closed)}`, changes })
      return accept(this.#desk.tables.accounts.get(login) as StoredAccount)
    })
    if (outcome.ok) this.#live.tellClosed(closed)
    return outcome
  }

  /**
   * Cleans up after a change. An archived account loses its drafts and no longer counts for limits,
   * nor does a demo account that became real; a restored account counts again.
   */
  #left(login: Login, { archived_at, group }: AccountChange): void {
    if (archived_at !== undefined) {
      this.#copies.removeDrafts(login)
      forgetAccountCount(this.#desk)
    }
    const isReal = group !== undefined && !isDemoGroup(group)
    if (archived_at !== undefined || isReal) removeStranger(this.#desk, login)
  }
}

export function refuseArchived(login: Login): Refusal {
  return because('conflict.account_archived', { login })
}
