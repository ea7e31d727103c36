import type { Once } from '../../actors/desk/remembered-answers.js'
import type { Refusal } from '../../engine/code.js'
import type { Session } from '../exchange/session.js'
import { type Confirmations, digestOf } from './confirmations.js'
import type { PipelineServices } from './context.js'
import type { AnyContext } from './route.js'

/**
 * Checks the confirmation of requests by holders of `confirm_actions`.
 *
 * - The request carries a code for exactly its action and parameters.
 * - A repeat within a day needs no code. The desk stores the confirmation under the request's key,
 *   so it survives a restart. For an `idempotent` route the desk stores the plan or answer under
 *   the key instead.
 */
export interface ConfirmedParams {
  readonly confirm_token?: string | undefined
  readonly confirm_code?: string | undefined
}

interface Asking extends Pick<AnyContext<unknown>, 'actor' | 'keyed'> {
  readonly session: Session
  readonly services: Pick<PipelineServices, 'desk'> & { readonly confirmations: Confirmations }
}

/**
 * Checks the confirmation in `params`; null if the request may proceed. `key` identifies repeats on
 * routes that are not `idempotent`. Without a key every request needs a code.
 */
export async function refuseUnconfirmed(
  { services, actor, keyed, session }: Asking,
  action: string,
  params: ConfirmedParams,
  key = '',
): Promise<Refusal | null> {
  if (!session.rights.has('confirm_actions')) return null
  const { confirmations, desk } = services
  const { confirm_token, confirm_code } = params
  const unconfirmed = confirmations.use(session.login, action, params, confirm_token, confirm_code)
  const once = keyed.once ?? onceConfirmed(digestOf(action, params), key)
  if (once === null) return unconfirmed
  if (unconfirmed !== null) {
    const first = await desk.ask('once.first', { actor, once })
    if (!first.ok) return first
    return first.value === null ? unconfirmed : null
  }
  // If the desk cannot store the confirmation, a repeat just needs a new code.
  if (keyed.once === undefined) await desk.ask('once.confirmed', { actor, once })
  return null
}

/** The key contains `/`, so no client can send it: an `Idempotency-Key` is a UUID. */
function onceConfirmed(digest: string, key: string): Once | null {
  return key === '' ? null : { key: `confirmed/${digest}/${key.toLowerCase()}`, digest }
}
