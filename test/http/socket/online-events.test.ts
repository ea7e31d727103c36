import t from 'tap'
import { refuse } from '../../../engine/code.js'
import {
  ONLINE_EVENT_ROWS_MAX,
  ONLINE_LOOKS_PER_STEP,
  ONLINE_TOLD_AT_ONCE,
} from '../../../engine/limits/people.js'
import { SOCKET_BEHIND_BYTES, SOCKET_SILENT_MS } from '../../../engine/limits/sockets.js'
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
  t.match(await client.ask('watch_online'), { code: 'ok', data: { at: /Z$/ } })
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
  await client.ask('ping')
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
  client.destroy()
  while (front.sockets.size > 0) await moment()
  t.equal(session.lastSeenAt, heardAt + 20_000, 'within a minute it may have been there')
  const silent = await front.connectWith(tokens.access)
  const openedAt = front.clock.now()
  const [connection] = front.sockets.live.all.values()
  if (connection === undefined) throw new Error('there is no connection')
  connection.heardAt -= SOCKET_SILENT_MS
  front.clock.advance(1)
  silent.destroy()
  while (front.sockets.size > 0) await moment()
  t.equal(session.lastSeenAt, openedAt, 'nobody was at its other end')
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
    await client.ask('ping')
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
  t.match(await stranger.ask('watch_online'), { code: 'forbidden' })
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
      await client.ask('ping')
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
    await staff.ask('ping')
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
  t.match(await staff.ask('unwatch_online'), { code: 'ok' })
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
  t.match(await staff.ask('watch_online'), { code: 'ok' })
  await pass(front)
  await staff.ask('ping')
  const ids = rowsOf(staff).map((row) => row['session'])
  t.same(
    ids.filter((id) => id === session.id || id === ended.id),
    [],
  )
})

t.test('when one of two stops watching, the other is told on', async (t) => {
  const front = await SocketFront.start(t)
  const [one, two] = [await watching(front), await watching(front, { login: 8 })]
  t.match(await one.ask('unwatch_online'), { code: 'ok' })
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
  const staff = await watching(front, { login: 8 })
  const [connection] = [...front.staff.live.all.values()]
  if (connection === undefined) throw new Error('there is no connection')
  let unsent = SOCKET_BEHIND_BYTES
  Object.defineProperty(connection, 'unsent', { get: () => unsent })
  front.signIn()
  t.equal((await told(front, staff)).length, 1, 'so much may wait for it')
  front.staff.live.drained(connection)
  unsent++
  front.signIn({ login: 1002 })
  t.same(await told(front, staff), [])
  front.staff.live.drained(connection)
  front.sessions.take({
    type: 'access',
    facts: factsOf(8, staffFacts({ groupScope: ['demo\\*'] })),
  })
  t.same(await told(front, staff), [], 'it will be told anyway')
  unsent = SOCKET_BEHIND_BYTES
  front.signIn({ login: 1003 })
  t.same(await told(front, staff), [], 'it has missed some')
  for (let i = 0; i < 2; i++) front.staff.live.drained(connection)
  t.match(await staff.event('online'), { data: { items: [], behind: true } })
  const { session } = front.signIn({ login: 1004 })
  t.match(await told(front, staff), [{ session: session.id }])
  const frames = staff.frames.filter(({ event }) => event === 'online')
  t.equal(frames.length, 1, 'once')
})

t.test('without the names a row is told with none, and the next one with its own', async (t) => {
  const front = await SocketFront.start(t)
  const staff = await watching(front)
  const { names } = front
  const ways: (typeof names)[] = [
    async () => ({ ok: true, value: [null] }),
    async () => refuse('unavailable', 'The tables are busy.'),
    () => Promise.reject(new Error('The tables do not answer.')),
  ]
  for (const [i, way] of ways.entries()) {
    front.names = way
    front.signIn({ login: 1001 + i })
    t.match(await told(front, staff), [{ login: 1001 + i, name: null, last_name: null }])
  }
  front.names = names
  front.signIn({ login: 1009 })
  t.match(await told(front, staff), [{ name: 'Name 1009', last_name: 'Last 1009' }])
})

t.test('who begins to watch again hears of nothing that was before', async (t) => {
  const front = await SocketFront.start(t)
  const { session: ended } = front.signIn()
  const { session: moved } = front.signIn({ login: 1002 })
  const staff = await watching(front)
  front.sessions.close(ended.id)
  await staff.ask('unwatch_online')
  front.sessions.take({ type: 'access', facts: factsOf(1002, { group: 'real\\standard' }) })
  moved.lastSeenAt = front.clock.now() - 90_001
  await staff.ask('watch_online')
  t.same(await told(front, staff), [])
  front.sessions.take({ type: 'access', facts: factsOf(1002) })
  t.same(await told(front, staff), [], 'it is not in use')
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
