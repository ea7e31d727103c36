import type { GroupFacts } from '../answer/account-text.js'
import type { StoredAccountExport } from '../schema/records/job.js'

/** The work of an export of the list of accounts, as it stands before a slice of it. */
export interface AccountExportWork {
  readonly filter: Pick<StoredAccountExport, 'login' | 'name' | 'email'>
  readonly groups: readonly GroupFacts[]
  /** Fields that are left out. */
  readonly hidden: readonly string[]
  /** The accounts themselves, rising (wire/stored/login-set.ts); absent, those that the filter has. */
  readonly packed?: string | undefined
  /** Columns in their order; absent, all. */
  readonly fields?: readonly string[] | undefined
}
