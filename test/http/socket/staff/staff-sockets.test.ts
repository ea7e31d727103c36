import t from 'tap'
import { FLOOD_SECONDS, FLOOD_TIMES, type RequestRate } from '../../../../engine/limits/rates.js'
import {
  BAD_FRAMES_MAX,
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_IN_FLIGHT_MAX,
} from '../../../../engine/limits/sockets.js'
import { ClientAddress } from '../../../../http/server/client-address.js'
import { FloodGuard } from '../../../../http/server/flood-guard.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import { SocketCounts } from '../../../../http/socket/socket-counts.js'
import { StaffConnection } from '../../../../http/socket/staff/staff-connection.js'
import type { StaffFamily } from '../../../../http/socket/staff/staff-op.js'
import { StaffSockets } from '../../../../http/socket/staff/staff-sockets.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { GivenLibrarySocket } from '../../../given/peers/library-socket.js'
import { settled } from '../../../given/timed-clock.js'

/** The staff's sockets without a server, with two families that write down what they are called for. */
function given(rate: RequestRate | null = null) {
  const clock = new ManualClock()
  const called: unknown[] = []
  const answers: (() => void)[] = []
  const note = (name: string): StaffFamily => {
    return () => ({
      ops: {
        [`${name}.now`]: { rights: [name], run: ({ args }) => ({ ok: true, data: args }) },
        [`${name}.later`]: {
          rights: [],
          run: () =>
            new Promise((resolve) => {
              answers.push(() => resolve({ ok: true, data: 'later' }))
            }),
        },
        [`${name}.sent`]: { rights: [], run: () => 'answered' },
        [`${name}.size`]: { rights: [], run: ({ sizeBytes }) => ({ ok: true, data: sizeBytes }) },
      },
      enter: ({ id }, { login }) => called.push(['enter', name, id, login]),
      leave: ({ id }) => called.push(['leave', name, id]),
      drained: ({ id }) => called.push(['drained', name, id]),
      onDeskEvent: (event) => called.push(['event', name, event]),
    })
  }
  const silent: StaffFamily = () => ({ ops: {} })
  const sockets = new StaffSockets({
    clock,
    rate,
    families: [note('one'), silent, note('two')],
    floods: new FloodGuard(clock, new ClientAddress([])),
    counts: new SocketCounts({ all: 9, keptForStaff: 0, isHeld: false, isShared: () => true }),
    sessions: {
      onClosed: () => undefined,
      onChanged: () => undefined,
      refuseUse: () => null,
    } as never,
    logout: async () => null,
  })
  const open = (id = 's1') => {
    const session = { id, login: 7, rights: new Set(['one']), isClosed: false }
    const live = session as unknown as LiveSession
    const connection = sockets.live.accept('json', '192.0.2.1', live) as StaffConnection
    const library = new GivenLibrarySocket()
    sockets.live.opened(connection, library.ws)
    const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
    const raw = (text: string) => {
      sockets.live.frame(connection, bytes(text), false)
      return library.heard()
    }
    const send = (op: string, args: object = {}) => raw(JSON.stringify({ id: 'a', op, args }))
    return { connection, library, raw, send, session }
  }
  return { clock, called, answers, sockets, open }
}

const refused = (code: string, message: string, id: unknown = 'a') => ({
  id,
  code,
  message,
  data: null,
})

t.test('every family hears of a socket that comes, is drained and goes, and of the desk', (t) => {
  const { called, sockets, open } = given({ perSecond: 9, burst: 9 })
  const { connection } = open()
  t.not(connection.rate, null)
  const { id } = connection
  t.ok(connection instanceof StaffConnection)
  t.equal(sockets.size, 1)
  const both = (...what: [string, ...unknown[]]) => {
    const [name, ...more] = what
    t.strictSame(called.splice(0), [
      [name, 'one', ...more],
      [name, 'two', ...more],
    ])
  }
  both('enter', id, 7)
  sockets.live.drained(connection)
  both('drained', id)
  const event = { type: 'journal' } as DeskEvent
  sockets.onDeskEvent(event)
  both('event', event)
  sockets.live.gone(connection)
  both('leave', id)
  t.strictSame([connection.rate, sockets.size], [null, 0])
  t.end()
})

t.test('an operation is answered once, if the session may and there is one', async (t) => {
  const { answers, open } = given()
  const { send, raw, library, connection, session } = open()
  t.strictSame(send('one.now', { a: 1 }), [{ id: 'a', code: 'ok', message: '', data: { a: 1 } }])
  t.match(send('two.now'), [{ id: 'a', code: 'forbidden' }])
  session.rights.add('two')
  t.match(send('two.now'), [{ id: 'a', code: 'ok' }], 'by its rights of then')
  const text = JSON.stringify({ id: 'b', op: 'one.size', args: {} })
  t.match(raw(text), [{ id: 'b', data: text.length }])
  const names = ['one', 'two'].flatMap((name) =>
    ['now', 'later', 'sent', 'size'].map((op) => `${name}.${op}`),
  )
  const known = ['auth', 'ping', 'logout', ...names].join(', ')
  t.strictSame(send('n'.repeat(40)), [
    refused('invalid_input', `There is no operation ${'n'.repeat(32)}. Known: ${known}.`),
  ])
  t.strictSame(send('one.sent'), [], 'it has answered itself')
  t.strictSame(send('one.later'), [])
  t.equal(connection.inFlight, 1)
  answers.shift()?.()
  await settled()
  t.match(library.heard(), [{ id: 'a', data: 'later' }])
  t.equal(connection.inFlight, 0)
  for (let i = 0; i < SOCKET_IN_FLIGHT_MAX; i++) t.strictSame(send('one.later'), [])
  const why = `Wait for replies: at most ${SOCKET_IN_FLIGHT_MAX} requests may be without one.`
  t.strictSame(send('one.now'), [refused('trade.too_many_requests', why)])
  answers.shift()?.()
  await settled()
  library.heard()
  t.match(send('one.now'), [{ code: 'ok' }])
})

t.test('unreadable frames in a row end the socket, and one that is read begins anew', (t) => {
  const { open } = given()
  const { raw, send, library } = open()
  const bad = [refused('invalid_input', 'Send {"id":1,"op":"...","args":{}}.', null)]
  for (let i = 1; i < BAD_FRAMES_MAX; i++) t.match(raw('{'), bad)
  t.match(send('one.now'), [{ code: 'ok' }])
  for (let i = 1; i < BAD_FRAMES_MAX; i++) t.match(raw('{'), bad)
  t.strictSame(library.calls, [])
  t.strictSame(raw('{'), [])
  t.strictSame(library.calls, [['end', 4003, 'too many bad frames']])
  t.end()
})

t.test('who does not read its replies is closed', (t) => {
  const { open } = given()
  const { send, library, connection } = open()
  library.unsent = SOCKET_BACKLOG_BYTES_MAX
  t.match(send('one.now'), [{ code: 'ok' }])
  t.equal(connection.state.kind, 'live')
  library.unsent++
  t.match(send('one.now'), [{ code: 'ok' }])
  t.match(connection.state, { kind: 'closing', code: 4008, why: 'too_slow' })
  t.end()
})

t.test('the sockets of a session share a rate, which goes on when they come back', (t) => {
  const { sockets, open, clock } = given({ perSecond: 1, burst: 3 })
  const [one, two, other] = [open(), open(), open('s2')]
  const why = 'Too many requests of this session: 1 a second, 3 at once. Send fewer.'
  const tooMany = [refused('too_many_requests', why)]
  t.match(one.send('ping'), [{ code: 'ok' }])
  t.match(one.send('ping'), [{ code: 'ok' }])
  t.match(two.send('ping'), [{ code: 'ok' }])
  t.strictSame([one.send('ping'), two.send('ping')], [tooMany, tooMany])
  t.match(other.send('ping'), [{ code: 'ok' }])
  for (const { connection } of [one, two]) sockets.live.gone(connection)
  const again = open()
  t.strictSame(again.send('ping'), tooMany)
  sockets.live.gone(again.connection)
  clock.advance(60_000)
  t.match(open().send('ping'), [{ code: 'ok' }])
  t.end()
})

t.test('who goes on at ten times the rate is closed by the frame that is one too many', (t) => {
  const { open } = given({ perSecond: 1, burst: 1 })
  const { send, library } = open()
  t.match(send('ping'), [{ code: 'ok' }])
  for (let i = 0; i < FLOOD_TIMES * FLOOD_SECONDS; i++) {
    t.match(send('ping'), [{ code: 'too_many_requests' }])
  }
  t.strictSame(send('ping'), [])
  t.strictSame(library.calls, [['end', 4029, 'too_many_requests']])
  t.end()
})

t.test(
  'a server that ends refuses, answers what it has, closes all, and keeps no timer',
  async (t) => {
    const { sockets, open, clock, answers } = given({ perSecond: 9, burst: 9 })
    const { send, library, connection } = open()
    send('one.later')
    let isDone = false
    const drained = sockets.drain(1000).then(() => {
      isDone = true
    })
    await settled()
    t.strictSame(send('ping'), [
      refused('unavailable', 'The server is restarting. Try again soon.'),
    ])
    clock.advance(20)
    await settled()
    t.equal(connection.state.kind, 'live', 'it waits for a reply')
    answers[0]?.()
    await settled()
    t.match(library.heard(), [{ data: 'later' }])
    clock.advance(20)
    await settled()
    t.strictSame(library.calls, [['end', 1012, 'server restart']])
    t.equal(isDone, false)
    t.ok(clock.timers > 0)
    sockets.live.gone(connection)
    clock.advance(20)
    await settled()
    await drained
    t.equal(clock.timers, 0)
  },
)
