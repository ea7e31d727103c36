import type { SessionSide } from '../../../engine/access/session.js'
import { MAIL_PAGE_DEFAULT, MAIL_PAGE_MAX } from '../../../engine/limits/mailbox.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import {
  MailboxesView,
  MailDeliveryView,
  MailFileParams,
  MailListView,
  MailParams,
  MailQuery,
  MailView,
} from '../../../wire/schema/people/mail.js'
import { mailView } from '../../../wire/stored/stored-mail.js'
import { type FrontRoute, rawRoute, route } from '../route.js'
import { hasMail, mailPath, mailRules, refuseWithoutMail } from './side.js'

export function mailReadingRoutes(side: SessionSide): readonly FrontRoute[] {
  return [listRoute(side), readRoute(side), removeRoute(side), fileRoute(side)]
}

/** A page may contain several megabytes of message text. */
const LIST_RATE = { per: 'login', max: 100, seconds: 10 } as const
const FILE_RATE = { per: 'login', max: 60, seconds: 60 } as const
const PAGE_NUMBER_MAX = 1_000_000

function listRoute(side: SessionSide): FrontRoute {
  return route({
    ...mailRules(side),
    method: 'GET',
    path: mailPath(side),
    rate: LIST_RATE,
    summary: 'Read your mailbox',
    description:
      '`folder` `inbox` (default) and `sent` have one row per thread, newest first. A row has ' +
      'the newest message, `thread_count`, and `read` false if a message is unread. `drafts` has ' +
      `a row for each draft. A limit outside 1 to ${MAIL_PAGE_MAX} counts as ` +
      `${MAIL_PAGE_DEFAULT}.\n\n` +
      'With `thread` the answer is an array of its messages, oldest first, and marks all as ' +
      'read. A long thread shows the newest 1,000 messages, up to 4 MiB. If your group has no ' +
      'mail, the page is empty and `enabled` is false.',
    query: MailQuery,
    data: MailListView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const { folder, thread, page: asked, limit: wanted } = query
      const owner = session.login
      const enabled = hasMail(services, side, session)
      const page = Math.min(Math.max(asked, 1), PAGE_NUMBER_MAX)
      if (thread !== undefined) {
        if (!enabled) return []
        const found = await services.queries.of(session).run('mail.thread', { owner, thread })
        if (!found.ok) return found
        if (found.value.some(({ mail }) => !mail.read)) {
          const read = await services.desk.ask('mail.read_thread', { owner, thread })
          if (!read.ok) return read
        }
        return found.value.map((whole) => ({ ...mailView(whole), read: true }))
      }
      if (!enabled) return { enabled, items: [], page, total: 0, unread: 0 }
      const limit = wanted >= 1 && wanted <= MAIL_PAGE_MAX ? wanted : MAIL_PAGE_DEFAULT
      const request = { owner, folder, page, limit }
      const found = await services.queries.of(session).run('mail.page', request)
      if (!found.ok) return found
      const { rows, total, unread } = found.value
      const items = rows.map(({ count, ...whole }) => {
        return { ...mailView(whole), ...(count === null ? {} : { thread_count: count }) }
      })
      return { enabled, items, page, total, unread }
    },
  })
}

function readRoute(side: SessionSide): FrontRoute {
  return route({
    ...mailRules(side),
    method: 'GET',
    path: mailPath(side, '/{id}'),
    summary: 'Read a mail',
    description: 'Marks the message as read, also a draft.',
    params: MailParams,
    data: MailView,
    errors: ['forbidden', 'not_found', 'unavailable'],
    async handle({ params, session, services }) {
      const refusal = refuseWithoutMail(services, side, session)
      if (refusal !== undefined) return refusal
      const found = await services.desk.ask('mail.read', { owner: session.login, id: params.id })
      return found.ok ? mailView(found.value) : found
    },
  })
}

/** Only the sender may know whom a message has reached, so another copy is not found. */
export const mailDeliveryRoute: FrontRoute = route({
  ...mailRules('staff'),
  method: 'GET',
  path: mailPath('staff', '/{id}/delivery'),
  rate: LIST_RATE,
  summary: 'Read how far a sent message is',
  description:
    'Counts the recipients of a message that you sent: in how many mailboxes it is, and how many ' +
    'of these recipients have read it. `by_email` counts the e-mails sent with it that the ' +
    'outbox still has.',
  params: MailParams,
  data: MailDeliveryView,
  errors: ['not_found', 'unavailable'],
  async handle({ params, session, services }) {
    const asked = { owner: session.login, id: params.id }
    const found = await services.queries.of(session).run('mail.delivery', asked)
    if (!found.ok) return found
    const { held, read, expected, emails } = found.value
    return { in_mailboxes: held, read_by: read, expected, by_email: emails }
  },
})

function removeRoute(side: SessionSide): FrontRoute {
  return route({
    ...mailRules(side),
    method: 'DELETE',
    path: mailPath(side, '/{id}'),
    refusesReadOnly: side === 'trader',
    summary: 'Delete a mail',
    description: 'Deletes your copy or draft permanently. Other copies stay.',
    params: MailParams,
    errors: ['forbidden', 'not_found', 'unavailable'],
    async handle({ params, session, services }) {
      const refusal = refuseWithoutMail(services, side, session)
      if (refusal !== undefined) return refusal
      const gone = await services.desk.ask('mail.remove', { owner: session.login, id: params.id })
      return gone.ok ? null : gone
    },
  })
}

function fileRoute(side: SessionSide): FrontRoute {
  return rawRoute({
    ...mailRules(side),
    method: 'GET',
    path: mailPath(side, '/{id}/attachments/{file}'),
    rate: FILE_RATE,
    summary: 'Download a file of a mail',
    description: 'The file as a download with its name. A login can read four files at a time.',
    params: MailFileParams,
    media: 'application/octet-stream',
    errors: ['forbidden', 'not_found', 'too_many_requests', 'unavailable'],
    async handle({ params, session, services }) {
      const refusal = refuseWithoutMail(services, side, session)
      if (refusal !== undefined) return refusal
      const asked = { owner: session.login, id: params.id, file: params.file }
      const found = await services.desk.ask('mail.file', asked)
      if (!found.ok) return found
      const { file_id: id, name, media, bytes } = found.value
      const read = await services.results.read(session.login, { id, bytes })
      if (!read.ok) return read
      return { mediaType: media, body: '', source: read.value, headers: attachmentHeaders(name) }
    },
  })
}

export const mailboxesRoute: FrontRoute = route({
  method: 'GET',
  path: '/trader/v1/mailboxes',
  audience: 'trader',
  accountHeader: true,
  tag: 'mail',
  summary: 'List the mailboxes that you can write to',
  description:
    'Lists mailboxes of staff users who are responsible for your group. The list is empty if ' +
    'your group has no mail.',
  data: MailboxesView,
  errors: ['unavailable'],
  async handle({ session, services }) {
    if (!hasMail(services, 'trader', session)) return []
    const found = await services.desk.ask('mail.mailboxes', { login: session.login })
    return found.ok ? [...found.value] : found
  },
})
