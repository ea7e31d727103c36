import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { SOCKET_BEHIND_BYTES, WATCHED_LOGINS_MAX } from '../../../engine/limits/sockets.js'
import { SENT } from '../../../http/socket/connection.js'
import { AccountWatchers } from '../../../http/socket/staff/account-watchers.js'
import { watchOps } from '../../../http/socket/staff/watch-ops.js'
import { readWatched, WatchedWriter } from '../../../wire/thread/watched-accounts.js'
import { type AskedOfShard, AskedShard } from '../../given/asked-shard.js'
import { HEDGING, NETTING } from '../../given/book.js'
import { moment } from '../../given/desk.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'

// Goal: what staff watch is asked of the shards that it concerns, once for all who watch it.

/** All accounts that are asked for are in this group. */
function inGroup(path: string) {
  return ({ add = [], look = [] }: AskedOfShard) => {
    return { ok: true, value: { groups: [...add, ...look].map(() => path) } }
  }
}

/** Staff's sockets before two shards: odd logins are at the second one. */
async function floorOf(test: { teardown(run: () => unknown): unknown }) {
  const noted: unknown[] = []
  const shards = [0, 1].map((shard) => new AskedShard(shard, noted, inGroup(HEDGING)))
  const watchers: AccountWatchers = new AccountWatchers(
    shards.map(({ client }) => client),
    () => front.book,
  )
  const families = [watchOps(watchers, () => 1)]
  const front: SocketFront = await SocketFront.start(test, { families })
  return { front, watchers, shards, asked: () => noted.splice(0) }
}

const BUSY = refuse('unavailable', 'The shard is busy.')
const both = (change: object) => [0, 1].map((shard) => [shard, change])

t.test('logins are asked for once by each codec, and let go with the last who watch', async (t) => {
  const { front, watchers, asked } = await floorOf(t)
  const one = await front.connectStaff()
  const two = await front.connectStaff({ login: 8 })
  const packed = await front.connectStaff({ login: 9 }, 'openfloor.msgpack')
  await one.ask('watch', { logins: [1001, 1002, 1003, 1001] })
  t.same(asked(), [
    [1, { codec: 'json', add: [1001, 1003] }],
    [0, { codec: 'json', add: [1002] }],
  ])
  await one.ask('watch', { logins: [1001] })
  t.same(asked(), [], 'it has it')
  await two.ask('watch', { logins: [1001] })
  await packed.ask('watch', { logins: [1002] })
  t.same(asked(), [
    [1, { codec: 'json', add: [1001] }],
    [0, { codec: 'msgpack', add: [1002] }],
  ])
  await one.ask('unwatch', { logins: [1001, 1002, 1004] })
  t.same(asked(), [[0, { codec: 'json', drop: [1002] }]], 'another of its codec has the other')
  for (const client of [one, two, packed]) client.destroy()
  while (watchers.size > 0) await moment()
  t.same(asked().length, 3, 'what they had is let go')
})

t.test('all shards are told the masks of a codec, when these are others than before', async (t) => {
  const { front, asked } = await floorOf(t)
  const one = await front.connectStaff({ rights: ['accounts.view'] })
  const two = await front.connectStaff({ login: 8, groupScope: [NETTING] })
  await one.ask('watch', { group: '*' })
  const narrow = { mask: '*', scope: ['*'], sees_staff: false }
  t.same(asked(), both({ codec: 'json', groups: [narrow] }))
  await one.ask('watch', { group: '*' })
  t.same(asked(), [], 'they know it')
  await two.ask('watch', { group: '*' })
  const scoped = { mask: '*', scope: [NETTING], sees_staff: true }
  t.same(asked(), both({ codec: 'json', groups: [narrow, scoped] }))
  await one.ask('unwatch', { group: '*' })
  t.same(asked(), both({ codec: 'json', groups: [scoped] }))
  front.become(8, { groupScope: ['real\\*'] })
  t.match(await two.ask('watch', { group: '*' }), { code: 'ok' }, 'it keeps what it had')
})

t.test('money is asked for again once a reader that is behind has read all', async (t) => {
  const { front, watchers, asked } = await floorOf(t)
  const client = await front.connectStaff()
  await client.ask('watch', { logins: [1001, 1002, 1003] })
  const [connection] = front.staff.live.all.values()
  if (connection === undefined) throw new Error('there is no connection')
  let unsent = SOCKET_BEHIND_BYTES
  Object.defineProperty(connection, 'unsent', { get: () => unsent })
  const writer = new WatchedWriter()
  const told = (news: 'money' | 'trade', ...logins: number[]): void =>
    watchers.onWatched(
      logins.map((login) => {
        const frame = Buffer.from(JSON.stringify({ event: news, data: { login } }))
        return readWatched(writer.written(login, 1, 'json', news, frame).slice())
      }),
    )
  told('money', 1001)
  unsent++
  told('money', 1001, 1003, 1001)
  told('trade', 1002)
  t.match(await client.next(), { event: 'money' }, 'so much may wait')
  t.match(await client.next(), { event: 'trade' })
  asked()
  unsent = 1
  watchers.drained(connection)
  t.same(asked(), [])
  unsent = 0
  for (let i = 0; i < 2; i++) watchers.drained(connection)
  t.same(asked(), [[1, { codec: 'json', money: [1001, 1003] }]], 'once')
})

t.test('while a shard does not say what left the scope nothing is told of it', async (t) => {
  const { front, shards } = await floorOf(t)
  const client = await front.connectStaff()
  await client.ask('watch', { logins: [1001, 1002] })
  const [, second] = shards
  if (second === undefined) throw new Error('there are two')
  second.answer = () => BUSY
  front.become(7, { groupScope: [NETTING] })
  t.same((await client.event('unwatched')).data, { logins: [1002], groups: [] })
  t.same(await client.heard(), [])
})

t.test('where one shard refuses nothing is watched, and it is told why', async (t) => {
  const { front, watchers, shards, asked } = await floorOf(t)
  const client = await front.connectStaff()
  const [, second] = shards
  if (second === undefined) throw new Error('there are two')
  second.answer = () => BUSY
  const { code, message } = BUSY
  t.match(await client.ask('watch', { logins: [1001, 1002] }), { code, message })
  t.match(await client.ask('watch', { group: '*' }), { code, message })
  t.equal(watchers.size, 0)
  t.same(asked().slice(-2), both({ codec: 'json', groups: [] }))
  second.answer = inGroup(HEDGING)
  t.match(await client.ask('watch', { group: '*' }), { code: 'ok' })
})

t.test('while a shard has not answered, the next of its socket waits, and no other', async (t) => {
  const { front, shards } = await floorOf(t)
  const [one, two] = [await front.connectStaff(), await front.connectStaff({ login: 8 })]
  let answer = (): void => undefined
  for (const shard of shards) {
    shard.answer = (request) =>
      new Promise((resolve) => {
        answer = () => resolve(inGroup(HEDGING)(request))
      })
  }
  one.send({ id: 1, op: 'watch', args: { logins: [1001] } })
  one.send({ id: 2, op: 'unwatch', args: {} })
  one.send({ id: 3, op: 'ping' })
  t.match(await one.next(), { id: 3 })
  t.match(await two.ask('unwatch', {}), { data: { logins: 0 } })
  answer()
  t.match(await one.next(), { id: 1, data: { logins: 1 } })
  t.match(await one.next(), { id: 2, data: { logins: 0 } })
})

t.test('a shard that dies closes those who watch there, and nobody else', async (t) => {
  const { front, watchers } = await floorOf(t)
  const [odd, even, group] = [
    await front.connectStaff(),
    await front.connectStaff(),
    await front.connectStaff(),
  ]
  await odd.ask('watch', { logins: [1001, 1003] })
  await even.ask('watch', { logins: [1002] })
  await group.ask('watch', { group: '*' })
  watchers.onShardDeath(1)
  for (const client of [odd, group]) t.match(await client.closing(), { code: 1012 })
  t.match(await even.ask('watch', { group: '*' }), { code: 'ok' })
})

t.test('a socket that lost a frame is sent nothing more, and closed', async (t) => {
  const { front, watchers } = await floorOf(t)
  const client = await front.connectStaff()
  await client.ask('watch', { logins: [1001] })
  const [connection] = front.staff.live.all.values()
  if (connection === undefined) throw new Error('there is no connection')
  let offered = 0
  const send = () => {
    offered++
    return SENT.dropped
  }
  connection.ws = Object.assign(new GivenLibrarySocket(), { send }).ws
  const writer = new WatchedWriter()
  const frames = [1, 2].map((n) =>
    readWatched(writer.written(1001, 1, 'json', 'trade', Buffer.from(`${n}`)).slice()),
  )
  watchers.onWatched(frames)
  t.equal(offered, 1)
  t.match(connection.state, { kind: 'closing', code: 4008, why: 'too_slow' })
})

t.test(
  'the newest of the accounts that left are remembered, as many as one may watch',
  async (t) => {
    const { front, watchers, shards } = await floorOf(t)
    for (const shard of shards) shard.answer = inGroup(NETTING)
    const client = await front.connectStaff({ groupScope: [NETTING] })
    const writer = new WatchedWriter()
    /** It is seen in the hedging group. */
    const leaves = (login: number) =>
      readWatched(writer.written(login, 1, 'json', 'trade', Buffer.from('{}')).slice())
    const logins = Array.from({ length: WATCHED_LOGINS_MAX }, (_, n) => 2000 + n)
    await client.ask('watch', { logins: [1] })
    watchers.onWatched([leaves(1)])
    await client.ask('watch', { logins })
    watchers.onWatched(logins.slice(1).map(leaves))
    for (const shard of shards) shard.answer = inGroup(HEDGING)
    const again = (login: number) => client.ask('watch', { logins: [login] })
    for (const login of [1, 2001]) t.match(await again(login), { data: { left: [login] } })
    watchers.onWatched([leaves(2000)])
    t.match(await again(1), { code: 'not_found' }, 'it was the first that left')
    for (const login of [2000, 2001]) t.match(await again(login), { data: { left: [login] } })
  },
)
