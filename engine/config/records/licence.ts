import type { Login } from '../../units.js'

/**
 * The licence of this server, from the applied key. Without a key it is empty and limits nothing.
 */
export interface LicenceRecord {
  readonly id: number
  /** Empty as long as no key was applied. */
  readonly licence_id: string
  readonly issued_at: string | null
  readonly expires_at: string | null
  readonly companies: readonly LicenceCompany[]
  /** 0 is no limit. */
  readonly max_accounts: number
  readonly max_groups: number
  readonly applied_at: string | null
  readonly applied_by: Login | null
  /** The key is sealed, and opened again to look whether it still holds. */
  readonly has_key: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export interface LicenceCompany {
  readonly name: string
  /** One company is the operator's own; the others are white labels. */
  readonly main: boolean
  readonly created_at: string
}
