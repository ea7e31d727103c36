import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'

/**
 * The same refusal for a wrong login and a wrong password, so that nobody can tell which was wrong.
 */
export function wrongCredentials(): Refusal {
  return because('auth.invalid_credentials.wrong')
}

export function expired(): Refusal {
  return because('auth.session_expired.over')
}
