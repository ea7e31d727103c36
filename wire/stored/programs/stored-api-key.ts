import type { KeyFields } from '../../../engine/access/api-key.js'
import type { Login, UnixMs } from '../../../engine/units.js'

/** An API key as it is stored, with a digest instead of the key itself. */
export interface StoredApiKey extends KeyFields {
  readonly id: number
  /** The staff login for which the key acts. */
  readonly login: Login
  /** The first characters of the key, by which people recognise it. */
  readonly prefix: string
  /** The SHA-256 digest of the key. */
  readonly digest: string
  /** The digest of the key before the last rotation, and until when it stays valid. */
  readonly old_digest: string | null
  readonly old_until: UnixMs | null
  readonly created_at: UnixMs
  readonly created_by: Login
  readonly last_used_at: UnixMs | null
  /** The address of the last use; empty before the first use. */
  readonly last_ip: string
  readonly version: number
}

/** The latest use of a key that the front has not reported yet. */
export interface ApiKeyUse {
  readonly id: number
  readonly at: UnixMs
  readonly ip: string
}
