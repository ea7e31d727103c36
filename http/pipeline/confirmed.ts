import type { Once } from '../../actors/desk/remembered-answers.js'
import type { Refusal } from '../../engine/code.js'
import { digestOf } from './confirmations.js'
import type { AnyContext } from './route.js'
import type { Session } from './session.js'

/**
 * Whether a request of a holder of `confirm_actions` is confirmed.
 *
 *   C1. The request brings a code for exactly its action and parameters.
 *   C2. A repeat needs no code for a day: the desk keeps the confirmation under the request's key, also over a restart.
 *       For a route that is `idempotent`, the desk keeps its plan or its answer under the key instead.
 */
export interface ConfirmedParams {
  readonly confirm_token?: string | undefined
  readonly confirm_code?: string | undefined
}

type Asking = Pick<AnyContext, 'services' | 'actor' | 'keyed'> & { readonly session: Session }

/**
 * Null if the request may go on. `params` are its parameters and its confirmation. `key` is what a repeat of a route
 * brings again that is not `idempotent`; without a key each request needs a code.
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
  // If the desk cannot keep it, a repeat needs a new code, and no more.
  if (keyed.once === undefined) await desk.ask('once.confirmed', { actor, once })
  return null
}

/** A key with `/`, which no client can send: an `Idempotency-Key` is a UUID. */
function onceConfirmed(digest: string, key: string): Once | null {
  return key === '' ? null : { key: `confirmed/${digest}/${key.toLowerCase()}`, digest }
}
