import t from 'tap'
import {
  ONLINE_EVENT_ROWS_MAX,
  ONLINE_LOOKS_PER_STEP,
  ONLINE_TOLD_AT_ONCE,
} from '../../../engine/limits/people.js'
import { moment } from '../../given/desk.js'
import { factsOf, SocketFront, staffFacts } from '../../given/fronts/socket-front.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

type Row = Readonly<Record<string, unknown>>

/** Steps of looking, and then of telling. */
async function pass(front: SocketFront): Promise<void> {
  for (let step = 0; step < 4; step++) {
    front.clock.advance(250)
    await moment()
  }
}

async function watching(front: SocketFront, staff = {}): Promise<WsClient> {
  const client = await front.connectStaff(staff)
  client.send({ id: 1, op: 'watch_online', args: {} })
  t.match(await client.reply(1), { code: 'ok', data: { at: /Z$/ } })
  await pass(front)
  client.frames.length = 0
  return client
}

const rowsOf = (client: WsClient): Row[] =>
  client.frames
    .filter(({ event }) => event === 'online')
    .flatMap(({ data }) => (data as { items: Row[] }).items)

async function told(front: SocketFront, client: WsClient): Promise<Row[]> {
  client.frames.length = 0
  await pass(front)
  client.send({ id: 9, op: 'ping' })
  await client.reply(9)
  return rowsOf(client)
}

t.test('who comes and goes is told to staff who watch, as a row of the list', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front)
  const { session, tokens } = front.signIn()
  t.match(await told(front, staff), [
    {
      session: session.id,
      login: 1001,
      group: 'demo\\standard',
      online: true,
      sockets: 0,
      name: 'Name 1001',
      last_name: 'Last 1001',
      staff: false,
      read_only: false,
    },
  ])
  const socket = await front.connectWith(tokens.access)
  t.match(await told(front, staff), [{ session: session.id, online: true, sockets: 1 }])
  t.same(await told(front, staff), [], 'nothing has changed')
  socket.destroy()
  while (front.sockets.size > 0) await moment()
  t.match(await told(front, staff), [{ session: session.id, online: true, sockets: 0 }])
  session.lastSeenAt = front.clock.now() - 90_001
  t.match(await told(front, staff), [{ session: session.id, online: false }])
  t.same(await told(front, staff), [], 'that it is gone is told once')
})

t.test('a session is in use for as long as something is heard of its socket', async (t) => {
  const front = await SocketFront.start(t)
  const { session, tokens } = front.signIn()
  const client = await front.connectWith(tokens.access)
  front.clock.advance(4000)
  client.send({ id: 1, op: 'ping' })
  await front.shard().until(() => front.shard().frames.length === 1)
  front.clock.advance(2000)
  const heardAt = front.clock.now()
  t.equal(session.lastSeenAt, heardAt)
  front.clock.advance(20_000)
  t.equal(session.lastSeenAt, heardAt, 'it is silent since')
})

t.test('a session that ends is told of, also when it was never told that it came', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front)
  const { session } = front.signIn()
  front.sessions.close(session.id)
  t.match(await told(front, staff), [{ session: session.id, online: false, sockets: 0 }])
})

t.test('a session that changes often is told of once a second, as it is then', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front)
  const { session, tokens } = front.signIn()
  await front.connectWith(tokens.access)
  await front.connectWith(tokens.access)
  t.match(await told(front, staff), [{ session: session.id, sockets: 2 }])
})

t.test('rights and scope decide at each event who hears', async (t) => {
  const front = await SocketFront.start(t)
  const all = await watching(front)
  const real = await watching(front, { login: 8, groupScope: ['real\\*'] })
  const few = await watching(front, { login: 9, rights: ['accounts.online'] })
  const { session } = front.signIn()
  const boss = front.signInStaff({ login: 10 })
  await pass(front)
  for (const client of [all, real, few]) {
    client.send({ id: 9, op: 'ping' })
    await client.reply(9)
  }
  t.same(
    rowsOf(all)
      .map((row) => row['session'])
      .filter((id) => id === session.id || id === boss.session.id),
    [session.id, boss.session.id],
  )
  t.same(rowsOf(real), [])
  t.match(
    rowsOf(few).filter((row) => row['staff'] === false),
    [{ session: session.id, name: null, last_name: null }],
  )
  t.same(
    rowsOf(few).filter((row) => row['staff']),
    [],
    'staff needs config.staff',
  )
  const stranger = await front.connectStaff({ login: 11, rights: [] })
  stranger.send({ id: 1, op: 'watch_online' })
  t.match(await stranger.reply(1), { code: 'forbidden' })
})

t.test(
  'a session that is moved out of sight is told as gone, in the group it was seen in',
  async (t) => {
    const front = await SocketFront.start(t)
    const all = await watching(front)
    const demo = await watching(front, { login: 8, groupScope: ['demo\\*'] })
    const real = await watching(front, { login: 9, groupScope: ['real\\*'] })
    const { session } = front.signIn()
    await pass(front)
    const become = (group: string): void => {
      front.sessions.take({ type: 'access', facts: factsOf(1001, { group }) })
    }
    for (const client of [demo, real, all]) client.frames.length = 0
    become('real\\standard')
    await pass(front)
    const told = async (client: WsClient): Promise<Row[]> => {
      client.send({ id: 9, op: 'ping' })
      await client.reply(9)
      return rowsOf(client)
    }
    const gone = { session: session.id, group: 'demo\\standard', online: false, sockets: 0 }
    t.match(await told(demo), [gone])
    const here = [{ session: session.id, group: 'real\\standard', online: true }]
    t.match(await told(real), here)
    t.match(await told(all), here, 'who sees both is told of the move')
    for (const client of [demo, real, all]) client.frames.length = 0
    become('demo\\standard')
    front.sessions.close(session.id)
    await pass(front)
    t.match(await told(real), [{ ...gone, group: 'real\\standard' }], 'moved and ended at once')
    t.match(await told(demo), [gone])
  },
)

t.test('whose own rights or scope change reads the list again', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front, { login: 8 })
  const again = { event: 'online', data: { items: [], behind: true } }
  const become = async (given: object): Promise<unknown[]> => {
    const facts = factsOf(8, staffFacts(given))
    front.sessions.take({ type: 'access', facts })
    staff.send({ id: 9, op: 'ping' })
    await staff.reply(9)
    return staff.frames.splice(0).filter(({ event }) => event === 'online')
  }
  t.same(await become({}), [], 'the same as before')
  t.same(await become({ groupScope: ['demo\\*'] }), [again])
  t.same(await become({ groupScope: ['demo\\*'] }), [])
  t.same(await become({ groupScope: ['demo\\*'], rights: ['accounts.online'] }), [again])
  t.same(await become({ groupScope: ['demo\\*'], rights: ['accounts.view'] }), [again])
  front.signIn()
  t.same(await told(front, staff), [], 'it does not watch any more')
  t.same(await become({}), [], 'before it asks again')
})

t.test('who stops watching hears nothing more, and nothing is kept', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front)
  const timers = front.clock.timers
  staff.send({ id: 2, op: 'unwatch_online' })
  t.match(await staff.reply(2), { code: 'ok' })
  t.equal(front.clock.timers, timers - 2)
  front.signIn()
  t.same(await told(front, staff), [])
})

t.test('what changed or ended while nobody watched is not told to who watches then', async (t) => {
  const front = await SocketFront.start(t)
  const { session } = front.signIn()
  const { session: ended } = front.signIn({ login: 1002 })
  front.sessions.take({ type: 'access', facts: factsOf(1001, { group: 'real\\standard' }) })
  front.sessions.close(ended.id)
  const staff = await front.connectStaff({})
  staff.send({ id: 1, op: 'watch_online', args: {} })
  t.match(await staff.reply(1), { code: 'ok' })
  await pass(front)
  staff.send({ id: 2, op: 'ping' })
  await staff.reply(2)
  const ids = rowsOf(staff).map((row) => row['session'])
  t.same(
    ids.filter((id) => id === session.id || id === ended.id),
    [],
  )
})

t.test('when one of two stops watching, the other is told on', async (t) => {
  const front = await SocketFront.start(t)
  const [one, two] = [await watching(front), await watching(front, { login: 8 })]
  one.send({ id: 2, op: 'unwatch_online' })
  t.match(await one.reply(2), { code: 'ok' })
  const { session } = front.signIn()
  t.match(await told(front, two), [{ session: session.id, online: true }])
})

t.test(
  'so many changes are told in a second, in frames of so many rows; the rest follows',
  async (t) => {
    const front = await SocketFront.start(t)
    const staff = await watching(front)
    const count = ONLINE_TOLD_AT_ONCE + 1
    t.ok(count < ONLINE_LOOKS_PER_STEP)
    for (let i = 0; i < count; i++) front.signIn({ login: 2000 + i })
    const first = await told(front, staff)
    t.equal(first.length, ONLINE_TOLD_AT_ONCE)
    const sizes = staff.frames
      .filter(({ event }) => event === 'online')
      .map(({ data }) => (data as { items: Row[] }).items.length)
    t.same(new Set(sizes), new Set([ONLINE_EVENT_ROWS_MAX]))
    t.equal((await told(front, staff)).length, 1)
  },
)

t.test('a reader that is behind is told once to read the list again', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front)
  const [connection] = [...front.staff.live.all.values()]
  if (connection === undefined) throw new Error('there is no connection')
  let unsent = 1_000_000
  Object.defineProperty(connection, 'unsent', { get: () => unsent })
  front.signIn()
  t.same(await told(front, staff), [])
  front.signIn({ login: 1002 })
  t.same(await told(front, staff), [])
  unsent = 0
  front.staff.live.drained(connection)
  t.match(await staff.event('online'), { data: { items: [], behind: true } })
  const { session } = front.signIn({ login: 1003 })
  t.match(await told(front, staff), [{ session: session.id }])
})

t.test(
  'while names are looked up nothing else is: what changes meanwhile is told after',
  async (t) => {
    const front = await SocketFront.start(t)
    const staff = await watching(front)
    const { names } = front
    const asked: (readonly number[])[] = []
    let answer = (): void => undefined
    front.names = (logins) => {
      asked.push(logins)
      return new Promise((resolve) => {
        answer = () => resolve(names(logins))
      })
    }
    front.signIn()
    t.same(await told(front, staff), [])
    front.signIn({ login: 1002 })
    t.same(await told(front, staff), [])
    t.same(asked, [[1001]], 'a second later the first answer has not come')
    answer()
    t.match(await staff.event('online'), { data: { items: [{ login: 1001, name: 'Name 1001' }] } })
    t.same(await told(front, staff), [])
    t.same(asked, [[1001], [1002]])
    answer()
    t.match(await staff.event('online'), { data: { items: [{ login: 1002, name: 'Name 1002' }] } })
  },
)
