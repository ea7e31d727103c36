import type { SessionSide } from '../../../engine/access/session.js'
import type { Refusal } from '../../../engine/code.js'
import {
  MAIL_BODY_BYTES_MAX,
  MAIL_DRAFTS_MAX,
  MAIL_FILE_BYTES_MAX,
} from '../../../engine/limits/mailbox.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  MailDraftBody,
  MailFileParams,
  MailParams,
  MailView,
  RemovedDraftsView,
} from '../../../wire/schema/people/mail.js'
import { type MailView as Mail, mailView } from '../../../wire/stored/stored-mail.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { type FrontRoute, type FrontServices, route, uploadRoute } from '../route.js'
import { MAIL_EXTENSIONS, refuseBody } from './mail-content.js'
import { mailPath, mailRules, refuseWithoutMail } from './side.js'

export function mailDraftRoutes(side: SessionSide): readonly FrontRoute[] {
  return [saveRoute(side), replaceRoute(side), attachRoute(side), detachRoute(side)]
}

/** Allows for terminals that save a draft every few seconds. */
const RATE = { per: 'login', max: 60, seconds: 60 } as const

const EXAMPLE = { subject: 'Your question', body: 'Dear {{name}},', to_logins: [1001] }
const WHAT =
  'The server checks recipients only when you send the draft. Staff use `to_logins` or ' +
  '`to_group`, traders use `to`; the other fields are ignored. `reply_to` keeps the draft in the ' +
  'thread of a message that you have.\n\n' +
  'Each save raises `draft.version`. If you send `version` and the draft has another one, the ' +
  'answer is `conflict`, so that two terminals do not overwrite each other. A body has at most ' +
  `${MAIL_BODY_BYTES_MAX / 1024} KiB. The server deletes a draft 90 days after its last change.`

function saveRoute(side: SessionSide): FrontRoute {
  return route({
    ...mailRules(side),
    method: 'POST',
    path: mailPath(side, '/drafts'),
    refusesReadOnly: side === 'trader',
    rate: RATE,
    summary: 'Save a draft',
    description:
      'Without `id`, or with 0, creates a draft; you can have ' +
      `${MAIL_DRAFTS_MAX}. With ` +
      '`id`, replaces that draft. ' +
      WHAT,
    body: MailDraftBody,
    data: MailView,
    errors: ['forbidden', 'not_found', 'conflict', 'unavailable'],
    example: { body: EXAMPLE },
    handle: ({ body, session, services }) => saved(services, side, session, body.id, body),
  })
}

function replaceRoute(side: SessionSide): FrontRoute {
  return route({
    ...mailRules(side),
    method: 'PUT',
    path: mailPath(side, '/drafts/{id}'),
    refusesReadOnly: side === 'trader',
    rate: RATE,
    summary: 'Rewrite a draft',
    description:
      'Replaces the draft: fields that you leave out become empty. Its files stay. An `id` in ' +
      `the body has no effect. ${WHAT}`,
    params: MailParams,
    body: MailDraftBody,
    data: MailView,
    errors: ['forbidden', 'not_found', 'conflict', 'unavailable'],
    example: { params: { id: '1' }, body: EXAMPLE },
    handle: ({ params, body, session, services }) =>
      saved(services, side, session, params.id, body),
  })
}

async function saved(
  services: Pick<FrontServices, 'desk' | 'settings'>,
  side: SessionSide,
  session: Session,
  id: number,
  { subject, body, reply_to, ...given }: Static<typeof MailDraftBody>,
): Promise<Mail | Refusal> {
  const refusal = refuseWithoutMail(services, side, session) ?? refuseBody(body)
  if (refusal !== undefined) return refusal
  const { email, to, to_group, to_logins } = given
  const own =
    side === 'staff'
      ? { email, to: 0, to_group, to_logins }
      : { email: false, to, to_group: '', to_logins: [] }
  const draft = { ...own, reply_to }
  const owner = session.login
  const asked = { owner, id, subject, body, draft, version: given.version ?? null }
  const kept = await services.desk.ask('mail.save_draft', asked)
  return kept.ok ? mailView(kept.value) : kept
}

function attachRoute(side: SessionSide): FrontRoute {
  return uploadRoute({
    ...mailRules(side),
    method: 'POST',
    path: mailPath(side, '/drafts/{id}/attachments'),
    refusesReadOnly: side === 'trader',
    rate: RATE,
    summary: 'Add a file to a draft',
    description:
      'Send the file as the part `file`, with its name. A message has up to 5 files, each from 1 ' +
      'byte to 1 MiB, in total 2 MiB.',
    upload: {
      kind: 'mail',
      field: 'file',
      bytesMax: MAIL_FILE_BYTES_MAX,
      extensions: MAIL_EXTENSIONS,
    },
    params: MailParams,
    data: MailView,
    errors: ['forbidden', 'not_found', 'conflict', 'too_large', 'too_many_requests', 'unavailable'],
    async handle({ params, file, session, services }) {
      const refusal = refuseWithoutMail(services, side, session)
      if (refusal !== undefined) return refusal
      const asked = { owner: session.login, id: params.id, upload: file.id }
      const kept = await services.desk.ask('mail.attach', asked)
      return kept.ok ? mailView(kept.value) : kept
    },
  })
}

function detachRoute(side: SessionSide): FrontRoute {
  return route({
    ...mailRules(side),
    method: 'DELETE',
    path: mailPath(side, '/drafts/{id}/attachments/{file}'),
    refusesReadOnly: side === 'trader',
    rate: RATE,
    summary: 'Delete a file of a draft',
    description: 'Deletes the file permanently. The draft and its other files stay.',
    params: MailFileParams,
    data: MailView,
    errors: ['forbidden', 'not_found', 'unavailable'],
    async handle({ params, session, services }) {
      const refusal = refuseWithoutMail(services, side, session)
      if (refusal !== undefined) return refusal
      const asked = { owner: session.login, id: params.id, file: params.file }
      const kept = await services.desk.ask('mail.detach', asked)
      return kept.ok ? mailView(kept.value) : kept
    },
  })
}

export const removeDraftsRoute: FrontRoute = route({
  ...mailRules('staff'),
  method: 'DELETE',
  path: '/admin/v1/accounts/{login}/mail/drafts',
  account: { param: 'login', outOfScope: 'not_found' },
  rate: RATE,
  summary: 'Remove all drafts of an account',
  description:
    'Deletes the drafts and their files permanently, without showing them to you. For the drafts ' +
    'of a staff user, you must be allowed to manage that user.',
  params: AccountParams,
  data: RemovedDraftsView,
  errors: ['not_found', 'forbidden', 'unavailable'],
  example: { params: { login: '1001' } },
  async handle({ params, actor, services }) {
    const removed = await services.desk.ask('mail.remove_drafts', { actor, login: params.login })
    return removed.ok ? { removed: removed.value } : removed
  },
})
