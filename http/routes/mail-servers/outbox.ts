import type { MailServerRecord } from '../../../engine/config/records/mail-server.js'
import { defaultMailServer } from '../../../engine/mail/default-server.js'
import { OutboxQuery, OutboxView } from '../../../wire/schema/people/outbox.js'
import { emailView, type StoredEmail } from '../../../wire/stored/stored-email.js'
import { accountsInReach } from '../../reach/journal-reach.js'
import { route } from '../route.js'

export const outboxRoute = route({
  method: 'GET',
  path: '/admin/v1/mail/outbox',
  audience: 'staff',
  rights: ['config.mail'],
  summary: 'List the e-mails of the outbox',
  description:
    'Lists e-mails about accounts in your scope, and e-mails about no account, newest first. The ' +
    'server keeps them for 90 days. `to` is null without the right `accounts.email`.\n\n' +
    'After a failure the server tries again after 1, 5, 15 and 60 minutes, then gives up. If the ' +
    'mail server refuses the e-mail permanently, the server gives up at once. `error` has the ' +
    'first line of the mail server’s answer, or says that no mail server can take the e-mail now.',
  query: OutboxQuery,
  data: OutboxView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const { state, kind, login, page, limit } = query
    const accounts = accountsInReach(session, services.settings.book)
    const filter = {
      ...(state === undefined ? {} : { state }),
      ...(kind === undefined ? {} : { kind }),
      ...(login === undefined ? {} : { login }),
      ...(accounts === undefined ? {} : { accounts }),
    }
    const found = await services.queries.of(session).run('outbox.page', { filter, page, limit })
    if (!found.ok) return found
    const showsAddress = session.rights.has('accounts.email')
    const { rows, total } = found.value
    const { mail_servers: servers } = services.settings.book.records
    const items = rows.map((row) => emailView(row, showsAddress, waitsFor(row, servers)))
    return { items, page, total }
  },
})

/**
 * The reason why the e-mail cannot be sent at the moment; empty if it can, or if it is finished.
 */
function waitsFor({ state, server }: StoredEmail, servers: readonly MailServerRecord[]): string {
  if (state !== 'queued') return ''
  if (server === 0) {
    return defaultMailServer(servers) === undefined
      ? 'There is no enabled default mail server.'
      : ''
  }
  const named = servers.find(({ id }) => id === server)
  return named?.enabled === false ? `The mail server ${named.name} is disabled.` : ''
}
