import { refuse } from '../../../engine/code.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import { MailServerTestBody } from '../../../wire/schema/settings/mail-server.js'
import { type FrontRoute, route } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'
import { outboxRoute } from './outbox.js'

const PATH = '/admin/v1/mail-servers'
const RIGHT = 'config.mail'

const testRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/test`,
  audience: 'staff',
  rights: [RIGHT],
  rate: { per: 'login', max: 10, seconds: 60 },
  summary: 'Send one e-mail through a mail server',
  description:
    'Sends at once, even if the mail server is disabled, and waits for the result. `invalid_input` has ' +
    'the first line of the mail server’s error. The journal records each attempt.',
  params: RecordParams,
  body: MailServerTestBody,
  errors: ['not_found', 'unavailable'],
  example: { params: { id: '1' }, body: { to: 'ada@example.com' } },
  async handle(context) {
    const { services, params, body } = context
    const asked = { actor: context.actor, id: params.id, to: body.to }
    const allowed = await services.desk.ask('mail_servers.test', asked)
    if (!allowed.ok) return allowed
    const result = await services.mailer.send(allowed.value)
    const told = await services.desk.ask('mail_servers.tested', { ...asked, result })
    if (!told.ok) return told
    return result.is === 'sent' ? null : refuse('invalid_input', result.error)
  },
})

export const adminMailServerRoutes: readonly FrontRoute[] = [
  ...configRoutes(
    {
      kind: 'mail_servers',
      path: PATH,
      right: RIGHT,
      one: 'a mail server',
      many: 'mail servers',
      examples: {
        create: { name: 'Main', sender_email: 'desk@example.com', server: 'smtp.example.com:587' },
        patch: { version: 1, enabled: false },
      },
      words: {
        list: {
          description:
            'Lists mail servers by name, each with counts of its e-mails. The default mail ' +
            'server also counts e-mails that wait for the default.',
        },
      },
      view: (record, { services }) => ({ ...record, stats: services.mailStats.of(record.id) }),
    },
    'list',
    'create',
    'read',
    'patch',
    'delete',
  ),
  testRoute,
  outboxRoute,
]
