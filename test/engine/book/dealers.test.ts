import t from 'tap'
import { Dealers } from '../../../engine/book/dealers.js'

t.test(
  'a dealer is there for the groups of his scope, staff groups only where he sees staff',
  (t) => {
    const dealers = new Dealers()
    t.notOk(dealers.someReaches('real\\a'))
    dealers.set([
      { login: 1, scope: ['real\\*', '!real\\b'], sees_staff: false },
      { login: 2, scope: ['*'], sees_staff: true },
    ])
    t.same(
      ['real\\a', 'Real\\A', 'real\\b', 'real\\managers\\a'].map((path) =>
        dealers.reaches(1, path),
      ),
      [true, true, false, false],
    )
    t.ok(dealers.reaches(2, 'real\\managers\\a'))
    t.equal(dealers.reaches(3, 'real\\a'), false)
    t.ok(dealers.someReaches('demo\\x'))
    dealers.set([{ login: 1, scope: ['real\\*'], sees_staff: false }])
    t.notOk(dealers.someReaches('demo\\x'), 'the other one has gone')
    t.ok(dealers.someReaches('real\\b'))
    t.end()
  },
)

t.test('a rule for dealers is answered by those it names, one for all by any', (t) => {
  const dealers = new Dealers()
  dealers.set([{ login: 1, scope: ['real\\*'], sees_staff: false }])
  const answers = (action: 'dealer' | 'online_dealers', named: number[], group: string) => {
    return dealers.answers({ action, dealers: named }, group)
  }
  t.ok(answers('dealer', [2, 1], 'real\\a'))
  t.notOk(answers('dealer', [2], 'real\\a'))
  t.notOk(answers('dealer', [], 'real\\a'))
  t.notOk(answers('dealer', [1], 'demo\\a'))
  t.ok(answers('online_dealers', [], 'real\\a'))
  t.notOk(answers('online_dealers', [1], 'demo\\a'))
  t.end()
})
