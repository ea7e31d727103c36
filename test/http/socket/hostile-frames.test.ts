import t from 'tap'
import { BAD_FRAMES_MAX, FRAME_PARTS_MAX } from '../../../engine/limits/sockets.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { dealingOps } from '../../../http/socket/staff/dealing-ops.js'
import { FRAME_BYTES_MAX } from '../../../wire/frame/socket-frame.js'
import { encodeFrame } from '../../given/floors/shard.js'
import { givenDealingDesk } from '../../given/fronts/given-dealing-desk.js'
import { STAFF_PATH } from '../../given/fronts/socket-front.js'
import { SocketShard } from '../../given/fronts/socket-shard.js'
import { clientFrame, type Frame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'
import { LIVE_OPERATIONS } from '../../given/live-operations.js'
import { one } from '../../given/mutants.js'

/** `HOSTILE_FRAMES=100000 node dist/test/http/socket/hostile-frames.test.js` for a long run. */
const RANDOM_FRAMES = Number(process.env['HOSTILE_FRAMES'] ?? 400)
t.setTimeout(0)

type Codec = 'json' | 'msgpack'
const CODECS: readonly Codec[] = ['json', 'msgpack']
const ID = { json: Buffer.from('{"id":7,"op":'), msgpack: Buffer.from([0x83, 0xa2, 0x69, 0x64, 7]) }

const TRADER_OPS = ['nosuch', ...LIVE_OPERATIONS.trader]
const STAFF_OPS = ['nosuch', ...LIVE_OPERATIONS.staff]

/** A frame of the operation whose `args` are one field `a` with these bytes. */
function frameOf(codec: Codec, op: string, value: Uint8Array): Buffer {
  if (codec === 'json') {
    const middle = Buffer.from(`${JSON.stringify(op)},"args":{"a":`)
    return Buffer.concat([ID.json, middle, value, Buffer.from('}}')])
  }
  const name = Buffer.from(op)
  const middle = [0xa2, 0x6f, 0x70, 0xa0 | name.length, ...name, 0xa4, ...Buffer.from('args')]
  return Buffer.concat([ID.msgpack, Buffer.from(middle), Buffer.from([0x81, 0xa1, 0x61]), value])
}

/** Lists, or objects, in each other. */
function deep(codec: Codec, levels: number, isList: boolean): Buffer {
  if (codec === 'json') {
    const [open, close] = isList ? ['[', ']'] : ['{"a":', '}']
    return Buffer.from(`${open.repeat(levels)}1${close.repeat(levels)}`)
  }
  const open = isList ? [0x91] : [0x81, 0xa1, 0x61]
  return Buffer.concat([...Array.from({ length: levels }, () => Buffer.from(open)), Buffer.of(1)])
}

/** A frame with so many fields that no operation has. */
function wide(codec: Codec, op: string, fields: number): Buffer {
  const args = Object.fromEntries(Array.from({ length: fields }, (_, n) => [`x${n}`, n % 100]))
  return Buffer.from(encodeFrame(codec, { id: 7, op, args }))
}

function long(codec: Codec, op: string): Buffer {
  return Buffer.from(encodeFrame(codec, { id: 7, op, args: { a: 'x'.repeat(60_000) } }))
}

function many(codec: Codec, op: string): Buffer {
  return Buffer.from(encodeFrame(codec, { id: 7, op, args: { a: new Array(20_000).fill([]) } }))
}

const { shard, front } = await SocketShard.start(t, (shards) => [
  dealingOps(givenDealingDesk(shards)),
])
const login = await shard.account('10000')
const bystander = await front.connect({ login: await shard.account('500') })

/** Sends it as what its codec travels in. */
function write(client: WsClient, codec: Codec, frame: Buffer): void {
  if (frame.length > FRAME_BYTES_MAX) throw new Error(`${frame.length} bytes are no frame`)
  client.write(clientFrame(codec === 'json' ? OPCODE.text : OPCODE.binary, frame))
}

/** The answer to it; undefined where the socket ends. */
async function answer(client: WsClient, codec: Codec, frame: Buffer): Promise<Frame | undefined> {
  write(client, codec, frame)
  return client.next(({ code }) => code !== undefined).catch(() => undefined)
}

async function others(): Promise<boolean> {
  bystander.send({ id: 'there', op: 'ping' })
  const { code } = await bystander.reply('there')
  const [death] = shard.deaths
  if (death !== undefined) throw death
  return code === 'ok'
}

const SIDES = [
  { side: 'trader', ops: TRADER_OPS, connect: connectTrader },
  { side: 'staff', ops: STAFF_OPS, connect: connectStaff },
] as const

function connectTrader(protocol: string): Promise<WsClient> {
  return front.connect({ login }, protocol)
}

function connectStaff(protocol: string): Promise<WsClient> {
  return front.connectStaff({}, protocol)
}

for (const codec of CODECS) {
  for (const { side, ops, connect } of SIDES) {
    t.test(`deep, wide and long frames of every ${side} operation (${codec})`, async (t) => {
      const protocol = `openfloor.${codec}`
      for (const op of ops) {
        const client = await connect(protocol)
        const unreadable = [
          frameOf(codec, op, deep(codec, codec === 'json' ? 30_000 : 60_000, true)),
          frameOf(codec, op, deep(codec, codec === 'json' ? 10_000 : 20_000, false)),
          frameOf(codec, op, deep(codec, 33, true)),
          frameOf(codec, op, deep(codec, 33, false)),
          wide(codec, op, 5_000),
          wide(codec, op, FRAME_PARTS_MAX + 1),
          many(codec, op),
        ]
        for (const [n, frame] of unreadable.entries()) {
          const found = await answer(client, codec, frame)
          t.match(found, { id: null, code: 'invalid_input' }, `${op}, frame ${n}`)
        }
        // Three more, and it would have been the tenth in a row: they count as what they are.
        const rest = BAD_FRAMES_MAX - unreadable.length
        for (let n = 0; n < rest; n++) write(client, codec, unreadable[0] as Buffer)
        t.match(await client.closing(), { code: 4003 }, op)
        t.ok(await others())
      }
    })

    t.test(`what is readable of every ${side} operation has one answer (${codec})`, async (t) => {
      for (const op of ops) {
        const client = await connect(`openfloor.${codec}`)
        const readable = [
          wide(codec, op, FRAME_PARTS_MAX - 10),
          frameOf(codec, op, deep(codec, 5, true)),
          long(codec, op),
        ]
        for (const [n, frame] of readable.entries()) {
          const found = await answer(client, codec, frame)
          if (op === 'logout') break
          t.equal(found?.id, 7, `${op}, frame ${n}: ${JSON.stringify(found)}`)
        }
        client.destroy()
        t.ok(await others())
      }
    })
  }

  t.test(`deep, wide and long first frames of nobody (${codec})`, async (t) => {
    for (const path of ['/trader/v1/socket', STAFF_PATH]) {
      for (const frame of [
        frameOf(codec, 'auth', deep(codec, codec === 'json' ? 30_000 : 60_000, true)),
        wide(codec, 'auth', 5_000),
        many(codec, 'auth'),
        long(codec, 'auth'),
      ]) {
        const client = await front.open({ path, protocol: `openfloor.${codec}` })
        write(client, codec, frame)
        t.match(await client.closing(), { code: 1009 }, 'a first frame is short')
      }
      for (const frame of [
        frameOf(codec, 'auth', deep(codec, codec === 'json' ? 1_500 : 3_000, true)),
        wide(codec, 'auth', 300),
      ]) {
        const client = await front.open({ path, protocol: `openfloor.${codec}` })
        write(client, codec, frame)
        t.match(await client.closing(), { code: 4001 })
      }
    }
    t.ok(await others())
  })
}

t.test('random shapes of random operations end nobody else', async (t) => {
  const prng = new Prng(Number(process.env['TEST_SEED'] ?? 1))
  const room = FRAME_BYTES_MAX - 200
  for (let sent = 0; sent < RANDOM_FRAMES; ) {
    const codec = one(prng, CODECS)
    const { ops, connect } = one(prng, SIDES)
    const client = await connect(`openfloor.${codec}`)
    for (let n = 0; n < 40 && client.closed === null; n++, sent++) {
      const op = one(prng, ops)
      const levels = 1 + prng.below(prng.below(3) === 0 ? 10_000 : 40)
      const frame = one(prng, [
        () => frameOf(codec, op, deep(codec, levels, prng.below(2) === 0)),
        () => wide(codec, op, prng.below(400)),
        () => many(codec, op),
        () => long(codec, op),
        () => Buffer.from(encodeFrame(codec, { id: n, op, args: { a: null } })),
      ])()
      write(client, codec, frame.subarray(0, room))
    }
    client.destroy()
  }
  t.ok(await others())
})
