import { isRefusal, type Refusal } from '../../../engine/code.js'
import { isDemoGroup } from '../../../engine/config/kinds/server-settings.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { AccountChange } from '../../../storage/repos/accounts/accounts.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'
import type { JournalKind } from '../../../wire/words/names.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { closedText, LiveAccess } from '../identity/live-access.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'
import { MailCopies } from '../mailbox/copies.js'
import { accountLeft } from './entitled.js'
import { strangerLeft } from './strangers-accounts.js'

export interface ChangeOfOne {
  readonly actor: Actor
  readonly login: Login
  /** The version that the caller read last, refused when it is out of date; left out, any version is changed. */
  readonly version?: number | undefined
  /** Answers the account as it would be, and writes nothing. */
  readonly dryRun?: boolean | undefined
}

export interface ReachedAccount {
  readonly caller: Caller
  readonly account: StoredAccount
}

/** Accounts as staff change them: who may reach one, and a change with its line and its closed sessions. */
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

  /** The account, where the caller may change it now: in reach, not archived, at the version that was read. */
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
   * The caller and the account, where it is in the caller's scope; a staff user's account must lie within the caller,
   * too.
   */
  reached(actor: Actor, login: Login): ReachedAccount | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const account = this.#reach.account(caller, login)
    return isRefusal(account) ? account : { caller, account }
  }

  /**
   * Writes the change, and what `also` writes, in one transaction. An individual leverage counts as selected anew each
   * time.
   */
  write(
    actor: Actor,
    { login, policy_revision: revision }: StoredAccount,
    change: AccountChange,
    line: { readonly kind: JournalKind; readonly text: string; readonly changes: FieldChange[] },
    also: () => void = () => undefined,
  ): Outcome<StoredAccount> {
    const selected = change.leverage === undefined ? {} : { policy_revision: revision + 1 }
    let closed: readonly string[] = []
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.accounts.update(login, { ...change, ...selected }, this.#desk.clock.now())
      also()
      this.#left(login, change)
      closed = this.#live.closeLost(login)
      journal(actor, { ...line, login, text: `${line.text}${closedText(closed)}` })
      return accept(this.#desk.tables.accounts.get(login) as StoredAccount)
    })
    if (outcome.ok) this.#live.tellClosed(closed)
    return outcome
  }

  /**
   * Cleans up after a change: an archived account loses its drafts and frees its place, a demo account made real too.
   * A restored account takes a place again.
   */
  #left(login: Login, { archived_at, group }: AccountChange): void {
    if (archived_at !== undefined) {
      this.#copies.removeDrafts(login)
      accountLeft(this.#desk)
    }
    const isReal = group !== undefined && !isDemoGroup(group)
    if (archived_at !== undefined || isReal) strangerLeft(this.#desk, login)
  }
}

export function refuseArchived(login: Login): Refusal {
  return because('conflict.account_archived', { login })
}
