import { type Refusal, refuse } from '../../../engine/code.js'
import type { Session } from '../../pipeline/session.js'

/** Private fields are searched only by those who may see them. */
export function refuseFilters(
  { name, email }: { readonly name?: string; readonly email?: string },
  session: Session,
): Refusal | undefined {
  if (name !== undefined && !session.rights.has('accounts.name')) {
    return refuse('forbidden', 'Searching by name needs the right accounts.name.')
  }
  if (email !== undefined && !session.rights.has('accounts.email')) {
    return refuse('forbidden', 'Searching by e-mail needs the right accounts.email.')
  }
  return undefined
}
