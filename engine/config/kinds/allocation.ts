import { groupPath, isStaffGroup } from '../../names/group-path.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { AllocationRecord } from '../records/allocation.js'
import { type IdOf, missing, type TakenFields } from '../transfer/shape.js'
import type { ConfigWorld } from '../world.js'

type Allocation = ContentOf<AllocationRecord>

/** Defaults for omitted fields of a replacement. A new rule is enabled. */
const ZERO: Allocation = {
  group_path: '',
  description: '',
  enabled: false,
  priority: 0,
  countries: [],
  default_leverage: 0,
  leverages: [],
  white_label_id: null,
}

export const allocationKind: ConfigKind<'allocations'> = {
  kind: 'allocations',
  noun: 'allocation rule',
  scope: { groupsOf: ({ group_path }) => [group_path] },
  usedByThreads: [],
  refers: [
    {
      to: 'groups',
      by: 'name',
      namedIn: ({ group_path: key }) => [{ path: 'group_path', key }],
      whenGoing: ({ path }) =>
        `The group ${path} cannot be deleted: an allocation rule offers it. Delete the rule first.`,
    },
    {
      to: 'brands',
      by: 'id',
      namedIn: ({ white_label_id: key }) => (key === null ? [] : [{ path: 'white_label_id', key }]),
      whenGoing: ({ company }, [rule]) =>
        `The allocation rule of ${rule.group_path} is for the brand ${company}. Change the rule first.`,
    },
  ],
  transfer: {
    keyFields: ['group_path', 'priority', 'description'],
    keyOf: ({ group_path, priority, description }) =>
      `${group_path} (${priority}) ${description}`.trimEnd(),
    sharesKeys: true,
    leftOut: [],
    exported: ({ white_label_id }, keyOf) => ({
      fields: {
        white_label_id: undefined,
        white_label: white_label_id === null ? null : (keyOf('brands', white_label_id) ?? null),
      },
      removed: [],
    }),
    imported: importedRule,
  },
  // Two rules may have the same content for one group.
  sharesNames: true,
  nameOf: ({ group_path, priority }) => `${group_path} (${priority})`,
  defaults: (input) => ({ ...ZERO, enabled: true, ...input }),
  cleared: (input) => ({ ...ZERO, ...input }),
  normal: (rule) => ({
    ...rule,
    group_path: groupPath(rule.group_path),
    countries: eachOnce(rule.countries),
    leverages: [...new Set(rule.leverages)],
  }),
  check: (rule, world) => [...groupFaults(rule), ...leverageFaults(rule, world)],
}

function groupFaults({ group_path }: Allocation): Fault[] {
  if (!isStaffGroup(group_path)) return []
  return [{ path: 'group_path', ...say('field.trading_group') }]
}

/** The list of leverages must contain the default leverage. */
function leverageFaults(rule: Allocation, world: ConfigWorld): Fault[] {
  if (rule.leverages.length === 0) return []
  const effective = rule.default_leverage || world.named('groups', rule.group_path)?.leverage
  if (effective === undefined || rule.leverages.includes(effective)) return []
  const leverage = { leverage: effective }
  const said =
    rule.default_leverage === 0
      ? say('field.group_leverage', leverage)
      : say('field.default_leverage', leverage)
  return [{ path: 'leverages', ...said }]
}

/** A file names the rule's brand by its company; null means every brand. */
function importedRule(fields: Readonly<Record<string, unknown>>, idOf: IdOf): TakenFields {
  if (!('white_label' in fields)) return { fields: {}, faults: [] }
  const { white_label: company } = fields
  if (company === null) {
    return { fields: { white_label: undefined, white_label_id: null }, faults: [] }
  }
  const white_label_id = idOf('brands', company)
  const faults = white_label_id === undefined ? [missing('white_label', 'brand', company)] : []
  return { fields: { white_label: undefined, white_label_id }, faults }
}

/** Countries without blanks at the ends, in any case. */
export function eachOnce(countries: readonly string[]): string[] {
  const known = new Map(countries.map((one) => one.trim()).map((one) => [one.toLowerCase(), one]))
  return [...known.values()]
}
