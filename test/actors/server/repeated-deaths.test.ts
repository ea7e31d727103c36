import t from 'tap'
import { RepeatedDeaths } from '../../../actors/server/repeated-deaths.js'

t.test('an account is set aside that its shard died with twice in a row', async (t) => {
  const deaths = new RepeatedDeaths()
  const after = (shard: number, ...logins: number[]): readonly number[] => {
    for (const login of logins) deaths.died(shard, login)
    return deaths.of(shard)
  }
  t.same(after(1), [])
  t.same(after(1, 7), [])
  t.same(after(2, 7), [], 'another shard')
  t.same(after(1, 8, 7), [], 'not in a row')
  t.same(after(1, 0, 0, 7), [], 'nobody’s work was in hand')
  t.same(after(1, 7), [7])
  t.same(after(1, 7, 9, 9), [7, 9])
  t.same(after(2), [])
})
