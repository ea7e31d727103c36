import { knownRights } from '../../../engine/access/rights.js'
import { groupScope } from '../../../engine/names/group-path.js'
import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { addresseesRepo } from '../../../storage/repos/people/addressees.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import type { StoredStaff } from '../../../wire/stored/stored-staff.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'

/** Staff mailboxes to which a trader may write. */

export interface StaffMailbox {
  readonly login: Login
  /** The mailbox's name as traders see it. */
  readonly name: string
}

export function mailAddressesDesk(desk: Desk) {
  const addresses = new MailAddresses(desk)
  return {
    'mail.mailboxes': ({ login }: { readonly login: Login }): Outcome<readonly StaffMailbox[]> => {
      const group = addresses.groupOf(login)
      return accept(group === undefined ? [] : addresses.mailboxes(group))
    },
  }
}

export class MailAddresses {
  readonly #accounts
  readonly #staff
  readonly #addressees

  constructor(desk: Desk) {
    this.#accounts = accountsRepo(desk.db)
    this.#staff = staffRepo(desk.db)
    this.#addressees = addresseesRepo(desk.db)
  }

  groupOf(login: Login): string | undefined {
    return this.#accounts.group(login)
  }

  /** Staff with a mailbox whose scope covers a group, in order of their logins. */
  mailboxes(group: string): StaffMailbox[] {
    return this.#addressees.staffLogins().flatMap((login) => {
      const profile = this.#staff.get(login)
      const isOpen = profile !== undefined && takesMailOf(profile, group)
      return isOpen ? [{ login, name: this.nameOf(profile) }] : []
    })
  }

  /** True if accounts of the group may write to this login's mailbox. */
  isMailbox(login: Login, group: string): boolean {
    const profile = this.#staff.get(login)
    return profile !== undefined && takesMailOf(profile, group)
  }

  nameOf({ login, mailbox_name: name }: StoredStaff): string {
    return name || (this.#accounts.get(login)?.name ?? '')
  }
}

function takesMailOf({ active, rights, group_scope: masks }: StoredStaff, group: string): boolean {
  return active && knownRights(rights).includes('mailbox') && groupScope(masks).covers(group)
}
