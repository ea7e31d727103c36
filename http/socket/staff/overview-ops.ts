import { isRefusal } from '../../../engine/code.js'
import { OVERVIEWS_MAX, OVERVIEWS_PER_SOCKET_MAX } from '../../../engine/limits/sockets.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { UnwatchMarginArgs } from '../../../wire/schema/trading/holders.js'
import { OverviewArgs } from '../../../wire/schema/trading/overview.js'
import { Nothing } from '../../../wire/types/scalars.js'
import type { Overviews } from '../../readers/overviews.js'
import { type MaskParts, type MaskPicture, MaskWatchers } from './pictures/mask-watchers.js'
import { DONE, type StaffFamily, served, staffOp } from './staff-op.js'

const RIGHTS = ['accounts.view', 'trades.view']

type OverviewWatchers = MaskWatchers<OverviewArgs>

const watchOverview = staffOp({
  name: 'watch_overview',
  says:
    'Subscribes to sums over the accounts in the groups of a mask: their money, and the current ' +
    'day. `currency` is that of the sums.',
  rights: RIGHTS,
  args: OverviewArgs,
  example: { group: 'real\\*', currency: 'USD' },
  data: Nothing,
  handle: (watchers: OverviewWatchers, { connection, session }, { group, currency }) =>
    watchers.watch(connection, session, { group, currency }) ?? DONE,
})

const unwatchOverview = staffOp({
  name: 'unwatch_overview',
  says: 'Ends the matching subscriptions. Without arguments, ends all of them.',
  args: UnwatchMarginArgs,
  example: { group: 'real\\*' },
  data: Nothing,
  handle(watchers: OverviewWatchers, { connection }, { group }) {
    watchers.unwatch(connection, (one) => group === undefined || group === one.group)
    return DONE
  },
})

export const OVERVIEW_OPS = [watchOverview, unwatchOverview]

/** `watch_overview` and `unwatch_overview`: sums over groups of accounts. */
export function overviewOps(parts: MaskParts, overviews: Pick<Overviews, 'of'>): StaffFamily {
  return (sockets) =>
    served(OVERVIEW_OPS, new MaskWatchers(parts, overviewPicture(overviews), sockets))
}

function overviewPicture(overviews: Pick<Overviews, 'of'>): MaskPicture<OverviewArgs> {
  return {
    rights: RIGHTS,
    noun: 'overviews',
    perSocketMax: OVERVIEWS_PER_SOCKET_MAX,
    questionsMax: OVERVIEWS_MAX,
    // A watch with another currency replaces the existing one.
    named: () => ({}),
    shared: () => null,
    async answer(asked, args) {
      const found = await overviews.of(
        asked,
        args.map(({ currency }) => currency),
      )
      if (isRefusal(found)) return found.code
      return found.map((one) => {
        const { at: _, ...figures } = one
        return { text: JSON.stringify(figures), frames: [new EventFrame('overview', one)] }
      })
    },
  }
}
