import type { Actor } from '../../actors/desk/actor.js'
import type { Login } from '../../engine/units.js'
import type { Doer } from '../../wire/thread/doer.js'

/** The caller of a request that has a session, as the journal names them. */
export interface KnownActor extends Actor {
  readonly login: Login
}

/** The same as shards are told it. */
export function doerOf({ login, ip, requestId, via }: KnownActor): Doer {
  return { login, ip, request_id: requestId, ...(via === undefined ? {} : { via }) }
}
