import t from 'tap'
import {
  approximateRate,
  blendedRate,
  tierRuleOf,
  tiersOf,
} from '../../../engine/book/leverage-tiers.js'
import { givenBook, leverageProfile, symbolIn, tierRule } from '../../given/book.js'

t.test('the rate of a total is the mean of its slabs, and of none that of the first', (t) => {
  const profile = leverageProfile(
    tierRule('*', 'volume', [
      ['1', '3'],
      ['0', '5'],
    ]),
  )
  const tiers = tiersOf(profile)
  const rule = tiers && tierRuleOf(tiers, symbolIn(givenBook(), 'EURUSD'))
  if (rule === undefined) throw new Error('a rule takes all symbols')
  const rateOf = (numerator: bigint, denominator: bigint): number => {
    const rate = blendedRate(rule.initial, { numerator, denominator })
    return Number(rate.numerator) / Number(rate.denominator)
  }
  t.equal(rateOf(0n, 1n), 3)
  t.equal(rateOf(0n, 7n), 3)
  t.equal(rateOf(100_000_000n, 1n), 3)
  t.equal(rateOf(400_000_000n, 2n), 4)
  t.end()
})

t.test('in doubles the rate is the same, at every edge', (t) => {
  const rows: [to: string, initial: string, maintenance?: string][] = [
    ['1', '3', '2'],
    ['3', '5', '0'],
    ['0', '1', '9'],
  ]
  const rule = tiersOf(leverageProfile(tierRule('*', 'volume', rows)))?.rules[0]
  if (rule === undefined) throw new Error('it has a rule')
  t.same(rule.initial.rates, [3_000_000n, 5_000_000n, 1_000_000n])
  t.same(rule.maintenance.rates, [2_000_000n, 5_000_000n, 9_000_000n], '0 is none of its own')
  t.equal(rule.steepest, 9)
  const wanted: [total: number, rate: number][] = [
    [-1, 3],
    [0, 3],
    [1, 3],
    [1e8, 3],
    [2e8, 4],
    [3e8, 13 / 3],
    [4e8, 3.5],
    [13e8, 23 / 13],
  ]
  for (const [total, rate] of wanted) {
    t.equal(approximateRate(rule.initial, total), rate, `${total}`)
    const exact = blendedRate(rule.initial, { numerator: BigInt(total), denominator: 1n })
    t.equal(Number(exact.numerator) / Number(exact.denominator), rate, `${total} exactly`)
  }
  t.end()
})

t.test('a profile that is off, or has no rules, changes nothing', (t) => {
  const bases = ['volume', 'volume_per_symbol', 'value', 'value_per_symbol'] as const
  const profile = leverageProfile(...bases.map((basis) => tierRule('*', basis, [['0', '1']])))
  t.equal(tiersOf(undefined), undefined)
  t.equal(tiersOf({ ...profile, enabled: false }), undefined)
  t.equal(tiersOf({ ...profile, rules: [] }), undefined)
  const tiers = tiersOf(profile)
  t.equal(tiersOf(profile), tiers, 'it is compiled once')
  t.same(
    tiers?.rules.map(({ byValue, perSymbol }) => [byValue, perSymbol]),
    [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ],
  )
  t.end()
})
