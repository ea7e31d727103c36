import type { GroupFacts } from '../answer/account-text.js'
import type { StoredAccountExport } from '../schema/records/job.js'

/** The state of an account export before its next slice. */
export interface AccountExportWork {
  readonly filter: Pick<StoredAccountExport, 'login' | 'name' | 'email'>
  readonly groups: readonly GroupFacts[]
  /** The fields that the file must not contain. */
  readonly hidden: readonly string[]
  /**
   * The logins to export in ascending order (wire/stored/login-set.ts); if omitted, those that
   * match the filter.
   */
  readonly packed?: string | undefined
  /** The columns in order; all if omitted. */
  readonly fields?: readonly string[] | undefined
}
