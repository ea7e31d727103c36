import { refuse } from '../code.js'
import type { ConfigKind } from './kind.js'

/** A group takes another profile at a time to come. */
export interface LeverageSwitchRecord {
  readonly id: number
  readonly group: string
  /** Null takes the group's profile away. */
  readonly leverage_profile_id: number | null
  readonly at: string
  /** When it was carried out; null while it is to come. */
  readonly done_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export const leverageSwitchKind: ConfigKind<'leverage_switches'> = {
  kind: 'leverage_switches',
  noun: 'leverage switch',
  nameOf: ({ group, at }) => `${group} at ${at}`,
  defaults: (input) => ({ group: '', leverage_profile_id: null, at: '', done_at: null, ...input }),
  normal: (change) => ({ ...change, at: new Date(change.at).toISOString() }),
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
