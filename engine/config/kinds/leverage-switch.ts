import { groupPath } from '../../names/group-path.js'
import { because, say } from '../../reasons/reasons.js'
import { type ConfigKind, changedFields } from '../kind.js'

export const leverageSwitchKind: ConfigKind<'leverage_switches'> = {
  kind: 'leverage_switches',
  noun: 'leverage switch',
  scope: { groupsOf: ({ group }) => [group] },
  usedByThreads: [],
  // The server can mark a switch as done even after its references were deleted.
  refers: [
    {
      to: 'groups',
      by: 'name',
      namedIn: ({ group, done_at }) =>
        done_at === null ? [{ path: 'group', key: groupPath(group) }] : [],
      whenGoing: ({ path }) =>
        `The group ${path} cannot be deleted: a scheduled leverage switch names it.`,
    },
    {
      to: 'leverage_profiles',
      by: 'id',
      namedIn: ({ leverage_profile_id: key, done_at }) =>
        done_at === null && key !== null ? [{ path: 'leverage_profile_id', key }] : [],
      whenGoing: ({ name }, [due]) =>
        `A switch of ${due.group} at ${due.at} names the leverage profile ${name}. Delete the switch first.`,
    },
  ],
  transfer: 'stays',
  nameOf: ({ group, at }) => `${group} at ${at}`,
  given(input, before, by) {
    // The server's own changes, and changes without effect, keep the author.
    if (by === null) return input
    const isChanged =
      before === null || changedFields(before, normal({ ...before, ...input })).length > 0
    return isChanged ? { ...input, made_by: by } : input
  },
  defaults: (input) => ({
    group: '',
    leverage_profile_id: null,
    at: '',
    done_at: null,
    made_by: null,
    ...input,
  }),
  normal,
  check(change, world, self) {
    const { at, done_at } = change
    if (done_at !== null) return []
    if (self?.at === at || Date.parse(at) > world.facts.now) return []
    return [{ path: 'at', ...say('field.time_to_come') }]
  },
  refuseChange(before, after) {
    if (before.done_at === null || after.done_at === null) return undefined
    return because('conflict.switch_done')
  },
}

/** The normal form of a switch: backslashes in the group's path, and the time in UTC. */
function normal<Given extends { readonly group: string; readonly at: string }>(
  change: Given,
): Given {
  return { ...change, group: groupPath(change.group), at: new Date(change.at).toISOString() }
}
