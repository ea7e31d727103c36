import { MaskWatchers } from '../mask-watchers.js'
import { DONE, type StaffFamily } from '../staff-op.js'
import { type ExposureParts, exposurePicture } from './exposure-picture.js'

/** `watch_exposure` and `unwatch_exposure`: the net positions of groups by symbol or by currency. */
export function exposureOps(parts: ExposureParts): StaffFamily {
  return (sockets) => {
    const picture = exposurePicture(parts)
    const watchers = new MaskWatchers(parts, picture)
    watchers.attach((connection) => sockets.boundBacklog(connection))
    return {
      ops: {
        watch_exposure({ connection, session }, { group, by, currency = null }) {
          return watchers.watch(connection, session, { group, by, currency }) ?? DONE
        },
        unwatch_exposure({ connection }, { group, by }) {
          watchers.unwatch(
            connection,
            (one) =>
              (group === undefined || group === one.group) && (by === undefined || by === one.by),
          )
          return DONE
        },
      },
      enter: (connection, session) => watchers.review(connection, session),
      leave: (connection) => watchers.unwatch(connection),
    }
  }
}
