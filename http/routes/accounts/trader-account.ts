import { isRefusal } from '../../../engine/code.js'
import { TraderAccountView } from '../../../wire/schema/accounts/account.js'
import { type FrontRoute, route } from '../route.js'
import { accountView } from './account-views.js'

export const traderAccountRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/trader/v1/account',
    audience: 'trader',
    accountHeader: true,
    summary: 'Read your account',
    description:
      'Answers your account with its live money, which is null if trading does not answer.',
    data: TraderAccountView,
    errors: ['unavailable'],
    async handle({ session, services }) {
      const [account, money] = await Promise.all([
        services.accounts.stored(session.login),
        services.accounts.money(session.login),
      ])
      if (isRefusal(account)) return account
      return accountView(account, money, services.settings.book, null)
    },
  }),
]
