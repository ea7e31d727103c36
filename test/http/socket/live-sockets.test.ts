import t from 'tap'
import {
  digestsOf,
  type IssuedTokens,
  issueTokens,
} from '../../../actors/sign-in/session-tokens.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_PING_MS,
  SOCKET_SIGN_IN_MS,
  SOCKET_SILENT_MS,
  SOCKETS_PER_SESSION_MAX,
  UNSIGNED_FRAME_BYTES_MAX,
} from '../../../engine/limits/sockets.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { FloodGuard } from '../../../http/server/flood-guard.js'
import type { LiveSession } from '../../../http/sessions/live-session.js'
import { SessionStore } from '../../../http/sessions/session-store.js'
import { Connection, type LibrarySocket } from '../../../http/socket/connection.js'
import { LiveSockets } from '../../../http/socket/live-sockets.js'
import { SocketCounts } from '../../../http/socket/socket-counts.js'
import { FRAME_BYTES_MAX } from '../../../wire/frame/socket-frame.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { factsOf } from '../../given/fronts/socket-front.js'
import { settled } from '../../given/timed-clock.js'

// The lives of sockets without a network: the library's sockets and the side write down what they are asked.

const ADDRESS = '192.0.2.1'
const SWEEP_MS = 2000
const CLOSING_MS = 5000

class Library {
  readonly told: unknown[] = []
  unsent = 0
  isEnded = false

  send(frame: Uint8Array): number {
    return this.told.push(JSON.parse(Buffer.from(frame).toString('utf8')))
  }

  ping(): void {
    this.told.push('ping')
  }

  /** The socket is not gone before the test says so. */
  end(code: number, why: string): void {
    if (!this.isEnded) this.told.push(['end', code, why])
    this.isEnded = true
  }

  close(): void {
    this.told.push('close')
  }

  cork(run: () => void): void {
    run()
  }

  getBufferedAmount(): number {
    return this.unsent
  }

  heard(): unknown[] {
    return this.told.splice(0)
  }
}

function given() {
  const clock = new ManualClock()
  const sessions = new SessionStore(clock)
  const isShared = () => false
  const counts = new SocketCounts({ all: 100, keptForStaff: 0, isShared, isHeld: true })
  const asked: unknown[] = []
  const say = (what: string) => (connection: Connection) => asked.push([what, connection.id])
  const side = {
    side: 'trader' as const,
    connection: (...start: ConstructorParameters<typeof Connection>) => new Connection(...start),
    begin: say('begin'),
    review: say('review'),
    drained: say('drained'),
    leave: say('leave'),
    frame: ({ id }: Connection, { login }: LiveSession, bytes: Uint8Array) => {
      asked.push(['frame', id, login, Buffer.from(bytes).toString('utf8')])
    },
  }
  const refused: Refusal[] = []
  const logout = async () => refused.shift() ?? null
  const floods = new FloodGuard(clock, new ClientAddress([]))
  const options = { clock, counts, floods, sessions, logout }
  const sockets = new LiveSockets<Connection>(options, side)
  const signIn = (id: string, login = 1001): readonly [LiveSession, IssuedTokens] => {
    const tokens = issueTokens()
    const now = clock.now()
    const ends = { accessExpiresAt: now + 9e8, refreshExpiresAt: now + 9e8 }
    const who = { id, login, side: 'trader', terminal: 'desktop', readOnly: false } as const
    const from = { keepSignedIn: false, ip: ADDRESS, userAgent: '', createdAt: now }
    const record = { ...who, ...from, ...ends, refreshedAt: now, digests: digestsOf(tokens) }
    return [sessions.opened({ session: record, facts: factsOf(login) }), tokens]
  }
  const accept = (session: LiveSession | null): readonly [Connection, Library] => {
    const connection = sockets.accept('json', ADDRESS, session)
    if (isRefusal(connection)) throw new Error(connection.message)
    const library = new Library()
    sockets.opened(connection, library as unknown as LibrarySocket)
    return [connection, library]
  }
  return {
    clock,
    sessions,
    counts,
    sockets,
    signIn,
    accept,
    refused,
    heard: () => asked.splice(0),
    figures: () => [sockets.all.size, counts.all, counts.unsigned],
  }
}

function frameOf(text: string): ArrayBuffer {
  const bytes = new Uint8Array(Buffer.from(text))
  return bytes.buffer as ArrayBuffer
}

const filled = (bytes: number) => new ArrayBuffer(bytes)

t.test('a socket of a session begins, and is the session’s until it goes', (t) => {
  const { sockets, signIn, accept, heard, figures, clock } = given()
  const [session] = signIn('a')
  clock.advance(1000)
  const [one] = accept(session)
  const [two] = accept(session)
  t.same(heard(), [
    ['begin', one.id],
    ['begin', two.id],
  ])
  t.not(one.id, two.id)
  t.equal(session.lastSeenAt, clock.now())
  t.same([sockets.ofSession('a'), sockets.connectionsOf(session)], [2, [one, two]])
  t.same(figures(), [2, 2, 0])
  clock.advance(500)
  sockets.gone(one)
  t.equal(session.lastSeenAt, clock.now(), 'it was in use until now')
  t.same([heard(), one.ws, one.state], [[['leave', one.id]], null, { kind: 'gone' }])
  t.same([sockets.ofSession('a'), sockets.connectionsOf(session)], [1, [two]])
  sockets.gone(two)
  sockets.gone(two)
  t.same([sockets.ofSession('a'), sockets.connectionsOf(session), figures()], [0, [], [0, 0, 0]])
  t.end()
})

t.test('a session has so many sockets, and each that closes makes room', (t) => {
  const { sockets, signIn, accept, counts } = given()
  const [session] = signIn('a')
  const all = Array.from({ length: SOCKETS_PER_SESSION_MAX }, () => accept(session))
  t.match(sockets.accept('json', ADDRESS, session), { code: 'too_many_requests' })
  for (const [connection] of all) {
    sockets.close(connection, 1000, '')
    t.equal(counts.refusalOf(session), null)
    sockets.gone(connection)
    accept(session)
    t.not(counts.refusalOf(session), null)
  }
  t.end()
})

t.test('frames go to the side, one of the wrong kind as an empty one, a large one nowhere', (t) => {
  const { sockets, signIn, accept, heard } = given()
  const [session] = signIn('a')
  const [connection, library] = accept(session)
  heard()
  sockets.frame(connection, frameOf('x'), false)
  sockets.frame(connection, frameOf('x'), true)
  sockets.frame(connection, filled(FRAME_BYTES_MAX), false)
  const most = '\0'.repeat(FRAME_BYTES_MAX)
  const frame = (text: string) => ['frame', connection.id, 1001, text]
  t.same(heard(), [frame('x'), frame(''), frame(most)])
  t.same(library.heard(), [])
  sockets.frame(connection, filled(FRAME_BYTES_MAX + 1), false)
  t.same(heard(), [['leave', connection.id]])
  t.same(library.heard(), [['end', 1009, 'frames have at most 64 KiB']])
  sockets.frame(connection, frameOf('x'), false)
  t.same([heard(), library.heard()], [[], []], 'nothing after that')
  t.end()
})

t.test('a socket signs in by its first frame, or is closed', (t) => {
  const { sockets, signIn, accept, heard, figures, clock, sessions } = given()
  const [session, tokens] = signIn('a')
  const auth = (token: string) =>
    frameOf(JSON.stringify({ id: 1, op: 'auth', args: { access_token: token } }))
  const [good, library] = accept(null)
  t.same([heard(), figures()], [[], [1, 1, 1]])
  sockets.frame(good, auth(tokens.access), false)
  t.same(library.heard(), [{ id: 1, code: 'ok', message: '', data: null }])
  t.same([heard(), good.state], [[['begin', good.id]], { kind: 'live', session }])
  t.same([figures(), sockets.ofSession('a')], [[1, 1, 0], 1])
  clock.advance(SOCKET_SIGN_IN_MS + 1000)
  t.same(library.heard(), [], 'its time to sign in is over')
  const [bad, refused] = accept(null)
  sockets.frame(bad, auth('x'), false)
  t.match(refused.heard(), [
    { id: 1, code: 'auth.session_expired' },
    ['end', 4001, 'auth.session_expired'],
  ])
  sockets.gone(bad)
  const [large, cut] = accept(null)
  sockets.frame(large, filled(UNSIGNED_FRAME_BYTES_MAX), false)
  t.match(cut.heard(), [{ id: null, code: 'auth.session_expired' }, ['end', 4001]])
  sockets.gone(large)
  const [larger, cutToo] = accept(null)
  sockets.frame(larger, filled(UNSIGNED_FRAME_BYTES_MAX + 1), false)
  t.same(cutToo.heard(), [['end', 1009, 'before sign-in frames have at most 4 KiB']])
  sockets.gone(larger)
  const [late, ended] = accept(null)
  clock.advance(SOCKET_SIGN_IN_MS - 250)
  t.same(ended.heard(), [])
  clock.advance(250)
  t.same(ended.heard(), [['end', 4001, 'auth.session_expired']])
  sockets.gone(late)
  t.same(figures(), [1, 1, 0])
  sessions.close('a')
  t.match(library.heard().at(-1), ['end', 4001, 'closed'])
  t.end()
})

t.test('a socket goes on under the session of a fresh token of its login', (t) => {
  const { sockets, signIn, accept, heard, sessions } = given()
  const [first] = signIn('a')
  const [second, tokens] = signIn('b')
  const [, others] = signIn('c', 1002)
  const [connection, library] = accept(first)
  heard()
  sockets.frames.auth(connection, 7, { access_token: others.access })
  t.match(library.heard(), [{ id: 7, code: 'auth.account_changed' }])
  sockets.frames.auth(connection, 8, { access_token: tokens.access })
  t.match(library.heard(), [{ id: 8, code: 'ok' }])
  t.same(connection.state, { kind: 'live', session: second })
  t.same([sockets.ofSession('a'), sockets.ofSession('b')], [0, 1])
  t.same(heard(), [['begin', connection.id]])
  sessions.close('a')
  t.same(library.heard(), [])
  sessions.close('b')
  t.match(library.heard(), [{ event: 'session_closed' }, ['end', 4001, 'closed']])
  t.end()
})

t.test('a session that has all its sockets takes no other one in, and keeps those it has', (t) => {
  const { sockets, signIn, accept } = given()
  const [full, tokens] = signIn('a')
  const own = Array.from({ length: SOCKETS_PER_SESSION_MAX }, () => accept(full))
  const [other, told] = accept(signIn('b')[0])
  sockets.frames.auth(other, 1, { access_token: tokens.access })
  t.match(told.heard(), [{ id: 1, code: 'too_many_requests' }])
  t.equal(sockets.ofSession('b'), 1, 'it goes on under its own')
  const [first] = own
  if (first === undefined) throw new Error('there is no socket')
  sockets.frames.auth(first[0], 2, { access_token: tokens.access })
  t.same(first[1].heard(), [{ id: 2, code: 'ok', message: '', data: null }])
  const [unsigned, library] = accept(null)
  const args = { access_token: tokens.access }
  sockets.frame(unsigned, frameOf(JSON.stringify({ id: 3, op: 'auth', args })), false)
  t.match(library.heard(), [
    { id: 3, code: 'too_many_requests' },
    ['end', 1013, 'too_many_requests'],
  ])
  t.equal(sockets.ofSession('a'), SOCKETS_PER_SESSION_MAX)
  t.end()
})

t.test('a logout ends the socket, or is refused and changes nothing', async (t) => {
  const { sockets, signIn, accept, refused } = given()
  const [one, library] = accept(signIn('a')[0])
  const busy = refuse('unavailable', 'busy')
  refused.push(busy)
  await sockets.frames.logout(one, 7)
  t.same(library.heard(), [{ id: 7, code: busy.code, message: 'busy', data: null }])
  t.same([one.state.kind, one.logoutId], ['live', null])
  const asked = sockets.frames.logout(one, 8)
  t.same(library.heard(), [], 'not before it is done')
  await asked
  t.match(library.heard(), [
    { id: 8, code: 'ok' },
    { event: 'session_closed', data: { reason: 'logout' } },
    ['end', 4001, 'logout'],
  ])
  const [gone, nothing] = accept(signIn('b')[0])
  refused.push(busy)
  const late = sockets.frames.logout(gone, 9)
  sockets.gone(gone)
  await late
  t.same([nothing.heard(), gone.logoutId], [[], 9])
})

t.test('who is silent is pinged once and closed later, and every sound counts', (t) => {
  const { sockets, signIn, accept, clock } = given()
  const [session] = signIn('a')
  const sounds = {
    silent: () => undefined,
    pong: (connection: Connection) => sockets.heard(connection),
    frame: (connection: Connection) => sockets.frame(connection, frameOf('x'), false),
  }
  const all = Object.entries(sounds).map(([name, sound]) => [name, sound, accept(session)] as const)
  const heard = () =>
    Object.fromEntries(all.map(([name, , [, library]]) => [name, library.heard()]))
  clock.advance(SOCKET_PING_MS)
  t.same(heard(), { silent: ['ping'], pong: ['ping'], frame: ['ping'] })
  for (const [, sound, [connection]] of all) sound(connection)
  clock.advance(SOCKET_PING_MS - SWEEP_MS)
  t.same(heard(), { silent: [], pong: [], frame: [] })
  clock.advance(SWEEP_MS)
  const end = ['end', 1001, 'nothing was heard for 60 s']
  t.same(heard(), { silent: [end], pong: ['ping'], frame: ['ping'] }, 'asked again')
  t.end()
})

t.test('a session was in use as long as its sockets were heard, and no longer', (t) => {
  const { sockets, signIn, accept, clock } = given()
  const [session] = signIn('a')
  const [connection] = accept(session)
  clock.advance(SWEEP_MS)
  sockets.heard(connection)
  clock.advance(SWEEP_MS)
  const then = clock.now()
  t.equal(session.lastSeenAt, then, 'a sweep has seen that it was')
  clock.advance(SWEEP_MS)
  t.equal(session.lastSeenAt, then)
  clock.advance(SOCKET_SILENT_MS - 3 * SWEEP_MS)
  sockets.gone(connection)
  t.equal(session.lastSeenAt, clock.now(), 'within a minute it may have been there')
  const [silent] = accept(session)
  const last = clock.now()
  silent.heardAt -= SOCKET_SILENT_MS - 1
  clock.advance(1)
  sockets.gone(silent)
  t.equal(session.lastSeenAt, last, 'nobody was at its other end')
  t.end()
})

t.test('a socket that closes ends when all is sent, or after a while', (t) => {
  const { sockets, signIn, accept, heard, clock } = given()
  const [session] = signIn('a')
  const [slow, slowLibrary] = accept(session)
  const [stuck, stuckLibrary] = accept(session)
  heard()
  for (const [connection, library] of [
    [slow, slowLibrary],
    [stuck, stuckLibrary],
  ] as const) {
    library.unsent = SOCKET_BACKLOG_BYTES_MAX
    sockets.heard(connection)
    t.equal(connection.state.kind, 'live', 'as much as may wait')
    library.unsent++
    sockets.heard(connection)
    t.same([connection.state.kind, library.heard()], ['closing', []])
  }
  t.same(heard(), [
    ['leave', slow.id],
    ['leave', stuck.id],
  ])
  t.same([sockets.ofSession('a'), sockets.all.size], [0, 2])
  sockets.close(slow, 1000, 'other')
  slowLibrary.unsent = 1
  sockets.drained(slow)
  t.same(slowLibrary.heard(), [])
  slowLibrary.unsent = 0
  sockets.drained(slow)
  t.same(slowLibrary.heard(), [['end', 4008, 'too_slow']], 'by its first reason')
  sockets.gone(slow)
  sockets.close(slow, 1000, 'other')
  t.same(slow.state, { kind: 'gone' })
  clock.advance(CLOSING_MS - 250)
  t.same(stuckLibrary.heard(), [])
  clock.advance(250)
  t.same(stuckLibrary.heard(), ['close'])
  const [live] = accept(session)
  heard()
  sockets.drained(live)
  t.same(heard(), [['drained', live.id]])
  t.end()
})

t.test('each sweep looks at what a session may do, and so does each change of it', (t) => {
  const { sessions, signIn, accept, heard, clock } = given()
  const [session] = signIn('a')
  const [connection, library] = accept(session)
  heard()
  clock.advance(SWEEP_MS)
  t.same(heard(), [['review', connection.id]])
  sessions.take({ type: 'access', facts: factsOf(1001) })
  t.same(heard(), [['review', connection.id]])
  session.mustChangePassword = true
  clock.advance(SWEEP_MS)
  t.same(heard(), [['leave', connection.id]])
  const reason = 'auth.password_change_required'
  t.same(library.heard(), [{ event: 'session_closed', data: { reason } }, ['end', 4001, reason]])
  const [other, told] = accept(signIn('b', 1002)[0])
  heard()
  sessions.take({ type: 'access', facts: factsOf(1002, { mustChangePassword: true }) })
  t.same(heard(), [['leave', other.id]])
  t.match(told.heard(), [{ data: { reason } }, ['end', 4001, reason]])
  signIn('c', 1003)
  sessions.take({ type: 'access', facts: factsOf(1003) })
  sessions.close('c')
  t.same(heard(), [], 'a session without sockets')
  t.end()
})

t.test('a server that drains takes no socket, and looks at nothing when it has', async (t) => {
  const { sockets, clock } = given()
  t.equal(sockets.isDraining, false)
  const drained = sockets.drain(0)
  t.equal(sockets.isDraining, true)
  const why = 'The server is restarting. Try again soon.'
  t.same(sockets.accept('json', ADDRESS, null), refuse('unavailable', why))
  await drained
  t.equal(clock.timers, 0)
})

t.test('while a server drains its sockets are looked after, until the last has gone', async (t) => {
  const { sockets, signIn, accept, clock } = given()
  const [connection, library] = accept(signIn('a')[0])
  connection.inFlight = 1
  let isOver = false
  const drained = sockets.drain(1000).then(() => {
    isOver = true
  })
  t.equal(clock.timers, 4, 'sweep, deadlines, tolls and the drain')
  connection.inFlight = 0
  clock.advance(20)
  await settled()
  t.same(library.heard(), [['end', 1012, 'server restart']])
  t.same([clock.timers, isOver], [4, false])
  sockets.gone(connection)
  clock.advance(20)
  await drained
  t.equal(clock.timers, 0)
})

t.test('a socket that closes before it is open has nothing to end', (t) => {
  const { sockets } = given()
  const connection = sockets.accept('json', ADDRESS, null)
  if (isRefusal(connection)) throw new Error(connection.message)
  sockets.close(connection, 1000, 'x')
  t.match(connection.state, { kind: 'closing', code: 1000, why: 'x' })
  t.end()
})
