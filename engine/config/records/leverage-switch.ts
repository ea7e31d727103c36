import type { Login } from '../../units.js'

/** A planned change of a group's leverage profile. */
export interface LeverageSwitchRecord {
  readonly id: number
  readonly group: string
  /** The new profile; null removes the group's profile. */
  readonly leverage_profile_id: number | null
  readonly at: string
  /** The time when the switch was carried out; null if it is still planned. */
  readonly done_at: string | null
  /**
   * The login of the staff user who planned the switch and in whose name it runs. Older switches
   * have none and run in the server's name.
   */
  readonly made_by?: Login | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
