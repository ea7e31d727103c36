import { JsonText } from '../../../wire/answer/envelope.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { AccountMarginView } from '../../../wire/schema/accounts/account-margin.js'
import { type Route, route } from '../../pipeline/route.js'

/** The route for the current margin of an account, position by position. */
export const adminAccountMarginRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/accounts/{login}/margin',
  audience: 'staff',
  rights: ['trades.view'],
  account: { param: 'login', outOfScope: 'not_found' },
  summary: 'Read the margin of an account',
  description:
    'Each symbol with positions, or with orders that are charged, by name; their margins add up to that of the ' +
    'money. Volumes are lots. A margin is null while a price that it needs is not there.',
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
