import { ExposureArgs, UnwatchExposureArgs } from '../../../../wire/schema/trading/exposure.js'
import { Nothing } from '../../../../wire/types/scalars.js'
import { MaskWatchers } from '../pictures/mask-watchers.js'
import { DONE, type StaffFamily, served, staffOp } from '../staff-op.js'
import {
  EXPOSURE_RIGHTS,
  type ExposureParts,
  exposurePicture,
  type WatchedExposure,
} from './exposure-picture.js'

type ExposureWatchers = MaskWatchers<WatchedExposure>

const watchExposure = staffOp({
  name: 'watch_exposure',
  says: 'Subscribes to the total open volume of the accounts in the groups of a mask.',
  rights: EXPOSURE_RIGHTS,
  args: ExposureArgs,
  example: { group: 'real\\*', by: 'symbol' },
  data: Nothing,
  handle: (watchers: ExposureWatchers, { connection, session }, { group, by, currency = null }) =>
    watchers.watch(connection, session, { group, by, currency }) ?? DONE,
})

const unwatchExposure = staffOp({
  name: 'unwatch_exposure',
  says: 'Ends the matching subscriptions. Without arguments, ends all of them.',
  args: UnwatchExposureArgs,
  example: { group: 'real\\*' },
  data: Nothing,
  handle(watchers: ExposureWatchers, { connection }, { group, by }) {
    watchers.unwatch(
      connection,
      (one) => (group === undefined || group === one.group) && (by === undefined || by === one.by),
    )
    return DONE
  },
})

export const EXPOSURE_OPS = [watchExposure, unwatchExposure]

/** `watch_exposure` and `unwatch_exposure`: the net positions of groups by symbol or by currency. */
export function exposureOps(parts: ExposureParts): StaffFamily {
  return (sockets) => served(EXPOSURE_OPS, new MaskWatchers(parts, exposurePicture(parts), sockets))
}
