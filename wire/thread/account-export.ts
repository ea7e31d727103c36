import type { GroupFacts } from '../answer/account-text.js'
import type { AccountExport } from '../schema/records/job.js'

/** The work of an export of the list of accounts, as it stands before a slice of it. */
export interface AccountExportWork {
  readonly filter: Pick<AccountExport, 'login' | 'name' | 'email'>
  readonly groups: readonly GroupFacts[]
  /** Fields that are left out. */
  readonly hidden: readonly string[]
}
