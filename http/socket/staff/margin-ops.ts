import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { isRefusal } from '../../../engine/code.js'
import { MARGINS_MAX, MARGINS_PER_SOCKET_MAX } from '../../../engine/limits/sockets.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { lowestMargins, refuseLevel } from '../../readers/low-margins.js'
import { type MaskParts, type MaskPicture, MaskWatchers } from './mask-watchers.js'
import { DONE, type StaffFamily } from './staff-op.js'

export interface MarginParts extends MaskParts {
  readonly shards: readonly Pick<ShardClient, 'ask' | 'ready'>[]
}

interface MarginsWatched {
  readonly group: string
  readonly below: string | null
  readonly limit: number
}

/** `watch_margin` and `unwatch_margin`: the accounts of groups with the lowest margin levels. */
export function marginOps(parts: MarginParts): StaffFamily {
  return (sockets) => {
    const picture = marginPicture(parts)
    const watchers = new MaskWatchers(parts, picture)
    watchers.attach((connection) => sockets.boundBacklog(connection))
    return {
      ops: {
        watch_margin({ connection, session }, { group, below = null, limit }) {
          const watched = { group, below, limit }
          return refuseLevel(below) ?? watchers.watch(connection, session, watched) ?? DONE
        },
        unwatch_margin({ connection }, { group }) {
          watchers.unwatch(connection, (one) => group === undefined || group === one.group)
          return DONE
        },
      },
      enter: (connection, session) => watchers.review(connection, session),
      leave: (connection) => watchers.unwatch(connection),
    }
  }
}

function marginPicture({ shards, clock }: MarginParts): MaskPicture<MarginsWatched> {
  return {
    rights: ['accounts.view', 'trades.view'],
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
