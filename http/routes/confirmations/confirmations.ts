import { refuseWithout } from '../../../engine/access/rights.js'
import { isRefusal } from '../../../engine/code.js'
import { CONFIRMATION_MS, CONFIRMED_REQUESTS_MAX } from '../../../engine/limits/bulk.js'
import {
  BalanceBulkParams,
  BalanceParams,
  MoveManyParams,
} from '../../../wire/schema/accounts/account.js'
import { AccountBatchConfirmed } from '../../../wire/schema/accounts/account-batch.js'
import { ArchiveParams } from '../../../wire/schema/accounts/account-edit.js'
import { ConfirmationView } from '../../../wire/schema/shared/confirmation.js'
import { ReversalParams } from '../../../wire/schema/trading/balance-reversal.js'
import { BulkCloseParams } from '../../../wire/schema/trading/bulk-close.js'
import { DealCorrectionParams } from '../../../wire/schema/trading/deal-correction.js'
import { PositionsDeleteParams } from '../../../wire/schema/trading/position-correction.js'
import { PositionPaymentsParams } from '../../../wire/schema/trading/position-payments.js'
import { StaffTradeParams } from '../../../wire/schema/trading/staff-trade.js'
import type { TSchema } from '../../../wire/types/scalars.js'
import { Body, Choice, List, Optional } from '../../../wire/types/scalars.js'
import { Type } from '../../../wire/types/type.js'
import { BULK_BODY_BYTES_MAX } from '../accounts/payments.js'
import { type FrontRoute, route } from '../route.js'

/** An action that needs a confirmation code: its right, and the schema of its parameters. */
interface ConfirmedAction {
  readonly right: string
  /** The body of the confirmed request without the confirmation fields. */
  readonly params: TSchema
}

const ACTIONS = {
  archive: { right: 'accounts.delete', params: ArchiveParams },
  balance: { right: 'accounts.balance', params: BalanceParams },
  balance_bulk: { right: 'accounts.balance', params: BalanceBulkParams },
  batch: { right: 'accounts.view', params: AccountBatchConfirmed },
  bulk_close: { right: 'trades.edit', params: BulkCloseParams },
  deal_corrections: { right: 'trades.manager', params: DealCorrectionParams },
  move: { right: 'accounts.edit', params: MoveManyParams },
  payments: { right: 'accounts.balance', params: PositionPaymentsParams },
  positions_delete: { right: 'trades.delete', params: PositionsDeleteParams },
  reversal: { right: 'accounts.balance', params: ReversalParams },
  trade: { right: 'trades.edit', params: StaffTradeParams },
} as const satisfies Readonly<Record<string, ConfirmedAction>>

type ActionName = keyof typeof ACTIONS

const AnyParams = Type.Union(Object.values(ACTIONS).map(({ params }) => params))

const NAMES = Object.keys(ACTIONS) as ActionName[]

export const adminConfirmationRoutes: readonly FrontRoute[] = [
  route({
    method: 'POST',
    path: '/admin/v1/confirmations',
    audience: 'staff',
    anyOf: [...new Set(Object.values(ACTIONS).map(({ right }) => right))],
    summary: 'Request a confirmation code',
    description:
      'Users with the right `confirm_actions` need a code for each sensitive action. Show the ' +
      'code to the user, who types it again. Then send it as `confirm_code`, together with ' +
      '`confirm_token`, in the confirmed request.\n\n' +
      '`params` is the body of the confirmed request; if its path has a login, add `login`. The ' +
      `code is valid once, for ${CONFIRMATION_MS / 60_000} minutes and three attempts, only for ` +
      'this caller, action and body. You also need the right of the action. `more` has the ' +
      'bodies of further requests that the same code confirms, each once, at most two minutes ' +
      'apart.',
    body: Body({
      action: Choice(NAMES),
      params: AnyParams,
      more: Optional(List(AnyParams, CONFIRMED_REQUESTS_MAX - 1)),
    }),
    bodyBytesMax: BULK_BODY_BYTES_MAX,
    data: ConfirmationView,
    answersSecrets: true,
    errors: ['unavailable'],
    example: {
      body: { action: 'bulk_close', params: { close_positions: true, symbol: 'EURUSD' } },
    },
    handle({ body, session, services }) {
      const { right } = ACTIONS[body.action]
      const without = refuseWithout(session.rights, [right])
      if (without !== null) return without
      const { action, params, more = [] } = body
      const issued = services.confirmations.issue(session.login, action, params, ...more)
      if (isRefusal(issued)) return issued
      const { token, code, expiresAt } = issued
      return { confirm_token: token, code, expires_at: new Date(expiresAt).toISOString() }
    },
  }),
]
