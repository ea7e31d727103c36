import { isRefusal } from '../../../engine/code.js'
import { LowMarginsQuery, LowMarginsView } from '../../../wire/schema/trading/holders.js'
import { type Route, route } from '../../pipeline/route.js'
import { groupWatchOf } from '../../reach/group-reach.js'
import { lowestMargins, refuseLevel } from '../../readers/low-margins.js'

/** The route for accounts nearest to their stop out. */
export const adminLowMarginsRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/accounts/margin',
  audience: 'staff',
  tag: 'exposure',
  rights: ['accounts.view', 'trades.view'],
  summary: 'List the accounts with the lowest margin levels',
  description:
    'Of accounts in groups of the mask, in your scope, that have a margin and prices for all they hold, the lowest level ' +
    'first; with below those alone whose level is below it. Each is as it was when its turn to be looked at came, within ' +
    'the question. On the live socket watch_margin tells the same each second.',
  query: LowMarginsQuery,
  data: LowMarginsView,
  errors: ['unavailable'],
  input: ({ query: { below = null } }) => refuseLevel(below),
  rate: { per: 'login', max: 60, seconds: 60 },
  async handle({ query, session, services }) {
    const { group, below = null, limit } = query
    const { trading, clock } = services
    const asked = groupWatchOf(session, group)
    const rows = await lowestMargins(trading.shards, asked, { below, limit })
    if (isRefusal(rows)) return rows
    return { group, below, limit, at: new Date(clock.now()).toISOString(), rows: [...rows] }
  },
})
