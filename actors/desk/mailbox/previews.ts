import { isRefusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { Addressee } from '../../../storage/repos/people/addressees.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'
import { MailCopies } from './copies.js'
import { type GroupMail, namedRecipients } from './recipients.js'

/**
 * Previews a mail of staff before it is sent: the number of recipients, and the text for one of
 * them. Writes nothing.
 */
export interface PreviewMail {
  readonly actor: Actor
  readonly subject: string
  readonly body: string
  readonly to: readonly Login[] | GroupMail
  /** The recipient for whom the placeholders are replaced; undefined for the first one. */
  readonly login: Login | undefined
}

export interface PreviewedMail {
  readonly recipients: number
  readonly skipped: number
  /** The number of recipients with an e-mail address; null if the caller may not see addresses. */
  readonly emails: number | null
  /** The recipient for whom the placeholders were replaced; null if there is none. */
  readonly login: Login | null
  readonly subject: string
  readonly body: string
}

export function mailPreviewsDesk(desk: Desk) {
  const staff = new StaffReach(desk)
  const copies = new MailCopies(desk)
  return {
    'mail.preview': ({ actor, subject, body, to, login }: PreviewMail): Outcome<PreviewedMail> => {
      const caller = staff.holder(actor, 'mailbox')
      if (isRefusal(caller)) return caller
      let found: Reached
      if ('mask' in to) {
        const groups = to.groups.filter((path) => caller.reach.covers(path))
        found = ofGroups(desk, { ...to, groups }, login)
      } else {
        const named = namedRecipients(desk, caller, to)
        if (!named.ok) return named
        found = ofLogins(named.value.reached, named.value.skipped, login)
      }
      const { reader, counts } = found
      if (reader === undefined && login !== undefined) {
        return refuseField('login', say('field.not_recipient', { login }))
      }
      const typed = { subject, body }
      const shown = caller.rights.has('accounts.name') ? undefined : { name: '{{name}}' }
      const filled = reader === undefined ? typed : copies.filledFor(typed, reader, shown)
      const emails = caller.rights.has('accounts.email') ? counts.emails : null
      return accept({ ...counts, emails, login: reader?.login ?? null, ...filled })
    },
  }
}

interface Reached {
  readonly counts: Pick<PreviewedMail, 'recipients' | 'skipped'> & { readonly emails: number }
  readonly reader: Addressee | undefined
}

function ofLogins(
  reached: readonly Addressee[],
  skipped: number,
  login: Login | undefined,
): Reached {
  const emails = reached.filter(({ email }) => email !== '').length
  const reader = login === undefined ? reached[0] : reached.find((one) => one.login === login)
  return { counts: { recipients: reached.length, skipped, emails }, reader }
}

function ofGroups(
  { tables }: Desk,
  { groups, accounts: recipients, emails, skipped }: GroupMail,
  login: Login | undefined,
): Reached {
  const counts = { recipients, skipped, emails }
  if (login !== undefined) {
    const named = tables.addressees.get(login)
    const own = named?.group.toLowerCase()
    const isAmong = groups.some((path) => path.toLowerCase() === own)
    return { counts, reader: isAmong ? named : undefined }
  }
  for (const path of groups) {
    const [first] = tables.addressees.ofGroup(path, 0, 1)
    if (first !== undefined) return { counts, reader: first }
  }
  return { counts, reader: undefined }
}
