import type { AccessFacts } from '../../engine/access/sign-in.js'
import type { AccountProfile } from '../../engine/account/state.js'

/** An account was opened, or what the desk keeps of it has changed: everybody who holds some of it is told. */
export interface AccountNews {
  readonly type: 'profile'
  /** Rises with every change of any account. */
  readonly number: number
  /** The account's own. */
  readonly version: number
  readonly profile: AccountProfile
  /** The access that sessions of the login have now. */
  readonly access: AccessFacts
}
