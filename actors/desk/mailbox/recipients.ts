import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import { MAIL_LOGINS_MAX } from '../../../engine/limits/mailbox.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { Addressee } from '../../../storage/repos/people/addressees.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import type { Caller } from '../identity/staff-reach.js'

/**
 * The accounts that match a group mask, counted before a mail is sent, including those in groups
 * without mail.
 */
export interface GroupMail {
  readonly mask: string
  readonly groups: readonly string[]
  readonly accounts: number
  readonly emails: number
  readonly skipped: number
}

export interface NamedRecipients {
  readonly reached: readonly Addressee[]
  /** The number of accounts in groups without mail. */
  readonly skipped: number
}

/**
 * The accounts of these logins without duplicates; refused if one does not exist or is out of the
 * caller's scope.
 */
export function namedRecipients(
  desk: Desk,
  caller: Caller,
  logins: readonly Login[],
): Outcome<NamedRecipients> {
  assert(logins.length <= MAIL_LOGINS_MAX, 'a mail names so many logins')
  const reached: Addressee[] = []
  let skipped = 0
  for (const login of new Set(logins)) {
    const to = desk.tables.addressees.get(login)
    if (to === undefined) return refuseField('to_logins', say('field.no_account', { login }))
    if (!caller.reach.covers(to.group)) return outOfScope(login)
    if (hasMail(desk, to)) reached.push(to)
    else skipped++
  }
  return accept({ reached, skipped })
}

function outOfScope(login: Login): Refusal {
  return because('forbidden.account_scope', { login })
}

function hasMail(desk: Desk, { group }: Addressee): boolean {
  return desk.config.world.named('groups', group)?.mail_enabled === true
}
