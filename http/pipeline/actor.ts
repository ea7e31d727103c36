import type { Actor } from '../../actors/desk/actor.js'
import type { Login } from '../../engine/units.js'
import type { Doer } from '../../wire/thread/doer.js'

/** The caller of a request with a session, as the journal records it. */
export interface KnownActor extends Actor {
  readonly login: Login
}

/** Converts an actor to the form that shards use. */
export function doerOf({ login, ip, requestId, via }: KnownActor): Doer {
  return { login, ip, request_id: requestId, ...(via === undefined ? {} : { via }) }
}
