import { isRefusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { PreviewedMailView, PreviewMailBody } from '../../../wire/schema/people/mail.js'
import { type FrontRoute, route } from '../route.js'
import { PLACEHOLDER_LIST, refuseBody } from './mail-content.js'
import { groupRecipients } from './recipients.js'
import { mailPath, mailRules } from './side.js'

/** The route that shows a message as one recipient would get it, and the number of recipients. */
export const mailPreviewRoute: FrontRoute = route({
  ...mailRules('staff'),
  method: 'POST',
  path: mailPath('staff', '/preview'),
  rate: { per: 'login', max: 60, seconds: 60 },
  summary: 'Preview a message',
  description:
    'Shows a message as a recipient would get it. Sends nothing. Recipients are chosen as in ' +
    '`POST /admin/v1/mail`, with the same refusals. If none is left, `recipients` is 0 and `login` ' +
    'null.\n\n' +
    'The server fills in the placeholders for `login`, which must be a recipient, or for the first ' +
    `one: ${PLACEHOLDER_LIST}. Without the right \`accounts.name\`, \`{{name}}\` stays as typed. ` +
    'Without `accounts.email`, `emails` is null.',
  body: PreviewMailBody,
  data: PreviewedMailView,
  errors: ['forbidden', 'unavailable'],
  example: { body: { subject: 'Welcome', body: 'Dear {{name}},', to_logins: [1001], login: 1001 } },
  async handle({ body: mail, services, session, actor }) {
    const { subject, body, to_logins: logins, to_group: mask, login } = mail
    const refusal = refuseBody(body)
    if (refusal !== undefined) return refusal
    if ((logins === undefined) === (mask === undefined)) {
      return refuseField('to_logins', say('field.logins_or_group'))
    }
    const to = logins ?? (await groupRecipients(services, session, mask ?? ''))
    if (isRefusal(to)) return to
    const seen = await services.desk.ask('mail.preview', { actor, subject, body, to, login })
    return seen.ok ? seen.value : seen
  },
})
