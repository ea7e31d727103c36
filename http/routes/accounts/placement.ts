import type { Actor } from '../../../actors/desk/actor.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { MOVES_AT_ONCE, MOVES_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import {
  AccountParams,
  AccountView,
  LeverageBody,
  MoveBody,
  MovedRow,
  MoveManyBody,
} from '../../../wire/schema/accounts/account.js'
import { DryRunQuery } from '../../../wire/schema/settings/config.js'
import { Rows, type Static } from '../../../wire/types/scalars.js'
import { BulkProgress } from '../../bulk/bulk-progress.js'
import { BULK_PLACES } from '../../bulk/bulk-requests.js'
import { withoutRepeats } from '../../bulk/without-repeats.js'
import type { Session } from '../../exchange/session.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { reachableAccount } from '../../reach/account-reach.js'
import { refuseGroupPath } from '../../reach/group-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { accountAsItWouldBe, changedAccount } from './record.js'

/** Routes for moving accounts to another group and changing leverage. */
const ACCOUNT = '/admin/v1/accounts/{login}'
const ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const PARAMS = { login: '1001' }

export const adminAccountChangeRoutes: readonly FrontRoute[] = [
  groupRoute(),
  leverageRoute(),
  moveRoute(),
]

function groupRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/group`,
    audience: 'staff',
    rights: ['accounts.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Move an account to another group',
    description:
      'Both groups must be in your scope; a staff group also needs the right `config.staff`. If ' +
      'you send `version`, it must be the current one. A move to the current group changes ' +
      'nothing. To move a staff user, change the staff user.\n\n' +
      '`conflict`: the account has money or trades, and the groups differ in currency, digits, ' +
      'margin mode or kind (demo, real, staff).',
    params: AccountParams,
    query: DryRunQuery,
    body: MoveBody,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS, body: { group: 'real\\standard', version: 1 } },
    async handle(context) {
      const { params, body, query, services } = context
      const { login } = params
      const dryRun = query.dry_run
      const moved = await move(services, context.actor, { login, ...body, dryRun })
      return dryRun ? accountAsItWouldBe(moved, context) : changedAccount(moved, context)
    },
  })
}

function moveRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/move',
    audience: 'staff',
    rights: ['accounts.edit'],
    summary: 'Move accounts to another group',
    description:
      `Moves up to ${MOVES_PER_REQUEST_MAX} accounts, each like ` +
      '`POST /admin/v1/accounts/{login}/group`. The answer has one row per login, in the order ' +
      'of `logins`. An account that is already in the group is `ok`, so you can repeat an ' +
      'interrupted request.\n\n' +
      'For more than one account, staff with `confirm_actions` send `confirm_token` and ' +
      '`confirm_code`. A repeat needs a new code.',
    places: BULK_PLACES,
    body: MoveManyBody,
    data: Rows(MovedRow),
    errors: ['confirmation_required', 'unavailable'],
    example: { body: { logins: [1001, 1002], group: 'real\\standard' } },
    async handle(context) {
      const { body, session, services, actor } = context
      const logins = withoutRepeats(body.logins, MOVES_PER_REQUEST_MAX, 'logins')
      if (isRefusal(logins)) return logins
      const unfit = refuseTarget(services, session, body.group)
      if (unfit !== undefined) return unfit
      // Moving a single account needs no code, as on its own route.
      const unconfirmed = logins.length > 1 ? await refuseUnconfirmed(context, 'move', body) : null
      if (unconfirmed !== null) return unconfirmed
      return services.bulk.rows(context.place, logins, {
        name: 'move',
        atOnce: MOVES_AT_ONCE,
        refused: notMoved,
        async carryOut(login) {
          const account = await reachableAccount(services, session, login, 'not_found')
          if (isRefusal(account)) return notMoved(login, account)
          const moved = await move(services, actor, { login, group: body.group })
          return moved.ok ? { login, code: 'ok', message: '' } : notMoved(login, moved)
        },
        progress: new BulkProgress<Static<typeof MovedRow>>(context, {
          total: logins.length,
          isRefused: ({ code }) => code !== 'ok',
        }),
      })
    },
  })
}

function notMoved(login: number, { code, message }: Refusal) {
  return { login, code, message }
}

/** Refuses a target group that is invalid for every account. */
export function refuseTarget(
  { settings }: FrontServices,
  session: Session,
  asked: string,
): Refusal | undefined {
  const group = groupOf(settings.book, groupPath(asked))
  // Does not reveal whether a group outside the scope exists.
  const outside = refuseGroupPath(session, group?.path ?? groupPath(asked))
  if (outside !== undefined) return outside
  if (group === undefined) return refuseField('group', say('field.no_such_group'))
  if (group.record.enabled) return undefined
  return refuseField('group', say('field.group_disabled'))
}

function move(
  { desk, accountKeeper }: FrontServices,
  actor: Actor,
  asked: {
    readonly login: number
    readonly group: string
    readonly version?: number
    readonly dryRun?: boolean
  },
): Promise<Outcome<StoredAccount>> {
  return accountKeeper.change(asked.login, (isFresh) =>
    desk.ask('accounts.move', { actor, ...asked, isFresh }),
  )
}

function leverageRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/leverage`,
    audience: 'staff',
    rights: ['accounts.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Set the leverage of an account',
    description:
      'A value from 1 to 10000 is the leverage of this account. 0 uses the leverage of the ' +
      'group, also after later changes of the group. If you send `version`, it must be the ' +
      'current one. The margin changes at once.',
    params: AccountParams,
    query: DryRunQuery,
    body: LeverageBody,
    data: AccountView,
    errors: ERRORS,
    example: { params: PARAMS, body: { leverage: 50, version: 1 } },
    async handle(context) {
      const { params, body, query, services, actor } = context
      const { login } = params
      const { desk } = services
      const dryRun = query.dry_run
      // The desk decides and informs the shard, because no condition has to hold at the shard.
      const set = await desk.ask('accounts.set_leverage', { actor, login, ...body, dryRun })
      return dryRun ? accountAsItWouldBe(set, context) : changedAccount(set, context)
    },
  })
}
