import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { isRefusal } from '../../../engine/code.js'
import { MARGINS_MAX, MARGINS_PER_SOCKET_MAX } from '../../../engine/limits/sockets.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { MarginArgs, UnwatchMarginArgs } from '../../../wire/schema/trading/holders.js'
import { Nothing } from '../../../wire/types/scalars.js'
import { lowestMargins, refuseLevel } from '../../readers/low-margins.js'
import { type MaskParts, type MaskPicture, MaskWatchers } from './pictures/mask-watchers.js'
import { DONE, type StaffFamily, served, staffOp } from './staff-op.js'

const RIGHTS = ['accounts.view', 'trades.view']

export interface MarginParts extends MaskParts {
  readonly shards: readonly Pick<ShardClient, 'ask' | 'ready'>[]
}

interface MarginsWatched {
  readonly group: string
  readonly below: string | null
  readonly limit: number
}

type MarginWatchers = MaskWatchers<MarginsWatched>

const watchMargin = staffOp({
  name: 'watch_margin',
  says: 'Subscribes to the accounts with the lowest margin levels in the groups of a mask.',
  rights: RIGHTS,
  args: MarginArgs,
  example: { group: 'real\\*', below: '150' },
  data: Nothing,
  handle(watchers: MarginWatchers, { connection, session }, { group, below = null, limit }) {
    const watched = { group, below, limit }
    return refuseLevel(below) ?? watchers.watch(connection, session, watched) ?? DONE
  },
})

const unwatchMargin = staffOp({
  name: 'unwatch_margin',
  says: 'Ends the matching subscriptions. Without arguments, ends all of them.',
  args: UnwatchMarginArgs,
  example: { group: 'real\\*' },
  data: Nothing,
  handle(watchers: MarginWatchers, { connection }, { group }) {
    watchers.unwatch(connection, (one) => group === undefined || group === one.group)
    return DONE
  },
})

export const MARGIN_OPS = [watchMargin, unwatchMargin]

export function marginOps(parts: MarginParts): StaffFamily {
  return (sockets) => served(MARGIN_OPS, new MaskWatchers(parts, marginPicture(parts), sockets))
}

function marginPicture({ shards, clock }: MarginParts): MaskPicture<MarginsWatched> {
  return {
    rights: RIGHTS,
    noun: 'margins',
    perSocketMax: MARGINS_PER_SOCKET_MAX,
    questionsMax: MARGINS_MAX,
    named: ({ below, limit }) => ({ below, limit }),
    shared: ({ below, limit }) => [below, limit],
    async answer(asked, args) {
      // All watchers that share the request have the same arguments.
      const [watched] = args
      if (watched === undefined) return []
      const rows = await lowestMargins(shards, asked, watched)
      if (isRefusal(rows)) return rows.code
      const told = { ...watched, at: new Date(clock.now()).toISOString(), rows }
      return [{ text: JSON.stringify(rows), frames: [new EventFrame('margin', told)] }]
    },
  }
}
