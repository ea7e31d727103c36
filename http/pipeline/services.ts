import type { Clock } from '../../actors/thread/clock.js'

/**
 * Services that handlers may call. A family of routes adds what it needs next to its routes:
 *
 *   declare module '../../pipeline/services.js' {
 *     interface FrontServices { readonly sessions: SessionStore }
 *   }
 *
 * The composition root builds the one object with all of it.
 */
export interface FrontServices {
  readonly clock: Clock
}
