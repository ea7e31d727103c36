import { Body, Choice, GroupMask, Optional, type Static } from '../../types/scalars.js'
import { Currency } from '../settings/group.js'

/**
 * The arguments of `watch_exposure` and `unwatch_exposure`. The latter without fields ends all
 * watches.
 */
const by = Choice(['symbol', 'currency'])

export const ExposureArgs = Body({ group: GroupMask, by, currency: Optional(Currency) })
export type ExposureArgs = Static<typeof ExposureArgs>

export const UnwatchExposureArgs = Body({ group: Optional(GroupMask), by: Optional(by) })
export type UnwatchExposureArgs = Static<typeof UnwatchExposureArgs>
