import { type Refusal, refuse } from '../../../engine/code.js'

/** The same whether the login or the password is wrong. */
export function wrongCredentials(): Refusal {
  return refuse('auth.invalid_credentials', 'Wrong login or password.')
}

export function expired(): Refusal {
  return refuse('auth.session_expired', 'The session has expired. Sign in again.')
}
