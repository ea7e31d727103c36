import { passwordWeakness } from '../../../engine/access/password.js'
import { refuse } from '../../../engine/code.js'
import { COMMON_PASSWORDS } from '../../sign-in/common-passwords.js'
import { OWN_PASSWORDS, type Passwords } from '../../sign-in/passwords.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { randomPassword } from '../../thread/random.js'
import type { AdministratorPassword } from '../system.js'

export interface AdministratorAsker {
  ask(name: 'system.administrator_password', request: AdministratorPassword): Promise<Outcome<null>>
}

/** The reason why `ADMIN_PASSWORD` is not accepted; undefined if it is, or is not given. */
export function administratorWeakness(given: string | undefined): string | undefined {
  const weakness = given === undefined ? null : passwordWeakness(given, 0, COMMON_PASSWORDS)
  return weakness === null ? undefined : `ADMIN_PASSWORD cannot be used. ${weakness.message}`
}

/**
 * First run: sets the administrator's password to `given` (from `ADMIN_PASSWORD`) or a random one.
 * Returns the random one, which the caller prints once; null if it was given.
 */
export async function ensureAdministrator(
  desk: AdministratorAsker,
  passwords: Passwords,
  given: string | undefined,
): Promise<Outcome<string | null>> {
  const weakness = administratorWeakness(given)
  if (weakness !== undefined) return refuse('auth.password_weak', weakness)
  const password = given ?? randomPassword()
  const hash = await passwords.hash(password, OWN_PASSWORDS)
  if (typeof hash !== 'string') return hash
  const set = await desk.ask('system.administrator_password', { hash })
  if (!set.ok) return set
  return accept(given === undefined ? password : null)
}
