import type { GroupMail } from '../../../actors/desk/mailbox/recipients.js'
import type { Refusal } from '../../../engine/code.js'
import { MAIL_RECIPIENTS_MAX } from '../../../engine/limits/mailbox.js'
import { groupScope } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { Session } from '../../exchange/session.js'
import { reachableGroups } from '../../reach/group-reach.js'
import type { FrontServices } from '../route.js'

/**
 * The groups that a mask matches, with the number of their accounts. Counting runs outside the
 * front thread.
 */
export async function groupRecipients(
  services: FrontServices,
  session: Session,
  mask: string,
): Promise<GroupMail | Refusal> {
  const scope = groupScope([mask])
  const fitting = reachableGroups(services, session).filter(({ path }) => scope.covers(path))
  const pathsOf = (hasMail: boolean): string[] =>
    fitting.filter(({ record }) => record.mail_enabled === hasMail).map(({ path }) => path)
  const [groups, without] = [pathsOf(true), pathsOf(false)]
  const queries = services.queries.of(session)
  const reached = await queries.run('mail.reached', { groups })
  if (!reached.ok) return reached
  const skipped = await queries.run('mail.reached', { groups: without })
  if (!skipped.ok) return skipped
  const { accounts, emails } = reached.value
  if (accounts > MAIL_RECIPIENTS_MAX) {
    const most = MAIL_RECIPIENTS_MAX.toLocaleString('en')
    return refuseField('to_group', say('field.recipients', { accounts, max: most }))
  }
  return { mask, groups, accounts, emails, skipped: skipped.value.accounts }
}
