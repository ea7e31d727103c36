import t from 'tap'
import { type Refusal, refuse } from '../../../../engine/code.js'
import {
  SOCKET_BEHIND_BYTES,
  WATCHED_GROUPS_MAX,
  WATCHED_LOGINS_MAX,
} from '../../../../engine/limits/sockets.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import { type LibrarySocket, SENT } from '../../../../http/socket/connection.js'
import {
  AccountWatchers,
  type WatchedShard,
} from '../../../../http/socket/staff/account-watchers.js'
import { StaffConnection } from '../../../../http/socket/staff/staff-connection.js'
import type { SocketCodec } from '../../../../wire/frame/socket-frame.js'
import { readWatched, type WatchedNews, WatchedWriter } from '../../../../wire/thread/watched.js'
import { givenBook, HEDGING, NETTING } from '../../../given/book.js'
import { settled } from '../../../given/timed-clock.js'

// Two shards that write down what they are asked, and sockets that write down what they hear.

const RIGHTS = ['accounts.view', 'trades.view']
const NO_TRADES = { logins: [], groups: [], events: ['position', 'order', 'deal'] }

interface Change {
  readonly add?: readonly number[]
  readonly look?: readonly number[]
}

function given() {
  const book = givenBook()
  const idOf = (path: string) => book.records.groups.find((group) => group.path === path)?.id ?? 0
  const asked: unknown[] = []
  const ready = [true, true]
  const refusals: (Refusal | undefined)[] = [undefined, undefined]
  const away = new Map<number, string | null>()
  const shards = [0, 1].map((shard) => ({
    shard,
    get ready() {
      return ready[shard]
    },
    ask: async (op: string, change: Change) => {
      asked.push([shard, op, change])
      const logins = change.add ?? change.look ?? []
      const groups = logins.map((login) => (away.has(login) ? away.get(login) : HEDGING))
      return refusals[shard] ?? { ok: true, value: { groups } }
    },
  }))
  const watchers = new AccountWatchers(shards as unknown as WatchedShard[], () => book)
  const closed: unknown[] = []
  const bounded: number[] = []
  watchers.attach({
    close: ({ id }: StaffConnection, code: number) => closed.push([id, code]),
    boundBacklog: ({ id }: StaffConnection) => bounded.push(id),
  } as never)
  const open = (id: number, codec: SocketCodec = 'json', scope: string[] = ['*']) => {
    const session = { groupScope: scope, rights: new Set(RIGHTS) }
    const live = session as unknown as LiveSession
    const connection = new StaffConnection(id, codec, '', { kind: 'live', session: live }, 0)
    const told: string[] = []
    const waits = { unsent: 0, takes: Number.POSITIVE_INFINITY, corks: 0 }
    connection.ws = {
      getBufferedAmount: () => waits.unsent,
      send: (frame: Uint8Array) => {
        if (waits.takes-- <= 0) return SENT.dropped
        told.push(Buffer.from(frame).toString('utf8'))
        return SENT.sent
      },
      cork: (run: () => void) => {
        waits.corks++
        run()
      },
    } as unknown as LibrarySocket
    return {
      connection,
      session,
      waits,
      heard: () => told.splice(0),
      /** What it was told of the end of its view. */
      unwatched: () => told.splice(0).map((text) => JSON.parse(text).data),
      logins: (...logins: number[]) => watchers.watchLogins(connection, live, logins),
      group: (mask: string) => watchers.watchGroup(connection, live, mask),
      review: () => watchers.review(connection, live),
    }
  }
  const writer = new WatchedWriter()
  const frame = (
    login: number,
    text: string,
    { news = 'trade' as WatchedNews, codec = 'json' as SocketCodec, group = HEDGING } = {},
  ) => readWatched(writer.written(login, idOf(group), codec, news, Buffer.from(text)).slice())
  const moved = (login: number, from: string, to: string) =>
    readWatched(writer.moved(login, idOf(to), idOf(from)).slice())
  return {
    watchers,
    open,
    frame,
    moved,
    ready,
    refusals,
    away,
    closed,
    bounded,
    asked: () => asked.splice(0),
  }
}

const masks = (...all: string[]) => all.map((mask) => ({ mask, scope: ['*'], sees_staff: false }))

/** Each shard is asked the same. */
const both = (change: object) => [0, 1].map((shard) => [shard, 'watch', change])

t.test(
  'logins are asked for at their shards once, and let go when no socket has them',
  async (t) => {
    const { watchers, open, asked } = given()
    const [one, two, packed] = [open(1), open(2), open(3, 'msgpack')]
    t.equal(await one.logins(1001, 1002, 1003, 1001), null)
    t.same(asked(), [
      [1, 'watch', { codec: 'json', add: [1001, 1003] }],
      [0, 'watch', { codec: 'json', add: [1002] }],
    ])
    t.equal(await one.logins(1001), null)
    t.same(asked(), [], 'it has it')
    t.equal(await two.logins(1001), null)
    t.equal(await packed.logins(1002), null)
    t.same(asked(), [
      [1, 'watch', { codec: 'json', add: [1001] }],
      [0, 'watch', { codec: 'msgpack', add: [1002] }],
    ])
    t.equal(watchers.size, 3)
    watchers.unwatchLogins(one.connection, [1001, 1002, 1004])
    t.same(asked(), [[0, 'watch', { codec: 'json', drop: [1002] }]], 'no other of its codec')
    t.same([...(watchers.watchOf(one.connection)?.logins ?? [])], [1003])
    for (const { connection } of [one, two, packed]) watchers.unwatchAll(connection)
    t.same(asked(), [
      [1, 'watch', { codec: 'json', drop: [1003] }],
      [1, 'watch', { codec: 'json', drop: [1001] }],
      [0, 'watch', { codec: 'msgpack', drop: [1002] }],
    ])
    watchers.unwatchAll(one.connection)
    t.same([asked(), watchers.size], [[], 0])
  },
)

t.test('all logins are watched or none, and a refusal of a shard is told', async (t) => {
  const { watchers, open, asked, away, refusals, ready, frame } = given()
  const one = open(1)
  away.set(1002, null)
  t.same(await one.logins(1001, 1002), refuse('not_found', 'There is no account 1002.'))
  t.same(asked(), [
    [1, 'watch', { codec: 'json', add: [1001] }],
    [0, 'watch', { codec: 'json', add: [1002] }],
    [1, 'watch', { codec: 'json', drop: [1001] }],
    [0, 'watch', { codec: 'json', drop: [1002] }],
  ])
  const busy = refuse('unavailable', 'busy')
  refusals[1] = busy
  ready[1] = false
  t.same(await one.logins(1004, 1001), busy)
  t.same(asked().slice(2), [[0, 'watch', { codec: 'json', drop: [1004] }]], 'of those that serve')
  watchers.onWatched([frame(1001, 'a'), frame(1004, 'b')])
  t.same([watchers.size, one.heard()], [0, []])
  refusals[1] = undefined
  const narrow = open(2, 'json', [NETTING])
  t.match(await narrow.logins(1001), { code: 'not_found' }, 'out of its scope')
  t.same(watchers.leftOf(narrow.connection, [1001]), [])
  const many = Array.from({ length: WATCHED_LOGINS_MAX }, (_, n) => 2000 + n)
  const why = `A socket watches at most ${WATCHED_LOGINS_MAX} logins. Watch their group instead.`
  t.same(await one.logins(...many, 1), refuse('invalid_input', why))
  t.equal(watchers.size, 0)
  t.equal(await one.logins(...many), null)
  t.equal(await one.logins(2000), null)
  t.match(await one.logins(1), { code: 'invalid_input' })
  t.equal(watchers.watchOf(one.connection)?.logins.size, WATCHED_LOGINS_MAX)
})

t.test('what comes before an account may be watched is told to none', async (t) => {
  const { watchers, open, frame, away } = given()
  const one = open(1, 'json', [NETTING])
  away.set(1001, HEDGING)
  const asked = one.logins(1001)
  watchers.onWatched([frame(1001, 'a')])
  t.match(await asked, { code: 'not_found' })
  t.same([one.heard(), watchers.leftOf(one.connection, [1001])], [[], []])
})

t.test('all shards know the masks of a codec, and are told when these are others', async (t) => {
  const { watchers, open, asked } = given()
  const [one, two, packed] = [open(1), open(2), open(3, 'msgpack')]
  t.equal(await one.group('demo\\*'), null)
  t.same(asked(), both({ codec: 'json', groups: masks('demo\\*') }))
  t.equal(await one.group('demo\\*'), null)
  t.equal(await two.group('demo\\*'), null)
  t.same(asked(), [], 'known')
  t.equal(await packed.group(HEDGING), null)
  t.same(asked(), both({ codec: 'msgpack', groups: masks(HEDGING) }))
  t.equal(await two.group(NETTING), null)
  t.same(asked(), both({ codec: 'json', groups: masks('demo\\*', NETTING) }))
  watchers.unwatchGroup(two.connection, HEDGING)
  watchers.unwatchGroup(two.connection, 'demo\\*')
  t.same(asked(), [], 'the other has it')
  two.connection.state = { kind: 'closing', until: 0, code: 1000, why: '' }
  watchers.unwatchAll(one.connection)
  t.same(asked(), both({ codec: 'json', groups: [] }), 'one that closes has none')
  watchers.unwatchAll(two.connection)
  t.same(asked(), [])
  watchers.unwatchGroup(packed.connection, HEDGING)
  t.same(asked(), both({ codec: 'msgpack', groups: [] }))
  t.equal(watchers.size, 0)
})

t.test('a mask fits a group in scope, and is taken by all shards or not at all', async (t) => {
  const { watchers, open, asked, ready, refusals } = given()
  const [one, narrow] = [open(1), open(2, 'json', [NETTING])]
  for (const [mask, by] of [
    ['real\\*', one],
    [HEDGING, narrow],
  ] as const) {
    t.same(await by.group(mask), refuse('not_found', `There is no group ${mask}.`))
  }
  ready[1] = false
  const starting = refuse('unavailable', 'Trading is starting. Try again in a moment.')
  t.same(await one.group('*'), starting)
  t.same([watchers.size, asked()], [0, []])
  ready[1] = true
  refusals[1] = refuse('unavailable', 'busy')
  t.same(await one.group('*'), refusals[1])
  t.equal(watchers.size, 0)
  t.same(asked(), [
    ...both({ codec: 'json', groups: masks('*') }),
    ...both({ codec: 'json', groups: [] }),
  ])
  refusals[1] = undefined
  await settled()
  for (let n = 1; n <= WATCHED_GROUPS_MAX; n++) t.equal(await one.group('*'.repeat(n)), null)
  const past = '*'.repeat(WATCHED_GROUPS_MAX + 1)
  const why = `A socket watches at most ${WATCHED_GROUPS_MAX} masks.`
  t.same(await one.group(past), refuse('invalid_input', why))
  t.equal(await one.group('*'), null, 'one that it has')
  one.session.groupScope = ['real\\*']
  t.equal(await one.group('*'), null, 'also where it sees none of its groups now')
  asked()
  watchers.onShardDeath(0)
  refusals[0] = refuse('unavailable', 'busy')
  t.same(await one.group('*'), refusals[0])
  t.equal(watchers.watchOf(one.connection)?.masks.has('*'), true, 'it keeps what it had')
  refusals[0] = undefined
  t.equal(asked().length, 2)
  t.equal(await one.group('*'), null)
  t.equal(asked().length, 2, 'and the shards are told again')
})

t.test('each frame goes once, in its order, to those of its codec who watch', async (t) => {
  const { watchers, open, frame, bounded } = given()
  const [byLogin, byGroup, twice] = [open(1), open(2), open(3)]
  const [packed, closing] = [open(4, 'msgpack'), open(5)]
  for (const one of [byLogin, twice, packed, closing]) await one.logins(1001)
  for (const one of [byGroup, twice]) await one.group(HEDGING)
  closing.connection.state = { kind: 'closing', until: 0, code: 1000, why: '' }
  watchers.onWatched([
    frame(1001, 'a'),
    frame(1001, 'packed', { codec: 'msgpack' }),
    frame(1001, 'night', { news: 'night' }),
    frame(1002, 'b'),
    frame(1003, 'elsewhere', { group: NETTING }),
    frame(1001, 'c', { news: 'money' }),
  ])
  const all = [byLogin, byGroup, twice, packed, closing]
  t.same(
    all.map((one) => one.heard()),
    [['a', 'night', 'c'], ['a', 'b', 'c'], ['a', 'night', 'b', 'c'], ['packed'], []],
  )
  t.same(
    all.map(({ waits }) => waits.corks),
    [1, 1, 1, 1, 0],
  )
  t.same(bounded, [1, 3, 2, 4])
  watchers.onWatched([])
  t.same(byLogin.heard(), [], 'nothing is told again')
})

t.test('a socket that lost a frame is sent nothing more, and closed', async (t) => {
  const { watchers, open, frame, closed, bounded } = given()
  const one = open(1)
  await one.logins(1001)
  one.waits.takes = 1
  watchers.onWatched(['a', 'b', 'c'].map((text) => frame(1001, text)))
  t.same([one.heard(), one.waits.takes, closed, bounded], [['a'], -1, [[1, 4008]], []])
})

t.test(
  'money waits for a reader that is behind, and is asked for when it has read all',
  async (t) => {
    const { watchers, open, frame, asked, ready } = given()
    const one = open(1)
    await one.logins(1001, 1002, 1003)
    asked()
    one.waits.unsent = SOCKET_BEHIND_BYTES
    watchers.onWatched([frame(1001, 'at the bound', { news: 'money' })])
    t.same(one.heard(), ['at the bound'])
    one.waits.unsent++
    const money = [1001, 1002, 1003, 1001].map((login) => frame(login, 'money', { news: 'money' }))
    watchers.onWatched([...money, frame(1001, 'trade')])
    t.same(one.heard(), ['trade'])
    one.waits.unsent = 1
    watchers.drained(one.connection)
    t.same(asked(), [])
    one.waits.unsent = 0
    ready[0] = false
    one.review()
    t.same(asked(), [[1, 'watch', { codec: 'json', money: [1001, 1003] }]], 'where it is known')
    watchers.drained(one.connection)
    t.same(asked(), [], 'once')
    watchers.drained(open(2).connection)
  },
)

t.test('an account seen out of scope is let go, told once, and remembered as left', async (t) => {
  const { watchers, open, frame, asked, away } = given()
  const [one, all] = [open(1, 'json', [NETTING]), open(2)]
  for (const login of [1001, 1002]) away.set(login, NETTING)
  for (const by of [one, all]) await by.logins(1001, 1002)
  asked()
  const here = { group: NETTING }
  watchers.onWatched([frame(1001, 'a'), frame(1002, 'b', here), frame(1001, 'c')])
  t.same(one.heard(), ['b', '{"event":"unwatched","data":{"logins":[1001],"groups":[]}}'])
  t.same(all.heard(), ['a', 'b', 'c'])
  t.same(asked(), [], 'the other of its codec watches on')
  t.same(watchers.leftOf(one.connection, [1002, 1001]), [1001])
  t.same(watchers.leftOf(all.connection, [1001]), [])
  watchers.onWatched([frame(1001, 'd')])
  t.same([one.heard(), all.heard()], [[], ['d']])
  away.set(1001, HEDGING)
  t.equal(await one.logins(1001, 1002), null, 'no reason to refuse')
  t.same([...(watchers.watchOf(one.connection)?.logins ?? [])], [1002])
  away.set(1001, NETTING)
  t.equal(await one.logins(1001), null)
  t.same(watchers.leftOf(one.connection, [1001]), [], 'it is back')
  watchers.onWatched([frame(1001, 'e')])
  watchers.unwatchLogins(one.connection, [1001])
  t.same(watchers.leftOf(one.connection, [1001]), [])
})

t.test(
  'the newest of the accounts that left are remembered, as many as one may watch',
  async (t) => {
    const { watchers, open, frame, away } = given()
    const one = open(1, 'json', [NETTING])
    const logins = Array.from({ length: WATCHED_LOGINS_MAX }, (_, n) => 2000 + n)
    for (const login of [1, ...logins]) away.set(login, NETTING)
    await one.logins(1)
    watchers.onWatched([frame(1, 'a')])
    await one.logins(...logins)
    watchers.onWatched(logins.slice(1).map((login) => frame(login, 'b')))
    t.same(watchers.leftOf(one.connection, [1, 2000, 2001]), [1, 2001], 'as many')
    watchers.onWatched([frame(2000, 'c')])
    t.same(watchers.leftOf(one.connection, [1, 2000, 2001]), [2000, 2001])
  },
)

t.test('who watches groups is told which accounts left what it sees', async (t) => {
  const { watchers, open, moved } = given()
  const [masked, scoped, all, byLogin] = [open(1), open(2, 'json', [NETTING]), open(3), open(4)]
  const closing = open(5)
  await masked.group(NETTING)
  for (const by of [scoped, all]) await by.group('*')
  for (const by of [byLogin, closing]) await by.group(NETTING)
  await byLogin.logins(1001)
  closing.connection.state = { kind: 'closing', until: 0, code: 1000, why: '' }
  watchers.onWatched([
    moved(1001, NETTING, HEDGING),
    moved(1003, NETTING, HEDGING),
    moved(1005, HEDGING, 'elsewhere'),
  ])
  const gone = (...logins: number[]) => [{ logins, groups: [] }]
  t.same(masked.unwatched(), gone(1001, 1003))
  t.same(scoped.unwatched(), gone(1001, 1003))
  t.same([all.unwatched(), closing.unwatched()], [gone(1005), []])
  t.same(byLogin.unwatched(), gone(1003), 'of that login it hears by its money')
  watchers.onWatched([moved(1001, HEDGING, NETTING)])
  for (const by of [masked, scoped, all, byLogin]) t.same(by.heard(), [])
})

t.test('rights and scope that are lost end their part of the view, and no more', async (t) => {
  const { watchers, open, frame, asked, away, bounded } = given()
  const [one, quiet] = [open(1), open(2)]
  away.set(1002, NETTING)
  await one.logins(1001, 1002)
  await one.group('demo\\*')
  asked()
  one.review()
  t.same([asked(), one.heard()], [[], []], 'nothing has changed')
  one.session.rights = new Set(['accounts.view'])
  one.review()
  await settled()
  t.same(one.unwatched(), [NO_TRADES])
  t.same(bounded.splice(0), [1])
  t.same(asked(), [
    [1, 'watch', { codec: 'json', look: [1001] }],
    [0, 'watch', { codec: 'json', look: [1002] }],
  ])
  watchers.onWatched([frame(1001, 'trade'), frame(1001, 'money', { news: 'money' })])
  t.same(one.heard(), ['money'], 'its accounts are in scope yet')
  one.session.groupScope = [NETTING]
  one.review()
  await settled()
  t.same(one.unwatched(), [
    { logins: [], groups: [HEDGING] },
    { logins: [1001], groups: [] },
  ])
  const scoped = [{ mask: 'demo\\*', scope: [NETTING], sees_staff: false }]
  t.same(asked(), [
    ...both({ codec: 'json', groups: scoped }),
    [1, 'watch', { codec: 'json', look: [1001] }],
    [0, 'watch', { codec: 'json', look: [1002] }],
    [1, 'watch', { codec: 'json', drop: [1001] }],
  ])
  one.session.rights = new Set(RIGHTS)
  one.session.groupScope = ['*']
  one.review()
  await settled()
  t.same(one.unwatched(), [], 'more than before')
  asked()
  one.session.rights = new Set()
  one.review()
  t.match(one.unwatched(), [{ logins: [1002] }])
  t.same(asked(), [
    [0, 'watch', { codec: 'json', drop: [1002] }],
    ...both({ codec: 'json', groups: [] }),
  ])
  quiet.session.rights = new Set()
  quiet.review()
  t.same([quiet.heard(), watchers.size], [[], 0])
})

t.test(
  'where a shard does not say what left the scope nothing is told, nor to one that closes',
  async (t) => {
    const { watchers, open, refusals, away } = given()
    const [one, closing] = [open(1), open(2)]
    for (const login of [1001, 1002]) away.set(login, NETTING)
    for (const by of [one, closing]) {
      await by.logins(1001, 1002)
      by.session.groupScope = [HEDGING]
    }
    refusals[1] = refuse('unavailable', 'busy')
    one.review()
    await settled()
    t.same(one.unwatched(), [{ logins: [1002], groups: [] }])
    refusals[1] = undefined
    closing.review()
    closing.connection.state = { kind: 'closing', until: 0, code: 1000, why: '' }
    await settled()
    t.same(closing.heard(), [])
    t.same([...(watchers.watchOf(closing.connection)?.logins ?? [])], [1001, 1002])
  },
)

t.test('when a shard dies those who watch there are closed, and masks are told anew', async (t) => {
  const { watchers, open, asked, closed } = given()
  const [odd, even, group] = [open(1), open(2), open(3)]
  await odd.logins(1001, 1003)
  await even.logins(1002)
  await group.group('*')
  asked()
  watchers.onShardDeath(1)
  t.same(closed, [
    [1, 1012],
    [3, 1012],
  ])
  t.equal(await group.group('*'), null)
  t.same(asked(), both({ codec: 'json', groups: masks('*') }))
})
