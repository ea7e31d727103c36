import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import { ONLINE_LOOKS_PER_STEP, ONLINE_TOLD_AT_ONCE } from '../../../../engine/limits/people.js'
import { SOCKET_BEHIND_BYTES } from '../../../../engine/limits/sockets.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import {
  namesFrom,
  type OnlineOptions,
  onlineOps,
} from '../../../../http/socket/staff/online-ops.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'
import { settled } from '../../../given/timed-clock.js'

const RIGHTS = ['accounts.online', 'config.staff', 'accounts.name']
const AGAIN = { items: [], behind: true }
const DONE = { ok: true, data: null }

type Names = OnlineOptions['names']

/** Sessions that are there and in use as the test says, and whoever watches them. */
function given() {
  const clock = new ManualClock()
  const all = new Set<LiveSession>()
  const inUse = new Map<string, number>()
  let closed = (_: LiveSession): void => undefined
  let changed = (_: LiveSession): void => undefined
  const named: Names = async (logins) => {
    const value = logins.map((login) => ({ name: `N${login}`, last_name: `L${login}` }))
    return { ok: true, value } as Awaited<ReturnType<Names>>
  }
  const parts = { names: named, looks: 0 }
  const sessions = {
    onClosed: (run: typeof closed) => {
      closed = run
    },
    onChanged: (run: typeof changed) => {
      changed = run
    },
    *all() {
      parts.looks++
      yield* all
    },
  }
  const presence = {
    isInUse: ({ id }: LiveSession) => inUse.has(id),
    socketsOf: (id: string) => inUse.get(id) ?? 0,
  }
  const family = new GivenFamily(
    onlineOps({
      clock,
      sessions: sessions as never,
      presence: presence as never,
      names: (logins) => parts.names(logins),
    }),
  )
  const come = (login: number, group = 'demo\\a', sockets = 1): { group: string; id: string } => {
    const session = {
      id: `s${login}`,
      login,
      group,
      ip: '192.0.2.9',
      userAgent: '',
      readOnly: false,
      createdAt: clock.now(),
      audience: 'trader',
    }
    all.add(session as unknown as LiveSession)
    inUse.set(session.id, sockets)
    return session
  }
  const one = (session: object) => session as LiveSession
  return {
    clock,
    family,
    parts,
    inUse,
    come,
    watch: (reader: StaffReader) => family.ask(reader, 'watch_online'),
    changed: (session: object) => changed(one(session)),
    closed: (session: { id: string }) => {
      all.delete(one(session))
      inUse.delete(session.id)
      closed(one(session))
    },
    forget: (session: { id: string }) => inUse.delete(session.id),
    second: async () => {
      clock.advance(1000)
      await settled()
    },
  }
}

/** The rows that a reader was told, shortly. */
function rows(reader: StaffReader): unknown[] {
  return reader
    .heard()
    .flatMap(({ data }) =>
      data['behind']
        ? ['again']
        : (data['items'] as Record<string, unknown>[]).map((row) =>
            [row['login'], row['group'], row['online'], row['sockets']].join(' '),
          ),
    )
}

t.test('a session is told of as it is, with the names where they are known', async (t) => {
  const { family, watch, come, parts, second, clock } = given()
  const reader = new StaffReader(1, RIGHTS)
  t.strictSame(family.ops.ops.watch_online?.rights, ['accounts.online'])
  t.strictSame(family.ops.ops.unwatch_online?.rights, [])
  const at = new Date(clock.now()).toISOString()
  t.strictSame(watch(reader), { ok: true, data: { at } })
  const row = (login: number, names: object) => ({
    event: 'online',
    data: {
      items: [
        {
          group: 'demo\\a',
          ip: '192.0.2.9',
          login,
          ...names,
          os: '',
          read_only: false,
          session: `s${login}`,
          since: new Date(clock.now() - 1000).toISOString(),
          sockets: 1,
          staff: false,
          online: true,
        },
      ],
      behind: false,
    },
  })
  const none = { name: null, last_name: null }
  const ways: [Names, (login: number) => object][] = [
    [parts.names, (login) => ({ name: `N${login}`, last_name: `L${login}` })],
    [async () => ({ ok: true, value: [null] }), () => none],
    [async () => refuse('unavailable', 'not now'), () => none],
    [() => Promise.reject(new Error('the tables do not answer')), () => none],
  ]
  for (const [i, [names, told]] of ways.entries()) {
    parts.names = names
    come(i)
    await second()
    const [frame, ...others] = reader.heard()
    t.same(frame, row(i, told(i)))
    t.strictSame(others, [])
    t.strictSame(family.bounded.splice(0), [1], 'what it does not read is looked at')
  }
})

t.test(
  'a reader hears nothing from the first byte too many, and once it has read that it reads again',
  async (t) => {
    const { family, watch, come, second } = given()
    const reader = new StaffReader(1, RIGHTS)
    watch(reader)
    const drained = () => {
      family.ops.drained?.(reader.connection)
      return reader.heard().map(({ data }) => data)
    }
    reader.unsent = SOCKET_BEHIND_BYTES
    come(1)
    await second()
    t.strictSame(rows(reader), ['1 demo\\a true 1'])
    t.strictSame(drained(), [], 'it was not behind')
    reader.unsent = SOCKET_BEHIND_BYTES + 1
    come(2)
    await second()
    t.strictSame(rows(reader), [])
    t.strictSame(drained(), [], 'it is behind yet')
    reader.rights.delete('config.staff')
    family.ops.enter?.(reader.connection, reader.live.session)
    t.strictSame(rows(reader), [], 'and will be told anyway')
    reader.unsent = SOCKET_BEHIND_BYTES
    come(3)
    await second()
    t.strictSame(rows(reader), [], 'it has missed some')
    t.strictSame(drained(), [AGAIN])
    t.strictSame(drained(), [], 'once')
    come(4)
    await second()
    t.strictSame(rows(reader), ['4 demo\\a true 1'])
    family.ops.drained?.(new StaffReader(2, RIGHTS).connection)
  },
)

t.test('rights and state of the moment decide, and who goes hears nothing', async (t) => {
  const { family, watch, come, second, clock } = given()
  const [stays, loses, closing, stops, goes] = [1, 2, 3, 4, 5].map(
    (id) => new StaffReader(id, RIGHTS),
  ) as [StaffReader, StaffReader, StaffReader, StaffReader, StaffReader]
  const readers = [stays, loses, closing, stops, goes]
  for (const reader of readers) watch(reader)
  t.equal(clock.timers, 2, 'of all together')
  loses.rights.delete('accounts.online')
  closing.connection.state = { kind: 'gone' }
  t.strictSame(family.ask(stops, 'unwatch_online'), DONE)
  family.ops.leave?.(goes.connection)
  come(1)
  await second()
  t.strictSame(readers.map(rows), [['1 demo\\a true 1'], [], [], [], []])
  const stranger = new StaffReader(6, RIGHTS)
  family.ops.enter?.(stranger.connection, stranger.live.session)
  t.strictSame(rows(stranger), [], 'it does not watch')
  for (const reader of [stays, loses]) {
    family.ops.enter?.(reader.connection, reader.live.session)
    family.ops.enter?.(reader.connection, reader.live.session)
  }
  t.strictSame([rows(stays), rows(loses)], [[], ['again']])
  stays.rights.delete('config.staff')
  for (let i = 0; i < 3; i++) family.ops.enter?.(stays.connection, stays.live.session)
  t.strictSame(rows(stays), ['again'], 'once for each change')
  loses.rights.add('accounts.online')
  come(2)
  await second()
  t.strictSame([rows(stays), rows(loses)], [['2 demo\\a true 1'], []], 'it has to ask again')
})

t.test('names are hidden, and groups out of scope, from who may not see them', async (t) => {
  const { watch, come, changed, second } = given()
  const all = new StaffReader(1, RIGHTS)
  const nameless = new StaffReader(2, ['accounts.online'])
  const demo = new StaffReader(3, RIGHTS, ['demo\\*'])
  const real = new StaffReader(4, RIGHTS, ['real\\*'])
  const readers = [all, nameless, demo, real]
  for (const reader of readers) watch(reader)
  const session = come(1)
  await second()
  const names = readers.map((reader) =>
    reader
      .heard()
      .flatMap(({ data }) => (data['items'] as { name: unknown }[]).map((row) => row.name)),
  )
  t.strictSame(names, [['N1'], [null], ['N1'], []])
  for (const group of ['test\\b', 'demo\\c', 'real\\d']) {
    session.group = group
    changed(session)
  }
  await second()
  const here = ['1 real\\d true 1']
  t.strictSame(readers.map(rows), [here, here, ['1 demo\\a false 0'], here])
  await second()
  t.strictSame(readers.map(rows), [[], [], [], []], 'once')
})

t.test('what was known while somebody watched is forgotten with the last who did', async (t) => {
  const { family, watch, come, closed, changed, forget, second, clock } = given()
  const reader = new StaffReader(1, RIGHTS)
  const [first, silent, moves] = [come(1), come(2), come(3)]
  watch(reader)
  await second()
  t.strictSame(rows(reader), [], 'they were there before')
  closed(first)
  family.ask(reader, 'unwatch_online')
  t.equal(clock.timers, 0)
  forget(silent)
  moves.group = 'demo\\b'
  changed(moves)
  changed(silent)
  closed(come(4))
  watch(reader)
  await second()
  t.strictSame(rows(reader), [])
  changed(silent)
  await second()
  t.strictSame(rows(reader), [], 'it is not in use')
  closed(come(5))
  await second()
  t.strictSame(rows(reader), ['5 demo\\a false 0'], 'not told before that it came')
})

t.test('sessions are looked at, and told of, so many at a time', async (t) => {
  const { watch, come, parts, second, clock } = given()
  const reader = new StaffReader(1, RIGHTS)
  watch(reader)
  for (let i = 0; i < ONLINE_LOOKS_PER_STEP; i++) come(i)
  parts.looks = 0
  clock.advance(250)
  t.equal(parts.looks, 1)
  clock.advance(250)
  t.equal(parts.looks, 1, 'the second step is the end of the first round')
  clock.advance(250)
  t.equal(parts.looks, 2)
  await second()
  t.strictSame(
    reader.heard().map(({ data }) => (data['items'] as unknown[]).length),
    Array.from({ length: 5 }, () => ONLINE_TOLD_AT_ONCE / 5),
  )
  await second()
  t.equal(
    rows(reader).length,
    Math.min(ONLINE_TOLD_AT_ONCE, ONLINE_LOOKS_PER_STEP - ONLINE_TOLD_AT_ONCE),
  )
})

t.test(
  'while names are looked for nothing else is told, and one failure is not for ever',
  async (t) => {
    const { watch, come, parts, second } = given()
    const reader = new StaffReader(1, RIGHTS)
    watch(reader)
    const { names } = parts
    let answer = (): void => undefined
    const asked: unknown[] = []
    parts.names = (logins) => {
      asked.push(logins)
      return new Promise((resolve) => {
        answer = () => resolve(names(logins))
      })
    }
    come(1)
    come(2)
    await second()
    come(3)
    await second()
    t.strictSame([asked, rows(reader)], [[[1, 2]], []])
    answer()
    await settled()
    t.strictSame(rows(reader), ['1 demo\\a true 1', '2 demo\\a true 1'])
    await second()
    t.strictSame(asked, [[1, 2], [3]])
    answer()
    await settled()
    t.strictSame(rows(reader), ['3 demo\\a true 1'])
    await second()
    t.strictSame(asked, [[1, 2], [3]], 'nothing changed since')
  },
)

t.test('names are asked for as the server, which takes its turn among staff', async (t) => {
  const asked: unknown[] = []
  const names = namesFrom({
    of: (who: unknown) => ({
      run: async (...question: unknown[]) => {
        asked.push(who, ...question)
        return 'answer'
      },
    }),
  } as never)
  t.equal(await names([1, 2]), 'answer')
  t.strictSame(asked, [{ audience: 'staff', login: 0 }, 'accounts.names', { logins: [1, 2] }])
})

t.test(
  'who saw a session hears that it moved away also where it was silent in between',
  async (t) => {
    const { watch, come, changed, forget, inUse, second, clock } = given()
    const [demo, real] = [
      new StaffReader(1, RIGHTS, ['demo\\*']),
      new StaffReader(2, RIGHTS, ['real\\*']),
    ]
    const [moves, idle] = [come(1), come(2)]
    forget(idle)
    for (const reader of [demo, real]) watch(reader)
    forget(moves)
    clock.advance(250)
    for (const session of [moves, idle]) {
      session.group = 'real\\b'
      inUse.set(session.id, 1)
      changed(session)
    }
    await second()
    t.strictSame(rows(demo), ['1 demo\\a false 0'], 'of the one that it saw')
    t.strictSame(rows(real), ['1 real\\b true 1', '2 real\\b true 1'])
  },
)
