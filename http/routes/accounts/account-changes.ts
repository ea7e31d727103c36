import type { Outcome } from '../../../actors/thread/ask.js'
import { AccountParams, AccountView, LeverageBody, MoveBody } from '../../../wire/schema/account.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'
import { type AnyContext, type Route, route } from '../../pipeline/route.js'
import type { Session } from '../../pipeline/session.js'
import { actorOf } from '../settings/config-routes.js'
import { accountView } from './account-views.js'
import { reachableAccount } from './accounts.js'

/** What staff change of one account. */
const ACCOUNT = '/admin/v1/accounts/{login}'
const ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const PARAMS = { login: '1001' }

export const adminAccountChangeRoutes: readonly Route[] = [groupRoute(), leverageRoute()]

function groupRoute(): Route {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/group`,
    audience: 'staff',
    rights: ['accounts.edit'],
    summary: 'Move an account to another group',
    description:
      'Both groups are in your scope; a staff group needs config.staff too. With version it is the ' +
      'one last read. An account that has moved money or traded goes only where the currency, its ' +
      "digits and the margin mode are the same (409). A staff user's group is changed with the " +
      'staff user. The group that the account is in already changes nothing.',
    params: AccountParams,
    body: MoveBody,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS, body: { group: 'real\\standard', version: 1 } },
    async handle(context) {
      const { params, body, session, services } = context
      const { login } = params
      const account = await reachableAccount(services, session, login, 'not_found')
      if ('ok' in account) return account
      const { desk, accountKeeper } = services
      const actor = actorOf(context)
      const moved = await accountKeeper.change(login, (isFresh) =>
        desk.ask('accounts.move', { actor, login, ...body, isFresh }),
      )
      return shown(moved, context)
    },
  })
}

function leverageRoute(): Route {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/leverage`,
    audience: 'staff',
    rights: ['accounts.edit'],
    summary: 'Set the leverage of an account',
    description:
      "1 to 10000 is the account's own; 0 follows its group, now and after later changes of the " +
      'group. With version it is the one last read. Margin goes by the new leverage at once.',
    params: AccountParams,
    body: LeverageBody,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS, body: { leverage: 50, version: 1 } },
    async handle(context) {
      const { params, body, session, services } = context
      const { login } = params
      const account = await reachableAccount(services, session, login, 'not_found')
      if ('ok' in account) return account
      const actor = actorOf(context)
      const { desk } = services
      // Nothing has to be true at the shard: the desk alone decides, and the shard hears of it.
      const set = await desk.ask('accounts.set_leverage', { actor, login, ...body })
      return shown(set, context)
    },
  })
}

async function shown(
  changed: Outcome<StoredAccount>,
  { services, session }: Pick<AnyContext, 'services'> & { readonly session: Session },
) {
  if (!changed.ok) return changed
  const { accounts, settings } = services
  const money = await accounts.money(changed.value.login)
  return accountView(changed.value, money, settings.book, session.rights)
}
