import type { Login, UnixMs } from '../../engine/units.js'

/** A note of staff on an account. */
export interface StoredNote {
  readonly id: number
  readonly login: Login
  readonly text: string
  readonly author: Login
  readonly at: UnixMs
  /** The time of the last change; null if the note was never changed. */
  readonly changed_at: UnixMs | null
  readonly version: number
}
