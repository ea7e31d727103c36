import { refuseInput } from '../../../wire/answer/errors.js'
import { findErrors } from '../../../wire/check/validate.js'
import { ExposureArgs, UnwatchExposureArgs } from '../../../wire/schema/trading/exposure.js'
import { type ExposureParts, exposurePicture } from './exposure-picture.js'
import { MaskWatchers } from './mask-watchers.js'
import { DONE, type StaffFamily } from './staff-op.js'

/** `watch_exposure` and `unwatch_exposure`: what the accounts of groups hold together, by symbol or by currency. */
export function exposureOps(parts: ExposureParts): StaffFamily {
  return (sockets) => {
    const picture = exposurePicture(parts)
    const watchers = new MaskWatchers(parts, picture)
    watchers.attach((connection) => sockets.boundBacklog(connection))
    return {
      ops: {
        watch_exposure: {
          rights: picture.rights,
          run({ connection, session, args, sizeBytes }) {
            const errors = findErrors(ExposureArgs, args, sizeBytes)
            if (errors !== null) return refuseInput(errors)
            const { group, by, currency = null } = args as ExposureArgs
            return watchers.watch(connection, session, { group, by, currency }) ?? DONE
          },
        },
        unwatch_exposure: {
          rights: [],
          run({ connection, args, sizeBytes }) {
            const errors = findErrors(UnwatchExposureArgs, args, sizeBytes)
            if (errors !== null) return refuseInput(errors)
            const { group, by } = args as UnwatchExposureArgs
            watchers.unwatch(
              connection,
              (one) =>
                (group === undefined || group === one.group) && (by === undefined || by === one.by),
            )
            return DONE
          },
        },
      },
      enter: (connection, session) => watchers.review(connection, session),
      leave: (connection) => watchers.unwatch(connection),
    }
  }
}
