import fc from 'fast-check'
import t from 'tap'
import { Prng } from '../../../engine/numbers/prng.js'
import { statusTable } from '../../../wire/answer/errors.js'
import { SocketShard } from '../../given/fronts/socket-shard.js'
import { clientFrame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'
import { brokenBytes, mutated, one } from '../../given/mutants.js'
import { Ledger } from '../../given/records/ledger.js'
import { anyTrade, TRADE_BODIES } from '../../given/records/trade-bodies.js'

/** `MALFORMED_FRAMES=100000 node dist/test/http/socket/broken-frames.test.js` for a long run. */
const FRAMES = Number(process.env['MALFORMED_FRAMES'] ?? 1_200)
t.setTimeout(0)

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

// Traders' operations beside the trade.
const OTHERS = [
  { op: 'check', args: OPEN },
  { op: 'snapshot', args: {} },
  { op: 'resume', args: { seq: '3' } },
  { op: 'subscribe', args: { symbols: ['EURUSD', '*'] } },
  { op: 'unsubscribe', args: { symbols: ['EURUSD'] } },
  { op: 'symbols', args: {} },
  { op: 'candles', args: { symbol: 'EURUSD', timeframe: 'M1', limit: 5 } },
  { op: 'auth', args: { token: 'x' } },
] as const
const OTHER = { json: 'msgpack', msgpack: 'json' } as const
const FRAMES_PER_SOCKET = 50
const PING_EVERY = 4
const IDS_KEPT = 40

t.test('frames of every kind of trade that are nearly right leave the books right', async (t) => {
  const { shard, front } = await SocketShard.start(t)
  const login = await shard.account('100000')
  const { tokens } = front.signIn({ login })
  for (const [name, bid] of [
    ['EURUSD', 117_000],
    ['GBPUSD', 135_000],
    ['USDJPY', 150_000],
  ] as const) {
    shard.price(name, bid, bid + 10)
  }
  const prng = new Prng(Number(process.env['TEST_SEED'] ?? 1))
  const names = [...new Set(TRADE_BODIES.flatMap((body) => Object.keys(body))), '__proto__', '']
  const ids: number[] = [1]
  const codes = new Map<string, number>()

  function frame(codec: 'json' | 'msgpack', id: number): Buffer {
    const isTrade = prng.below(4) > 0
    const { op, args } = isTrade ? { op: 'trade', args: anyTrade(prng, ids) } : one(prng, OTHERS)
    const changed = prng.below(2) > 0 ? mutated(prng, args, names) : args
    const whole = { id, op, args: changed }
    const sent = prng.below(30) === 0 ? mutated(prng, whole, ['id', 'op', 'args']) : whole
    return brokenBytes(prng, sent, prng.below(20) === 0 ? OTHER[codec] : codec)
  }

  function hear(client: WsClient): void {
    for (const { code, data } of client.frames.splice(0)) {
      if (code === undefined) continue
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (!(code in statusTable())) t.fail(`${code} is not in the list`)
      for (const name of ['order_id', 'position_id']) {
        const id = data?.[name]
        if (typeof id === 'number' && ids.push(id) > IDS_KEPT) ids.shift()
      }
    }
  }

  for (let sent = 0; sent < FRAMES; ) {
    const codec = prng.below(2) === 0 ? 'json' : 'msgpack'
    const headers = { authorization: `Bearer ${tokens.access}` }
    const client = await front.open({ protocol: `openfloor.${codec}`, headers })
    for (let i = 0; i < FRAMES_PER_SOCKET && client.closed === null; i++) {
      const opcode = codec === 'json' ? OPCODE.text : OPCODE.binary
      client.write(clientFrame(opcode, frame(codec, i)))
      sent++
      if (i % PING_EVERY !== 0) continue
      client.send({ id: `p${i}`, op: 'ping' })
      await Promise.race([client.reply(`p${i}`), client.closing()])
      hear(client)
    }
    client.destroy()
  }
  t.comment(JSON.stringify(Object.fromEntries([...codes].toSorted())))
  t.equal(codes.get('internal'), undefined)
  for (const code of ['ok', 'trade.placed', 'invalid_input', 'trade.position_unknown']) {
    t.ok(codes.has(code), `${code} is among the answers`)
  }
  t.same(shard.deaths, [])
  const other = await front.connect({ login: await shard.account('10000') })
  other.send({ id: 'trade', op: 'trade', args: OPEN })
  t.match(await other.reply('trade'), { code: 'ok' }, 'an order is carried out')
  const after = await front.connect({ login })
  after.send({ id: 'after', op: 'snapshot' })
  const { data } = await after.reply('after')
  const held = data as unknown as {
    readonly account: { readonly money: { readonly balance: string } }
    readonly positions: readonly unknown[]
    readonly orders: readonly unknown[]
  }
  const ledger = new Ledger(login)
  for (const record of await shard.records(login)) ledger.add(record)
  const balance = BigInt(held.account.money.balance.replace('.', ''))
  t.equal(balance, ledger.balance, 'the balance is that of the books')
  t.equal(held.positions.length, ledger.positions.size)
  t.equal(held.orders.length, ledger.orders.size)
})
