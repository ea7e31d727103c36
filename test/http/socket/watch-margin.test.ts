import t from 'tap'
import { MARGINS_PER_SOCKET_MAX } from '../../../engine/limits/sockets.js'
import { marginOps } from '../../../http/socket/staff/margin-ops.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import type { GivenStaff, SocketFront } from '../../given/fronts/socket-front.js'
import { SocketShard } from '../../given/fronts/socket-shard.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

// Goal: staff see the accounts of their scope that are nearest to a stop out, each second while they change.

type Test = { teardown(run: () => unknown): unknown }

class Floor {
  readonly clock = new ManualClock()
  readonly shard: SocketShard
  readonly front: SocketFront<SocketShard['client']>

  private constructor(clock: ManualClock, { shard, front }: Pick<Floor, 'shard' | 'front'>) {
    this.clock = clock
    this.shard = shard
    this.front = front
  }

  static async start(test: Test): Promise<Floor> {
    const clock = new ManualClock()
    const started = await SocketShard.start(test, (shards) => [
      marginOps({ shards, clock, book: () => started.shard.book }),
    ])
    started.shard.price('EURUSD', 110_000, 110_010)
    return new Floor(clock, started)
  }

  /** An account with that much money and a position. Answers its login. */
  async holding(money: string, volume: string): Promise<number> {
    const login = await this.shard.account(money)
    const client = await this.front.connect({ login })
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume }
    const reply = await client.ask('trade', open)
    if (reply.code !== 'ok') throw new Error(`${reply.code}: ${reply.message}`)
    client.destroy()
    return login
  }

  async watching(args: object, given: GivenStaff = {}, protocol?: string): Promise<WsClient> {
    const client = await this.front.connectStaff(given, protocol)
    const reply = await client.ask('watch_margin', args)
    if (reply.code !== 'ok') throw new Error(`${reply.code}: ${reply.message}`)
    return client
  }

  /** What the socket hears once a second has passed, and the questions of it are answered. */
  async second(client: WsClient): Promise<Frame[]> {
    this.clock.advance(1000)
    for (let questions = 0; questions < 4; questions++) {
      await this.shard.client.ask('watch', { codec: 'json' })
    }
    return client.heard()
  }

  /** The next picture, within some seconds. */
  async next(client: WsClient): Promise<Readonly<Record<string, unknown>>> {
    for (let seconds = 0; seconds < 50; seconds++) {
      const told = (await this.second(client)).find(({ event }) => event === 'margin')
      if (told !== undefined) return told.data ?? {}
    }
    throw new Error('nothing was told')
  }
}

interface Row {
  readonly login: number
  readonly level: string
  readonly equity: string
  readonly margin: string
}

const loginsOf = (picture: Readonly<Record<string, unknown>>) =>
  (picture['rows'] as Row[]).map(({ login }) => login)

t.test(
  'the lowest level comes first, as exact figures have it, and while it changes',
  async (t) => {
    for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
      const floor = await Floor.start(t)
      const rich = await floor.holding('100000', '0.10')
      const poor = await floor.holding('1500', '1.00')
      const some = await floor.holding('5000', '1.00')
      await floor.shard.account('100')
      const client = await floor.watching({ group: '*' }, {}, protocol)
      const first = await floor.next(client)
      t.match(first, { group: '*', below: null, limit: 100, at: /Z$/ })
      t.same(loginsOf(first), [poor, some, rich], 'and nobody without a position')
      // A lot has lost its spread of 10 points, and costs a hundredth of 110,010 in margin.
      t.match((first['rows'] as Row[])[0], {
        group: 'demo\\standard',
        equity: '1490.00',
        margin: '1100.10',
        level: '135.44',
        profit: '-10.00',
        call: false,
      })
      const low = await floor.watching({ group: 'demo\\*', below: '200', limit: 5 })
      t.match(await floor.next(low), { below: '200', limit: 5, rows: [{ login: poor }] })
      const one = await floor.watching({ group: '*', limit: 1 })
      t.same(loginsOf(await floor.next(one)), [poor])
      await floor.second(client)
      t.same(await floor.second(client), [], 'nothing has changed')
      floor.shard.price('EURUSD', 109_610, 109_620)
      const fallen = await floor.next(client)
      t.match((fallen['rows'] as Row[])[0], { login: poor, equity: '1100.00', level: '99.99' })
      // Its call is decided in the shard by itself.
      let called = fallen
      for (let n = 0; !(called['rows'] as { call: boolean }[])[0]?.call; n++) {
        if (n === 50) throw new Error('there was no call')
        floor.shard.price('EURUSD', 109_600 - n, 109_610 - n)
        called = await floor.next(client)
      }
      t.match((called['rows'] as Row[])[0], { login: poor, call: true })
    }
  },
)

t.test('who may not look is refused, and so is what is not asked rightly', async (t) => {
  const floor = await Floor.start(t)
  for (const right of ['accounts.view', 'trades.view']) {
    const client = await floor.front.connectStaff({ login: 9, rights: [right] })
    t.match(await client.ask('watch_margin', { group: '*' }), { code: 'forbidden' })
    client.destroy()
  }
  const client = await floor.front.connectStaff({ groupScope: ['demo\\*'] })
  for (const args of [
    {},
    { group: '' },
    { group: '*', below: 150 },
    { group: '*', below: '-1' },
    { group: '*', below: '150.001' },
    { group: '*', below: '99999999999999999' },
    { group: '*', limit: 0 },
    { group: '*', limit: 501 },
    { group: '*', by: 'symbol' },
  ]) {
    const reply = await client.ask('watch_margin', args)
    t.match(reply, { code: 'invalid_input' }, JSON.stringify(args))
  }
  t.match(await client.ask('watch_margin', { group: 'real\\*' }), { code: 'not_found' })
  for (let below = 100; below < 100 + MARGINS_PER_SOCKET_MAX; below++) {
    t.match(await client.ask('watch_margin', { group: '*', below: `${below}` }), { code: 'ok' })
  }
  t.match(await client.ask('watch_margin', { group: '*' }), { code: 'invalid_input' })
  t.match(await client.ask('watch_margin', { group: '*', below: '100' }), { code: 'ok' }, 'again')
  t.match(await client.ask('unwatch_margin', { group: '*' }), { code: 'ok' })
  t.match(await client.ask('watch_margin', { group: '*' }), { code: 'ok' })
})

t.test('scope and rights are those of the moment', async (t) => {
  const floor = await Floor.start(t)
  const login = await floor.holding('5000', '1.00')
  const client = await floor.watching({ group: '*', below: '500' })
  t.same(loginsOf(await floor.next(client)), [login])
  floor.front.become(7, { groupScope: ['*', '!demo\\standard'] })
  t.same(loginsOf(await floor.next(client)), [], 'the account is out of scope')
  const ended = { margins: [{ group: '*', below: '500', limit: 100 }], code: 'not_found' }
  floor.front.become(7, { groupScope: ['nothing\\*'] })
  t.same((await client.event('unwatched')).data, ended)
  t.equal(floor.clock.timers, 0)
  floor.front.become(7, { groupScope: ['*'] })
  t.match(await client.ask('watch_margin', { group: '*', below: '500' }), { code: 'ok' })
  t.same(loginsOf(await floor.next(client)), [login])
  floor.front.become(7, { rights: ['accounts.view'] })
  t.same((await client.event('unwatched')).data, ended)
  t.match(await client.ask('watch_margin', { group: '*' }), { code: 'forbidden' })
})
