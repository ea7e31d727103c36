import { MASK_CHARACTERS_MAX, masksIn } from '../../names/mask.js'
import { bigScaledFromText, plainDecimal, scaledFromText } from '../../numbers/decimal.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { VOLUME_DIGITS } from '../../units.js'
import type { ConfigKind } from '../kind.js'
import type { LeverageRule, LeverageTier } from '../records/leverage-profile.js'
import type { ConfigWorld } from '../world.js'

export const LEVERAGE_RULES_MAX = 1024
const LEVERAGE_MASKS_MAX = 128
const RATE_DIGITS = 6
const RATE_MAX = 999_999 * 10 ** RATE_DIGITS
/** Values may be in any currency, so a tier may end far above the largest volume or amount. */
const RANGE_MAX = 10n ** 15n
const RANGE_ONE = 10n ** BigInt(VOLUME_DIGITS)

export const leverageProfileKind: ConfigKind<'leverage_profiles'> = {
  kind: 'leverage_profiles',
  noun: 'leverage profile',
  scope: { groupsOf: () => [], feltBy: ({ id }, world) => usersOf(id, world) },
  usedByThreads: ['shards'],
  refers: [],
  transfer: { keyFields: ['name'], keyOf: ({ name }) => name, leftOut: [] },
  nameOf: ({ name }) => name,
  defaults: (input) => ({ name: '', enabled: true, rules: [], ...input }),
  normal: (profile) => ({ ...profile, rules: profile.rules.map(normalRule) }),
  check: ({ name, rules }) => [
    ...edgeFaults('name', name),
    ...(rules.length > LEVERAGE_RULES_MAX
      ? [{ path: 'rules', ...say('field.at_most_short', { max: LEVERAGE_RULES_MAX }) }]
      : []),
    ...rules.flatMap((rule, i) => ruleFaults(rule, `rules[${i}]`)),
  ],
}

/** The groups that use the profile, and those that will get it by a scheduled switch. */
function usersOf(id: number, world: ConfigWorld): string[] {
  const now = world.list('groups').filter((group) => group.leverage_profile_id === id)
  const due = world
    .list('leverage_switches')
    .filter((one) => one.leverage_profile_id === id && one.done_at === null)
  return [...now.map(({ path }) => path), ...due.map(({ group }) => group)]
}

/** A rule from a request: some fields may be omitted. */
type GivenRule = Omit<LeverageRule, 'currency' | 'description'> &
  Partial<Pick<LeverageRule, 'currency' | 'description'>>

/**
 * The complete rule for storing. `range_from` is the end of the previous tier, whatever was sent.
 */
function normalRule(rule: GivenRule): LeverageRule {
  let from = '0'
  const tiers = rule.tiers.map((tier) => {
    const range_from = from
    from = plainDecimal(tier.range_to, VOLUME_DIGITS)
    const rates = {
      initial: plainDecimal(tier.initial, RATE_DIGITS),
      maintenance: plainDecimal(tier.maintenance, RATE_DIGITS),
    }
    return { range_from, range_to: from, ...rates }
  })
  return { ...rule, currency: rule.currency ?? '', description: rule.description ?? '', tiers }
}

function ruleFaults(rule: LeverageRule, path: string): Fault[] {
  const masks = masksIn(rule.mask)
  const isByValue = rule.range_basis === 'value' || rule.range_basis === 'value_per_symbol'
  const faults = edgeFaults(`${path}.name`, rule.name)
  const fault = (field: string, said: KeyedText): void => {
    faults.push({ path: `${path}.${field}`, ...said })
  }
  if (rule.mask.length > MASK_CHARACTERS_MAX || masks.length > LEVERAGE_MASKS_MAX) {
    fault(
      'mask',
      say('field.masks_and_characters', {
        masks: LEVERAGE_MASKS_MAX,
        characters: MASK_CHARACTERS_MAX,
      }),
    )
  } else if (masks.every((mask) => mask.startsWith('!'))) {
    fault('mask', say('field.mask_allowing'))
  }
  if (rule.currency !== '' && !isByValue) fault('currency', say('field.only_by_value'))
  return [...faults, ...tierFaults(rule.tiers, `${path}.tiers`)]
}

/** Each tier begins above the previous one. Only the last tier is open-ended. */
function tierFaults(tiers: readonly LeverageTier[], path: string): Fault[] {
  const faults: Fault[] = []
  let before = 0n
  tiers.forEach((tier, i) => {
    const isLast = i === tiers.length - 1
    const to = bigScaledFromText(tier.range_to, VOLUME_DIGITS)
    const fault = (field: string, said: KeyedText): void => {
      faults.push({ path: `${path}[${i}].${field}`, ...said })
    }
    if (to === undefined || to < 0n) fault('range_to', say('field.decimal_8_places'))
    else if (to > RANGE_MAX * RANGE_ONE)
      fault('range_to', say('field.at_most_short', { max: String(RANGE_MAX) }))
    else if (isLast && to !== 0n) fault('range_to', say('field.last_tier_open'))
    else if (!isLast && to <= before) fault('range_to', say('field.tier_above'))
    before = to ?? before
    for (const field of ['initial', 'maintenance'] as const) {
      const rate = scaledFromText(tier[field], RATE_DIGITS)
      if (rate !== undefined && rate >= 0 && rate <= RATE_MAX) continue
      fault(field, say('field.decimal_6'))
    }
  })
  return faults
}

function edgeFaults(path: string, text: string): Fault[] {
  return text === text.trim() ? [] : [{ path, ...say('field.no_edge_space') }]
}
