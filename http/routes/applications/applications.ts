import type { ChosenPassword } from '../../../actors/desk/people/applications.js'
import { COMMON_PASSWORDS } from '../../../actors/sign-in/common-passwords.js'
import { type PasswordParty, staffSetting } from '../../../actors/sign-in/passwords.js'
import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { blocksOf } from '../../../engine/config/blocked-sign-ups.js'
import type { BlockedSignUp } from '../../../engine/config/records/server-settings.js'
import { defaultMailServer } from '../../../engine/mail/default-server.js'
import { groupPath, isStaffGroup } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { refusePasswords } from '../../../wire/account/new-account.js'
import {
  ApplicationDetailView,
  ApplicationParams,
  ApplicationsPageView,
  ApplicationsQuery,
  ApplicationView,
  ApproveApplicationBody,
  BlocksView,
  RejectApplicationBody,
} from '../../../wire/schema/people/application.js'
import {
  alikeFields,
  applicationView,
  type StoredApplication,
} from '../../../wire/stored/stored-application.js'
import type { Session } from '../../exchange/session.js'
import { shownBlocks } from '../../reach/blocked-masks.js'
import { reachableGroups, refuseGroupPath } from '../../reach/group-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

/** Routes for staff to decide on applications for real accounts. */
const PATH = '/admin/v1/applications'
const RIGHTS = ['applications']

const listRoute: FrontRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List applications',
  description:
    'Lists applications for groups in your scope, newest first. Personal fields are null without ' +
    'their rights. The server keeps decided applications for a year.',
  query: ApplicationsQuery,
  data: ApplicationsPageView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const { state, page, limit } = query
    const groups = reachableGroups(services, session).map(({ path }) => path)
    const filter = { ...(state === undefined ? {} : { state }), groups }
    const asked = { filter, page, limit }
    const found = await services.queries.of(session).run('applications.page', asked)
    if (!found.ok) return found
    const { rows, total } = found.value
    return { items: rows.map((row) => applicationView(row, session.rights)), page, total }
  },
})

const readRoute: FrontRoute = route({
  method: 'GET',
  path: `${PATH}/{id}`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Read an application',
  description:
    '`duplicates` are accounts and applications in your scope with the same e-mail, phone, ' +
    'postal address or IP address: up to 20 of each, best matches first. Fields that your rights ' +
    'hide are not compared; `logins` is null without the right `accounts.view`.\n\n' +
    '`blocked` lists the masks of the server settings that would refuse the applicant now. ' +
    '`passwords_by_email` is false if no default mail server is set: the e-mail with the ' +
    'passwords then waits.',
  params: ApplicationParams,
  data: ApplicationDetailView,
  errors: ['not_found', 'unavailable'],
  async handle({ params, services, actor, session }) {
    const found = await services.desk.ask('applications.get', { actor, id: params.id })
    if (!found.ok) return found
    const groups = reachableGroups(services, session).map(({ path }) => path)
    const like = await services.queries.of(session).run('applications.like', {
      application: found.value,
      fields: alikeFields(session.rights),
      applicationsOf: groups,
      accountsOf: session.rights.has('accounts.view') ? groups : null,
    })
    if (!like.ok) return like
    return {
      ...applicationView(found.value, session.rights),
      duplicates: like.value,
      blocked: shownBlocks(blocksOf(blocksIn(services), found.value), session),
      passwords_by_email:
        defaultMailServer(services.settings.book.records.mail_servers) !== undefined,
    }
  },
})

const blocksRoute: FrontRoute = route({
  method: 'GET',
  path: `${PATH}/blocked`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List the blocked sign-ups',
  description:
    'Answers `blocked_signups` of the server settings; to change it, you need the right ' +
    '`config.servers`. Masks of e-mails and phones are null without the rights to see these.',
  data: BlocksView,
  errors: [],
  handle: ({ services, session }) => ({ items: shownBlocks(blocksIn(services), session) }),
})

const approveRoute: FrontRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/approve`,
  audience: 'staff',
  rights: RIGHTS,
  idempotent: true,
  summary: 'Approve an application',
  description:
    'Opens the account with the requested group and leverage, unless you send others, and sends ' +
    'the welcome e-mail with both passwords. If you send no passwords, the server makes them. ' +
    'The answer never has passwords. The holder must change the master password at the first ' +
    'sign-in.',
  params: ApplicationParams,
  body: ApproveApplicationBody,
  data: ApplicationView,
  errors: ['not_found', 'conflict', 'auth.password_weak', 'unavailable'],
  example: { params: { id: '1' }, body: { group: 'real\\standard', leverage: 50 } },
  async handle(context) {
    const { params, body, services, actor, session, keyed } = context
    const id = params.id
    const found = await services.desk.ask('applications.get', { actor, id })
    if (!found.ok) return found
    const path = groupPath(body.group ?? found.value.group_path)
    const refusal = refuseGroup(context, path) ?? refuseWeakOnes(services, path, body.passwords)
    if (refusal !== undefined) return refusal
    const party = staffSetting(session.login)
    const { master: chosen, investor: chosenInvestor } = body.passwords ?? {}
    const master = await hashed(services, chosen, party)
    if (isRefusal(master)) return master
    const investor = await hashed(services, chosenInvestor, party)
    if (isRefusal(investor)) return investor
    const approved = await services.desk.ask('applications.approve', {
      actor,
      ...keyed,
      id,
      group: body.group,
      leverage: body.leverage,
      master,
      investor,
    })
    return shown(approved, session.rights)
  },
})

const rejectRoute: FrontRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/reject`,
  audience: 'staff',
  rights: RIGHTS,
  idempotent: true,
  summary: 'Reject an application',
  description: 'Only staff and the journal see the reason. The applicant gets no message.',
  params: ApplicationParams,
  body: RejectApplicationBody,
  data: ApplicationView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' }, body: { reason: 'The proof of address is missing.' } },
  async handle({ params, body, services, actor, session, keyed }) {
    const asked = { actor, ...keyed, id: params.id, reason: body.reason.trim() }
    return shown(await services.desk.ask('applications.reject', asked), session.rights)
  },
})

export const applicationRoutes: readonly FrontRoute[] = [
  listRoute,
  blocksRoute,
  readRoute,
  approveRoute,
  rejectRoute,
]

function blocksIn({ settings }: FrontServices): readonly BlockedSignUp[] {
  return settings.book.records.settings[0]?.blocked_signups ?? []
}

function shown(
  decided: { readonly ok: true; readonly value: StoredApplication } | Refusal,
  rights: ReadonlySet<string>,
) {
  return isRefusal(decided) ? decided : applicationView(decided.value, rights)
}

/** The hash of the given password; null without one, because the desk then generates a password. */
async function hashed(
  { passwords }: FrontServices,
  text: string | undefined,
  party: PasswordParty,
): Promise<ChosenPassword | null | Refusal> {
  if (text === undefined) return null
  const hash = await passwords.hash(text, party)
  return typeof hash === 'string' ? { text, hash } : hash
}

function refuseGroup(
  { session, services }: { readonly session: Session; readonly services: FrontServices },
  path: string,
): Refusal | undefined {
  if (isStaffGroup(path)) return refuseField('group', say('field.trading_group_short'))
  const refusal = refuseGroupPath(session, path)
  if (refusal !== undefined) return refusal
  if (groupOf(services.settings.book, path) !== undefined) return undefined
  return because('not_found.group', { path })
}

function refuseWeakOnes(
  services: FrontServices,
  path: string,
  { master, investor }: { readonly master?: string; readonly investor?: string } = {},
): Refusal | undefined {
  const minimum = groupOf(services.settings.book, path)?.record.password_min_length ?? 0
  const given = { master_password: master, investor_password: investor }
  return refusePasswords(given, minimum, COMMON_PASSWORDS)
}
