import t from 'tap'
import {
  DEPTHS_MAX,
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_BEHIND_BYTES,
  SOCKET_BULK_BYTES_MAX,
} from '../../../engine/limits/sockets.js'
import { jsonWritten } from '../../../wire/format/json-parts.js'
import { groupIn, HEDGING, NETTING, symbolIn } from '../../given/book.js'
import { SocketFront } from '../../given/fronts/socket-front.js'

// Goal: staff see the market as a trader of a group in their scope would, and of no other group.

const EURUSD = 1
const USDJPY = 2
const PROTOCOLS = ['openfloor.json', 'openfloor.msgpack'] as const

/** Points beside the spread. */
function widen(front: SocketFront, path: string, spread_diff_pts: number): void {
  const { record } = groupIn(front.book, path)
  const changed = [{ ...record, symbols: [{ mask: 'EURUSD', spread_diff_pts }] }]
  front.change('groups', changed)
}

/** The netting group has wider prices. */
async function floorOf(test: { teardown(run: () => unknown): unknown }): Promise<SocketFront> {
  const front = await SocketFront.start(test)
  widen(front, NETTING, 4)
  front.price(EURUSD, 110_000, 110_010)
  return front
}

t.test('quotes and depth are in the prices of the named group, in both codecs', async (t) => {
  const front = await floorOf(t)
  for (const protocol of PROTOCOLS) {
    const client = await front.connectStaff({}, protocol)
    const symbols = ['EURUSD']
    t.match(await client.ask('subscribe', { group: HEDGING, symbols }), {
      code: 'ok',
      data: null,
    })
    t.match(await client.heard(), [{ event: 'quote', data: { b: '1.10000', o: '1.10000' } }])
    const look = await client.ask('depth', { group: NETTING, symbol: 'EURUSD' })
    t.match(look, {
      code: 'ok',
      data: { bids: [{ price: '1.09998' }], asks: [{ price: '1.10012' }] },
    })
    front.price(EURUSD, 110_000, 110_010)
    t.match(await client.heard(), [{ data: { b: '1.10000' } }], 'a look has moved nothing')
    widen(front, NETTING, 6)
    widen(front, NETTING, 4)
    t.same(await client.heard(), [], 'nor do the rows of the group that it looked at')
    t.match(await client.ask('subscribe', { group: 'DEMO\\Netting', symbols }), { code: 'ok' })
    t.match((await client.heard()).at(-1), { data: { b: '1.09998', o: '1.09998' } }, 'over to it')
    const asked = { group: NETTING, symbol: 'EURUSD', subscribe: true }
    t.match(await client.ask('depth', asked), { code: 'ok' })
    front.price(EURUSD, 110_001, 110_011)
    front.clock.advance(100)
    const told = await client.heard()
    t.match(told[0], { event: 'quote', data: { b: '1.09999' } })
    t.match(told[1], { event: 'depth', data: { bids: [{ price: '1.09999' }] } })
    t.match(await client.ask('depth', { ...asked, subscribe: false }), { code: 'ok' })
    t.match(await client.ask('unsubscribe', { symbols }), { code: 'ok' })
    front.price(EURUSD, 110_000, 110_010)
    front.clock.advance(200)
    t.same(await client.heard(), [])
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
      t.match(await client.ask(op, { ...args, group }), { code: 'not_found' }, `${op} ${group}`)
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
    t.match(await client.ask(op, args), { code }, `${op} ${JSON.stringify(args)}`)
  }
  t.equal(front.quotes.topics + front.depths.size, 0)

  for (const given of [{ groupScope: [NETTING] }, { groupScope: [HEDGING], rights: [] }]) {
    front.become(7, { groupScope: [HEDGING] })
    t.match(await client.ask('subscribe', { group, symbols, max_per_sec: 5 }), { code: 'ok' })
    t.match(await client.ask('depth', { group, symbol: 'EURUSD', subscribe: true }), {
      code: 'ok',
    })
    await client.heard()
    front.become(7, given)
    t.match(await client.heard(), [{ event: 'unsubscribed', data: { symbols } }])
    t.equal(front.quotes.topics + front.depths.size, 0, 'nothing is left of it')
    const again = await client.ask('subscribe', { group, symbols })
    t.match(again, { code: /^(not_found|forbidden)$/ })
  }
})

t.test('a dealer sees the prices of the groups in scope, and no more of the market', async (t) => {
  const front = await floorOf(t)
  const dealer = await front.connectStaff({ rights: ['dealing'], groupScope: [HEDGING] })
  const [symbols, symbol] = [['EURUSD'], 'EURUSD']
  t.match(await dealer.ask('subscribe', { group: HEDGING, symbols }), { code: 'ok' })
  t.match(await dealer.ask('depth', { group: HEDGING, symbol, subscribe: true }), { code: 'ok' })
  t.match(await dealer.heard(), [{ event: 'quote' }])
  t.match(await dealer.ask('subscribe', { group: NETTING, symbols }), { code: 'not_found' })
  t.match(await dealer.ask('symbols', { group: HEDGING }), { code: 'forbidden' })
  const candles = { group: HEDGING, symbol, timeframe: 'M1' }
  t.match(await dealer.ask('candles', candles), { code: 'forbidden' })
  front.become(7, { rights: ['trades.view'], groupScope: [HEDGING] })
  t.match(await dealer.heard(), [{ event: 'unsubscribed', data: { symbols } }])
  t.match(await dealer.ask('depth', { group: HEDGING, symbol }), {
    code: 'forbidden',
    message: 'You need one of these rights for this: accounts.view, dealing.',
  })
})

t.test('a socket of staff that goes leaves nothing behind', async (t) => {
  const front = await floorOf(t)
  const client = await front.connectStaff()
  const group = HEDGING
  t.match(await client.ask('subscribe', { group, symbols: ['EURUSD'] }), { code: 'ok' })
  t.match(await client.ask('depth', { group, symbol: 'EURUSD', subscribe: true }), { code: 'ok' })
  client.destroy()
  while (front.staff.size > 0) await new Promise((resolve) => setImmediate(resolve))
  t.equal(front.quotes.topics + front.depths.size, 0)
})

t.test('a symbol has its group while something of it is heard, and no longer', async (t) => {
  const front = await floorOf(t)
  const client = await front.connectStaff()
  const [connection] = front.staff.live.all.values()
  const ok = async (op: string, args: object) => {
    t.match(await client.ask(op, args), { code: 'ok' }, `${op} ${JSON.stringify(args)}`)
    return [...(connection?.viewed ?? [])]
  }
  const depth = (symbol: string, subscribe: boolean) =>
    ok('depth', { group: NETTING, symbol, subscribe })
  await ok('subscribe', { group: NETTING, symbols: ['EURUSD'] })
  await ok('subscribe', { group: NETTING, symbols: ['USDJPY'], max_per_sec: 1 })
  await depth('EURUSD', true)
  await depth('USDJPY', true)
  await ok('unsubscribe', { symbols: ['EURUSD'] })
  const both = [
    [EURUSD, NETTING],
    [USDJPY, NETTING],
  ]
  t.same(await depth('USDJPY', false), both, 'the depth of one, and quotes of the other')
  t.same(await ok('depth', { group: HEDGING, symbol: 'EURUSD' }), both, 'a look changes nothing')
  t.same(await ok('unsubscribe', { symbols: ['USDJPY'] }), [[EURUSD, NETTING]])
  t.same(await depth('EURUSD', false), [])
  await ok('subscribe', { group: HEDGING, symbols: ['EURUSD', 'USDJPY'] })
  await client.heard()
  await depth('EURUSD', true)
  t.match(await client.heard(), [{ event: 'quote', data: { b: '1.09998' } }], 'with its quotes')
  front.change('symbols', [], [EURUSD])
  front.clock.advance(2000)
  await client.heard()
  t.same([...(connection?.viewed ?? [])], [[USDJPY, HEDGING]], 'one that is gone has none')
})

t.test('what waits may be long while a long answer is read, and no longer', async (t) => {
  const front = await floorOf(t)
  Object.assign(front.market, {
    symbols: async () => ({ ok: true, value: jsonWritten('[]') }),
  })
  const client = await front.connectStaff()
  const [connection] = front.staff.live.all.values()
  if (connection === undefined) throw new Error('there is no connection')
  await client.ask('symbols', { group: HEDGING })
  let unsent = SOCKET_BEHIND_BYTES + 1
  Object.defineProperty(connection, 'unsent', { get: () => unsent })
  front.clock.advance(2000)
  t.equal(connection.backlogMax, SOCKET_BULK_BYTES_MAX)
  unsent--
  front.clock.advance(2000)
  t.equal(connection.backlogMax, SOCKET_BACKLOG_BYTES_MAX)
})

t.test('a depth that is one too many leaves the symbol in the group it had', async (t) => {
  const front = await floorOf(t)
  const client = await front.connectStaff()
  const { record } = symbolIn(front.book, 'EURUSD')
  const many = Array.from({ length: DEPTHS_MAX }, (_, n) => `M${n}`)
  const changed = many.map((name, n) => ({ ...record, id: 100 + n, path: `Many\\${name}` }))
  front.change('symbols', changed)
  for (const symbol of many) {
    await client.ask('depth', { group: HEDGING, symbol, subscribe: true })
  }
  await client.ask('subscribe', { group: HEDGING, symbols: ['EURUSD'] })
  const one = { group: NETTING, symbol: 'EURUSD', subscribe: true }
  t.match(await client.ask('depth', one), { code: 'invalid_input' })
  await client.heard()
  front.price(EURUSD, 110_001, 110_011)
  t.match(await client.heard(), [{ event: 'quote', data: { b: '1.10001' } }])
})

t.test(
  'of two groups the one that goes out of reach is heard no more, and told once',
  async (t) => {
    const front = await floorOf(t)
    const client = await front.connectStaff()
    await client.ask('subscribe', { group: HEDGING, symbols: ['EURUSD', 'USDJPY'] })
    await client.ask('subscribe', { group: NETTING, symbols: ['GBPUSD'] })
    await client.ask('depth', { group: HEDGING, symbol: 'EURUSD', subscribe: true })
    await client.heard()
    front.become(7, { groupScope: [NETTING] })
    front.become(7, { groupScope: [NETTING], logsMonths: 1 })
    const symbols = ['EURUSD', 'USDJPY']
    t.same(await client.heard(), [{ event: 'unsubscribed', data: { symbols } }])
    t.same([front.quotes.topics, front.depths.size], [1, 0])
    const { id } = groupIn(front.book, NETTING).record
    const version = front.book.version + 1
    front.told({ type: 'config', change: { version, kind: 'groups', changed: [], removed: [id] } })
    front.clock.advance(2000)
    t.same(await client.heard(), [{ event: 'unsubscribed', data: { symbols: ['GBPUSD'] } }])
    t.equal(front.quotes.topics, 0, 'a group that is gone')
  },
)

t.test(
  'a question that fails says so, and who goes while it waits is asked for no more',
  async (t) => {
    const front = await floorOf(t)
    const client = await front.connectStaff()
    const failures: unknown[] = []
    const error = new Error('The tables are gone.')
    const answers: (() => void)[] = []
    Object.assign(front.market, {
      candles: () => Promise.reject(error),
      failed: (why: unknown) => failures.push(why),
      symbols: () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ ok: true, value: jsonWritten('[]') }))
        }),
    })
    const asked = { group: HEDGING, symbol: 'EURUSD', timeframe: 'M1' }
    t.match(await client.ask('candles', asked), { code: 'internal' })
    t.same(failures, [error])
    for (const id of [1, 2]) client.send({ id, op: 'symbols', args: { group: HEDGING } })
    await client.heard()
    t.equal(answers.length, 1, 'one after the other')
    client.destroy()
    while (front.staff.size > 0) await new Promise((resolve) => setImmediate(resolve))
    answers[0]?.()
    await new Promise((resolve) => setImmediate(resolve))
    t.equal(answers.length, 1)
  },
)

t.test('what there is not is named by its first 64 characters', async (t) => {
  const front = await floorOf(t)
  const client = await front.connectStaff()
  const named = {
    code: 'trade.symbol_unknown',
    message: `There is no symbol ${'x'.repeat(64)}. Choose one from the list of symbols.`,
  }
  t.match(await client.ask('unsubscribe', { symbols: ['x'.repeat(100)] }), named)
  const some = { group: HEDGING, symbols: ['EURUSD', 'none'] }
  t.match(await client.ask('subscribe', some), { code: 'trade.symbol_unknown' })
  t.equal(front.quotes.topics, 0, 'all of them or none')
})
