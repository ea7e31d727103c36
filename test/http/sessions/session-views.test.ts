import t from 'tap'
import { issueTokens } from '../../../actors/sign-in/session-tokens.js'
import type { Terminal } from '../../../engine/access/session.js'
import { LiveSession } from '../../../http/sessions/live-session.js'
import { factsOfRow, NO_NAMES, sessionRow } from '../../../http/sessions/session-rows.js'
import { meView, provenView, tokensView } from '../../../http/sessions/session-views.js'
import { factsOf, staffFacts } from '../../given/fronts/socket-front.js'

const CLOCK = { utc_offset_min: 120, daylight_saving: 'eu' } as const
const TOKENS = issueTokens()

function session(terminal: Terminal): LiveSession {
  const side = terminal === 'manager' ? 'staff' : 'trader'
  const times = { createdAt: 0, refreshedAt: 1000, accessExpiresAt: 2000, refreshExpiresAt: 3000 }
  return new LiveSession(
    {
      id: 's',
      login: 7,
      side,
      terminal,
      readOnly: true,
      keepSignedIn: true,
      ip: '192.0.2.1',
      userAgent: 'X (Windows NT 10.0)',
      ...times,
      digests: { access: 'a', refresh: 'r', csrf: 'c', family: 'f' },
    },
    factsOf(7, staffFacts({ rights: ['journal'], groupScope: ['real\\*'] })),
  )
}

/** The session as its own terminal reads it. */
const OWN = {
  csrf_token: TOKENS.csrf,
  expires_at: '1970-01-01T00:00:03.000Z',
  group: 'managers\\dealers',
  group_scope: ['real\\*'],
  keep_signed_in: true,
  login: 7,
  must_change_password: false,
  must_enrol_otp: false,
  read_only: true,
  rights: ['journal'],
  server_clock: CLOCK,
  terminal: 'manager',
}

t.test('a browser is told everything but its tokens', (t) => {
  const ends = {
    access_expires_at: '1970-01-01T00:00:02.000Z',
    session_expires_at: '1970-01-01T00:00:03.000Z',
  }
  t.strictSame(tokensView(session('manager'), TOKENS, CLOCK), {
    ...ends,
    access_token: null,
    csrf_token: TOKENS.csrf,
    refresh_token: null,
    session: OWN,
  })
  t.strictSame(tokensView(session('ios'), TOKENS, CLOCK), {
    ...ends,
    access_token: TOKENS.access,
    csrf_token: TOKENS.csrf,
    refresh_token: TOKENS.refresh,
    session: { ...OWN, group_scope: [], rights: [], terminal: 'ios' },
  })
  t.end()
})

t.test('who asks who it is is told of its session by the token that it showed', (t) => {
  const live = session('manager')
  t.throws(() => meView(live, CLOCK), /an access token proved the session/)
  live.accessToken = TOKENS.access
  const { terminal: _, ...me } = OWN
  live.name = 'Ada Byron'
  t.strictSame(meView(live, CLOCK), {
    ...me,
    name: 'Ada Byron',
    access_expires_at: '1970-01-01T00:00:02.000Z',
  })
  live.accessToken = null
  t.strictSame(provenView(live, TOKENS.access, CLOCK), OWN)
  t.end()
})

t.test('staff read a session with what they may see of its account', (t) => {
  const row = {
    group: 'managers\\dealers',
    ip: '192.0.2.1',
    last_name: 'B',
    login: 7,
    name: 'A',
    os: 'Windows',
    read_only: true,
    session: 's',
    since: '1970-01-01T00:00:00.000Z',
    sockets: 2,
    staff: true,
    terminal: 'manager',
  }
  const names = { name: 'A', last_name: 'B' }
  t.strictSame(factsOfRow(session('manager'), 2, names), row)
  t.strictSame(sessionRow(session('manager'), 2, names, '12.5'), { ...row, equity: '0' })
  t.strictSame(sessionRow(session('ios'), 0, NO_NAMES, '12.5'), {
    ...row,
    sockets: 0,
    staff: false,
    terminal: 'ios',
    name: null,
    last_name: null,
    equity: '12.5',
  })
  t.end()
})
