import { refuse } from '../code.js'
import { groupPath } from '../names/group-path.js'
import type { Login } from '../units.js'
import { type ConfigKind, changedFields } from './kind.js'

/** A group takes another profile at a time to come. */
export interface LeverageSwitchRecord {
  readonly id: number
  readonly group: string
  /** Null takes the group's profile away. */
  readonly leverage_profile_id: number | null
  readonly at: string
  /** When it was carried out; null while it is to come. */
  readonly done_at: string | null
  /**
   * Who made it so, and in whose name it is carried out. Those from before this was kept have none, and
   * are the server's own.
   */
  readonly made_by?: Login | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

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
