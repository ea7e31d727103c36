import { JsonText } from '../../../wire/answer/envelope.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { AccountMarginView } from '../../../wire/schema/accounts/account-margin.js'
import { type FrontRoute, route } from '../route.js'

/** The route for the current margin of an account, position by position. */
export const adminAccountMarginRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts/{login}/margin',
  audience: 'staff',
  rights: ['trades.view'],
  account: { param: 'login', outOfScope: 'not_found' },
  summary: 'Read the margin of an account',
  description:
    'Lists the symbols with positions, or with orders that need margin, by name. Their margins ' +
    'add up to the margin of the account. Volumes are in lots. A margin is null if a price is ' +
    'missing.',
  params: AccountParams,
  data: AccountMarginView,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '1001' } },
  async handle({ params, services }) {
    const { login } = params
    const margin = await services.trading.shardOf(login).ask('margin', { login })
    return margin.ok ? new JsonText(margin.value) : margin
  },
})
