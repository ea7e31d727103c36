import fc from 'fast-check'
import t from 'tap'
import { SocketShard } from '../given/socket-shard.js'
import { clientFrame, OPCODE } from '../given/ws-client.js'

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const

t.test('thousands of broken frames break nothing', async (t) => {
  const { shard, front } = await SocketShard.start(t)
  const login = await shard.account('10000')
  const { tokens } = front.signIn({ login })
  const seed = JSON.stringify({ id: 1, op: 'trade', args: OPEN })
  const mutated = fc
    .array(fc.tuple(fc.nat(seed.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 4 })
    .map((changes) => {
      const bytes = Buffer.from(seed)
      for (const [at, to] of changes) bytes[at] = to
      return bytes
    })
  const payload = fc.oneof(mutated, fc.uint8Array({ maxLength: 200 }), fc.json().map(Buffer.from))
  const opcode = fc.constantFrom(OPCODE.text, OPCODE.binary, OPCODE.ping, OPCODE.pong)
  const frame = fc.record({ opcode, payload, broken: fc.nat(400) })
  const samples = fc.sample(fc.array(frame, { minLength: 20, maxLength: 40 }), 120)
  let frames = 0
  for (const [n, sample] of samples.entries()) {
    const protocol = n % 2 === 0 ? 'openfloor.json' : 'openfloor.msgpack'
    const headers = n % 5 === 0 ? {} : { authorization: `Bearer ${tokens.access}` }
    const client = await front.open({ protocol, headers })
    for (const one of sample) {
      const small = one.payload.subarray(0, one.opcode >= OPCODE.close ? 125 : 200)
      const bytes = clientFrame(one.opcode, small)
      // Now and then the frame's own head is wrong too: reserved bits, opcodes, missing mask.
      if (one.broken < 8) bytes[one.broken & 1] = one.broken * 31
      client.write(bytes)
      frames++
    }
    if (n % 3 === 0) client.destroy()
  }
  t.ok(frames > 2000, `${frames} frames`)
  const after = await front.connect({ login })
  after.send({ id: 1, op: 'ping' })
  t.match(await after.reply(1), { code: 'ok' })
  t.same(shard.deaths, [])
})
