import t from 'tap'
import { digestsOf, issueTokens } from '../../../actors/sign-in/session-tokens.js'
import { IN_USE_MS } from '../../../engine/access/presence.js'
import { Presence, seesGroups } from '../../../http/sessions/presence.js'
import { SessionStore } from '../../../http/sessions/session-store.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { factsOf } from '../../given/fronts/socket-front.js'

/** Sessions as they are opened, in the store of a front that has two sides. */
function given() {
  const clock = new ManualClock()
  const sessions = new SessionStore(clock)
  const open = [new Map<string, number>(), new Map<string, number>()] as const
  const sides = () => open.map((of) => ({ ofSession: (id: string) => of.get(id) ?? 0 }))
  const presence = new Presence({ clock, sessions, sides })
  const sessionOf = (id: string, group: string, createdAt = clock.now()) => {
    const times = { createdAt, refreshedAt: clock.now(), accessExpiresAt: 0, refreshExpiresAt: 0 }
    const who = { id, login: 1001, side: 'trader', terminal: 'web', readOnly: false } as const
    const from = { keepSignedIn: false, ip: '192.0.2.1', userAgent: '' }
    const session = { ...who, ...from, ...times, digests: digestsOf(issueTokens()) }
    return sessions.opened({ session, facts: factsOf(1001, { group }) })
  }
  return { clock, sessions, open, presence, sessionOf }
}

t.test('a session is in use while it has a socket, and for a while after it was seen', (t) => {
  const { clock, sessions, open, presence, sessionOf } = given()
  const live = sessionOf('a', 'demo\\one')
  clock.advance(IN_USE_MS)
  t.equal(presence.isInUse(live), true)
  clock.advance(1)
  t.equal(presence.isInUse(live), false)
  t.equal(presence.isInUse(live, clock.now() - 1), true, 'at the moment that is asked for')
  open[1].set('a', 2)
  t.equal(presence.isInUse(live), true)
  open[0].set('a', 1)
  open[0].set('b', 5)
  t.equal(presence.socketsOf('a'), 3, 'those of both sides')
  sessions.close('a')
  t.equal(presence.isInUse(live), false, 'a closed one is not, whatever its sockets')
  t.end()
})

t.test('who is there is told to those in whose reach the group is, the oldest first', (t) => {
  const { clock, presence, sessionOf } = given()
  sessionOf('gone', 'demo\\one')
  clock.advance(IN_USE_MS + 1)
  sessionOf('c', 'demo\\one')
  sessionOf('d', 'managers\\dealers')
  sessionOf('e', 'real\\one')
  sessionOf('a', 'demo\\two')
  sessionOf('b', 'demo\\two', clock.now() - 1)
  const seen = (groupScope: string[], ...rights: string[]) =>
    presence.seenBy({ groupScope, rights: new Set(rights) }).map(({ id }) => id)
  t.same(seen(['*']), ['b', 'a', 'c', 'e'])
  t.same(seen(['*'], 'config.staff'), ['b', 'a', 'c', 'd', 'e'])
  t.same(seen(['demo\\two']), ['b', 'a'])
  t.same(seen([], 'config.staff'), [])
  const sees = seesGroups({ groupScope: ['demo\\*'], rights: new Set() })
  const groups = ['demo\\one', 'real\\one', 'demo\\one', 'real\\one']
  t.same(groups.map(sees), [true, false, true, false], 'again, too')
  t.end()
})
