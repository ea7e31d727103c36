import t from 'tap'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { DEALING_OPS } from '../../../http/socket/staff/dealing-ops.js'
import { type StaffAnswer, type StaffFamily, served } from '../../../http/socket/staff/staff-op.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { clientFrame, OPCODE, WsClient } from '../../given/fronts/ws-client.js'

const text = (content: string) => clientFrame(OPCODE.text, Buffer.from(content))

t.test('an unknown operation is refused and the known ones are named', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connectStaff()
  for (const op of ['trade', 'constructor', '']) {
    client.send({ id: op, op })
    const reply = await client.reply(op)
    t.match(reply, { code: 'invalid_input', data: { reason: 'invalid_input.staff_operation' } }, op)
    for (const known of ['ping', 'logout', 'watch_config', 'watch_journal']) {
      t.match(reply.message, known)
    }
  }
  client.send({ id: 1, op: 'n'.repeat(40) })
  t.match(
    (await client.reply(1)).message,
    `There is no operation ${'n'.repeat(32)}. Use one of these: `,
  )
})

t.test('who does not read its replies is closed', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connectStaff()
  const [connection] = front.staff.live.all.values()
  if (connection === undefined) throw new Error('there is no connection')
  let unsent = SOCKET_BACKLOG_BYTES_MAX
  Object.defineProperty(connection, 'unsent', { get: () => unsent })
  client.send({ id: 1, op: 'ping' })
  t.match(await client.reply(1), { code: 'ok' }, 'so much may wait')
  unsent++
  client.send({ id: 2, op: 'ping' })
  t.match(await client.reply(2), { code: 'ok' })
  unsent = 0
  front.staff.live.drained(connection)
  t.match(await client.closing(), { code: 4008, why: 'too_slow' })
})

t.test(
  'unreadable frames are invalid_input without an id, ten in a row close with 4003',
  async (t) => {
    const front = await SocketFront.start(t)
    for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
      const client = await front.connectStaff({}, protocol)
      const bad = [
        clientFrame(OPCODE.text, Buffer.from('{"id":1,')),
        clientFrame(OPCODE.binary, Buffer.from([0x81])),
        clientFrame(OPCODE.text, Buffer.from('[]')),
        clientFrame(OPCODE.binary, Buffer.from([0xc1])),
        clientFrame(OPCODE.text, Buffer.from('{"id":1.5,"op":"ping"}')),
        clientFrame(OPCODE.text, Buffer.from('{"id":1,"op":7}')),
        clientFrame(OPCODE.text, Buffer.from('{"id":1,"op":"ping","args":[]}')),
        clientFrame(OPCODE.text, Buffer.alloc(0)),
        clientFrame(OPCODE.binary, Buffer.alloc(0)),
      ]
      for (let round = 0; round < 2; round++) {
        for (const frame of bad) {
          client.write(frame)
          t.match(await client.reply(null), { id: null, code: 'invalid_input' })
        }
        client.send({ id: round, op: 'ping' })
        t.match(await client.reply(round), { code: 'ok' }, 'nine in a row, and a good one')
      }
      for (const frame of bad) client.write(frame)
      client.write(bad[0] as Buffer)
      t.match(await client.closing(), { code: 4003 })
      t.equal(client.frames.length, 9)
    }
  },
)

t.test('a frame of 64 KiB is read, a larger one closes with 1009', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connectStaff()
  const frame = (size: number) => {
    const head = '{"id":1,"op":"ping","args":{"x":"'
    return text(`${head}${'x'.repeat(size - head.length - 3)}"}}`)
  }
  client.write(frame(64 * 1024))
  t.match(await client.reply(1), { code: 'ok' })
  client.write(frame(64 * 1024 + 1))
  t.match(await client.closing(), { code: 1009 })
})

t.test('thirty seconds of silence are pinged, sixty close', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connectStaff()
  const mute = await front.connectStaff({ login: 8 })
  mute.answersPings = false
  front.clock.advance(32_000)
  await Promise.all([client.pinged(), mute.pinged()])
  client.send({ id: 1, op: 'ping' })
  await client.reply(1)
  front.clock.advance(30_000)
  t.match(await mute.closing(), { code: 1001 })
  t.equal(client.closed, null)
})

/** An operation that waits until the test settles it. */
function waiting(): { family: StaffFamily; asked: (() => void)[]; seen: () => Promise<void> } {
  const asked: (() => void)[] = []
  let wake = (): void => undefined
  const run = () =>
    new Promise<StaffAnswer>((resolve) => {
      asked.push(() => resolve({ ok: true, data: { done: true } }))
      wake()
    })
  const seen = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const [take] = DEALING_OPS
  const ops = take === undefined ? [] : [{ ...take, handle: run }]
  return { family: () => served(ops, {}), asked, seen }
}

t.test('an operation needs its rights as they are when it is asked', async (t) => {
  const { family, asked, seen } = waiting()
  const front = await SocketFront.start(t, { families: [family] })
  const client = await front.connectStaff({ rights: ['dealing'] })
  client.send({ id: 1, op: 'dealing.take', args: { id: 1 } })
  await seen()
  asked[0]?.()
  t.match(await client.reply(1), { code: 'ok', data: { done: true } })
  front.become(7, { rights: [] })
  client.send({ id: 2, op: 'dealing.take', args: { id: 1 } })
  t.match(await client.reply(2), { code: 'forbidden', message: /dealing/ })
})

t.test('a socket hears that its rights or its scope are others, and of nothing else', async (t) => {
  const front = await SocketFront.start(t)
  const given = { login: 7, rights: ['dealing', 'accounts.view'], groupScope: ['demo\\*'] }
  const clients = await Promise.all(
    ['openfloor.json', 'openfloor.msgpack'].map((protocol) => front.connectStaff(given, protocol)),
  )
  const other = await front.connectStaff({ login: 8 })
  const become = async (rights: string[], groupScope: string[]) => {
    front.become(7, { rights, groupScope, logsMonths: 2 })
    // Said again, nothing has changed.
    front.become(7, { rights, groupScope, logsMonths: 3 })
    const heard = [{ rights: rights.toSorted(), group_scope: groupScope }]
    for (const client of clients) {
      const frames = (await client.heardAll()).filter(({ event }) => event === 'rights_changed')
      t.same(
        frames.map(({ data }) => data),
        heard,
      )
    }
  }
  await become(['dealing'], ['demo\\*'])
  await become(['dealing'], ['demo\\*', '!demo\\vip'])
  await become(['dealing', 'accounts.view'], ['demo\\*', '!demo\\vip'])
  t.same(await other.heard(), [], 'others hear nothing')
})

t.test('1,024 operations may wait, one more is refused, and the rest go on', async (t) => {
  const { family, asked } = waiting()
  const front = await SocketFront.start(t, { families: [family] })
  const client = await front.connectStaff()
  for (let id = 1; id <= 1025; id++) client.send({ id, op: 'dealing.take', args: { id: 1 } })
  t.match(await client.reply(1025), { code: 'trade.too_many_requests' })
  t.equal(asked.length, 1024)
  for (const answer of asked) answer()
  t.match(await client.reply(1), { code: 'ok' })
  t.match(await client.reply(1024), { code: 'ok' })
  client.send({ id: 'after', op: 'ping' })
  t.match(await client.reply('after'), { code: 'ok' })
})

t.test('an answer that comes after its socket went is dropped', async (t) => {
  const { family, asked, seen } = waiting()
  const front = await SocketFront.start(t, { families: [family] })
  const { session, tokens } = front.signInStaff()
  const client = await front.connectStaffWith(tokens.access)
  client.send({ id: 1, op: 'dealing.take', args: { id: 1 } })
  await seen()
  front.sessions.close(session.id)
  asked[0]?.()
  t.match(await client.closing(), { code: 4001 })
  t.notOk(client.frames.some(({ id }) => id === 1))
})

t.test('a drain waits for what was asked, takes nothing new, then closes with 1012', async (t) => {
  const { family, asked, seen } = waiting()
  const front = await SocketFront.start(t, { families: [family] })
  const client = await front.connectStaff()
  client.send({ id: 1, op: 'dealing.take', args: { id: 1 } })
  await seen()
  const drained = front.staff.drain(3000)
  client.send({ id: 2, op: 'ping' })
  t.match(await client.reply(2), { code: 'unavailable' })
  await t.rejects(front.connectStaff(), /503/)
  asked[0]?.()
  t.match(await client.reply(1), { code: 'ok' })
  let isOver = false
  void drained.then(() => {
    isOver = true
  })
  while (!isOver) {
    front.clock.advance(20)
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.match(await client.closing(), { code: 1012 })
})

t.test('thousands of broken frames break nothing', async (t) => {
  const front = await SocketFront.start(t)
  const { tokens } = front.signInStaff()
  const seed = JSON.stringify({ id: 1, op: 'watch_config', args: { a: [1, null, 'x'] } })
  let random = 1
  const next = (below: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((random / 2_147_483_648) * below)
  }
  let frames = 0
  for (let n = 0; n < 100; n++) {
    const protocol = n % 2 === 0 ? 'openfloor.json' : 'openfloor.msgpack'
    const client = await front.connectStaffWith(tokens.access, protocol)
    for (let i = 0; i < 30; i++, frames++) {
      const bytes = next(2) === 0 ? Buffer.from(seed) : Buffer.alloc(next(200))
      for (let k = next(5); k > 0; k--) bytes[next(bytes.length)] = next(256)
      client.write(clientFrame(next(2) === 0 ? OPCODE.text : OPCODE.binary, bytes))
    }
    if (n % 3 === 0) client.destroy()
  }
  t.equal(frames, 3000)
  const after = await front.connectStaffWith(tokens.access)
  t.ok(after instanceof WsClient)
  after.send({ id: 1, op: 'ping' })
  t.match(await after.reply(1), { code: 'ok' })
})
