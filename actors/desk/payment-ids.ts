import { assert } from '../../engine/assert.js'
import { refuse } from '../../engine/code.js'
import { PAYMENT_IDS_MAX, PAYMENT_IDS_PER_CALLER_MAX } from '../../engine/limits/requests.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { REQUEST_KEY_MS } from '../../storage/repos/trades/request-keys.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'

/**
 * Which account a payment is for: an account's shard knows what it was asked under a request id, and
 * nobody but the desk knows what other accounts were.
 *
 *   P1. It is on disk before the shard is asked, so no two accounts are paid under one id.
 *   P2. An id stays its account's as long as shards remember it, whatever came of the payment.
 */

/** A payment's request id, which is a UUID, and the account that it is for. */
export type ClaimedPayment = readonly [requestId: string, login: Login]

/** The most ids that the sweep of a minute removes: more than a busy day brings in one. */
const SWEEP_MAX = 10_000

export function paymentIdsDesk(desk: Desk) {
  const { paymentIds: ids } = desk.tables
  const claim = (caller: Login, payments: readonly ClaimedPayment[]): boolean[] => {
    const at = desk.clock.now()
    return payments.map(([requestId, login]) => {
      const known = ids.get(requestId)
      if (known !== undefined && known.at + REQUEST_KEY_MS > at) return known.login === login
      if (known !== undefined) ids.remove(requestId, known)
      ids.add(requestId, { login, caller, at })
      return true
    })
  }
  return {
    /** Answers for each payment, in its order, whether its id is its account's. */
    'payments.claim': ({
      actor,
      payments,
    }: {
      readonly actor: Actor
      readonly payments: readonly ClaimedPayment[]
    }): Outcome<readonly boolean[]> => {
      assert(actor.login !== null, 'who pays is signed in')
      const caller = actor.login
      const since = desk.clock.now() - REQUEST_KEY_MS
      const known = payments.map(([requestId]) => ids.get(requestId))
      // A repeat writes nothing.
      if (known.every((one) => one !== undefined && one.at > since)) {
        return accept(payments.map(([, login], i) => known[i]?.login === login))
      }
      if (ids.countOf(caller) + payments.length > PAYMENT_IDS_PER_CALLER_MAX) {
        const why = `You have sent ${PAYMENT_IDS_PER_CALLER_MAX} payments in a week. Wait, or let somebody else pay.`
        return refuse('too_many_requests', why)
      }
      if (ids.countAll() + payments.length > PAYMENT_IDS_MAX) {
        return because('unavailable.payments')
      }
      return desk.change(() => accept(claim(caller, payments)))
    },
    'payments.sweep': (): Outcome<number> =>
      desk.change(() => accept(ids.removeUntil(desk.clock.now() - REQUEST_KEY_MS, SWEEP_MAX))),
  }
}
