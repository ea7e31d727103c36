import t from 'tap'
import { AddressRate, StrangerRates } from '../../../../http/pipeline/rates/address-rates.js'
import { RateLimiter } from '../../../../http/pipeline/rates/rate.js'

// Token buckets by themselves: what each lets through, and how many are remembered.

t.test(
  'a bucket lets its burst through at once, then so many a second, and saves up no more',
  (t) => {
    const rate = new RateLimiter({ perSecond: 2, burst: 3, keysMax: 10 })
    const rows: [nowMs: number, cost: number | undefined, passes: boolean][] = [
      [1000, undefined, true],
      [1000, 2, true],
      [1000, undefined, false],
      [1499, undefined, false],
      [1500, undefined, true],
      [1500, undefined, false],
      [2500, 3, false],
      [2500, 2, true],
      [2500, 0, true],
      [60_000, 4, false],
      [60_000, 3, true],
      [60_000, undefined, false],
    ]
    for (const [nowMs, cost, passes] of rows) {
      t.equal(rate.take('a', nowMs, cost), passes, `${nowMs} ${cost}`)
    }
    t.equal(rate.take('b', 60_000, 3), true, 'each key has its own')
    t.end()
  },
)

t.test('so many buckets are remembered twice, and who comes back in time keeps its own', (t) => {
  const rate = new RateLimiter({ perSecond: 1, burst: 1, keysMax: 2 })
  const take = (keys: string) => [...keys].map((key) => rate.take(key, 0))
  t.same([take('ab'), rate.size], [[true, true], 2])
  t.same([take('c'), rate.size], [[true], 3])
  t.same([take('a'), rate.size], [[false], 3], 'it is of the younger ones now')
  t.same([take('d'), rate.size], [[true], 3], 'and the oldest is forgotten')
  t.same(take('ac'), [false, false])
  t.same(take('b'), [true])
  t.ok(rate.size <= 4)
  t.end()
})

t.test('a rate lets some through, or it cannot be made', (t) => {
  const one = { perSecond: 1, burst: 1, keysMax: 1 }
  t.doesNotThrow(() => new RateLimiter(one))
  t.doesNotThrow(() => new RateLimiter({ ...one, perSecond: 0.1 }))
  for (const wrong of [{ burst: 0.9 }, { perSecond: 0 }, { keysMax: 0 }]) {
    t.throws(() => new RateLimiter({ ...one, ...wrong }), /a rate lets some through/)
  }
  t.end()
})

t.test(
  'strangers have the rate of their address and that of all; shared ones the second alone',
  (t) => {
    const limits = (burst: number) => ({ perSecond: 1, burst, keysMax: 10 })
    const isShared = (address: string) => address === 'shared'
    const address = new AddressRate(isShared, limits(2))
    const takes = (who: string, cost?: number) => address.take(who, 0, cost)
    t.same([takes('192.0.2.1', 2), takes('192.0.2.1'), takes('192.0.2.2')], [true, false, true])
    t.same([takes('shared', 3), takes('shared')], [true, true])
    const rates = new StrangerRates(isShared, limits(2), limits(3))
    const asks = (who: string, cost: number) => rates.mayAsk(who, 0, cost)
    t.equal(asks('192.0.2.1', 3), false, 'beyond its own')
    t.equal(asks('192.0.2.1', 2), true, 'which cost the others nothing')
    t.equal(asks('192.0.2.1', 1), false)
    t.equal(asks('192.0.2.2', 2), false, 'beyond that of all')
    t.equal(asks('shared', 1), true)
    t.equal(asks('shared', 1), false)
    t.equal(rates.mayErr('192.0.2.1', 0), false)
    t.equal(rates.mayErr('192.0.2.3', 0), true, 'to err asks for no work')
    t.equal(rates.mayErr('shared', 0), true)
    t.end()
  },
)
