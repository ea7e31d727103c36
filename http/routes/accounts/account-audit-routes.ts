import type { AccountAudit } from '../../../actors/queries/audit-query.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { AccountCheckView, AccountRepairView } from '../../../wire/schema/accounts/account-audit.js'
import { doerOf } from '../../pipeline/actor.js'
import { idempotencyKey } from '../../pipeline/idempotency-key.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { type FrontRoute, route } from '../route.js'
import { auditAccount } from './account-audit.js'

/** The rate limit of audits, because each reads the account's whole history. */
const AUDIT_RATE: RouteRate = { per: 'login', max: 60, seconds: 60 }

/** Routes that recompute an account from its deals and repair differences. */
export const adminAccountAuditRoutes: readonly FrontRoute[] = [checkRoute(), repairRoute()]

function checkRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/{login}/check',
    audience: 'staff',
    rights: ['accounts.view'],
    account: { param: 'login', outOfScope: 'not_found' },
    rate: AUDIT_RATE,
    summary: 'Check an account against its deals',
    description:
      'Computes money and open positions from all deals and corrections, and compares them with the live ' +
      'account and the tables (fields that begin with `tables` or `deals`). It changes nothing.',
    params: AccountParams,
    data: AccountCheckView,
    errors: ['not_found', 'conflict', 'trade.timeout', 'unavailable'],
    example: { params: { login: '1001' } },
    async handle({ params, session, services }) {
      const found = await auditAccount(services, session, params.login)
      return isRefusal(found) ? found : { differences: [...found.differences] }
    },
  })
}

function repairRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/{login}/repair',
    audience: 'staff',
    rights: ['trades.manager'],
    account: { param: 'login', outOfScope: 'not_found' },
    rate: AUDIT_RATE,
    summary: 'Repair an account from its deals',
    description:
      'Sets the account to the state that a check computes from its deals, and answers the ' +
      'differences. No money moves: the repair adds a deal with amount zero.\n\n' +
      '`Idempotency-Key` (a UUID) is the id of the repair: a repeat gets the same answer and ' +
      'changes nothing. `conflict`: the account changed meanwhile. Try again.',
    params: AccountParams,
    data: AccountRepairView,
    errors: ['not_found', 'conflict', 'trade.off_quotes', 'trade.timeout', 'unavailable'],
    example: { params: { login: '1001' } },
    input: ({ request }) => idempotencyKey(request),
    async handle({ params, session, services, actor, input: key }) {
      const { login } = params
      const found = await auditAccount(services, session, login)
      if (isRefusal(found)) return found
      const { differences, repair } = found
      if (repair === '') return lostDeals(found)
      const answer = await services.trading.shardOf(login).ask('repair', {
        login,
        repair,
        differences,
        request_id: key,
        by: doerOf(actor),
      })
      return answer.ok ? new JsonText(answer.value) : answer
    },
  })
}

function lostDeals({ differences }: AccountAudit): Refusal {
  const lost = differences.filter(({ stored, computed }) => stored === null && computed === null)
  const names = lost.map(({ field }) => field).join(', ')
  return because('conflict.fields_lost', { fields: names })
}
