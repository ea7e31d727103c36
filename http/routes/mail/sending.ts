import type { SentMail } from '../../../actors/desk/mailbox/sending.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { MAIL_RECIPIENTS_MAX, MAIL_REQUEST_BYTES_MAX } from '../../../engine/limits/mailbox.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import {
  MailView,
  SendMailBody,
  SentMailView,
  TraderMailBody,
} from '../../../wire/schema/people/mail.js'
import { type MailDraft, mailView } from '../../../wire/stored/stored-mail.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { fromDraft } from './from-draft.js'
import { PLACEHOLDER_LIST, storeAttachments } from './mail-content.js'
import { groupRecipients } from './recipients.js'
import { mailPath, mailRules, refuseWithoutMail } from './side.js'

const FILES =
  '`attachments` has up to 5 files in base64, each from 1 byte to 1 MiB, in total 2 MiB with those ' +
  'of the draft. The request has at most 4 MiB. `reply_to` continues the thread of a message that ' +
  'you have. `draft_id` sends a draft: fields that you leave out come from it, its files are ' +
  'added, and the draft is deleted.'

export const staffSendRoute: FrontRoute = route({
  ...mailRules('staff'),
  method: 'POST',
  path: mailPath('staff'),
  rate: { per: 'login', max: 30, seconds: 60 },
  idempotent: true,
  bodyBytesMax: MAIL_REQUEST_BYTES_MAX,
  summary: 'Send a mail to accounts',
  description:
    'Sends a message to the accounts in `to_logins`, or to all accounts in your scope whose groups ' +
    `match \`to_group\`, at most ${MAIL_RECIPIENTS_MAX.toLocaleString('en')}. Use exactly one of ` +
    'both. Accounts whose group has no mail are skipped. For a group, sending continues after the ' +
    'answer; the event `mail_delivery` reports progress.\n\n' +
    `Subject and body can have placeholders, which differ for each account: ${PLACEHOLDER_LIST}. ` +
    '`email` also sends an e-mail to each account with an address, through the mail server ' +
    `\`server_id\` or the default one.\n\n${FILES}`,
  body: SendMailBody,
  data: SentMailView,
  errors: ['conflict', 'forbidden', 'not_found', 'too_large', 'too_many_requests', 'unavailable'],
  example: { body: { subject: 'Welcome', body: 'Dear {{name}},', to_logins: [1001] } },
  async handle(context) {
    const { body: mail, services, session, actor, keyed } = context
    const resolved = await fromDraft(context, mail)
    if (!resolved.ok) return resolved
    if ('sent' in resolved.value) return staffAnswer(services, session, resolved.value.sent)
    const { terms, ...written } = resolved.value.written
    const { email = terms?.email ?? false, server_id } = mail
    const { to_logins: logins, to_group: mask } = recipientsOf(mail, terms)
    if ((logins === undefined) === (mask === undefined)) {
      return refuseField('to_logins', say('field.logins_or_group'))
    }
    const to = logins ?? (await groupRecipients(services, session, mask ?? ''))
    if (isRefusal(to)) return to
    const kept = await storeAttachments(services, 'staff', session, mail.attachments ?? [])
    if (!kept.ok) return kept
    const sent = await services.desk.ask('mail.send', {
      actor,
      ...keyed,
      ...written,
      to,
      uploads: kept.value,
      server: email ? server_id : null,
    })
    return sent.ok ? staffAnswer(services, session, sent.value) : sent
  },
})

interface Recipients {
  readonly to_logins?: readonly Login[]
  readonly to_group?: string
}

/** Recipients in the request replace all recipients of the draft. */
function recipientsOf(given: Recipients, terms: MailDraft | null): Recipients {
  const isGiven = given.to_logins !== undefined || given.to_group !== undefined
  if (terms === null || isGiven) return given
  return {
    ...(terms.to_logins.length > 0 && { to_logins: terms.to_logins }),
    ...(terms.to_group !== '' && { to_group: terms.to_group }),
  }
}

async function staffAnswer(
  { desk }: Pick<FrontServices, 'desk'>,
  { login: owner }: Pick<Session, 'login'>,
  { id, ...counts }: SentMail,
): Promise<Static<typeof SentMailView> | Refusal> {
  const own = await desk.ask('mail.read', { owner, id })
  return own.ok ? { ...counts, mail: mailView(own.value) } : own
}

export const traderSendRoute: FrontRoute = route({
  ...mailRules('trader'),
  method: 'POST',
  path: mailPath('trader'),
  refusesReadOnly: true,
  rate: { per: 'login', max: 60, seconds: 3600 },
  idempotent: true,
  bodyBytesMax: MAIL_REQUEST_BYTES_MAX,
  summary: 'Send a mail to your broker',
  description: `\`to\` is a login from \`GET /trader/v1/mailboxes\`. The answer is your copy.\n\n${FILES}`,
  body: TraderMailBody,
  data: MailView,
  errors: ['conflict', 'forbidden', 'not_found', 'too_large', 'too_many_requests', 'unavailable'],
  example: { body: { subject: 'A question', body: 'When does trading end?', to: 1 } },
  async handle(context) {
    const { body: mail, services, session, actor, keyed } = context
    const refusal = refuseWithoutMail(services, 'trader', session)
    if (refusal !== undefined) return refusal
    const resolved = await fromDraft(context, mail)
    if (!resolved.ok) return resolved
    if ('sent' in resolved.value) return traderAnswer(services, session, resolved.value.sent)
    const { terms, ...written } = resolved.value.written
    const { to = terms?.to ?? 0 } = mail
    if (to === 0) return refuseField('to', say('field.missing'))
    const kept = await storeAttachments(services, 'trader', session, mail.attachments ?? [])
    if (!kept.ok) return kept
    const sent = await services.desk.ask('mail.send_to_staff', {
      actor,
      ...keyed,
      ...written,
      to,
      uploads: kept.value,
    })
    return sent.ok ? traderAnswer(services, session, sent.value) : sent
  },
})

async function traderAnswer(
  { desk }: Pick<FrontServices, 'desk'>,
  { login: owner }: Pick<Session, 'login'>,
  { id }: SentMail,
): Promise<Static<typeof MailView> | Refusal> {
  const own = await desk.ask('mail.read', { owner, id })
  return own.ok ? mailView(own.value) : own
}
