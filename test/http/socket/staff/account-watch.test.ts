import t from 'tap'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import { AccountWatch } from '../../../../http/socket/staff/account-watch.js'

const PATHS: Readonly<Record<number, string>> = {
  1: 'demo\\one',
  2: 'demo\\two',
  3: 'real\\one',
  4: 'managers\\main',
}
const GROUPS = Object.values(PATHS).map((path) => ({ path }))

function session(groupScope: string[], ...rights: string[]): LiveSession {
  return { groupScope, rights: new Set(rights) } as unknown as LiveSession
}

const ALL = session(['*'], 'accounts.view', 'trades.view')

t.test('a socket hears of the groups in its reach, of trades with their right alone', (t) => {
  const asked: number[] = []
  const pathOf = (id: number) => {
    asked.push(id)
    return PATHS[id]
  }
  const watch = new AccountWatch(ALL)
  const heard = (by: LiveSession) =>
    (['money', 'trade', 'night'] as const).map((news) => {
      return [1, 3, 4, 9].map((id) => Number(watch.hears(by, news as never, id, pathOf))).join('')
    })
  t.same(heard(ALL), ['1100', '1100', '1100'])
  t.same(asked, [1, 3, 4, 9, 9, 9], 'what is known is not asked for again')
  t.same(
    [1, 4, 9].map((id) => watch.isBeyond(id)),
    [false, true, false],
  )
  t.same(heard(session(['demo\\*'], 'accounts.view')), ['1000', '0000', '0000'])
  t.equal(watch.isBeyond(3), true)
  t.same(heard(session(['*'], 'trades.view')), ['0000', '0000', '0000'])
  t.same(heard(session(['*'], 'accounts.view', 'trades.view', 'config.staff')), [
    '1110',
    '1110',
    '1110',
  ])
  const { groupScope, rights } = ALL
  const of = (some: object) => heard({ groupScope, rights, ...some } as unknown as LiveSession)
  t.same(of({ groupScope: ['real\\*'] }), ['0100', '0100', '0100'])
  t.same(of({}), ['1100', '1100', '1100'])
  t.same(of({ rights: new Set([...rights, 'config.staff']) }), ['1110', '1110', '1110'])
  t.end()
})

t.test('groups are watched by masks, which come and go', (t) => {
  const watch = new AccountWatch(ALL)
  const watched = () => [1, 2, 3, 9].filter((id) => watch.watchesGroup(id, (group) => PATHS[group]))
  t.same([watched(), watch.isEmpty], [[], true])
  watch.watchGroup('DEMO/*')
  t.same([watched(), watch.isEmpty], [[1, 2], false])
  watch.watchGroup('*\\one')
  t.same(watched(), [1, 2, 3])
  const staffed = session(['real\\*'], 'config.staff')
  t.strictSame(
    [watch.groups(ALL), watch.groups(staffed)],
    [
      ['DEMO/*', '*\\one'].map((mask) => ({ mask, scope: ['*'], sees_staff: false })),
      ['DEMO/*', '*\\one'].map((mask) => ({ mask, scope: ['real\\*'], sees_staff: true })),
    ],
  )
  watch.unwatchGroup('DEMO/*')
  t.same(watched(), [1, 3])
  watch.unwatchGroup('*\\one')
  t.same([watched(), watch.isEmpty], [[], true])
  watch.logins.add(7)
  t.same([watch.isEmpty, watch.isWatched(7), watch.isWatched(8)], [false, true, false])
  watch.added = new Set([7])
  t.equal(watch.isWatched(7), false, 'not for sure')
  t.end()
})

t.test('a review tells which groups of its masks, and whether trades, are lost', (t) => {
  const watch = new AccountWatch(ALL)
  watch.watchGroup('demo\\*')
  watch.watchGroup('managers\\*')
  t.equal(watch.review(ALL, GROUPS), null)
  const demo = ['demo\\one', 'demo\\two']
  const trades = session(['demo\\one', 'real\\*'], 'accounts.view', 'trades.view')
  t.strictSame(watch.review(trades, GROUPS), { groups: ['demo\\two'], trades: false })
  t.equal(watch.review(trades, GROUPS), null, 'once')
  const { groupScope } = trades
  const less = { groupScope, rights: new Set(['accounts.view']) } as unknown as LiveSession
  t.strictSame(watch.review(less, GROUPS), { groups: [], trades: true })
  t.strictSame(watch.review(session(['*'], 'accounts.view'), GROUPS), { groups: [], trades: false })
  t.strictSame(watch.review(session(['*'], 'journal'), GROUPS), { groups: demo, trades: false })
  t.strictSame(watch.review(ALL, GROUPS), { groups: [], trades: false })
  const { rights } = ALL
  const none = { groupScope: [], rights } as unknown as LiveSession
  t.strictSame(watch.review(none, GROUPS), { groups: demo, trades: false })
  t.end()
})
