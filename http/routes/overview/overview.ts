import { assert } from '../../../engine/assert.js'
import { isRefusal } from '../../../engine/code.js'
import { OverviewQuery, OverviewView } from '../../../wire/schema/trading/overview.js'
import { groupWatchOf } from '../../reach/group-reach.js'
import { type FrontRoute, route } from '../route.js'

/** The route for sums over groups of accounts. */
export const adminOverviewRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/overview',
  audience: 'staff',
  rights: ['accounts.view', 'trades.view'],
  summary: 'Sum up the accounts of groups',
  description:
    'Adds up the money of the accounts in your scope whose groups match the mask, and their ' +
    'deals and margin calls of the current day in server time. Demo and staff accounts count ' +
    'only if the mask names their groups, such as `demo\\*`. All amounts are in `currency`.\n\n' +
    'An account is left out if its rate or the price of one of its positions is missing; ' +
    '`unconverted` counts these accounts. On the live socket, `watch_overview` sends the same ' +
    'every second.',
  query: OverviewQuery,
  data: OverviewView,
  errors: ['unavailable', 'too_large'],
  rate: { per: 'login', max: 60, seconds: 60 },
  async handle({ query: { group, currency }, session, services }) {
    const found = await services.overviews.of(groupWatchOf(session, group), [currency])
    if (isRefusal(found)) return found
    const [overview] = found
    assert(overview !== undefined, 'there is an overview for each currency')
    return overview
  },
})
