import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { AllocationSettingsRecord, LinkSet } from '../records/allocation.js'
import { onlyRecord } from '../transfer/shape.js'
import { eachOnce } from './allocation.js'

type AllocationSettings = ContentOf<AllocationSettingsRecord>

const DEFAULTS: AllocationSettings = {
  demo_url: '',
  deposit_url: '',
  withdraw_url: '',
  link_sets: [],
}

const ofThisServer = (): string => 'of this server'

export const allocationSettingsKind: ConfigKind<'allocation_settings'> = {
  kind: 'allocation_settings',
  noun: 'allocation settings',
  scope: 'server',
  usedByThreads: ['shards'],
  refers: [],
  transfer: onlyRecord(ofThisServer),
  always: [{}],
  nameOf: ofThisServer,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (settings) => ({ ...settings, link_sets: numbered(settings.link_sets) }),
  check: () => [],
}

/** The sets in order, each with an id: its own if it is unique, otherwise a new one. */
function numbered(sets: readonly (Omit<LinkSet, 'id'> & { readonly id?: number })[]): LinkSet[] {
  const taken = new Set<number>()
  let last = Math.max(0, ...sets.map(({ id = 0 }) => id))
  const whole = sets.map(({ id = 0, ...set }): LinkSet => {
    const own = id > 0 && !taken.has(id) ? id : ++last
    taken.add(own)
    return { ...set, id: own, countries: eachOnce(set.countries) }
  })
  return whole.toSorted((a, b) => a.sort - b.sort || a.id - b.id)
}
