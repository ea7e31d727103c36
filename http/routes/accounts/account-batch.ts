import type { Right } from '../../../engine/access/rights.js'
import { refuseWithout } from '../../../engine/access/rights.js'
import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { ACCOUNT_BATCH_MAX, ACCOUNT_BATCH_REFUSED_TOLD } from '../../../engine/limits/bulk.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { ActRow, RequestedAction } from '../../../wire/schema/accounts/account-acts.js'
import {
  type AccountBatch,
  AccountBatchBody,
  AccountBatchView,
  type BatchAct,
} from '../../../wire/schema/accounts/account-batch.js'
import { refuseStart } from '../../../wire/stored/job-start.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import type { Session } from '../../exchange/session.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { refuseBody } from '../mail/mail-content.js'
import { type AnyFrontContext, type FrontRoute, route } from '../route.js'
import { isNamed, meantLogins } from './meant-accounts.js'
import { refuseTarget } from './placement.js'

/** The route for bulk actions on accounts: a preview, then a job. */
type ParamName = keyof AccountBatch['params']

interface ActRule {
  readonly right: Right
  /** The fields of the action. At least one is required, and others are refused. */
  readonly fields: readonly ParamName[]
  readonly needed: readonly ParamName[]
}

const ACTS: Readonly<Record<BatchAct, ActRule>> = {
  patch: {
    right: 'accounts.edit',
    fields: ['enabled', 'trading_enabled', 'comment', 'color', 'leverage', 'agent'],
    needed: [],
  },
  move: { right: 'accounts.edit', fields: ['group'], needed: ['group'] },
  check: { right: 'accounts.view', fields: [], needed: [] },
  notify: { right: 'notifications', fields: ['message'], needed: ['message'] },
  mail: { right: 'mailbox', fields: ['subject', 'body', 'by_email'], needed: ['subject', 'body'] },
}
/** The number of logins that the desk checks per request. */
const LOOK_LOGINS = 1000

export const accountBatchRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/accounts/batch',
  audience: 'staff',
  rights: ['accounts.view'],
  rate: { per: 'login', max: 60, seconds: 60 },
  idempotent: true,
  besidesKey: ['confirm_token', 'confirm_code'],
  summary: 'Run a bulk action on accounts',
  description:
    'Runs the action on the accounts in `logins`, or on those that the window shows for ' +
    '`filter`, `search`, `group`, `group_path` and `client`, without `except`. A request can ' +
    `name up to ${ACCOUNT_BATCH_MAX.toLocaleString('en')} accounts.\n\n` +
    'A dry run is the default and changes nothing. It counts the accounts that the action would ' +
    'refuse, by code. For a new group or leverage it also answers the effects on margin. To run ' +
    'the action, send `dry_run` false and the `total` of the dry run: if the number of accounts ' +
    'changed, the answer is `conflict`.\n\n' +
    'The answer then has a job. The job handles each account once, even if the server restarts. ' +
    'Its result is a CSV file with a row for each account, also after a cancel. With `starts_at` ' +
    'the job starts at that time, at most 31 days ahead, with the accounts of the request.\n\n' +
    '`patch` and `move` need the right `accounts.edit`, `notify` needs `notifications`, and ' +
    '`mail` needs `mailbox`. Staff with `confirm_actions` send `confirm_token` and ' +
    '`confirm_code`, except for `check`.',
  body: AccountBatchBody,
  data: AccountBatchView,
  errors: [
    'confirmation_required',
    'conflict',
    'forbidden',
    'too_large',
    'too_many_requests',
    'unavailable',
  ],
  example: {
    body: { act: 'patch', params: { leverage: 50 }, logins: [1001, 1002], dry_run: false },
  },
  async handle(context) {
    const { body, session, services, actor } = context
    const refusal = refuseAct(context)
    if (refusal !== null) return refusal
    const logins = await loginsOf(context)
    if (isRefusal(logins)) return logins
    const startsAt = body.starts_at === undefined ? undefined : Date.parse(body.starts_at)
    const total = logins.length
    if (body.total !== undefined && body.total !== total) {
      return because('conflict.accounts_counted', { total, expected: body.total })
    }
    const asked = { act: body.act, params: body.params }
    if (body.dry_run) {
      return refuseStart(startsAt, services.clock.now()) ?? looked(context, asked, logins)
    }
    if (total === 0) return refuseField('logins', say('field.no_such_accounts'))
    // The action `check` changes nothing and needs no confirmation.
    const unconfirmed =
      body.act === 'check' ? null : await refuseUnconfirmed(context, 'batch', body)
    if (unconfirmed !== null) return unconfirmed
    const created = await services.desk.ask('batches.start', {
      actor,
      ...context.keyed,
      asked,
      logins,
      rights: ['accounts.view', ACTS[body.act].right],
      scope: session.groupScope,
      startsAt,
    })
    return created.ok ? { total, refused: [], rows: [], job: jobView(created.value) } : created
  },
})

type Asking = Pick<AnyFrontContext, 'services' | 'actor'> & {
  readonly session: Session
  readonly body: AccountBatch
}

function refuseAct({ body, session, services }: Asking): Refusal | null {
  const { act, params } = body
  const { right, fields, needed } = ACTS[act]
  const without = refuseWithout(session.rights, [right])
  if (without !== null) return without
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  const other = given.find((name) => !fields.some((field) => field === name))
  if (other !== undefined) return refuseField(`params.${other}`, say('field.no_param', { act }))
  const missing = needed.find((name) => params[name] === undefined)
  if (missing !== undefined) return refuseField(`params.${missing}`, say('field.missing'))
  if (act === 'patch' && given.length === 0) return refuseField('params', say('field.name_what'))
  if (params.body !== undefined) return refuseBody(params.body) ?? null
  return params.group === undefined ? null : (refuseTarget(services, session, params.group) ?? null)
}

async function loginsOf({ body, session, services }: Asking): Promise<readonly Login[] | Refusal> {
  const { act, params, total, starts_at, dry_run, confirm_token, confirm_code, ...who } = body
  if (!isNamed(who) && total === undefined && !dry_run) {
    return refuseField('total', say('field.say_total'))
  }
  return meantLogins(services, session, who)
}

async function looked(
  { services, session, actor }: Asking,
  asked: RequestedAction,
  logins: readonly Login[],
) {
  const rows: ActRow[] = []
  const counts = new Map<string, number>()
  const fit: Login[] = []
  for (let at = 0; at < logins.length; at += LOOK_LOGINS) {
    const part = logins.slice(at, at + LOOK_LOGINS)
    const told = await services.desk.ask('batches.look', { actor, asked, logins: part })
    if (!told.ok) return told
    for (const row of told.value) {
      if (row.code === 'ok') {
        fit.push(row.login)
        continue
      }
      counts.set(row.code, (counts.get(row.code) ?? 0) + 1)
      if (rows.length < ACCOUNT_BATCH_REFUSED_TOLD) rows.push(row)
    }
  }
  const refused = [...counts].map(([code, count]) => ({ code, count }))
  const { group, leverage } = asked.params
  if (group === undefined && leverage === undefined) {
    return { total: logins.length, refused, rows, job: null }
  }
  const path = group && groupOf(services.settings.book, groupPath(group))?.path
  const effects = await services.effects.ofAccounts(session, { logins: fit, group: path, leverage })
  if (isRefusal(effects)) return effects
  return { total: logins.length, refused, rows, job: null, effects }
}
