import type { Refusal } from '../../code.js'
import { faultsOfCompany } from '../../licence/companies.js'
import { refuseOneMore } from '../../licence/entitlements.js'
import { comparableGroup, groupPath } from '../../names/group-path.js'
import { plainDecimal, scaledFromText } from '../../numbers/decimal.js'
import { refuseField } from '../../reasons/fault.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { because, say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { GroupRecord } from '../records/group.js'
import type { UsedBy } from '../reference.js'
import { missing } from '../transfer/shape.js'
import type { ConfigWorld } from '../world.js'
import { faultsOfCommissions, wholeCommission } from './commission.js'
import { faultsOfSymbolRows } from './group-symbols.js'
import { plainTerms } from './symbol-terms.js'

type GroupContent = ContentOf<GroupRecord>

/**
 * The default limit of pending orders and of positions for accounts of a new group: many more would
 * slow everyone down.
 */
const LIMIT_DEFAULT = 500

/** Defaults of a group, for staff and for the demo set. */
export const GROUP_DEFAULTS: GroupContent = {
  path: '',
  currency: 'USD',
  currency_digits: 2,
  company: '',
  enabled: true,
  margin_mode: 'hedging',
  margin_call_level: '100',
  stop_out_level: '50',
  stop_out_mode: 'percent',
  free_margin_mode: 'use_all',
  negative_balance_protection: true,
  use_credit: true,
  leverage: 100,
  leverage_profile_id: null,
  limit_orders: LIMIT_DEFAULT,
  limit_positions: LIMIT_DEFAULT,
  password_min_length: 8,
  otp_required: false,
  password_change_at_first: false,
  mail_enabled: true,
  news_mode: 'full',
  trade_enabled: true,
  swaps_enabled: true,
  daily_reports: false,
  symbols: [],
  commissions: [],
  deposit_url: '',
  withdraw_url: '',
}

/**
 *   - A path is stored with backslashes, is unique ignoring case, and never changes, because
 *     accounts refer to it.
 *   - The units of accounts (currency and digits) and their margin mode cannot change while the
 *     group has accounts, archived ones included.
 *   - A group can be deleted only if nothing refers to it: accounts, groups below it, the server
 *     settings, a planned leverage switch.
 */
export const groupKind: ConfigKind<'groups'> = {
  kind: 'groups',
  noun: 'group',
  scope: { groupsOf: ({ path }) => [path] },
  usedByThreads: ['shards'],
  refers: [
    {
      to: 'leverage_profiles',
      by: 'id',
      namedIn: ({ leverage_profile_id: key }) =>
        key === null ? [] : [{ path: 'leverage_profile_id', key }],
      // Names no groups: staff who may delete profiles may lack the right to see groups.
      whenGoing: ({ name }) =>
        `A group uses the leverage profile ${name}. Give the group another profile first.`,
    },
  ],
  transfer: {
    keyFields: ['path'],
    keyOf: ({ path }) => groupPath(path),
    leftOut: ['leverage_profile_id'],
    exported: ({ leverage_profile_id: id }, keyOf) => ({
      fields: { leverage_profile: id === null ? null : (keyOf('leverage_profiles', id) ?? null) },
      removed: [],
    }),
    imported: ({ leverage_profile: key }, idOf) => {
      if (key === undefined) return { fields: {}, faults: [] }
      const id = key === null ? null : idOf('leverage_profiles', key)
      const faults = id === undefined ? [missing('leverage_profile', 'leverage profile', key)] : []
      return { fields: { leverage_profile: undefined, leverage_profile_id: id }, faults }
    },
  },
  nameOf: ({ path }) => path,
  defaults: (input) => ({ ...GROUP_DEFAULTS, ...input }),
  added: { news_mode: 'full' },
  normal: (group) => ({
    ...group,
    path: groupPath(group.path),
    margin_call_level: plainDecimal(group.margin_call_level, levelDigits(group)),
    stop_out_level: plainDecimal(group.stop_out_level, levelDigits(group)),
    symbols: group.symbols.map(plainTerms),
    commissions: group.commissions.map(wholeCommission),
  }),
  check: (group, world, self) => [
    ...faultsOfCompany(world.list('licence')[0], group.company, self?.company),
    ...pathFaults(group.path),
    ...levelFaults(group),
    ...faultsOfSymbolRows(group.symbols),
    ...faultsOfCommissions(group.commissions),
  ],
  refuseCreate: (_group, world) =>
    refuseOneMore('groups', world.list('licence')[0], world.list('groups').length),
  refuseChange(before, after, world) {
    if (before.path !== after.path) {
      return refuseField('path', say('field.path_fixed'))
    }
    const changed = FIXED_WITH_ACCOUNTS.filter((field) => before[field] !== after[field])
    if (changed.length === 0 || !world.facts.hasAccounts(before.path)) return undefined
    return because('conflict.group_fixed', { group: before.path, fields: changed.join(', ') })
  },
  refuseDelete,
}

const FIXED_WITH_ACCOUNTS = ['currency', 'currency_digits', 'margin_mode'] as const

function pathFaults(path: string): Fault[] {
  const segments = path.split('\\')
  const isFine = segments.every((segment) => segment !== '' && segment.trim() === segment)
  if (isFine) return []
  return [{ path: 'path', ...say('field.group_segments') }]
}

const PERCENT_DIGITS = 2
const PERCENT_MAX = 10_000

/** The decimals of the two levels: of a percentage, or of the group's currency. */
export function levelDigits(
  group: Pick<GroupContent, 'stop_out_mode' | 'currency_digits'>,
): number {
  return group.stop_out_mode === 'percent' ? PERCENT_DIGITS : group.currency_digits
}

function levelFaults(group: GroupContent): Fault[] {
  const isPercent = group.stop_out_mode === 'percent'
  const digits = levelDigits(group)
  const faults: Fault[] = []
  const level = (path: 'margin_call_level' | 'stop_out_level'): number => {
    const value = scaledFromText(group[path], digits)
    if (value === undefined) {
      const said = isPercent
        ? say('field.percentage', { digits })
        : say('field.level_amount', { digits })
      faults.push({ path, ...said })
    } else if (value < 0) {
      faults.push({ path, ...say('field.not_negative') })
    } else if (isPercent && value > PERCENT_MAX * 10 ** digits) {
      faults.push({ path, ...say('field.at_most_percent', { max: PERCENT_MAX }) })
    }
    return value ?? 0
  }
  const call = level('margin_call_level')
  const stopOut = level('stop_out_level')
  if (faults.length === 0 && stopOut > call) {
    faults.push({ path: 'stop_out_level', ...say('field.stop_out_high') })
  }
  return faults
}

function refuseDelete({ path }: GroupRecord, world: ConfigWorld): Refusal | undefined {
  const own = comparableGroup(path)
  if (world.facts.hasAccounts(path)) return because('conflict.group_has_accounts', { group: path })
  const isBelow = (group: GroupRecord): boolean =>
    comparableGroup(group.path).startsWith(`${own}\\`)
  const below = world.list('groups').filter(isBelow)
  if (below.length === 0) return undefined
  const used_by = below.map(({ id, path: key }): UsedBy => ({ kind: 'groups', id, key }))
  return { ...because('conflict.group_has_groups', { group: path }), told: { used_by } }
}
