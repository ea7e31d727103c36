import type {
  FrameSchemas,
  StaffLiveEvents,
  StaffLiveOps,
  TraderLiveEvents,
  TraderLiveOps,
} from '../../client/generated/frames.js'
import type { Routes, Schemas } from '../../client/generated/routes.js'
import type { PartsOf, RouteName } from '../../client/rest/parts.js'

/** The types of the API as the pages use them, generated from the server. */
export type { FrameSchemas, PartsOf, RouteName, Schemas, StaffLiveOps, TraderLiveOps }

export type Side = 'buy' | 'sell'
export type Depth = FrameSchemas['DepthView']

export type Data<Name extends RouteName> = Routes[Name]['data']

type LiveEvent<Events> = {
  readonly [Name in keyof Events]: {
    readonly event: Name
    readonly data: Events[Name]
    /**
     * The record from which on the database contains the change. Only events of accounts that staff
     * watch have it.
     */
    readonly projection_seq?: number
  }
}[keyof Events]
export type TraderEvent = LiveEvent<TraderLiveEvents>
export type StaffEvent = LiveEvent<StaffLiveEvents>

/** The operations of a side's WebSocket. */
export type LiveOps = TraderLiveOps | StaffLiveOps

export type ArgsOf<Ops extends LiveOps, Op extends keyof Ops> = Ops[Op] extends {
  readonly args: infer Args
}
  ? Args
  : never

/** A reply over the WebSocket. The data of a refusal depends on its code. */
export interface SocketReply<Ops extends LiveOps, Op extends keyof Ops> {
  readonly code: string
  readonly message: string
  readonly data: Ops[Op] extends { readonly data: infer Data } ? Data : never
}
