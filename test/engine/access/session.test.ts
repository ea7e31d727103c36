import t from 'tap'
import { knownRights, RIGHTS, rightDescription } from '../../../engine/access/rights.js'
import {
  ACCESS_MS,
  decideRefresh,
  isBrowser,
  REFRESH_IDLE_MS,
  REFRESH_KEPT_MS,
  SESSION_MAX_MS,
  sessionTimes,
  sideOf,
  terminalOf,
} from '../../../engine/access/session.js'

t.test('tokens live 15 minutes and a day, or 30 days when kept, and never past 90 days', (t) => {
  const day = 24 * 3_600_000
  t.same(sessionTimes(0, 0, false), {
    accessExpiresAt: ACCESS_MS,
    refreshExpiresAt: REFRESH_IDLE_MS,
  })
  t.same(sessionTimes(0, 5, true), {
    accessExpiresAt: 5 + ACCESS_MS,
    refreshExpiresAt: 5 + REFRESH_KEPT_MS,
  })
  t.same(sessionTimes(0, 89.5 * day, true), {
    accessExpiresAt: 89.5 * day + ACCESS_MS,
    refreshExpiresAt: SESSION_MAX_MS,
  })
  t.same(sessionTimes(0, SESSION_MAX_MS - 1, false), {
    accessExpiresAt: SESSION_MAX_MS,
    refreshExpiresAt: SESSION_MAX_MS,
  })
  t.end()
})

t.test(
  'only the newest refresh token rotates; an older one closes; a late one has expired',
  (t) => {
    const session = { refreshDigest: 'new', refreshExpiresAt: 100 }
    t.equal(decideRefresh(session, 'new', 99), 'rotate')
    t.equal(decideRefresh(session, 'old', 99), 'reused')
    t.equal(decideRefresh(session, 'new', 100), 'expired')
    t.equal(decideRefresh(session, 'old', 100), 'expired')
    t.end()
  },
)

t.test('each terminal belongs to one side, and is a browser or not', (t) => {
  const rows = [
    ['staff', 'admin', true],
    ['staff', 'manager', true],
    ['trader', 'web', true],
    ['trader', 'android', false],
    ['trader', 'ios', false],
    ['trader', 'desktop', false],
    ['trader', 'api', false],
  ] as const
  for (const [side, name, browser] of rows) {
    t.equal(terminalOf(side, name), name)
    t.equal(terminalOf(side === 'staff' ? 'trader' : 'staff', name), null)
    t.equal(sideOf(name), side)
    t.equal(isBrowser(name), browser)
  }
  t.equal(terminalOf('staff', undefined), 'manager')
  t.equal(terminalOf('trader', undefined), 'web')
  t.equal(terminalOf('trader', 'WEB'), null)
  t.end()
})

t.test('every right is described in one line, and unknown names grant nothing', (t) => {
  for (const right of RIGHTS) t.match(rightDescription(right), /^[A-Z].{5,60}$/)
  t.same(knownRights(['accounts.view', 'root', 'accounts.VIEW']), ['accounts.view'])
  t.end()
})
