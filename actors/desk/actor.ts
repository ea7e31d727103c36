import type { Login } from '../../engine/units.js'

/** The caller of a change, as the journal names them. */
export interface Actor {
  /** The login of the caller; null for the system. */
  readonly login: Login | null
  readonly ip: string
  readonly requestId: string
  /** The name of the API key that the request used. */
  readonly via?: string | undefined
}

export const SYSTEM: Actor = { login: null, ip: '', requestId: '' }
