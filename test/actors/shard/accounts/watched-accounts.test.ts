import t from 'tap'
import { WatchedAccounts } from '../../../../actors/shard/accounts/watched-accounts.js'
import { type Account, emptyAccount } from '../../../../engine/account/state.js'
import { givenProfile, LOGIN } from '../../../given/account.js'
import { HEDGING } from '../../../given/book.js'

// Goal: an account is watched where its login or its group is, in the codec that was asked for.

const CODECS = ['json', 'msgpack'] as const
const DEMO = [{ mask: 'demo\\*', scope: ['*'], sees_staff: false }]

function accountOf(login: number, group = HEDGING): Account {
  return emptyAccount(givenProfile({ login, group }))
}

/** By codec whether it is watched, and by any. */
function seen(watched: WatchedAccounts, account: Account): readonly boolean[] {
  return [...CODECS.map((codec) => watched.covers(codec, account)), watched.coversAny(account)]
}

t.test('a login is watched in the codec that it was asked for, until it is dropped', (t) => {
  for (const [at, codec] of CODECS.entries()) {
    const watched = new WatchedAccounts()
    const state = () => [watched.isIdle, watched.hasMoneyOfGroups, seen(watched, accountOf(LOGIN))]
    t.same(state(), [true, false, [false, false, false]])
    watched.change({ codec, add: [LOGIN] })
    t.same(state(), [false, false, [at === 0, at === 1, true]])
    t.same(seen(watched, accountOf(LOGIN + 1)), [false, false, false])
    watched.change({ codec, drop: [LOGIN] })
    t.same(state(), [true, false, [false, false, false]])
  }
  t.end()
})

t.test('groups are watched in their codec, until there are none', (t) => {
  for (const [at, codec] of CODECS.entries()) {
    const watched = new WatchedAccounts()
    const account = accountOf(LOGIN)
    const state = () => [watched.isIdle, watched.hasMoneyOfGroups, seen(watched, account)]
    watched.change({ codec, groups: DEMO })
    t.same(state(), [false, true, [at === 0, at === 1, true]])
    watched.change({ codec, add: [7], drop: [7] })
    t.same(state(), [false, true, [at === 0, at === 1, true]], 'logins leave them as they are')
    t.same(seen(watched, accountOf(LOGIN, 'real\\one')), [false, false, false])
    watched.change({ codec, groups: [] })
    t.same(state(), [true, false, [false, false, false]])
  }
  t.end()
})

t.test('what is owed is kept while somebody watches in either codec', (t) => {
  const watched = new WatchedAccounts()
  const account = accountOf(LOGIN)
  for (const codec of CODECS) watched.change({ codec, add: [LOGIN] })
  const owe = () => {
    watched.owed.add(account)
    watched.moves(account, 'real\\one')
  }
  const kept = () => [watched.isIdle, watched.owed.size, watched.moved.size]
  for (const codec of CODECS) {
    owe()
    watched.change({ codec, drop: [LOGIN] })
    t.same(kept(), [false, 1, 1], `${codec} is the other one's`)
    watched.change({ codec, add: [LOGIN] })
  }
  for (const codec of CODECS) watched.change({ codec, drop: [LOGIN] })
  t.same(kept(), [true, 0, 0])
  t.end()
})

t.test('the first group that an account leaves is the one that its watchers hear of', (t) => {
  const watched = new WatchedAccounts()
  const account = accountOf(LOGIN)
  watched.moves(account, 'real\\one')
  t.same([...watched.moved.values()], [], 'nobody watches it')
  watched.change({ codec: 'json', groups: DEMO })
  watched.moves(account, account.groupPath)
  t.same([...watched.moved.values()], [], 'it stays where it is')
  watched.moves(account, 'real\\one')
  t.same([...watched.moved], [[account, HEDGING]])
  account.groupPath = 'demo\\two'
  watched.moves(account, 'real\\two')
  t.same([...watched.moved], [[account, HEDGING]])
  t.end()
})

t.test('logins have their turn one after the other, so many at a time of each codec', (t) => {
  const watched = new WatchedAccounts()
  watched.change({ codec: 'json', add: [1, 2, 3] })
  watched.change({ codec: 'msgpack', add: [3, 4] })
  t.same(watched.nextLogins(2), [1, 2, 3, 4])
  t.same(watched.nextLogins(2), [3, 1, 3, 4])
  t.same(watched.nextLogins(1), [2, 3])
  t.same(watched.nextLogins(9), [3, 1, 2, 4, 3])
  t.end()
})

t.test('staff groups are watched by who sees them, within reach', (t) => {
  const paths = ['demo\\one', 'managers\\one', 'managers\\two']
  const watchedOf = (scope: readonly string[], sees_staff: boolean) => {
    const watched = new WatchedAccounts()
    watched.change({ codec: 'json', groups: [{ mask: '*one', scope, sees_staff }] })
    return paths.map((path) => watched.covers('json', accountOf(LOGIN, path)))
  }
  t.same(watchedOf(['*'], true), [true, true, false])
  t.same(watchedOf(['*'], false), [true, false, false])
  t.same(watchedOf(['managers\\*'], true), [false, true, false])
  t.same(watchedOf(['managers\\*'], false), [false, false, false])
  t.end()
})

t.test(
  'other groups take the place of those before, also for accounts that were looked at',
  (t) => {
    const watched = new WatchedAccounts()
    const [demo, real] = [accountOf(LOGIN), accountOf(LOGIN, 'real\\one')]
    const within = { scope: ['*'], sees_staff: false }
    const covered = () => [demo, real].map((account) => watched.covers('json', account))
    for (const [mask, seen] of [
      ['demo\\*', [true, false]],
      ['real\\*', [false, true]],
      ['none\\*', [false, false]],
      ['*', [true, true]],
    ] as const) {
      watched.change({ codec: 'json', groups: [{ mask, ...within }] })
      t.same(covered(), seen, mask)
      t.same(covered(), seen, mask)
    }
    t.end()
  },
)
