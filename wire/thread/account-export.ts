import type { Login } from '../../engine/units.js'
import type { GroupFacts } from '../account/account-text.js'

/** An export as its job stores it: the logins that matched the query when it was requested. */
export interface StoredAccountExport extends ExportTexts {
  readonly login?: Login
}
type ExportTexts = Readonly<
  Partial<Record<'group' | 'company' | 'name' | 'email' | 'fields' | 'packed', string>>
>

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
