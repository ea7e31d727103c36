import { groupPath } from '../../../engine/names/group-path.js'
import {
  AccountGroupsView,
  CreateGroupBody,
  GroupParams,
  GroupView,
  PatchGroupBody,
} from '../../../wire/schema/group.js'
import { Rows } from '../../../wire/schema/scalars.js'
import { type Route, route } from '../../pipeline/route.js'
import {
  reachableGroup,
  reachableGroups,
  refuseDisabling,
  refuseGroupPath,
} from '../../reach/group-reach.js'
import { actorOf, changedOf } from '../settings/config-routes.js'

/** Groups are reached by their path, and only those of the caller's scope. */
const LIST = '/admin/v1/groups'
const ONE = `${LIST}/{path}`
const RIGHTS = ['config.groups']
const EXAMPLE_PATH = { path: 'demo\\standard' }

const listRoute = route({
  method: 'GET',
  path: LIST,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List groups',
  description: 'By path, only groups in your scope; staff groups with config.staff.',
  data: Rows(GroupView),
  handle: ({ session, services }) => reachableGroups(services, session).map(({ record }) => record),
})

const createRoute = route({
  method: 'POST',
  path: LIST,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Create a group',
  idempotent: true,
  description:
    'In your scope; a staff group (a folder managers or administrators) needs config.staff too. ' +
    'A slash in the path reads as a backslash.',
  body: CreateGroupBody,
  data: GroupView,
  errors: ['conflict', 'unavailable'],
  example: { body: { path: 'real\\pro', currency: 'EUR', leverage: 50 } },
  async handle(context) {
    const { body, session, services } = context
    const input = body as { readonly path: string }
    const refusal = refuseGroupPath(session, groupPath(input.path))
    if (refusal !== undefined) return refusal
    const actor = actorOf(context)
    const asked = { actor, ...context.keyed, kind: 'groups', input } as const
    const created = await services.supervisor.ask('config.create', asked)
    return changedOf('groups', created)
  },
})

const readRoute = route({
  method: 'GET',
  path: ONE,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Read a group',
  description: 'The path is percent-encoded; backslash and slash read the same.',
  params: GroupParams,
  data: GroupView,
  errors: ['not_found'],
  example: { params: EXAMPLE_PATH },
  handle: ({ params, session, services }) => {
    const group = reachableGroup(services, session, params.path)
    return 'ok' in group ? group : group.record
  },
})

const patchRoute = route({
  method: 'PATCH',
  path: ONE,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Change a group',
  description:
    'Names the version that was last read. Lists replace the whole list. The path stays, and with ' +
    'accounts in the group its currency, digits and margin mode do. Sessions and trading follow at once.',
  params: GroupParams,
  body: PatchGroupBody,
  data: GroupView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: EXAMPLE_PATH, body: { version: 1, leverage: 200 } },
  async handle(context) {
    const { params, body, session, services } = context
    const group = reachableGroup(services, session, params.path)
    if ('ok' in group) return group
    const { version, ...input } = body as { version: number; enabled?: boolean }
    const refusal = await refuseDisabling(services, session, group, input.enabled)
    if (refusal !== undefined) return refusal
    const changed = await services.supervisor.ask('config.update', {
      actor: actorOf(context),
      kind: 'groups',
      id: group.record.id,
      version,
      input,
    })
    return changedOf('groups', changed)
  },
})

const deleteRoute = route({
  method: 'DELETE',
  path: ONE,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Delete a group',
  description:
    'Refused while it has accounts or groups below it, or the server settings or a scheduled ' +
    'leverage switch name it.',
  params: GroupParams,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: EXAMPLE_PATH },
  async handle(context) {
    const { params, session, services } = context
    const group = reachableGroup(services, session, params.path)
    if ('ok' in group) return group
    const removed = await services.supervisor.ask('config.remove', {
      actor: actorOf(context),
      kind: 'groups',
      id: group.record.id,
    })
    return removed.ok ? null : removed
  },
})

const accountGroupsRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts/groups',
  audience: 'staff',
  rights: ['accounts.view'],
  summary: 'List the groups that accounts can be in',
  description: 'Only groups in your scope; staff groups with config.staff.',
  data: AccountGroupsView,
  handle: ({ session, services }) => ({
    items: reachableGroups(services, session).map(({ record }) => {
      const { path, currency, company, password_min_length } = record
      return { path, currency, company, password_min_length }
    }),
  }),
})

export const adminGroupRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  readRoute,
  patchRoute,
  deleteRoute,
  accountGroupsRoute,
]
