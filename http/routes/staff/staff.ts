import { RIGHTS, rightDescription } from '../../../engine/access/rights.js'
import { timeOrNull, timeText } from '../../../wire/format/time-text.js'
import {
  CreateStaffBody,
  PatchStaffBody,
  RightsView,
  StaffPageView,
  StaffParams,
  StaffQuery,
  StaffReportsBody,
  StaffReportsView,
  StaffView,
} from '../../../wire/schema/people/staff.js'
import type { StaffMember } from '../../../wire/stored/stored-staff.js'
import { tablesReached } from '../../pipeline/current-tables.js'
import { staffWarnings } from '../../readers/staff-warnings.js'
import { type FrontRoute, route } from '../route.js'
import { staffPasswordRoute, staffResetOtpRoute } from './staff-sign-in.js'

/** Routes for staff users (docs/decisions/staff.md). The desk checks who may change whom. */
const PATH = '/admin/v1/staff'
const ONE = `${PATH}/{login}`
const NEEDED = ['config.staff']
const CHANGE_ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const PARAMS = { login: '501' }
const LINE = { path: 'Daily*', view: true, export: false, depth_days: 30 }

const listRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: NEEDED,
  summary: 'List staff users',
  description: 'Lists staff users by login, only those of staff groups in your scope.',
  query: StaffQuery,
  data: StaffPageView,
  errors: ['unavailable'],
  async handle(context) {
    const { page, limit, ...filter } = context.query
    const { desk } = context.services
    const found = await desk.ask('staff.list', {
      actor: context.actor,
      ...filter,
      page,
      limit,
    })
    if (!found.ok) return found
    const { items, total } = found.value
    return { items: items.map(staffView), page, total }
  },
})

const rightsRoute = route({
  method: 'GET',
  path: `${PATH}/rights`,
  audience: 'staff',
  rights: [],
  summary: 'List all rights',
  description:
    'Lists what each right allows and whether you hold it. You cannot grant a right that you do not ' +
    'hold.',
  data: RightsView,
  handle: ({ session }) =>
    RIGHTS.map((name) => ({
      name,
      description: rightDescription(name),
      held: session.rights.has(name),
    })),
})

const createRoute = route({
  method: 'POST',
  path: PATH,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Make an account a staff user',
  idempotent: true,
  description:
    'The account must exist in a staff group in your scope. `logs_months` and `reports_months` ' +
    'default to your own values; rights and groups default to none. You cannot grant rights or ' +
    'groups that you do not hold.',
  body: CreateStaffBody,
  data: StaffView,
  errors: CHANGE_ERRORS,
  example: { body: { login: 501, rights: ['accounts.view'], group_scope: ['real\\*'] } },
  async handle(context) {
    const { login, ...profile } = context.body
    const { desk } = context.services
    const created = await desk.ask('staff.create', {
      actor: context.actor,
      ...context.keyed,
      login,
      profile,
    })
    return created.ok ? staffView(created.value) : created
  },
})

const readRoute = route({
  method: 'GET',
  path: ONE,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Read a staff user',
  description:
    'Answers the rights, groups, addresses and months of the user, with the version for a change.',
  params: StaffParams,
  data: StaffView,
  errors: ['not_found', 'unavailable'],
  async handle(context) {
    const { login } = context.params
    const found = await context.services.desk.ask('staff.get', {
      actor: context.actor,
      login,
    })
    return found.ok ? staffView(found.value) : found
  },
})

const patchRoute = route({
  method: 'PATCH',
  path: ONE,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Change a staff user',
  description:
    'Send the version that you last read. A new group, or `active` false, ends all sessions of ' +
    'the user. New rights, scope, addresses and months apply to live sessions at once. A change ' +
    'without effect returns the user as it is.',
  params: StaffParams,
  body: PatchStaffBody,
  data: StaffView,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS, body: { version: 1, rights: ['accounts.view', 'trades.view'] } },
  async handle(context) {
    const { login } = context.params
    const { version, ...change } = context.body
    const { desk, accountKeeper } = context.services
    const { actor } = context
    const update = (isFresh: boolean) =>
      desk.ask('staff.update', { actor, login, version, change, isFresh })
    // Checks that the caller may see the user before the account is locked for the change.
    const known = change.group === undefined ? null : await desk.ask('staff.get', { actor, login })
    if (known?.ok === false) return known
    const changed = await (known === null ? update(false) : accountKeeper.change(login, update))
    return changed.ok ? staffView(changed.value) : changed
  },
})

const deleteRoute = route({
  method: 'DELETE',
  path: ONE,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Delete a staff user',
  description:
    'Deletes the user permanently and ends the sessions; the account stays. A user with trades or ' +
    'changes in the journal cannot be deleted: disable the user instead.',
  params: StaffParams,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS },
  async handle(context) {
    const { login } = context.params
    // The database shows if the user has made trades, so it has to be up to date.
    const behind = await tablesReached(context.services)
    if (behind !== undefined) return behind
    const removed = await context.services.desk.ask('staff.remove', {
      actor: context.actor,
      login,
    })
    return removed.ok ? null : removed
  },
})

const disableRoute = route({
  method: 'POST',
  path: `${ONE}/disable`,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Disable a staff user',
  description:
    'Ends the sessions and prevents sign-in. To enable the user again, use PATCH with `active` true.',
  params: StaffParams,
  data: StaffView,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS },
  async handle(context) {
    const { login } = context.params
    const disabled = await context.services.desk.ask('staff.disable', {
      actor: context.actor,
      login,
    })
    return disabled.ok ? staffView(disabled.value) : disabled
  },
})

const readReportsRoute = route({
  method: 'GET',
  path: `${ONE}/reports`,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Read which reports a staff user may open',
  description: 'Lists the report lines by path. `version` is that of the staff user.',
  params: StaffParams,
  data: StaffReportsView,
  errors: ['not_found', 'unavailable'],
  async handle(context) {
    const { login } = context.params
    const found = await context.services.desk.ask('staff.reports', {
      actor: context.actor,
      login,
    })
    return found.ok ? found.value : found
  },
})

const putReportsRoute = route({
  method: 'PUT',
  path: `${ONE}/reports`,
  audience: 'staff',
  rights: NEEDED,
  summary: 'Set which reports a staff user may open',
  description:
    'Send the whole list; it replaces the stored one. Without the right `config.reports` you can ' +
    'allow only reports that your own lines allow.',
  params: StaffParams,
  body: StaffReportsBody,
  data: StaffReportsView,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS, body: { version: 1, lines: [LINE] } },
  async handle(context) {
    const { login } = context.params
    const set = await context.services.desk.ask('staff.set_reports', {
      actor: context.actor,
      login,
      ...context.body,
    })
    return set.ok ? set.value : set
  },
})

export const adminStaffRoutes: readonly FrontRoute[] = [
  listRoute,
  createRoute,
  rightsRoute,
  readRoute,
  patchRoute,
  deleteRoute,
  disableRoute,
  staffPasswordRoute,
  staffResetOtpRoute,
  readReportsRoute,
  putReportsRoute,
]

function staffView(member: StaffMember) {
  return {
    ...member,
    group_scope: [...member.group_scope],
    ip_allow: [...member.ip_allow],
    rights: [...member.rights],
    created_at: timeText(member.created_at),
    updated_at: timeText(member.updated_at),
    last_access: timeOrNull(member.last_access),
    warnings: staffWarnings(member.rights),
  }
}
