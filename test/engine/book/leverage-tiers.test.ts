import t from 'tap'
import { blendedRate, tierRuleOf, tiersOf } from '../../../engine/book/leverage-tiers.js'
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
