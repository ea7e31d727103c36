import type {
  FrameSchemas,
  TraderLiveEvents,
  TraderLiveOps,
} from '../../client/generated/frames.js'
import type { Routes, Schemas } from '../../client/generated/routes.js'
import type { PartsOf, RouteName } from '../../client/rest/parts.js'

/** The contract as the pages speak it: types of what is asked and answered, as the server has them. */
export type { FrameSchemas, PartsOf, RouteName, Schemas, TraderLiveOps }

export type Data<Name extends RouteName> = Routes[Name]['data']

/** A frame that nobody asked for. */
export type TraderEvent = {
  readonly [Name in keyof TraderLiveEvents]: {
    readonly event: Name
    readonly data: TraderLiveEvents[Name]
  }
}[keyof TraderLiveEvents]

/** The answer of the live socket; of a refusal the data are its own. */
export interface Told<Op extends keyof TraderLiveOps> {
  readonly code: string
  readonly message: string
  readonly data: TraderLiveOps[Op]['data']
}
