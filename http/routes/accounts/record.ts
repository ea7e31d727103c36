import type { Outcome } from '../../../actors/thread/ask.js'
import { isRefusal } from '../../../engine/code.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { type JsonFields, joinedFields, jsonFields } from '../../../wire/format/json-parts.js'
import { AccountParams, AccountView } from '../../../wire/schema/accounts/account.js'
import {
  ArchiveQuery,
  PatchAccountBody,
  RestoreQuery,
} from '../../../wire/schema/accounts/account-edit.js'
import { DryRunQuery } from '../../../wire/schema/settings/config.js'
import type { Session } from '../../exchange/session.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { type AnyFrontContext, type FrontRoute, route } from '../route.js'
import { accountView } from './account-views.js'

/** Routes to edit, enable, disable and archive an account. */
const ACCOUNT = '/admin/v1/accounts/{login}'
const ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const PARAMS = { login: '1001' }

export const adminAccountEditRoutes: readonly FrontRoute[] = [
  patchRoute(),
  archiveRoute(),
  restoreRoute(),
  enableRoute('enable', true),
  enableRoute('disable', false),
]

function patchRoute(): FrontRoute {
  return route({
    method: 'PATCH',
    path: ACCOUNT,
    audience: 'staff',
    rights: ['accounts.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Change the record of an account',
    description:
      'Send the version that you last read and the fields to change. Names, e-mail, phone and ' +
      'address need the rights for these fields; `client_id` needs `clients.edit`. To change the ' +
      'group, use its own route. Trading, sessions and sockets apply the change at once. A ' +
      'change without effect returns the account as it is.',
    params: AccountParams,
    query: DryRunQuery,
    body: PatchAccountBody,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS, body: { version: 1, city: 'Hamburg', trading_enabled: false } },
    async handle(context) {
      const { params, body, query, services, actor } = context
      const { login } = params
      const { version, ...change } = body
      const dryRun = query.dry_run
      const asked = { actor, login, version, change, dryRun }
      const edited = await services.desk.ask('accounts.edit', asked)
      return dryRun ? accountAsItWouldBe(edited, context) : changedAccount(edited, context)
    },
  })
}

function enableRoute(word: 'enable' | 'disable', enabled: boolean): FrontRoute {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/${word}`,
    audience: 'staff',
    rights: ['accounts.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: enabled ? 'Enable an account' : 'Disable an account',
    description: enabled
      ? 'The holder can sign in and trade again. If the account is already enabled, the server ' +
        'returns it as it is.'
      : 'Ends the sessions of the account; the holder can neither sign in nor trade. Positions keep stop ' +
        'loss, take profit and stop out; pending orders stay and do not fill. A disabled account is ' +
        'returned as it is.',
    params: AccountParams,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS },
    async handle(context) {
      const { params, services, actor } = context
      const { login } = params
      const set = await services.desk.ask('accounts.enable', { actor, login, enabled })
      return changedAccount(set, context)
    },
  })
}

function archiveRoute(): FrontRoute {
  return route({
    method: 'DELETE',
    path: ACCOUNT,
    audience: 'staff',
    rights: ['accounts.delete'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Archive an account',
    description:
      'Ends the sessions of the account. Nobody can change it until it is restored; its history and money ' +
      'stay readable. Refused while it has positions, orders, waiting requests or commissions due, and ' +
      'for the account of a staff user. Send the `version` that you last read. Staff with ' +
      '`confirm_actions` also send `confirm_token` and `confirm_code`.',
    params: AccountParams,
    query: ArchiveQuery,
    data: AccountView,
    errors: ['confirmation_required', ...ERRORS],
    example: { params: PARAMS },
    async handle(context) {
      const { params, query, services, actor } = context
      const { login } = params
      const { version } = query
      const confirmed = { login, ...query }
      const unconfirmed = await refuseUnconfirmed(context, 'archive', confirmed)
      if (unconfirmed !== null) return unconfirmed
      const archived = await services.accountKeeper.change(
        login,
        (isFlat) => services.desk.ask('accounts.archive', { actor, login, version, isFlat }),
        'flat',
      )
      return changedAccount(archived, context)
    },
  })
}

function restoreRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/restore`,
    audience: 'staff',
    rights: ['accounts.delete'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Restore an archived account',
    description:
      'The holder can sign in and trade again, with the old passwords, money and data. An account that is ' +
      'not archived is returned as it is. Send the `version` that you last read.',
    params: AccountParams,
    query: RestoreQuery,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS },
    async handle(context) {
      const { params, query, services, actor } = context
      const asked = { actor, login: params.login, version: query.version }
      return changedAccount(await services.desk.ask('accounts.restore', asked), context)
    },
  })
}

/** The changed account as the caller sees it, with live money. */
export async function changedAccount(
  changed: Outcome<StoredAccount>,
  { services, session }: Pick<AnyFrontContext, 'services'> & { readonly session: Session },
  more?: JsonFields,
) {
  if (!changed.ok) return changed
  const { accounts, settings } = services
  const money = await accounts.money(changed.value.login)
  const fields = more === undefined ? money : joinedFields(money, more)
  return accountView(changed.value, fields, settings.book, session.rights)
}

/** The answer to a dry run: the account, with the margin effect of its new group and leverage. */
export async function accountAsItWouldBe(
  changed: Outcome<StoredAccount>,
  context: Pick<AnyFrontContext, 'services'> & { readonly session: Session },
) {
  if (!changed.ok) return changed
  const { services, session } = context
  const { login, group, leverage } = changed.value
  const effects = await services.effects.ofAccounts(session, { logins: [login], group, leverage })
  if (isRefusal(effects)) return effects
  return changedAccount(changed, context, jsonFields({ effects }))
}
