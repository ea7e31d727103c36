import { isRefusal } from '../../../engine/code.js'
import { OVERVIEWS_MAX, OVERVIEWS_PER_SOCKET_MAX } from '../../../engine/limits/sockets.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { OverviewArgs } from '../../../wire/schema/trading/overview.js'
import type { Overviews } from '../../readers/overviews.js'
import { type MaskParts, type MaskPicture, MaskWatchers } from './mask-watchers.js'
import { DONE, type StaffFamily } from './staff-op.js'

/** `watch_overview` and `unwatch_overview`: sums over groups of accounts. */
export function overviewOps(parts: MaskParts, overviews: Pick<Overviews, 'of'>): StaffFamily {
  return (sockets) => {
    const watchers = new MaskWatchers(parts, overviewPicture(overviews))
    watchers.attach((connection) => sockets.boundBacklog(connection))
    return {
      ops: {
        watch_overview({ connection, session }, { group, currency }) {
          return watchers.watch(connection, session, { group, currency }) ?? DONE
        },
        unwatch_overview({ connection }, { group }) {
          watchers.unwatch(connection, (one) => group === undefined || group === one.group)
          return DONE
        },
      },
      enter: (connection, session) => watchers.review(connection, session),
      leave: (connection) => watchers.unwatch(connection),
    }
  }
}

function overviewPicture(overviews: Pick<Overviews, 'of'>): MaskPicture<OverviewArgs> {
  return {
    rights: ['accounts.view', 'trades.view'],
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
