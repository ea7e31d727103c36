import type {
  FrameSchemas,
  StaffLiveEvents,
  StaffLiveOps,
  TraderLiveEvents,
  TraderLiveOps,
} from '../../client/generated/frames.js'
import type { Routes, Schemas } from '../../client/generated/routes.js'
import type { PartsOf, RouteName } from '../../client/rest/parts.js'

/** The contract as the pages speak it: types of what is asked and answered, as the server has them. */
export type { FrameSchemas, PartsOf, RouteName, Schemas, StaffLiveOps, TraderLiveOps }

export type Side = 'buy' | 'sell'
export type Depth = FrameSchemas['DepthView']

export type Data<Name extends RouteName> = Routes[Name]['data']

/** A frame that nobody asked for. */
type LiveEvent<Events> = {
  readonly [Name in keyof Events]: {
    readonly event: Name
    readonly data: Events[Name]
    /** Of an account that staff watch: the record from which tables have what it tells. */
    readonly projection_seq?: number
  }
}[keyof Events]
export type TraderEvent = LiveEvent<TraderLiveEvents>
export type StaffEvent = LiveEvent<StaffLiveEvents>

/** The operations of a side's live socket. */
export type LiveOps = TraderLiveOps | StaffLiveOps

export type ArgsOf<Ops extends LiveOps, Op extends keyof Ops> = Ops[Op] extends {
  readonly args: infer Args
}
  ? Args
  : never

/** The answer of the live socket; of a refusal the data are its own. */
export interface Told<Ops extends LiveOps, Op extends keyof Ops> {
  readonly code: string
  readonly message: string
  readonly data: Ops[Op] extends { readonly data: infer Data } ? Data : never
}
