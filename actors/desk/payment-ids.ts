import { assert } from '../../engine/assert.js'
import { PAYMENT_IDS_MAX, PAYMENT_IDS_PER_CALLER_MAX } from '../../engine/limits/requests.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { REQUEST_KEY_MS } from '../../storage/repos/trades/request-keys.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'

/**
 * The account of each payment id. An account's shard knows the request ids that it received; only
 * the desk knows those of other accounts.
 *
 *   - The id is on disk before the shard gets the request, so no two accounts are paid under one
 *     id.
 *   - An id belongs to its account as long as shards remember it, whatever the outcome of the
 *     payment.
 */

/** A payment's request id (a UUID) and its account. */
export type ClaimedPayment = readonly [requestId: string, login: Login]

/**
 * The maximum number of ids that one sweep removes. A sweep runs each minute, and this is more than
 * a busy day adds in a minute.
 */
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
    /** Returns for each payment, in order, whether its id belongs to its account. */
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
      // If all payments are known, the request is a repeat, so nothing is written.
      if (known.every((one) => one !== undefined && one.at > since)) {
        return accept(payments.map(([, login], i) => known[i]?.login === login))
      }
      if (ids.countOf(caller) + payments.length > PAYMENT_IDS_PER_CALLER_MAX) {
        return because('too_many_requests.payments', { max: PAYMENT_IDS_PER_CALLER_MAX })
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
