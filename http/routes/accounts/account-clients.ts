import type { ClientAccounts } from '../../../actors/desk/accounts/clients.js'
import { groupOf } from '../../../engine/book/book.js'
import { CLIENT_ACCOUNTS_MAX } from '../../../engine/limits/people.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { MONEY_DIGITS_DEFAULT } from '../../../engine/units.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  ClientAccountsView,
  LinkAccountsBody,
} from '../../../wire/schema/accounts/account-client.js'
import { withoutRepeats } from '../../bulk/without-repeats.js'
import { type FrontRoute, route } from '../route.js'
import type { Viewer } from '../settings/config-routes.js'

const CLIENTS = '/admin/v1/accounts/{login}/clients'
const PARAMS = { login: '1001' }

export const adminAccountClientRoutes: readonly FrontRoute[] = [readRoute(), putRoute()]

function readRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: CLIENTS,
    audience: 'staff',
    rights: ['clients.view'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Read the linked accounts of an account',
    description:
      'Lists the accounts in your scope with the same `client_id`, by login. `accounts` has them ' +
      'with names and stored balances; it is null without the right `accounts.view`.',
    params: AccountParams,
    data: ClientAccountsView,
    errors: ['not_found', 'unavailable'],
    example: { params: PARAMS },
    async handle(context) {
      const { params, services } = context
      const { login } = params
      const found = await services.desk.ask('accounts.clients', { actor: context.actor, login })
      return found.ok ? view(found.value, context) : found
    },
  })
}

function putRoute(): FrontRoute {
  return route({
    method: 'PUT',
    path: CLIENTS,
    audience: 'staff',
    rights: ['clients.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Link accounts to the client of an account',
    description:
      `Send the whole list, up to ${CLIENT_ACCOUNTS_MAX} logins. They get the ` +
      '`client_id` of this account, or a new one if it has none. Accounts in your scope that you ' +
      'leave out are no longer linked to a client. `version` is that of this account.',
    params: AccountParams,
    body: LinkAccountsBody,
    data: ClientAccountsView,
    errors: ['not_found', 'conflict', 'unavailable'],
    example: { params: PARAMS, body: { logins: [1002], version: 1 } },
    input: ({ body }) => withoutRepeats(body.logins, CLIENT_ACCOUNTS_MAX, 'logins'),
    async handle(context) {
      const { params, body, services, input: logins, actor } = context
      const { login } = params
      const { version } = body
      const linked = await services.desk.ask('accounts.link', { actor, login, version, logins })
      return linked.ok ? view(linked.value, context) : linked
    },
  })
}

function view(of: ClientAccounts, { services, session }: Viewer) {
  const { rights } = session
  const rows = of.accounts.map(({ login, name, group, balance }) => {
    const spec = groupOf(services.settings.book, group)
    return {
      login,
      name: rights.has('accounts.name') ? name : null,
      group,
      currency: spec?.currency ?? '',
      balance: textFromScaled(balance, spec?.currencyDigits ?? MONEY_DIGITS_DEFAULT),
    }
  })
  return { ...of, accounts: rights.has('accounts.view') ? rows : null }
}
