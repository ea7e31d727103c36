import type { Login } from '../../units.js'

/** A group takes another profile at a time to come. */
export interface LeverageSwitchRecord {
  readonly id: number
  readonly group: string
  /** Null takes the group's profile away. */
  readonly leverage_profile_id: number | null
  readonly at: string
  /** The time at which it was carried out; null while it is to come. */
  readonly done_at: string | null
  /**
   * The login of the maker, in whose name it is carried out. Switches from before this was kept have none,
   * and are the server's own.
   */
  readonly made_by?: Login | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
