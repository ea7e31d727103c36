import type { Login, UnixMs } from '../../engine/units.js'

/** A note of staff on an account. */
export interface StoredNote {
  readonly id: number
  readonly login: Login
  readonly text: string
  readonly author: Login
  readonly at: UnixMs
  /** Null until the author changes it. */
  readonly changed_at: UnixMs | null
  readonly version: number
}
