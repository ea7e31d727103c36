import { isRefusal } from '../../../engine/code.js'
import { groupPath } from '../../../engine/names/group-path.js'
import {
  AccountGroupsQuery,
  AccountGroupsView,
  GroupParams,
} from '../../../wire/schema/settings/group.js'
import {
  reachableGroup,
  reachableGroups,
  refuseDisabling,
  refuseGroupPath,
} from '../../reach/group-reach.js'
import { type FrontRoute, route } from '../route.js'
import type { RecordKey } from '../settings/config-family.js'
import { configRoutes } from '../settings/config-routes.js'

/** Groups are identified by path, and only those within the scope are found. */
const BY_PATH: RecordKey<'groups'> = {
  name: 'path',
  params: GroupParams,
  find({ services, session }, path) {
    const group = reachableGroup(services, session, path)
    return isRefusal(group) ? group : group.record
  },
}

const settingsRoutes = configRoutes(
  {
    kind: 'groups',
    path: '/admin/v1/groups',
    right: 'config.groups',
    key: BY_PATH,
    refuseCreate: ({ path }, { session }) => refuseGroupPath(session, groupPath(String(path))),
    refuseChange: ({ enabled }, record, { services, session }) =>
      refuseDisabling(services, session, record, enabled),
    one: 'a group',
    many: 'groups',
    examples: {
      create: { path: 'real\\pro', currency: 'EUR', leverage: 50 },
      patch: { version: 1, leverage: 200 },
      params: { path: 'demo\\standard' },
    },
    words: {
      list: {
        description:
          'Lists groups in your scope by path; staff groups need the right `config.staff`.',
      },
      create: {
        description:
          'The path must be in your scope; a staff group (in the folder `managers` or ' +
          '`administrators`) also needs the right `config.staff`. A slash in the path counts as ' +
          'a backslash.',
      },
      read: { description: 'Encode the path with percent signs. A slash counts as a backslash.' },
      patch: {
        description:
          'Send the version that you last read. A list replaces the stored one. Sessions and ' +
          'trading apply the change at once. You cannot change the path. If the group has ' +
          'accounts, you cannot change currency, digits and margin mode either.',
      },
      delete: {
        description:
          '`conflict`: the group has accounts or groups below it, or the server settings or a ' +
          'leverage switch name it.',
      },
    },
  },
  'list',
  'create',
  'read',
  'patch',
  'delete',
)

const accountGroupsRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts/groups',
  audience: 'staff',
  rights: ['accounts.view'],
  summary: 'List the groups that accounts can be in',
  description:
    'Lists groups in your scope; staff groups need the right `config.staff`. With `counts=true` ' +
    'each group has its number of accounts in `accounts`. `online` is the number of them with a ' +
    'session in use; it is null without the right `accounts.online`.',
  query: AccountGroupsQuery,
  rate: { per: 'login', max: 100, seconds: 10 },
  data: AccountGroupsView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const items = reachableGroups(services, session).map(({ record }) => {
      const { path, currency, company, password_min_length } = record
      return { path, currency, company, password_min_length }
    })
    if (!query.counts) return { items }
    const groups = items.map(({ path }) => path)
    const counted = await services.queries.of(session).run('accounts.group_counts', { groups })
    if (!counted.ok) return counted
    const online = session.rights.has('accounts.online')
      ? onlineByGroup(services.presence.seenBy(session))
      : null
    return {
      items: items.map((item, i) => ({
        ...item,
        accounts: counted.value[i] ?? 0,
        online: online === null ? null : (online.get(item.path.toLowerCase())?.size ?? 0),
      })),
    }
  },
})

/** The logins with a session, by group path in lower case. */
function onlineByGroup(
  sessions: readonly { readonly login: number; readonly group: string }[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const logins = new Map<string, Set<number>>()
  for (const { login, group } of sessions) {
    const path = group.toLowerCase()
    const known = logins.get(path)
    if (known === undefined) logins.set(path, new Set([login]))
    else known.add(login)
  }
  return logins
}

export const adminGroupRoutes: readonly FrontRoute[] = [...settingsRoutes, accountGroupsRoute]
