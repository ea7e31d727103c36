import type { Login } from '../../units.js'

/**
 * The licence of this server, taken from the applied key. Without a key its fields are empty and
 * limit nothing.
 */
export interface LicenceRecord {
  readonly id: number
  /** The id of the applied licence; empty until a key is applied. */
  readonly licence_id: string
  readonly issued_at: string | null
  readonly expires_at: string | null
  readonly companies: readonly LicenceCompany[]
  /** 0 is no limit. */
  readonly max_accounts: number
  readonly max_groups: number
  readonly applied_at: string | null
  readonly applied_by: Login | null
  /**
   * True if a key is stored. The key is encrypted, and decrypted again to check that it is still
   * valid.
   */
  readonly has_key: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export interface LicenceCompany {
  readonly name: string
  /** True for the operator's own company. The other companies are white labels. */
  readonly main: boolean
  readonly created_at: string
}
