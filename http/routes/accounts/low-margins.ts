import { isRefusal } from '../../../engine/code.js'
import { LowMarginsQuery, LowMarginsView } from '../../../wire/schema/trading/holders.js'
import { groupWatchOf } from '../../reach/group-reach.js'
import { lowestMargins, refuseLevel } from '../../readers/low-margins.js'
import { type FrontRoute, route } from '../route.js'

/** The route for accounts nearest to their stop out. */
export const adminLowMarginsRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts/margin',
  audience: 'staff',
  tag: 'exposure',
  rights: ['accounts.view', 'trades.view'],
  summary: 'List the accounts with the lowest margin levels',
  description:
    'Lists accounts in your scope whose groups match the mask, lowest margin level first. ' +
    'Accounts without margin, or without a price for one of their positions, are left out. ' +
    '`below` shows only levels below it.\n\n' +
    'The server reads the accounts one after another during the request. On the live socket, ' +
    '`watch_margin` sends the list every second.',
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
