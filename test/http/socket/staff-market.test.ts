import t from 'tap'
import { SOCKET_BULK_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { jsonWritten } from '../../../wire/answer/json-parts.js'
import { groupIn, HEDGING, NETTING } from '../../given/book.js'
import { type GivenStaff, SocketFront } from '../../given/fronts/socket-front.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

// Goal: staff see the market as a trader of a group in their scope would, and of no other group.

const EURUSD = 1
const PROTOCOLS = ['openfloor.json', 'openfloor.msgpack'] as const

async function asks(client: WsClient, op: string, args: object): Promise<Frame> {
  client.send({ id: 'a', op, args })
  return client.reply('a')
}

/** Everything that came before the reply to a ping. */
async function heard(client: WsClient): Promise<Frame[]> {
  client.send({ id: 'end', op: 'ping' })
  await client.reply('end')
  return client.frames.splice(0)
}

/** Points beside the spread. */
function widen(front: SocketFront, path: string, spread_diff_pts: number): void {
  const { record } = groupIn(front.book, path)
  const changed = [{ ...record, symbols: [{ mask: 'EURUSD', spread_diff_pts }] }]
  const version = front.book.version + 1
  front.told({ type: 'config', change: { version, kind: 'groups', changed, removed: [] } })
}

/** The netting group has wider prices. */
async function floorOf(test: { teardown(run: () => unknown): unknown }): Promise<SocketFront> {
  const front = await SocketFront.start(test)
  widen(front, NETTING, 4)
  front.price(EURUSD, 110_000, 110_010)
  return front
}

function scoped(front: SocketFront, given: GivenStaff): void {
  const facts = front.factsOfStaff(7)
  const staff = { ...facts.staff, ...given } as NonNullable<typeof facts.staff>
  front.told({ type: 'auth', event: { type: 'access', facts: { ...facts, staff } } })
}

t.test('quotes and depth are in the prices of the named group, in both codecs', async (t) => {
  const front = await floorOf(t)
  for (const protocol of PROTOCOLS) {
    const client = await front.connectStaff({}, protocol)
    const symbols = ['EURUSD']
    t.match(await asks(client, 'subscribe', { group: HEDGING, symbols }), {
      code: 'ok',
      data: null,
    })
    t.match(await heard(client), [{ event: 'quote', data: { b: '1.10000', o: '1.10000' } }])
    const look = await asks(client, 'depth', { group: NETTING, symbol: 'EURUSD' })
    t.match(look, {
      code: 'ok',
      data: { bids: [{ price: '1.09998' }], asks: [{ price: '1.10012' }] },
    })
    front.price(EURUSD, 110_000, 110_010)
    t.match(await heard(client), [{ data: { b: '1.10000' } }], 'a look has moved nothing')
    widen(front, NETTING, 6)
    widen(front, NETTING, 4)
    t.same(await heard(client), [], 'nor do the rows of the group that it looked at')
    t.match(await asks(client, 'subscribe', { group: 'DEMO\\Netting', symbols }), { code: 'ok' })
    t.match((await heard(client)).at(-1), { data: { b: '1.09998', o: '1.09998' } }, 'over to it')
    const asked = { group: NETTING, symbol: 'EURUSD', subscribe: true }
    t.match(await asks(client, 'depth', asked), { code: 'ok' })
    front.price(EURUSD, 110_001, 110_011)
    front.clock.advance(100)
    const told = await heard(client)
    t.match(told[0], { event: 'quote', data: { b: '1.09999' } })
    t.match(told[1], { event: 'depth', data: { bids: [{ price: '1.09999' }] } })
    t.match(await asks(client, 'depth', { ...asked, subscribe: false }), { code: 'ok' })
    t.match(await asks(client, 'unsubscribe', { symbols }), { code: 'ok' })
    front.price(EURUSD, 110_000, 110_010)
    front.clock.advance(200)
    t.same(await heard(client), [])
    t.equal(front.quotes.topics + front.depths.size, 0)
  }
})

t.test('symbols and candles are asked for as the group, and come in order', async (t) => {
  const front = await floorOf(t)
  const asked: unknown[] = []
  Object.assign(front.market, {
    symbols: async (...args: unknown[]) => {
      asked.push(args)
      await new Promise((resolve) => setImmediate(resolve))
      return { ok: true, value: jsonWritten('[{"name":"EURUSD"}]') }
    },
    candles: async (...args: unknown[]) => {
      asked.push(args)
      return { ok: true, value: jsonWritten('{"items":[]}') }
    },
  })
  const client = await front.connectStaff()
  client.send({ id: 1, op: 'symbols', args: { group: HEDGING } })
  client.send({ id: 2, op: 'candles', args: { group: HEDGING, symbol: 'EURUSD', timeframe: 'M1' } })
  t.match(await client.next(), { id: 1, code: 'ok', data: [{ name: 'EURUSD' }] })
  t.match(await client.next(), { id: 2, code: 'ok', data: { items: [] } })
  t.same(asked, [
    [HEDGING, 'json'],
    [
      { audience: 'staff', login: 7, group: HEDGING },
      { symbol: 'EURUSD', timeframe: 'M1' },
      'json',
    ],
  ])
})

t.test('long answers that are not read are bounded, and their reader is closed', async (t) => {
  const front = await floorOf(t)
  const value = jsonWritten(JSON.stringify('x'.repeat(SOCKET_BULK_BYTES_MAX / 4)))
  let answers = 0
  Object.assign(front.market, {
    symbols: async () => {
      answers++
      return { ok: true, value }
    },
  })
  const client = await front.connectStaff()
  const [live] = front.staff.live.all.values()
  if (live === undefined) throw new Error('there is no connection')
  client.pause()
  let most = 0
  for (let asked = 1; live.state.kind === 'live'; asked++) {
    if (asked > 20) throw new Error('the reader never counted as slow')
    client.send({ id: asked, op: 'symbols', args: { group: HEDGING } })
    const isAnswered = () => answers === asked && live.inFlight === 0
    while (!isAnswered()) await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, live.unsent)
  }
  t.ok(most > SOCKET_BULK_BYTES_MAX && most < 1.5 * SOCKET_BULK_BYTES_MAX, `${most}`)
  client.resume()
  t.match(await client.closing(), { code: 4008, why: 'too_slow' })
})

t.test('what is not in scope is not there, and goes when the scope does', async (t) => {
  const front = await floorOf(t)
  const client = await front.connectStaff({ groupScope: [HEDGING] })
  const symbols = ['EURUSD']
  const groups = [NETTING, 'demo\\nothing', 'managers\\main']
  for (const group of groups) {
    for (const [op, args] of [
      ['symbols', {}],
      ['candles', { symbol: 'EURUSD', timeframe: 'M1' }],
      ['subscribe', { symbols }],
      ['depth', { symbol: 'EURUSD', subscribe: true }],
    ] as const) {
      t.match(await asks(client, op, { ...args, group }), { code: 'not_found' }, `${op} ${group}`)
    }
  }
  const group = HEDGING
  for (const [op, args, code] of [
    ['subscribe', { symbols: ['NOTHING'], group }, 'trade.symbol_unknown'],
    ['subscribe', { symbols, group, max_per_sec: 51 }, 'invalid_input'],
    ['subscribe', { symbols }, 'invalid_input'],
    ['depth', { symbol: 'EURUSD', subscribe: 'yes', group }, 'invalid_input'],
    ['unsubscribe', { symbols: 'EURUSD' }, 'invalid_input'],
  ] as const) {
    t.match(await asks(client, op, args), { code }, `${op} ${JSON.stringify(args)}`)
  }
  t.equal(front.quotes.topics + front.depths.size, 0)

  for (const given of [{ groupScope: [NETTING] }, { groupScope: [HEDGING], rights: [] }]) {
    scoped(front, { groupScope: [HEDGING] })
    t.match(await asks(client, 'subscribe', { group, symbols, max_per_sec: 5 }), { code: 'ok' })
    t.match(await asks(client, 'depth', { group, symbol: 'EURUSD', subscribe: true }), {
      code: 'ok',
    })
    await heard(client)
    scoped(front, given)
    t.match(await heard(client), [{ event: 'unsubscribed', data: { symbols } }])
    t.equal(front.quotes.topics + front.depths.size, 0, 'nothing is left of it')
    const again = await asks(client, 'subscribe', { group, symbols })
    t.match(again, { code: /^(not_found|forbidden)$/ })
  }
})

t.test('a socket of staff that goes leaves nothing behind', async (t) => {
  const front = await floorOf(t)
  const client = await front.connectStaff()
  const group = HEDGING
  t.match(await asks(client, 'subscribe', { group, symbols: ['EURUSD'] }), { code: 'ok' })
  t.match(await asks(client, 'depth', { group, symbol: 'EURUSD', subscribe: true }), { code: 'ok' })
  client.destroy()
  while (front.staff.size > 0) await new Promise((resolve) => setImmediate(resolve))
  t.equal(front.quotes.topics + front.depths.size, 0)
})
