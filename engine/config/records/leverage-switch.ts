import type { Login } from '../../units.js'

/** A planned change of a group's leverage profile. */
export interface LeverageSwitchRecord {
  readonly id: number
  readonly group: string
  /** Null removes the group's profile. */
  readonly leverage_profile_id: number | null
  readonly at: string
  /** When it was carried out; null before. */
  readonly done_at: string | null
  /**
   * The login of the maker, in whose name it is carried out. Older switches have none and belong to
   * the server.
   */
  readonly made_by?: Login | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
