import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { EXPOSURES_MAX, EXPOSURES_PER_SOCKET_MAX } from '../../../engine/limits/sockets.js'
import { exposureOps } from '../../../http/socket/staff/exposure/exposure-ops.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import type { GivenStaff, SocketFront } from '../../given/fronts/socket-front.js'
import { SocketShard } from '../../given/fronts/socket-shard.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

// Goal: staff hear what the accounts of their scope hold together, each second while it changes, and of nobody else's.

type Test = { teardown(run: () => unknown): unknown }
const ALL = { group: '*', by: 'symbol' } as const

class Floor {
  readonly clock: ManualClock
  readonly shard: SocketShard
  readonly front: SocketFront<SocketShard['client']>

  private constructor(clock: ManualClock, { shard, front }: Pick<Floor, 'shard' | 'front'>) {
    this.clock = clock
    this.shard = shard
    this.front = front
  }

  static async start(test: Test): Promise<Floor> {
    const clock = new ManualClock()
    const quote = (id: number) => started.front.board.quote(id)
    const started = await SocketShard.start(test, (shards) => [
      exposureOps({ shards, clock, prices: { quote }, book: () => started.shard.book }),
    ])
    const floor = new Floor(clock, started)
    floor.shard.price('EURUSD', 110_000, 110_010)
    floor.shard.price('XAUUSD', 240_000, 240_030)
    floor.shard.price('USDJPY', 150_000, 150_010)
    return floor
  }

  /** An account with what it trades. Answers its login. */
  async holding(...opens: readonly object[]): Promise<number> {
    const login = await this.shard.account('1000000')
    await this.trade(login, ...opens.map((open) => ({ kind: 'open', ...open })))
    return login
  }

  async trade(login: number, ...bodies: readonly object[]): Promise<void> {
    const client = await this.front.connect({ login })
    for (const body of bodies) {
      const reply = await client.ask('trade', body)
      if (reply.code !== 'ok') throw new Error(`${reply.code}: ${reply.message}`)
    }
    client.destroy()
  }

  async watching(args: object, given: GivenStaff = {}, protocol?: string): Promise<WsClient> {
    const client = await this.front.connectStaff(given, protocol)
    const reply = await client.ask('watch_exposure', args)
    if (reply.code !== 'ok') throw new Error(`${reply.code}: ${reply.message}`)
    return client
  }

  second(): void {
    this.clock.advance(1000)
  }

  /** The next picture: a second passes. */
  async next(client: WsClient): Promise<Readonly<Record<string, unknown>>> {
    this.second()
    return (await client.event('exposure')).data ?? {}
  }
}

const EUR = { symbol: 'EURUSD', side: 'buy', volume: '0.30' }
const EUR_SOLD = { symbol: 'EURUSD', side: 'sell', volume: '0.10' }
const GOLD = { symbol: 'XAUUSD', side: 'buy', volume: '0.02' }
const YEN = { symbol: 'USDJPY', side: 'sell', volume: '0.50' }

t.test('by symbol: lots, the gain of all of them, and how many accounts', async (t) => {
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const floor = await Floor.start(t)
    await floor.holding(EUR, EUR_SOLD)
    await floor.holding(EUR, YEN)
    const client = await floor.watching(ALL, {}, protocol)
    const first = await floor.next(client)
    t.match(first, { group: '*', by: 'symbol', part: 1, parts: 1, at: /Z$/ })
    t.same(first['rows'], [
      {
        key: 'EURUSD',
        currency: 'USD',
        buy: '0.6',
        sell: '0.1',
        net: '0.5',
        covered: '0',
        // 0.7 lots are 10 points under water: 70,000 x 0.00010.
        profit: '-7.00',
        profit_in: null,
        accounts: 2,
      },
      {
        key: 'USDJPY',
        currency: 'JPY',
        buy: '0',
        sell: '0.5',
        net: '-0.5',
        covered: '0',
        profit: '-500.00',
        profit_in: null,
        accounts: 1,
      },
    ])
    floor.shard.price('EURUSD', 110_110, 110_120)
    const [euro] = (await floor.next(client))['rows'] as { profit: string }[]
    // 0.6 lots gain 100 points, 0.1 lots lose 120.
    t.equal(euro?.profit, '48.00')
  }
})

t.test('by currency: a pair counts in both, and all amounts are those of now', async (t) => {
  const floor = await Floor.start(t)
  await floor.holding(EUR, EUR_SOLD, GOLD)
  await floor.holding(YEN)
  const client = await floor.watching({ group: 'demo\\*', by: 'currency' })
  const { rows } = await floor.next(client)
  t.same(rows, [
    {
      key: 'EUR',
      currency: 'EUR',
      buy: '30000',
      sell: '10000',
      net: '20000',
      covered: '0',
      profit: '0.00',
      profit_in: null,
      accounts: 1,
    },
    {
      // Half a lot would be bought back for 50,000 x 150.01.
      key: 'JPY',
      currency: 'JPY',
      buy: '7500500',
      sell: '0',
      net: '7500500',
      covered: '0',
      profit: '-500.00',
      profit_in: null,
      accounts: 1,
    },
    {
      // Bought: 10,000 x 1.1001. Sold: 30,000 x 1.1, 2 x 2,400, and 50,000 that yen were bought with.
      key: 'USD',
      currency: 'USD',
      buy: '11001',
      sell: '87800',
      net: '-76799',
      covered: '0',
      profit: '-4.60',
      profit_in: null,
      accounts: 2,
    },
  ])
})

t.test('profits are told in one currency as well, which a repeat may change', async (t) => {
  const floor = await Floor.start(t)
  await floor.holding(EUR, YEN)
  const client = await floor.watching({ ...ALL, currency: 'USD' })
  const first = await floor.next(client)
  t.match(first, { by: 'symbol', currency: 'USD' })
  t.match(first['rows'], [
    { key: 'EURUSD', currency: 'USD', profit: '-3.00', profit_in: '-3.00' },
    // 500 yen at 150.000 a dollar.
    { key: 'USDJPY', currency: 'JPY', profit: '-500.00', profit_in: '-3.33' },
  ])
  t.match(await client.ask('watch_exposure', { ...ALL, currency: 'GBP' }), { code: 'ok' })
  const second = await floor.next(client)
  t.match(second, { currency: 'GBP', rows: [{ profit_in: null }, { profit_in: null }] }, 'no rate')
  t.match(await client.ask('watch_exposure', ALL), { code: 'ok' })
  t.match(await floor.next(client), { currency: null, rows: [{ profit_in: null }, {}] })
  t.same(client.frames, [], 'one watch')
  const wrong = { ...ALL, currency: 'usd' }
  t.match(await client.ask('watch_exposure', wrong), { code: 'invalid_input' })
})

t.test('it is told while it changes, all rows each time, to a reader that reads', async (t) => {
  const floor = await Floor.start(t)
  const login = await floor.holding(EUR, YEN)
  const client = await floor.watching(ALL)
  t.equal(((await floor.next(client))['rows'] as unknown[]).length, 2)
  floor.second()
  floor.second()
  await client.ask('ping')
  await floor.shard.client.ask('watch', { codec: 'json' })
  t.same(client.frames, [], 'nothing has changed')
  await floor.trade(login, { kind: 'close', position_id: await only(floor, login) })
  t.equal(((await floor.next(client))['rows'] as unknown[]).length, 1)
  t.match(await client.ask('watch_exposure', ALL), { code: 'ok' })
  t.equal(((await floor.next(client))['rows'] as unknown[]).length, 1, 'asked for again')
  t.match(await client.ask('unwatch_exposure', { by: 'currency' }), { code: 'ok' })
  floor.shard.price('EURUSD', 120_000, 120_010)
  floor.shard.price('USDJPY', 140_000, 140_010)
  await floor.next(client)
  t.match(await client.ask('unwatch_exposure'), { code: 'ok' })
  t.equal(floor.clock.timers, 0, 'nobody watches')
})

async function only(floor: Floor, login: number): Promise<unknown> {
  const client = await floor.front.connect({ login })
  const { data } = await client.ask('snapshot')
  client.destroy()
  return (data as { positions: { id: number }[] }).positions[0]?.id
}

t.test('who may not look is refused, and so is what is not asked rightly', async (t) => {
  const floor = await Floor.start(t)
  for (const rights of [['accounts.view'], ['trades.view']]) {
    const client = await floor.front.connectStaff({ rights })
    t.match(await client.ask('watch_exposure', ALL), { code: 'forbidden' })
  }
  const client = await floor.front.connectStaff({ groupScope: ['nothing\\*'] })
  t.match(await client.ask('watch_exposure', ALL), { code: 'not_found' })
  const wide = await floor.front.connectStaff()
  for (const args of [{}, { group: '*' }, { group: '*', by: 'login' }, { ...ALL, more: 1 }]) {
    t.match(await wide.ask('watch_exposure', args), { code: 'invalid_input' })
  }
  t.match(await wide.ask('watch_exposure', { ...ALL, group: 'none\\*' }), {
    code: 'not_found',
  })
  t.match(await wide.ask('unwatch_exposure', { by: 3 }), { code: 'invalid_input' })
  t.equal(floor.clock.timers, 0)
})

t.test('scope and rights are those of the moment', async (t) => {
  const floor = await Floor.start(t)
  await floor.holding(EUR)
  const client = await floor.watching(ALL)
  t.match(await floor.next(client), { rows: [{ key: 'EURUSD', accounts: 1 }] })
  floor.front.become(7, { groupScope: ['*', '!demo\\standard'] })
  t.same((await floor.next(client))['rows'], [], 'the account is out of scope')
  floor.front.become(7, { groupScope: ['nothing\\*'] })
  t.same((await client.event('unwatched')).data, { exposures: [ALL], code: 'not_found' })
  t.equal(floor.clock.timers, 0)
  floor.front.become(7, { groupScope: ['*'] })
  t.match(await client.ask('watch_exposure', ALL), { code: 'ok' })
  t.match(await floor.next(client), { rows: [{ key: 'EURUSD', accounts: 1 }] })
  floor.front.become(7, { rights: ['accounts.view'] })
  t.same((await client.event('unwatched')).data, { exposures: [ALL], code: 'not_found' })
})

t.test('who watches the same mask within another scope is told of that scope alone', async (t) => {
  const floor = await Floor.start(t)
  await floor.holding(EUR)
  const wide = await floor.watching(ALL)
  const narrow = await floor.watching(ALL, { groupScope: ['*', '!demo\\standard'] })
  t.same((await floor.next(narrow))['rows'], [])
  t.match(await wide.event('exposure'), { data: { rows: [{ key: 'EURUSD', accounts: 1 }] } })
  floor.second()
  await floor.shard.client.ask('watch', { codec: 'json' })
  for (const client of [wide, narrow]) {
    await client.ask('ping')
    t.same(client.frames, [], 'once')
  }
})

t.test('a socket watches so many, and all of them ask so many questions', async (t) => {
  const floor = await Floor.start(t)
  const mask = (n: number) => ({ group: `*${'*'.repeat(n)}`, by: 'symbol' })
  let asked = 0
  const clients: WsClient[] = []
  while (asked < EXPOSURES_MAX) {
    const client = await floor.front.connectStaff()
    clients.push(client)
    for (let i = 0; i < EXPOSURES_PER_SOCKET_MAX; i++) {
      t.match(await client.ask('watch_exposure', mask(asked++)), { code: 'ok' })
    }
    t.match(await client.ask('watch_exposure', mask(asked)), { code: 'invalid_input' })
  }
  const late = await floor.front.connectStaff()
  t.match(await late.ask('watch_exposure', mask(asked)), { code: 'too_many_requests' })
  t.match(await late.ask('watch_exposure', mask(0)), { code: 'ok' }, 'others ask it, too')
  t.match(await late.ask('watch_exposure', { ...mask(0), by: 'currency' }), { code: 'ok' })
  clients[0]?.destroy()
  clients[1]?.destroy()
  await late.ask('ping')
})

t.test('what is too much to add up ends, and says so', async (t) => {
  const floor = await Floor.start(t)
  await floor.holding(EUR)
  const client = await floor.watching(ALL)
  const { client: shard } = floor.shard
  const ask = shard.ask.bind(shard)
  shard.ask = async () => refuse('too_large', 'given')
  floor.second()
  t.same((await client.event('unwatched')).data, { exposures: [ALL], code: 'too_large' })
  t.equal(floor.clock.timers, 0)
  shard.ask = ask
})

t.test(
  'after a shard was started again they are the same, and meanwhile nothing is told',
  async (t) => {
    const floor = await Floor.start(t)
    await floor.holding(EUR, YEN)
    const login = await floor.holding(EUR_SOLD)
    const client = await floor.watching(ALL)
    const before = await floor.next(client)
    await floor.shard.client.kill()
    floor.second()
    t.match(await client.ask('watch_exposure', ALL), { code: 'unavailable' })
    t.same(client.frames, [])
    await floor.shard.begin()
    t.match(await client.ask('watch_exposure', ALL), { code: 'ok' })
    t.same((await floor.next(client))['rows'], before['rows'])
    await floor.trade(login, { kind: 'open', ...GOLD })
    t.equal(((await floor.next(client))['rows'] as unknown[]).length, 3)
  },
)

t.test('a trader whose shard was started again hears the figures of positions again', async (t) => {
  const floor = await Floor.start(t)
  const login = await floor.holding(EUR)
  const client = await floor.front.connect({ login })
  t.match(await client.ask('subscribe', { valuation: true }), { code: 'ok' })
  t.match(await client.event('valuation'), { data: { rows: [{ profit: '-3.00' }] } })
  await floor.shard.client.kill()
  await floor.shard.begin()
  t.match(await client.event('valuation'), { data: { rows: [{ profit: '-3.00' }] } })
})
