import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Session } from '../../exchange/session.js'

/** Refuses a search in personal fields that the session may not see. */
export function refuseFilters(
  { name, email }: { readonly name?: string; readonly email?: string },
  session: Session,
): Refusal | undefined {
  if (name !== undefined && !session.rights.has('accounts.name')) {
    return because('forbidden.search_name')
  }
  if (email !== undefined && !session.rights.has('accounts.email')) {
    return because('forbidden.search_email')
  }
  return undefined
}
