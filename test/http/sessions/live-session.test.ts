import t from 'tap'
import type { Terminal } from '../../../engine/access/session.js'
import type { AccessFacts, StaffFacts } from '../../../engine/access/sign-in.js'
import { LiveSession } from '../../../http/sessions/live-session.js'
import type { SessionRecord } from '../../../wire/thread/auth-messages.js'

const DIGESTS = { access: 'a', refresh: 'r', csrf: 'c', family: 'f' }
const STAFF: StaffFacts = {
  active: true,
  rights: ['accounts.view', 'journal'],
  groupScope: ['real\\*'],
  ipAllow: ['10.0.0.0/8'],
  logsMonths: 3,
  reportsMonths: 6,
}
const FACTS: AccessFacts = {
  login: 7,
  name: 'Ada Byron',
  group: 'managers\\dealers',
  enabled: true,
  mustChangePassword: true,
  apiEnabled: true,
  apiIpAllow: ['192.0.2.0/24'],
  otpEnabled: false,
  otpRequired: true,
  staff: STAFF,
}

function record(terminal: Terminal, over: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: 's',
    login: 7,
    terminal,
    readOnly: false,
    keepSignedIn: true,
    side: terminal === 'manager' ? 'staff' : 'trader',
    ip: '192.0.2.1',
    userAgent: 'test',
    createdAt: 1,
    refreshedAt: 2,
    accessExpiresAt: 3,
    refreshExpiresAt: 4,
    digests: DIGESTS,
    ...over,
  }
}

/** All that is read of a session. */
function told(live: LiveSession): object {
  const { csrfDigest, isAddressBound } = live
  return { ...live, rights: [...live.rights], csrfDigest, isAddressBound }
}

const OF_MANAGER = {
  id: 's',
  login: 7,
  audience: 'staff',
  terminal: 'manager',
  browser: true,
  readOnly: false,
  keepSignedIn: true,
  link: null,
  userAgent: 'test',
  createdAt: 1,
  name: 'Ada Byron',
  group: 'managers\\dealers',
  rights: ['accounts.view', 'journal'],
  groupScope: ['real\\*'],
  mustChangePassword: true,
  mustEnrolOtp: true,
  isOfStaff: true,
  otpEnabled: false,
  otpRequired: true,
  logsMonths: 3,
  reportsMonths: 6,
  ipAllow: ['10.0.0.0/8'],
  ip: '192.0.2.1',
  digests: DIGESTS,
  accessExpiresAt: 3,
  refreshExpiresAt: 4,
  accessToken: null,
  lastSeenAt: 2,
  isClosed: false,
  csrfDigest: 'c',
  isAddressBound: true,
}
/** The same of a terminal of traders, where a staff profile gives nothing, and its networks hold. */
const OF_TRADER = {
  ...OF_MANAGER,
  audience: 'trader',
  rights: [],
  groupScope: [],
  logsMonths: 0,
  reportsMonths: 0,
}

t.test('a session is what its record and the facts of its login say', (t) => {
  t.strictSame(told(new LiveSession(record('manager'), FACTS)), OF_MANAGER)
  t.strictSame(told(new LiveSession(record('web'), FACTS)), { ...OF_TRADER, terminal: 'web' })
  t.strictSame(
    told(new LiveSession(record('ios'), FACTS)),
    { ...OF_TRADER, terminal: 'ios', browser: false },
    'no browser',
  )
  t.strictSame(
    told(new LiveSession(record('api'), FACTS)),
    {
      ...OF_TRADER,
      terminal: 'api',
      browser: false,
      mustEnrolOtp: false,
      ipAllow: ['nowhere'],
    },
    'a machine, whose networks lie in none of the profile',
  )
  t.strictSame(
    told(new LiveSession(record('web', { readOnly: true, keepSignedIn: false }), FACTS)),
    {
      ...OF_TRADER,
      terminal: 'web',
      readOnly: true,
      keepSignedIn: false,
      mustChangePassword: false,
      mustEnrolOtp: false,
    },
    'an investor',
  )
  t.end()
})

t.test('new facts and new tokens take the place of those before, and nothing else', (t) => {
  const live = new LiveSession(record('manager'), FACTS)
  live.takeFacts({
    ...FACTS,
    name: 'Ada King',
    group: 'x',
    mustChangePassword: false,
    otpEnabled: true,
    staff: { ...STAFF, rights: [], groupScope: ['*'], ipAllow: [], logsMonths: 1 },
  })
  const changed = {
    ...OF_MANAGER,
    name: 'Ada King',
    group: 'x',
    mustChangePassword: false,
    mustEnrolOtp: false,
    otpEnabled: true,
    rights: [],
    groupScope: ['*'],
    ipAllow: [],
    logsMonths: 1,
    isAddressBound: false,
  }
  t.strictSame(told(live), changed)
  const digests = { access: 'a2', refresh: 'r2', csrf: 'c2', family: 'f' }
  const times = { accessExpiresAt: 13, refreshExpiresAt: 14 }
  const beside = { createdAt: 11, refreshedAt: 12, userAgent: 'other' }
  live.takeTokens(record('manager', { ip: '192.0.2.2', digests, ...times, ...beside }))
  t.strictSame(told(live), { ...changed, ip: '192.0.2.2', digests, ...times, csrfDigest: 'c2' })
  live.takeFacts({ ...FACTS, otpRequired: false, staff: null })
  t.match(live, { rights: new Set(), groupScope: [], ipAllow: [], logsMonths: 0, reportsMonths: 0 })
  t.same([live.otpRequired, live.mustEnrolOtp, live.isOfStaff], [false, false, false])
  t.end()
})

t.test('an address is allowed by the rules of now, however often it was before', (t) => {
  const live = new LiveSession(record('manager'), FACTS)
  const allows = () =>
    ['10.0.0.1', '10.0.0.1', '192.0.2.1', '10.0.0.2'].map((one) => live.allowsAddress(one))
  t.same(allows(), [true, true, false, true])
  t.equal(live.allowsAddress('10.0.0.2'), true)
  live.takeFacts({ ...FACTS, staff: { ...STAFF, ipAllow: ['192.0.2.0/24'] } })
  t.equal(live.allowsAddress('10.0.0.2'), false, 'the one that was fine last')
  t.same(allows(), [false, false, true, false])
  t.end()
})
