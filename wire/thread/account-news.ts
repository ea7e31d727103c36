import type { AccessFacts } from '../../engine/access/sign-in.js'
import type { AccountProfile } from '../../engine/account/state.js'

/** Tells all threads that an account was opened or that the desk's data of it has changed. */
export interface AccountNews {
  readonly type: 'profile'
  /** Increases with every change of any account. */
  readonly number: number
  readonly version: number
  readonly profile: AccountProfile
  /** The permissions that sessions of the login have now. */
  readonly access: AccessFacts
}
