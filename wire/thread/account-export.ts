import type { GroupFacts } from '../answer/account-text.js'
import type { AccountExport } from '../schema/job.js'

/** What an export of the list of accounts is made of, as it stands before a slice of it. */
export interface AccountExportWork {
  readonly filter: Pick<AccountExport, 'login' | 'name' | 'email'>
  readonly groups: readonly GroupFacts[]
  /** Fields that are left out. */
  readonly hidden: readonly string[]
}
