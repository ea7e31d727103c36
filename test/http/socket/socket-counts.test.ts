import t from 'tap'
import {
  SOCKETS_PER_ADDRESS_MAX,
  SOCKETS_PER_LOGIN_MAX,
  SOCKETS_PER_SESSION_MAX,
  SOCKETS_UNSIGNED_MAX,
  SOCKETS_UNSIGNED_PER_ADDRESS_MAX,
} from '../../../engine/limits/sockets.js'
import { SocketCounts } from '../../../http/socket/socket-counts.js'
import { SocketFront, STAFF_PATH } from '../../given/fronts/socket-front.js'
import { OPCODE, WsClient } from '../../given/fronts/ws-client.js'
import { session } from '../given.js'

const HELD = { isHeld: true }
const TOO_MANY = { status: 429, body: { code: 'too_many_requests' } }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

t.test('a session has 16 sockets, the next is refused, and a place comes back', async (t) => {
  const front = await SocketFront.start(t, { bounds: HELD })
  const { tokens } = front.signIn()
  const sockets: WsClient[] = []
  for (let i = 0; i < SOCKETS_PER_SESSION_MAX; i++) {
    sockets.push(await front.connectWith(tokens.access))
  }
  const one = { port: front.port, headers: bearer(tokens.access) }
  t.match(await WsClient.refused(one), TOO_MANY)
  const unsigned = await front.open()
  unsigned.send({ id: 1, op: 'auth', args: { access_token: tokens.access } })
  t.match(await unsigned.reply(1), { code: 'too_many_requests' })
  t.match(await unsigned.closing(), { code: 1013 }, 'which is not the end of the session')
  t.equal(front.sockets.live.ofSession('s-1'), 16)
  sockets[0]?.destroy()
  while (front.sockets.live.ofSession('s-1') === 16) await new Promise(setImmediate)
  await front.connectWith(tokens.access)
})

t.test('a login has 64 sockets over all its sessions, on both sides together', async (t) => {
  const front = await SocketFront.start(t, { bounds: HELD })
  const sessions = Array.from({ length: 5 }, () => front.signIn({ login: 9 }).tokens.access)
  for (let i = 0; i < SOCKETS_PER_LOGIN_MAX - 1; i++) {
    await front.connectWith(sessions[i % sessions.length] as string)
  }
  await front.connectStaff({ login: 9 })
  const { tokens } = front.signIn({ login: 9 })
  t.match(await WsClient.refused({ port: front.port, headers: bearer(tokens.access) }), TOO_MANY)
  await front.connect({ login: 10 })
})

t.test('an open socket goes to another session of its login only if that has room', async (t) => {
  const front = await SocketFront.start(t, { bounds: HELD })
  const full = front.signIn()
  for (let i = 0; i < SOCKETS_PER_SESSION_MAX; i++) await front.connectWith(full.tokens.access)
  const client = await front.connect()
  const [id] = [...front.shard().opened.keys()].slice(-1) as [number]
  const auth = (request: number, token: string): void => {
    const args = { access_token: token }
    front.sockets.onBatch(front.shard().control(id, { op: 'auth', id: request, args }).batch())
  }
  auth(1, full.tokens.access)
  t.match(await client.reply(1), { code: 'too_many_requests' })
  t.equal(client.closed, null, 'it stays what it was')
  auth(2, front.signIn().tokens.access)
  t.match(await client.reply(2), { code: 'ok' })
})

t.test('an address has 64 sockets that wait for their sign-in', async (t) => {
  const front = await SocketFront.start(t, { bounds: HELD })
  front.isShared = false
  const sockets: WsClient[] = []
  for (let i = 0; i < SOCKETS_UNSIGNED_PER_ADDRESS_MAX; i++) {
    sockets.push(await front.open(i % 2 === 0 ? {} : { path: STAFF_PATH }))
  }
  t.match(await WsClient.refused({ port: front.port }), TOO_MANY)
  t.match(await WsClient.refused({ port: front.port, path: STAFF_PATH }), TOO_MANY)
  const { tokens } = front.signIn()
  await front.connectWith(tokens.access)
  t.pass('who brings a session comes in')
  sockets[0]?.send({ id: 1, op: 'auth', args: { access_token: tokens.access } })
  t.match(await sockets[0]?.reply(1), { code: 'ok' })
  await front.open()
  t.pass('who has signed in waits no more')
  front.isShared = true
  for (let i = 0; i < 10; i++) await front.open()
  t.pass('an address of many is not counted')
})

t.test('the bounds on all sockets hold for everybody, and a part is kept for staff', async (t) => {
  const front = await SocketFront.start(t, { bounds: { all: 4, keptForStaff: 2, isHeld: false } })
  await front.connect()
  await front.open({ path: STAFF_PATH })
  const full = { status: 503, body: { code: 'unavailable' } }
  const headers = bearer(front.signIn().tokens.access)
  t.match(await WsClient.refused({ port: front.port, headers }), full)
  t.match(await WsClient.refused({ port: front.port, path: STAFF_PATH }), full, 'nobody yet')
  await front.connectStaff()
  const last = await front.connectStaff()
  const staff = bearer(front.signInStaff().tokens.access)
  t.match(await WsClient.refused({ port: front.port, path: STAFF_PATH, headers: staff }), full)
  last.destroy()
  while (front.counts.all === 4) await new Promise(setImmediate)
  await front.connectStaff()
})

t.test('counts by address see /64 networks, and all of them have an end', async (t) => {
  const bounds = { all: 1e6, keptForStaff: 0, isShared: (address: string) => address === '::1' }
  const counts = new SocketCounts({ ...bounds, isHeld: true })
  for (let i = 0; i < SOCKETS_PER_ADDRESS_MAX; i++) counts.opened(`2001:db8::${i.toString(16)}`)
  const code = (address: string, who = session()) => counts.refusal(address, who)?.code
  t.equal(code('2001:db8::ffff'), 'too_many_requests')
  t.equal(code('2001:db8:0:1::1'), undefined)
  t.equal(code('::1'), undefined)
  counts.gone('2001:db8::1')
  t.equal(code('2001:db8::ffff'), undefined)
  for (let i = 0; i < SOCKETS_UNSIGNED_MAX; i++) counts.waits('::1')
  t.match(counts.refusal('192.0.2.1', null), { code: 'unavailable', retryAfterMs: 5000 })
  t.equal(code('192.0.2.1'), undefined, 'who brings a session comes in')
  counts.waitsNoMore('::1')
  t.equal(counts.refusal('192.0.2.1', null), null)
})

t.test('before sign-in a frame has 4 KiB at most', async (t) => {
  const front = await SocketFront.start(t)
  const frame = (bytes: number): Buffer => {
    const text = JSON.stringify({ id: 1, op: 'auth', args: { access_token: '' } })
    const access_token = 'x'.repeat(bytes - text.length)
    return Buffer.from(JSON.stringify({ id: 1, op: 'auth', args: { access_token } }))
  }
  const most = await front.open()
  most.send(JSON.parse(String(frame(4096))) as object)
  t.match(await most.reply(1), { code: 'auth.session_expired' })
  const more = await front.open()
  more.send(JSON.parse(String(frame(4097))) as object)
  t.match(await more.closing(), { code: 1009 })
})

t.test(
  'a frame beyond 64 KiB closes its socket; one that announces twice that holds nothing',
  async (t) => {
    const front = await SocketFront.start(t)
    const begin = (bytes: number): Buffer => {
      const head = Buffer.alloc(14)
      head[0] = 0x80 | OPCODE.text
      head[1] = 0x80 | 127
      head.writeBigUInt64BE(BigInt(bytes), 2)
      return head
    }
    for (const bytes of [65_537, 131_072]) {
      const large = await front.connect()
      large.write(begin(bytes))
      large.write(Buffer.alloc(bytes))
      t.match(await large.closing(), { code: 1009 })
    }
    const more = await front.connect()
    more.write(begin(131_073))
    t.match(await more.closing(), { code: 1006 })
  },
)

t.test('where nobody is held to a rate only the whole server is full', (t) => {
  const isShared = () => false
  const counts = new SocketCounts({ all: 1000, keptForStaff: 10, isShared, isHeld: false })
  const one = session({ audience: 'trader' })
  for (let n = 0; n < 990; n++) {
    t.equal(counts.refusal('192.0.2.1', one), null)
    counts.opened('192.0.2.1')
    counts.joined(one)
  }
  t.match(counts.refusal('192.0.2.1', one), { code: 'unavailable' })
  t.equal(counts.refusalOf(one), null)
  t.end()
})

t.test('a socket that goes makes room for its session, its login and its address', (t) => {
  const counts = new SocketCounts({
    all: 999,
    keptForStaff: 0,
    isHeld: true,
    isShared: () => false,
  })
  const of = (id: string, login: number) => session({ id, login })
  const address = '192.0.2.7'
  for (let i = 0; i < SOCKETS_PER_LOGIN_MAX; i++) counts.joined(of(`s${i >> 4}`, 9))
  t.strictSame(counts.refusalOf(of('s0', 9))?.message.slice(0, 9), 'A session')
  t.strictSame(counts.refusalOf(of('new', 9))?.message.slice(0, 10), 'This login')
  t.equal(counts.refusalOf(of('other', 8)), null)
  counts.left(of('s0', 9))
  const investor = session({ id: 'other', login: 9, readOnly: true })
  t.strictSame(counts.refusalOf(investor)?.message.slice(0, 10), 'This login', "the owner's room")
  t.equal(counts.refusalOf(of('s0', 9)), null)
  t.equal(counts.refusalOf(of('new', 9)), null)
  t.not(counts.refusalOf(of('s1', 9)), null)
  for (let i = 0; i < SOCKETS_PER_ADDRESS_MAX; i++) counts.opened(address)
  t.match(counts.refusal(address, of('other', 8)), { code: 'too_many_requests' })
  counts.gone(address)
  t.equal(counts.refusal(address, of('other', 8)), null)
  t.equal(counts.all, SOCKETS_PER_ADDRESS_MAX - 1)
  for (let i = 0; i < SOCKETS_UNSIGNED_PER_ADDRESS_MAX; i++) counts.waits(address)
  t.match(counts.refusal(address, null), { code: 'too_many_requests' })
  counts.waitsNoMore(address)
  t.equal(counts.refusal(address, null), null)
  t.equal(counts.unsigned, SOCKETS_UNSIGNED_PER_ADDRESS_MAX - 1)
  t.end()
})
