import type { GroupMail } from '../../../actors/desk/mailbox/sending.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { MAIL_RECIPIENTS_MAX, MAIL_REQUEST_BYTES_MAX } from '../../../engine/limits/mailbox.js'
import { groupScope } from '../../../engine/names/group-path.js'
import { PLACEHOLDERS } from '../../../engine/names/placeholders.js'
import { refuseField } from '../../../wire/answer/errors.js'
import {
  MailView,
  SendMailBody,
  SentMailView,
  TraderMailBody,
} from '../../../wire/schema/people/mail.js'
import { mailView } from '../../../wire/stored/stored-mail.js'
import { type Route, route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { reachableGroups } from '../../reach/group-reach.js'
import { mailPath, mailRules, refuseWithoutMail } from './side.js'
import { keptAttachments, refuseBody } from './written.js'

const FILES =
  'attachments are up to 5 files in base64 of 1 byte to 1 MiB, 2 MiB together with those of the draft; the whole ' +
  'request has 4 MiB at most. reply_to joins the thread of a mail that you hold, draft_id sends from a draft: its ' +
  'files go along, and it goes. '

export const staffSendRoute: Route = route({
  ...mailRules('staff'),
  method: 'POST',
  path: mailPath('staff'),
  rate: { per: 'login', max: 30, seconds: 60 },
  idempotent: true,
  bodyBytesMax: MAIL_REQUEST_BYTES_MAX,
  summary: 'Send a mail to accounts',
  description:
    'To to_logins, each of which has to be there (invalid_input) and in your scope (forbidden), or to all accounts of ' +
    `the groups of your scope that to_group fits, ${MAIL_RECIPIENTS_MAX.toLocaleString('en')} at most: exactly one of ` +
    'both. Accounts whose group has no mail are skipped. A mail to groups is on its way when this is answered, and the ' +
    'event mail_delivery says how far it came. Subject and body are filled for each: ' +
    `${PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')}. email sends an e-mail to each who has an address, too, ` +
    `through the mail server server_id, or the default one. ${FILES}`,
  body: SendMailBody,
  data: SentMailView,
  errors: ['conflict', 'forbidden', 'not_found', 'too_large', 'too_many_requests', 'unavailable'],
  example: { body: { subject: 'Welcome', body: 'Dear {{name}},', to_logins: [1001] } },
  async handle(context) {
    const { body: mail, services, session, actor, keyed } = context
    const { subject, body = '', to_logins, to_group, email = false, server_id = 0 } = mail
    const wrong = refuseBody(body)
    if (wrong !== undefined) return wrong
    if ((to_logins === undefined) === (to_group === undefined)) {
      return refuseField('to_logins', 'give either to_logins or to_group')
    }
    const to = to_logins ?? (await groupsOf(services, session, to_group ?? ''))
    if (isRefusal(to)) return to
    const kept = await keptAttachments(services, 'staff', session, mail.attachments ?? [])
    if (!kept.ok) return kept
    const sent = await services.desk.ask('mail.send', {
      actor,
      ...keyed,
      subject,
      body,
      to,
      uploads: kept.value,
      replyTo: mail.reply_to ?? 0,
      draft: mail.draft_id ?? 0,
      server: email ? server_id : null,
    })
    if (!sent.ok) return sent
    const { id, ...counts } = sent.value
    const own = await services.desk.ask('mail.read', { owner: session.login, id })
    return own.ok ? { ...counts, mail: mailView(own.value) } : own
  },
})

export const traderSendRoute: Route = route({
  ...mailRules('trader'),
  method: 'POST',
  path: mailPath('trader'),
  refusesReadOnly: true,
  rate: { per: 'login', max: 60, seconds: 3600 },
  idempotent: true,
  bodyBytesMax: MAIL_REQUEST_BYTES_MAX,
  summary: 'Send a mail to your broker',
  description: `to is one of the mailboxes list. The answer is your copy. ${FILES}`,
  body: TraderMailBody,
  data: MailView,
  errors: ['conflict', 'forbidden', 'not_found', 'too_large', 'too_many_requests', 'unavailable'],
  example: { body: { subject: 'A question', body: 'When does trading end?', to: 1 } },
  async handle(context) {
    const { body: mail, services, session, actor, keyed } = context
    const { subject, body = '', to } = mail
    const refusal = refuseWithoutMail(services, 'trader', session) ?? refuseBody(body)
    if (refusal !== undefined) return refusal
    const kept = await keptAttachments(services, 'trader', session, mail.attachments ?? [])
    if (!kept.ok) return kept
    const sent = await services.desk.ask('mail.send_to_staff', {
      actor,
      ...keyed,
      subject,
      body,
      to,
      uploads: kept.value,
      replyTo: mail.reply_to ?? 0,
      draft: mail.draft_id ?? 0,
    })
    if (!sent.ok) return sent
    const own = await services.desk.ask('mail.read', { owner: session.login, id: sent.value.id })
    return own.ok ? mailView(own.value) : own
  },
})

/** The groups that a mask fits, with their accounts counted off the front. */
async function groupsOf(
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
    return refuseField('to_group', `fits ${accounts} accounts: ${most} at most, take fewer groups`)
  }
  return { mask, groups, accounts, emails, skipped: skipped.value.accounts }
}
