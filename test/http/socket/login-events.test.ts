import t from 'tap'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { LoginEvents } from '../../../http/socket/login-events.js'
import { configChanged, EventFrame } from '../../../wire/frame/plain-frame.js'
import { SocketFront } from '../../given/fronts/socket-front.js'

// Events to a login's sockets: each of them, of that side, in order; a reader that takes none is closed.

async function given(test: { teardown(run: () => unknown): unknown }) {
  const front = await SocketFront.start(test)
  const sockets = { trader: front.sockets.live, staff: front.staff.live }
  const events = new LoginEvents({ sessions: front.sessions, sockets: (side) => sockets[side] })
  return { front, events }
}

t.test('every socket of the login on that side hears it, in order, and nobody else', async (t) => {
  const { front, events } = await given(t)
  const own = [
    await front.connect({ login: 5 }),
    await front.connect({ login: 5 }, 'openfloor.msgpack'),
    await front.connect({ login: 5, readOnly: true }),
  ]
  const other = await front.connect({ login: 6 })
  const staff = await front.connectStaff({ login: 5 })
  t.same(
    [events.hears('trader', 5), events.hears('staff', 6), events.hears('trader', 7)],
    [true, false, false],
  )
  for (let n = 1; n <= 3; n++) events.toLogin('trader', 5, configChanged('accounts', 5, n))
  events.toLogin('staff', 5, new EventFrame('job', { id: 1 }))
  events.toLogin('staff', 7, new EventFrame('job', { id: 2 }))
  const numbers = [1, 2, 3].map((version) => ({ kind: 'accounts', id: 5, version }))
  for (const client of own) {
    for (const data of numbers) t.same(await client.next(), { event: 'config_changed', data })
  }
  t.same(await staff.next(), { event: 'job', data: { id: 1 } })
  t.same(await front.ended(other, 6), [])
  t.same(await front.ended(staff, 5), [])
  t.equal(events.hears('staff', 5), false, 'its sockets are closing')
  events.toLogin('trader', 5, configChanged('accounts', 5, 4))
})

t.test('a mail is told where its mailbox is open', async (t) => {
  const { front, events } = await given(t)
  const [trader, manager] = [
    await front.connect({ login: 5 }),
    await front.connectStaff({ login: 5 }),
  ]
  const tell = (id: number) => events.toMailboxOf(5, new EventFrame('mail', { id }))
  const profile = (isOfStaff: boolean) => {
    for (const session of front.sessions.ofLogin(5)) session.isOfStaff = isOfStaff
  }
  profile(false)
  tell(1)
  for (const client of [trader, manager]) t.match(await client.next(), { data: { id: 1 } })
  profile(true)
  tell(2)
  t.match(await manager.next(), { data: { id: 2 } })
  t.same(
    await front.ended(trader, 5),
    [],
    'not told on the trader side of an account with a staff profile',
  )
})

t.test('a socket that has not signed in hears nothing', async (t) => {
  const { front, events } = await given(t)
  const unsigned = await front.open()
  const client = await front.connect({ login: 5 })
  events.toLogin('trader', 5, configChanged('accounts', 5, 1))
  t.match(await client.next(), { event: 'config_changed' })
  t.equal(unsigned.frames.length, 0)
})

t.test('who takes none of it is closed with 4008, and the others go on', async (t) => {
  const { front, events } = await given(t)
  const deaf = await front.connect({ login: 5 })
  const quick = await front.connect({ login: 5 })
  deaf.pause()
  const isOpen = () =>
    [...front.sockets.live.all.values()].every(({ state }) => state.kind === 'live')
  const data = 'x'.repeat(64 * 1024)
  let told = 0
  for (; isOpen() && told < 400; told++) {
    events.toLogin('trader', 5, new EventFrame('notification', { data }))
    t.ok(await quick.event('notification'))
  }
  t.ok(told * data.length > SOCKET_BACKLOG_BYTES_MAX)
  t.ok(told < 400, `closed after ${told} events`)
  deaf.resume()
  t.match(await deaf.closing(), { code: 4008 })
  events.toLogin('trader', 5, configChanged('accounts', 5, 9))
  t.match(await quick.event('config_changed'), { data: { version: 9 } })
})
