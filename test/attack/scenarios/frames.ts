import { clientFrame, OPCODE, WsClient } from '../../given/fronts/ws-client.js'
import { LIVE_OPERATIONS } from '../../given/live-operations.js'
import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

/** Frames that are hard to read: deep, wide and odd ones, of every operation and on every side. */
const TRADER_OPS = ['nonsense', ...LIVE_OPERATIONS.trader]
const STAFF_OPS = ['nonsense', ...LIVE_OPERATIONS.staff]
const PATHS = { trader: '/trader/v1/socket', staff: '/admin/v1/socket' } as const

export const deepFrames: Scenario = {
  name: 'deep-frames',
  tries: 'frames nested 30,000 deep, of every operation, by traders, staff and strangers',
  attack: (field) => sendAll(field, (op) => [deepText(op, 30_000), deepPack(op, 30_000)]),
}

export const wideFrames: Scenario = {
  name: 'wide-frames',
  tries: 'frames of 60 KB with thousands of unknown fields and odd values, of every operation',
  attack: (field) => sendAll(field, (op) => wideTexts(op).map(textFrame)),
}

async function sendAll(
  field: Field,
  framesOf: (op: string) => readonly Buffer[],
): Promise<string | null> {
  for (let round = 0; round < field.size(3, 1); round++) {
    // Anew each time, since a `logout` may go through.
    const trader = await field.trader('1000')
    const clerk = await field.clerk(['accounts.view', 'trades.view', 'dealing', 'journal'], '*')
    for (const [side, headers, ops] of [
      ['trader', trader.headers, TRADER_OPS],
      ['staff', clerk.headers, STAFF_OPS],
      ['trader', {}, ['auth', 'trade', 'candles']],
      ['staff', {}, ['auth', 'watch']],
    ] as const) {
      for (const op of ops) {
        for (const frame of framesOf(op)) {
          const sent = sendOne(field, side, headers, frame)
          await (op === 'logout' ? sent.catch(() => undefined) : sent)
        }
      }
    }
  }
  return null
}

/** Answered or closed: either is well; what matters is who else is harmed. */
async function sendOne(
  field: Field,
  side: keyof typeof PATHS,
  headers: Readonly<Record<string, string>>,
  frame: Buffer,
): Promise<void> {
  const isPacked = ((frame[0] as number) & 0x0f) === OPCODE.binary
  const client = await WsClient.open({
    port: field.server.port,
    path: PATHS[side],
    protocol: isPacked ? 'openfloor.msgpack' : 'openfloor.json',
    headers: { ...originOf(field), ...headers },
  })
  client.write(frame)
  await Promise.race([client.next(), client.closing()]).catch(() => undefined)
  client.destroy()
}

/** Cookies open sockets for pages of the server itself. */
export function originOf({ server }: Field): Record<string, string> {
  return { origin: `http://127.0.0.1:${server.port}` }
}

export function textFrame(text: string): Buffer {
  return clientFrame(OPCODE.text, Buffer.from(text))
}

function deepText(op: string, depth: number): Buffer {
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  return textFrame(`{"id":1,"op":"${op}","args":{"a":${deep}}}`)
}

function deepPack(op: string, depth: number): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.from([0xa0 | value.length]), Buffer.from(value)])
  return clientFrame(
    OPCODE.binary,
    Buffer.concat([
      Buffer.from([0x83]),
      text('id'),
      Buffer.from([1]),
      text('op'),
      text(op.slice(0, 31)),
      text('args'),
      Buffer.from([0x81]),
      text('a'),
      Buffer.alloc(depth, 0x91),
      Buffer.from([0xc0]),
    ]),
  )
}

function wideTexts(op: string): string[] {
  const fields = Array.from({ length: 5_000 }, (_, i) => `"f${i}":1`).join(',')
  const list = Array.from({ length: 9_000 }, () => '"A"').join(',')
  const frame = (args: string): string => `{"id":1,"op":"${op}","args":${args}}`
  return [
    frame(`{${fields}}`),
    frame(`{"symbols":[${list}],"logins":[${list}],"group":[${list}]}`),
    frame(`{"symbols":{"length":4000000000},"seq":{"a":1},"volume":1e308,"price":-0,"id":null}`),
    frame(`{"volume":"${'9'.repeat(50_000)}","seq":"${'9'.repeat(5_000)}"}`),
    frame(`{"__proto__":{"x":1},"constructor":{"prototype":{}},"kind":"open","symbol":"\\u0000"}`),
  ]
}

const NEEDED = 'the records of the account'

/** An account with many records: orders that rest far from the market. */
async function manyOrders(field: Field, name: string, full: number): Promise<void> {
  if (field.kept.has(name)) return
  const path = '/admin/v1/groups/demo%5Cstandard'
  await field.server.change(path, field.staff, { limit_orders: 0 })
  const session = await field.trader('1000000')
  const client = await WsClient.open({ port: field.server.port, headers: session.headers })
  const orders = field.size(full, 300)
  const place = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' }
  const ATONCE = 100
  for (let from = 0; from < orders; from += ATONCE) {
    for (let n = from; n < Math.min(orders, from + ATONCE); n++) {
      const args = { ...place, volume: '0.01', price: '0.50000', client_order_id: `${name}-${n}` }
      client.send({ id: n, op: 'trade', args })
    }
    for (let n = from; n < Math.min(orders, from + ATONCE); n++) {
      const reply = await client.reply(n)
      if (reply.code !== 'trade.placed')
        throw new Error(`${NEEDED}: ${reply.code} ${reply.message}`)
    }
    client.frames.length = 0
  }
  client.destroy()
  field.kept.set(name, session.login)
}

function bulkFlood(name: string, op: string, args: object, count: number): Scenario {
  return {
    name,
    tries: `one account with 9,600 orders asks for ${op} ${count} times in one write and reads nothing`,
    prepare: (field) => manyOrders(field, name, 9_600),
    async attack(field) {
      const session = await field.server.signInTrader(field.kept.get(name) as number)
      const clients = await Promise.all(
        Array.from({ length: field.size(4, 2) }, () =>
          WsClient.open({ port: field.server.port, headers: session.headers }),
        ),
      )
      for (const client of clients) {
        client.pause()
        const frames = Array.from({ length: field.size(count, 40) }, (_, id) =>
          textFrame(JSON.stringify({ id, op, args })),
        )
        client.write(Buffer.concat(frames))
      }
      await pause(field.size(10_000, 1_500))
      for (const client of clients) client.destroy()
      return null
    },
  }
}

export const resumeFlood = bulkFlood('resume-flood', 'resume', { seq: '0' }, 250)
export const snapshotFlood = bulkFlood('snapshot-flood', 'snapshot', {}, 100)

export const refusedOrders: Scenario = {
  name: 'refused-orders',
  tries: 'an account without money sends orders with ids of their own as fast as it can',
  async attack(field) {
    const session = await field.trader('')
    const before = Number((await field.server.health()).body.seq ?? 0)
    const client = await WsClient.open({ port: field.server.port, headers: session.headers })
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
    const until = performance.now() + field.size(10_000, 1_500)
    let sent = 0
    while (performance.now() < until && client.closed === null) {
      for (let n = 0; n < 500; n++) {
        sent++
        client.send({ id: sent, op: 'trade', args: { ...open, client_order_id: `no-${sent}` } })
      }
      await pause(10)
      client.frames.length = 0
    }
    client.destroy()
    const records = Number((await field.server.health()).body.seq ?? 0) - before
    const seconds = field.size(10, 1.5)
    // The bystander's orders are among them.
    return found(
      records > 1_000 + 200 * seconds && `${records} records were written for ${sent} refusals`,
    )
  },
}

export const oddTrails: Scenario = {
  name: 'odd-trails',
  tries: 'a trailing stop of a thousand million points',
  async attack(field) {
    const session = await field.trader('10000')
    const client = await WsClient.open({ port: field.server.port, headers: session.headers })
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    for (const [id, trailing_pts] of [1_000_000_000, 9_007_199_254_740_991, -1].entries()) {
      client.send({ id, op: 'trade', args: { ...open, trailing_pts } })
      await client.reply(id)
    }
    await pause(field.size(3_000, 500))
    client.send({ id: 99, op: 'snapshot', args: {} })
    const { data } = await client.reply(99)
    client.destroy()
    const positions = (data?.['positions'] ?? []) as { stop_loss: string | null }[]
    const below = positions.filter(({ stop_loss }) => stop_loss !== null && Number(stop_loss) < 0)
    return found(below.length > 0 && `a stop loss of ${below[0]?.stop_loss}`)
  },
}
