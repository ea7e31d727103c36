import t from 'tap'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import { groupsScope } from '../../../../engine/config/kind.js'
import { leverageProfileKind } from '../../../../engine/config/kinds/leverage-profile.js'
import { configWorld } from '../../../../engine/config/kinds.js'
import type {
  LeverageProfileRecord,
  LeverageRule,
} from '../../../../engine/config/records/leverage-profile.js'
import type { LeverageSwitchRecord } from '../../../../engine/config/records/leverage-switch.js'
import { say } from '../../../../engine/reasons/reasons.js'
import { HEDGING_GROUP, tierRule } from '../../../given/book.js'
import { NO_FACTS } from '../../../given/config-facts.js'

const WORLD = configWorld(NO_RECORDS, NO_FACTS)
const RULE = tierRule('*', 'volume', [
  ['10', '1', '0'],
  ['0', '2.5'],
])

function faults(rules: readonly LeverageRule[], name = 'Night') {
  return leverageProfileKind.check({ name, enabled: true, rules }, WORLD, null)
}

t.test('names have no spaces at their edges, and there are so many rules', (t) => {
  const edge = say('field.no_edge_space')
  t.same(faults([]), [])
  t.same(faults([RULE], ' a b'), [{ path: 'name', ...edge }])
  t.same(faults([RULE, { ...RULE, name: 'a ' }]), [{ path: 'rules[1].name', ...edge }])
  const rules = Array.from({ length: 1025 }, () => RULE)
  t.same(faults(rules.slice(1)), [])
  t.same(faults(rules), [{ path: 'rules', ...say('field.at_most_short', { max: 1024 }) }])
  t.end()
})

t.test('the masks of a rule: so many, so long, and one that takes something', (t) => {
  const size = {
    path: 'rules[0].mask',
    ...say('field.masks_and_characters', { masks: 128, characters: 4096 }),
  }
  const none = { path: 'rules[0].mask', ...say('field.mask_allowing') }
  for (const [mask, wanted] of [
    ['EURUSD,!GBPUSD', []],
    ['!GBPUSD', [none]],
    ['', [none]],
    [Array.from({ length: 128 }, (_, i) => `S${i}`).join(','), []],
    [Array.from({ length: 129 }, (_, i) => `S${i}`).join(','), [size]],
    ['a'.repeat(4096), []],
    ['a'.repeat(4097), [size]],
  ] as const) {
    t.same(faults([{ ...RULE, mask }]), wanted, mask.slice(0, 20))
  }
  t.end()
})

t.test('a currency is for the bases by value', (t) => {
  const wrong = [{ path: 'rules[0].currency', ...say('field.only_by_value') }]
  for (const [basis, wanted] of [
    ['volume', wrong],
    ['volume_per_symbol', wrong],
    ['value', []],
    ['value_per_symbol', []],
  ] as const) {
    t.same(faults([{ ...RULE, range_basis: basis, currency: 'EUR' }]), wanted, basis)
    t.same(faults([{ ...RULE, range_basis: basis }]), [], basis)
  }
  t.end()
})

t.test('tiers rise, the last one is open-ended, and rates are within their bounds', (t) => {
  const decimal = 'must be a decimal number with at most 8 decimals'
  const rate = 'must be 0 to 999999 with at most 6 decimals'
  const told = (...tiers: Parameters<typeof tierRule>[2]): string[] => {
    const rule = tierRule('*', 'volume', tiers)
    return faults([RULE, rule]).map(({ path, message }) => {
      t.ok(path.startsWith('rules[1].tiers['), path)
      return `${path.slice('rules[1].tiers'.length)} ${message}`
    })
  }
  t.same(told(['0', '0']), [])
  t.same(told(['0.00000001', '1'], ['0', '1']), [])
  t.same(told(['5', '1']), ['[0].range_to must be 0 in the last tier, which has no upper end'])
  t.same(told(['0', '1'], ['0', '1']), [
    '[0].range_to must be greater than the end of the previous tier',
  ])
  t.same(told(['5', '1'], ['5', '1'], ['6', '1'], ['0', '1']), [
    '[1].range_to must be greater than the end of the previous tier',
  ])
  t.same(told(['x', '1'], ['5', '1'], ['0', '1']), [`[0].range_to ${decimal}`])
  t.same(told(['5', '1'], ['-1', '1'], ['4', '1'], ['0', '1']), [`[1].range_to ${decimal}`])
  t.same(told(['5', '1'], ['x', '1'], ['4', '1'], ['0', '1']), [
    `[1].range_to ${decimal}`,
    '[2].range_to must be greater than the end of the previous tier',
  ])
  t.same(told(['0.000000001', '1'], ['0', '1']), [`[0].range_to ${decimal}`])
  t.same(told([`1${'0'.repeat(15)}`, '1'], ['0', '1']), [])
  t.same(told([`1${'0'.repeat(15)}.00000001`, '1'], ['0', '1']), [
    `[0].range_to must be at most 1${'0'.repeat(15)}`,
  ])
  for (const text of ['999999', '0', '0.000001']) t.same(told(['0', text, text]), [], text)
  for (const text of ['999999.000001', '-0.000001', '0.0000001', 'x']) {
    t.same(told(['0', text, '1']), [`[0].initial ${rate}`], text)
    t.same(told(['0', '1', text]), [`[0].maintenance ${rate}`], text)
  }
  t.end()
})

t.test('rules are kept whole: where a tier starts, plain numbers, what was left out', (t) => {
  t.same(leverageProfileKind.defaults({}), { name: '', enabled: true, rules: [] })
  const { currency: _, description: __, ...given } = RULE
  const tiers = [
    { range_from: '7', range_to: '010.50', initial: '1.0', maintenance: '02' },
    { range_from: '8', range_to: '20', initial: '1', maintenance: '0.10' },
    { range_from: '9', range_to: '0', initial: '3', maintenance: '0' },
  ]
  const rules = [
    { ...given, tiers } as unknown as LeverageRule,
    { ...RULE, currency: 'EUR', description: 'd' },
  ]
  t.same(leverageProfileKind.normal?.({ name: 'a', enabled: false, rules }), {
    name: 'a',
    enabled: false,
    rules: [
      {
        ...given,
        currency: '',
        description: '',
        tiers: [
          { range_from: '0', range_to: '10.5', initial: '1', maintenance: '2' },
          { range_from: '10.5', range_to: '20', initial: '1', maintenance: '0.1' },
          { range_from: '20', range_to: '0', initial: '3', maintenance: '0' },
        ],
      },
      { ...RULE, currency: 'EUR', description: 'd' },
    ],
  })
  t.end()
})

t.test('groups that go by a profile, or are to, feel what becomes of it', (t) => {
  const stored = { created_at: '', updated_at: '', version: 1 }
  const profile: LeverageProfileRecord = { id: 4, name: 'N', enabled: true, rules: [], ...stored }
  const due: LeverageSwitchRecord = {
    id: 1,
    group: 'due',
    leverage_profile_id: 4,
    at: '2026-01-01',
    done_at: null,
    made_by: null,
    ...stored,
  }
  const world = configWorld(
    {
      ...NO_RECORDS,
      groups: [
        { ...HEDGING_GROUP, id: 1, path: 'now', leverage_profile_id: 4 },
        { ...HEDGING_GROUP, id: 2, path: 'other', leverage_profile_id: 5 },
      ],
      leverage_switches: [
        due,
        { ...due, id: 2, group: 'done', done_at: '2026-01-01' },
        { ...due, id: 3, group: 'none', leverage_profile_id: null },
      ],
    },
    NO_FACTS,
  )
  const scope = groupsScope(leverageProfileKind)
  t.same(scope?.feltBy?.(profile, world), ['now', 'due'])
  t.same(scope?.groupsOf(profile), [])
  t.end()
})
