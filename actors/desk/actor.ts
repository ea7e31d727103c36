import type { Login } from '../../engine/units.js'

/** The caller who asks for a change, as the journal names them. */
export interface Actor {
  /** Null is the system. */
  readonly login: Login | null
  readonly ip: string
  readonly requestId: string
  /** The name of the API key of the login by which the request came. */
  readonly via?: string | undefined
}

export const SYSTEM: Actor = { login: null, ip: '', requestId: '' }
