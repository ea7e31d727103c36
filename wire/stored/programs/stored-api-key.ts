import type { KeyFields } from '../../../engine/access/api-key.js'
import type { Login, UnixMs } from '../../../engine/units.js'

/** An API key as it is kept. Of the key itself there is only the digest. */
export interface StoredApiKey extends KeyFields {
  readonly id: number
  /** The staff login that the key acts for. */
  readonly login: Login
  /** The first characters of the key, by which people know it. */
  readonly prefix: string
  /** SHA-256 of the key. */
  readonly digest: string
  /** SHA-256 of the key before the last rotation, and the time until which it works. */
  readonly old_digest: string | null
  readonly old_until: UnixMs | null
  readonly created_at: UnixMs
  readonly created_by: Login
  readonly last_used_at: UnixMs | null
  /** Empty before the first use. */
  readonly last_ip: string
  readonly version: number
}

/** The newest use of a key that the front has not yet sent. */
export interface ApiKeyUse {
  readonly id: number
  readonly at: UnixMs
  readonly ip: string
}
