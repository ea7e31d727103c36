import { moneyDigitsOf } from '../../../engine/book/book.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { because } from '../../../engine/reasons/reasons.js'
import {
  ReversalBody,
  ReversalView,
  ReversedDealParams,
} from '../../../wire/schema/trading/balance-reversal.js'
import { doerOf } from '../../pipeline/actor.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { type FrontRoute, route } from '../route.js'

/**
 * The route that reverses a balance operation at most once.
 *
 * - The reversal names the deal in its comment. A deal that already has a reversal in the database
 *   is refused.
 * - The shard identifies the reversal by the deal, not by the caller: of two simultaneous requests
 *   one books it, and both get its result.
 */
export const balanceReversalRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/accounts/{login}/deals/{id}/reverse',
  audience: 'staff',
  rights: ['accounts.balance'],
  account: { param: 'login', outOfScope: 'not_found' },
  rate: { per: 'login', max: 60, seconds: 60 },
  summary: 'Reverse a balance operation',
  description:
    'Books the opposite of a balance operation as a new one, for example a withdrawal for a ' +
    'deposit. If an operation has no opposite, the new one is a `correction`. Its comment names ' +
    'the reversed deal; `reason` is only in the journal.\n\n' +
    'A deal is reversed once: a repeat by anyone gets the first result. Staff with ' +
    '`confirm_actions` send `confirm_token` and `confirm_code` for the action `reversal`.',
  params: ReversedDealParams,
  body: ReversalBody,
  data: ReversalView,
  errors: [
    'confirmation_required',
    'not_found',
    'conflict',
    'trade.no_money',
    'trade.off_quotes',
    'trade.timeout',
    'unavailable',
  ],
  example: { params: { login: '1001', id: '5' }, body: { reason: 'Paid to the wrong client' } },
  async handle(context) {
    const { params, body, services, session, account, actor } = context
    const { login, id } = params
    const asked = { login, id, ...body }
    const unconfirmed = await refuseUnconfirmed(context, 'reversal', asked, `reversal:${id}`)
    if (unconfirmed !== null) return unconfirmed
    const found = await lookedUp(
      services,
      () => services.queries.of(session).run('deals.reversal', { login, id }),
      (looked) => looked.ok && looked.value.done !== null,
    )
    if (!found.ok) return found
    const { done, reversal } = found.value
    const digits = moneyDigitsOf(services.settings.book, account.group)
    const shown = { login, reversed_deal_id: id }
    if (done !== null) {
      const amount = textFromScaled(done.moved, digits)
      const seq = String(services.trading.counters.projectionSeq)
      return { ...shown, deal_id: done.id, action: done.action, amount, projection_seq: seq }
    }
    if (reversal === null) return because('conflict.deal_no_payment', { id })
    const { action, amount, comment } = reversal
    const booked = await services.trading.shardOf(login).ask('balance', {
      login,
      action,
      amount: textFromScaled(amount, digits),
      comment,
      request_id: '',
      skip_margin_check: false,
      reverses: { deal_id: id, reason: body.reason },
      by: doerOf(actor),
    })
    return booked.ok ? { ...shown, action, ...booked.value } : booked
  },
})
