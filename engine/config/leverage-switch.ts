import { refuse } from '../code.js'
import { groupPath } from '../names/group-path.js'
import { type ConfigKind, changedFields } from './kind.js'
export const leverageSwitchKind: ConfigKind<'leverage_switches'> = {
  kind: 'leverage_switches',
  noun: 'leverage switch',
  scope: { groupsOf: ({ group }) => [group] },
  nameOf: ({ group, at }) => `${group} at ${at}`,
  given(input, before, by) {
    // What the server does to it (marking it as done), and what changes nothing, leaves the maker.
    if (by === null) return input
    const isChanged =
      before === null || changedFields(before, normal({ ...before, ...input })).length > 0
    return isChanged ? { ...input, made_by: by } : input
  },
  defaults: (input) => ({
    ...{ group: '', leverage_profile_id: null, at: '', done_at: null, made_by: null },
    ...input,
  }),
  normal,
  check(change, world, self) {
    const { group, leverage_profile_id: profile, at, done_at } = change
    // The server marks it as done, whatever has become of what it names.
    if (done_at !== null) return []
    if (world.named('groups', group) === undefined) {
      return [{ path: 'group', message: `there is no group ${group}` }]
    }
    if (profile !== null && world.get('leverage_profiles', profile) === undefined) {
      const message = `there is no leverage profile ${profile}`
      return [{ path: 'leverage_profile_id', message }]
    }
    if (self?.at === at || Date.parse(at) > world.facts.now) return []
    return [{ path: 'at', message: 'must be a time to come' }]
  },
  refuseChange(before, after) {
    if (before.done_at === null || after.done_at === null) return undefined
    return refuse('conflict', 'This switch was carried out. Make a new one.')
  },
}

/** In one form: a slash in the group's path reads as a backslash, the time is in UTC. */
function normal<Given extends { readonly group: string; readonly at: string }>(
  change: Given,
): Given {
  return { ...change, group: groupPath(change.group), at: new Date(change.at).toISOString() }
}
