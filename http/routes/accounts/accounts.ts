import type { CreatedAccount, SignInPasswords } from '../../../actors/desk/accounts/accounts.js'
import type { Actor } from '../../../actors/desk/actor.js'
import { COMMON_PASSWORDS } from '../../../actors/sign-in/common-passwords.js'
import {
  type PasswordParty,
  type Passwords,
  staffSetting,
} from '../../../actors/sign-in/passwords.js'
import { groupOf } from '../../../engine/book/book.js'
import type { GroupSpec } from '../../../engine/book/compiled.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { defaultMailServer } from '../../../engine/mail/default-server.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { detailsOf, refusePasswords } from '../../../wire/account/new-account.js'
import { joinedFields, jsonFields } from '../../../wire/format/json-parts.js'
import {
  AccountParams,
  AccountView,
  CreateAccountBody,
  OpenedAccountView,
} from '../../../wire/schema/accounts/account.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import type { KeyedRequest } from '../../pipeline/idempotency-key.js'
import { refuseGroupPath } from '../../reach/group-reach.js'
import { type AnyFrontContext, type FrontRoute, type FrontServices, route } from '../route.js'
import { accountBatchRoute } from './account-batch.js'
import { accountExportRoutes } from './account-export.js'
import { accountImportRoutes } from './account-import.js'
import { accountCountRoute, accountListRoute } from './account-list.js'
import { accountView } from './account-views.js'
import { accountWindowRoutes } from './account-window.js'

export const adminAccountRoutes: readonly FrontRoute[] = [
  accountListRoute,
  accountCountRoute,
  accountBatchRoute,
  ...accountExportRoutes,
  ...accountImportRoutes,
  ...accountWindowRoutes,
  createRoute(),
  readRoute(),
]

type CreateBody = Static<typeof CreateAccountBody>

function createRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts',
    audience: 'staff',
    rights: ['accounts.edit'],
    summary: 'Open a trading account',
    idempotent: true,
    description:
      'Opens an account without money in a group in your scope. A staff group also needs the ' +
      'right `config.staff`. Without `login` the server takes the next free one.\n\n' +
      'If you leave out `master_password` or `investor_password`, the server makes it and shows ' +
      'it in the answer. The holder then changes the master password at the first sign-in. With ' +
      '`welcome_email` the server sends login and passwords to `email` instead.',
    answersSecrets: true,
    body: CreateAccountBody,
    data: OpenedAccountView,
    errors: ['not_found', 'conflict', 'auth.password_weak', 'unavailable'],
    example: {
      body: {
        group: 'demo\\standard',
        name: 'Ada',
        email: 'ada@example.com',
      },
    },
    async handle(context) {
      const { body, session, services, actor } = context
      // Checks passwords that are invalid in every group before looking at the group.
      const weak = refusePasswords(body, 0, COMMON_PASSWORDS)
      if (weak !== undefined) return weak
      const group = reachableGroup(services, session, body.group)
      if (isRefusal(group)) return group
      const minimum = group.record.password_min_length
      const unfit =
        refusePasswords(body, minimum, COMMON_PASSWORDS) ?? refuseWelcome(services, body)
      if (unfit !== undefined) return unfit
      const first = await firstAnswer(services, actor, context.keyed)
      if (first !== null) return isRefusal(first) ? first : shown(first, context)
      const party = staffSetting(session.login)
      const hashes = await hashed(services.passwords, body, party)
      if (!hashes.ok) return hashes
      const created = await services.desk.ask('accounts.create', {
        actor,
        ...context.keyed,
        group: group.path,
        login: body.login,
        details: detailsOf(body),
        hashes: hashes.of,
        make: (['master', 'investor'] as const).filter((kind) => !(kind in hashes.of)),
        ...(body.welcome_email ? { welcome: chosen(body) } : {}),
      })
      return created.ok ? shown(created.value, context) : created
    },
  })
}

function readRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/accounts/{login}',
    audience: 'staff',
    rights: ['accounts.view'],
    account: { param: 'login', outOfScope: 'forbidden' },
    summary: 'Read a trading account',
    description:
      'Answers the account with its live money, which is null if trading does not answer.',
    params: AccountParams,
    data: AccountView,
    errors: ['not_found', 'unavailable'],
    async handle({ account, session, services }) {
      const money = await services.accounts.money(account.login)
      return accountView(account, money, services.settings.book, session.rights)
    },
  })
}

/**
 * The group of a new account. It has to exist and be in scope; a staff group also needs its right.
 */
function reachableGroup(
  services: FrontServices,
  session: Session,
  path: string,
): GroupSpec | Refusal {
  const group = groupOf(services.settings.book, groupPath(path))
  if (group === undefined) return because('not_found.group', { path })
  return refuseGroupPath(session, group.path) ?? group
}

/** Refuses a welcome e-mail that could not be delivered. */
function refuseWelcome({ settings }: FrontServices, body: CreateBody): Refusal | undefined {
  if (!body.welcome_email) return undefined
  if ((body.email ?? '') === '') return refuseField('email', say('field.needed_for_welcome'))
  if (defaultMailServer(settings.book.records.mail_servers) !== undefined) return undefined
  return refuseField('welcome_email', say('field.no_default_mail_server'))
}

function chosen(body: CreateBody): SignInPasswords {
  return { master: body.master_password ?? null, investor: body.investor_password ?? null }
}

/**
 * The answer to an earlier request with the same key, looked up before passwords are hashed; null
 * if there is none.
 */
async function firstAnswer(
  services: FrontServices,
  actor: Actor,
  { once }: KeyedRequest,
): Promise<CreatedAccount | Refusal | null> {
  if (once === undefined) return null
  const first = await services.desk.ask('once.first', { actor, once })
  if (!first.ok) return first
  return first.value === null ? null : (first.value.value as CreatedAccount)
}

/** The shard knows the new account before the route asks for its money. */
async function shown(
  { account, made }: CreatedAccount,
  { services, session }: Pick<AnyFrontContext, 'services'> & { readonly session: Session },
) {
  const { settings, accounts } = services
  const money = await accounts.money(account.login)
  const passwords = jsonFields({
    master_password: made?.master ?? null,
    investor_password: made?.investor ?? null,
  })
  return accountView(account, joinedFields(money, passwords), settings.book, session.rights)
}

async function hashed(
  passwords: Passwords,
  body: CreateBody,
  party: PasswordParty,
): Promise<{ readonly ok: true; readonly of: Readonly<Record<string, string>> } | Refusal> {
  const hashes: Record<string, string> = {}
  for (const kind of ['master', 'investor', 'phone'] as const) {
    const password = body[`${kind}_password`]
    if (password === undefined) continue
    const hash = await passwords.hash(password, party)
    if (typeof hash !== 'string') return hash
    hashes[kind] = hash
  }
  return { ok: true, of: hashes }
}
