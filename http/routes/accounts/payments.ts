import { isRefusal, type Refusal } from '../../../engine/code.js'
import { PAYMENTS_AT_ONCE, PAYMENTS_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import {
  AccountParams,
  BalanceBody,
  BalanceBulkBody,
  PaymentRow,
} from '../../../wire/schema/accounts/account.js'
import { CONFIRMED_DEFAULTS } from '../../../wire/schema/shared/confirmation.js'
import { Rows, type Static } from '../../../wire/types/scalars.js'
import { BulkProgress } from '../../bulk/bulk-progress.js'
import { BULK_PLACES } from '../../bulk/bulk-requests.js'
import type { Session } from '../../exchange/session.js'
import { doerOf, type KnownActor } from '../../pipeline/actor.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { reachableAccount } from '../../reach/account-reach.js'
import { type AnyFrontContext, type FrontRoute, route } from '../route.js'

export const BULK_BODY_BYTES_MAX = 4 * 1024 * 1024

/** Routes for balance operations, single and in bulk. */
export const adminPaymentRoutes: readonly FrontRoute[] = [balanceRoute(), bulkRoute()]

export type Payment = Static<typeof BalanceBulkBody>['items'][number] & {
  /** Whether a payment per lot is for buys or for sells. */
  readonly side?: 'buy' | 'sell'
}
export type PaymentResult = Static<typeof PaymentRow>
export type PayingContext = Pick<AnyFrontContext, 'services'> & {
  readonly session: Session
  readonly actor: KnownActor
}

function balanceRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/{login}/balance',
    audience: 'staff',
    rights: ['accounts.balance'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Book a balance operation',
    description:
      'Books a balance operation as a deal. `deposit`, `withdraw`, `credit_in`, `credit_out`, ' +
      '`bonus`, `charge` and `commission` take a positive amount; `correction` and ' +
      '`compensation` take a signed amount.\n\n' +
      'A repeat with the same `request_id` gets the same answer and moves no money. The id ' +
      'belongs to one account. Staff with `confirm_actions` send `confirm_token` and ' +
      '`confirm_code`; a repeat needs none.',
    params: AccountParams,
    body: BalanceBody,
    data: PaymentRow,
    errors: [
      'confirmation_required',
      'not_found',
      'conflict',
      'trade.no_money',
      'trade.off_quotes',
      'trade.timeout',
      'unavailable',
    ],
    example: {
      params: { login: '1001' },
      body: {
        action: 'deposit',
        amount: '10000.00',
        comment: 'First deposit',
        request_id: '3f2b8c1e-5d0a-4b7e-9a51-0c2d4e6f8a10',
      },
    },
    async handle(context) {
      const payment = { login: context.params.login, ...context.body }
      const unconfirmed = await refuseUnconfirmed(context, 'balance', payment, payment.request_id)
      return unconfirmed ?? paid(context, payment, skipsMarginCheck(context.body))
    },
  })
}

function bulkRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/balance/bulk',
    audience: 'staff',
    rights: ['accounts.balance'],
    summary: 'Book balance operations on many accounts',
    description:
      `Books up to ${PAYMENTS_PER_REQUEST_MAX} payments, each like ` +
      '`POST /admin/v1/accounts/{login}/balance`. The answer has a row for each item, in the ' +
      'same order, with status `done` or `rejected` and its code. A rejected payment does not ' +
      'stop the others.\n\n' +
      'If the request is interrupted, repeat it unchanged: a `request_id` moves money once. With ' +
      'another account, action, amount or comment, its row is a `conflict`. Staff with ' +
      '`confirm_actions` send `confirm_token` and `confirm_code`; a repeat needs none.',
    places: BULK_PLACES,
    body: BalanceBulkBody,
    bodyBytesMax: BULK_BODY_BYTES_MAX,
    data: Rows(PaymentRow),
    errors: ['confirmation_required', 'unavailable'],
    example: {
      body: {
        items: [
          {
            login: 1001,
            action: 'deposit',
            amount: '10.00',
            comment: 'Prize',
            request_id: '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01',
          },
        ],
      },
    },
    async handle(context) {
      const { body, services } = context
      const { items } = body
      const [{ request_id: key }] = items as [Payment]
      const unconfirmed = await refuseUnconfirmed(context, 'balance_bulk', body, key)
      if (unconfirmed !== null) return unconfirmed
      const skipMarginCheck = skipsMarginCheck(body)
      return services.bulk.rows(context.place, items, {
        name: 'payment',
        atOnce: PAYMENTS_AT_ONCE,
        refused: rejected,
        async carryOut(item) {
          const done = await payInScope(context, item, skipMarginCheck)
          return isRefusal(done) ? rejected(item, done) : done
        },
        progress: paymentProgress(context, items.length),
      })
    },
  })
}

function skipsMarginCheck({
  skip_margin_check,
}: {
  readonly skip_margin_check?: boolean
}): boolean {
  return skip_margin_check ?? CONFIRMED_DEFAULTS.skip_margin_check
}

/** Reports the progress of many payments to the caller. */
export function paymentProgress(
  context: Pick<AnyFrontContext, 'actor' | 'request' | 'services'>,
  total: number,
): BulkProgress<PaymentResult> {
  return new BulkProgress(context, { total, isRefused: ({ status }) => status === 'rejected' })
}

/** Makes one of many payments. The login is in the body, so the scope is checked here. */
export async function payInScope(
  context: PayingContext,
  payment: Payment,
  skipMarginCheck: boolean,
): Promise<PaymentResult | Refusal> {
  const { services, session } = context
  const account = await reachableAccount(services, session, payment.login, 'not_found')
  return isRefusal(account) ? account : paid(context, payment, skipMarginCheck)
}

async function paid(
  context: PayingContext,
  payment: Payment,
  skipMarginCheck: boolean,
): Promise<PaymentResult | Refusal> {
  const { services, actor } = context
  const { login } = payment
  const requestId = payment.request_id.toLowerCase()
  const another = await services.paymentIds.claim(actor, [requestId, login])
  if (another !== null) return another
  const done = await services.trading.shardOf(login).ask('balance', {
    login,
    action: payment.action,
    amount: payment.amount,
    comment: payment.comment ?? '',
    request_id: requestId,
    skip_margin_check: skipMarginCheck,
    ...(payment.side === undefined ? {} : { side: payment.side }),
    by: doerOf(actor),
  })
  if (!done.ok) return done
  return {
    amount: done.value.amount,
    code: 'ok',
    deal_id: done.value.deal_id,
    login,
    message: '',
    request_id: requestId,
    side: payment.side ?? null,
    status: 'done',
    projection_seq: done.value.projection_seq,
  }
}

export function rejected(
  { amount, login, request_id, side }: Payment,
  { code, message }: Refusal,
): PaymentResult {
  return {
    amount,
    code,
    deal_id: null,
    login,
    message,
    request_id: request_id.toLowerCase(),
    side: side ?? null,
    status: 'rejected',
    projection_seq: null,
  }
}
