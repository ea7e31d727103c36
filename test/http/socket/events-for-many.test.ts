import t from 'tap'
import type { ConfigChange } from '../../../engine/config/book-records.js'
import type { LiveSession } from '../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../http/socket/connection.js'
import { LoginEvents } from '../../../http/socket/login-events.js'
import { NewsReaders } from '../../../http/socket/news-readers.js'
import { StaffConnection } from '../../../http/socket/staff/staff-connection.js'
import { Watchers } from '../../../http/socket/staff/watchers.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { TraderSettings } from '../../../http/socket/trader-settings.js'
import { decodeMsgpack } from '../../../wire/frame/msgpack-decode.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { givenBook, groupIn, HEDGING, NETTING } from '../../given/book.js'

// Events for many sockets at once, whose library writes down what it is sent.

type Codec = 'json' | 'msgpack'
type Told = { readonly event: string; readonly data: Readonly<Record<string, unknown>> }

function read(frame: Uint8Array, codec: Codec): Told {
  if (codec === 'msgpack') return decodeMsgpack(frame) as unknown as Told
  return JSON.parse(Buffer.from(frame).toString('utf8')) as Told
}

class Hub {
  readonly sockets: {
    readonly topics: Set<string>
    readonly told: Told[]
    readonly codec: Codec
  }[] = []
  readonly published: [topic: string, isBinary: boolean][] = []

  socket(id: number, codec: Codec = 'json') {
    const connection = new TraderConnection(
      id,
      codec,
      '',
      { kind: 'live', session: {} as never },
      0,
    )
    const topics = new Set<string>()
    const told: Told[] = []
    connection.ws = {
      send: (frame: Uint8Array) => told.push(read(frame, codec)),
      subscribe: (topic: string) => topics.add(topic),
      unsubscribe: (topic: string) => topics.delete(topic),
    } as unknown as LibrarySocket
    this.sockets.push({ topics, told, codec })
    return { connection, topics, heard: () => told.splice(0).map(({ data }) => data) }
  }

  publish(topic: string, frame: Uint8Array, isBinary: boolean): boolean {
    this.published.push([topic, isBinary])
    for (const { topics, told, codec } of this.sockets) {
      if (topics.has(topic)) told.push(read(frame, codec))
    }
    return true
  }
}

function holidays(...removed: number[]): ConfigChange {
  return { version: 2, kind: 'holidays', changed: [], removed }
}

const gone = (id: number) => ({ kind: 'holidays', id, version: 0 })

t.test('settings go to the topics of groups that have readers, in the codecs of these', (t) => {
  const hub = new Hub()
  const settings = new TraderSettings({ now: () => 0 })
  const book = givenBook()
  const [one, two, far] = [hub.socket(1), hub.socket(2, 'msgpack'), hub.socket(3)]
  settings.join(one.connection, HEDGING)
  settings.tell(holidays(1), book)
  t.same([one.heard(), settings.takePublished()], [[], true], 'nobody publishes yet')
  settings.attach(hub as never)
  settings.tell(holidays(1), book)
  t.same([one.heard(), hub.published.splice(0)], [[gone(1)], [['g1', false]]])
  settings.join(two.connection, HEDGING)
  settings.join(far.connection, NETTING)
  settings.join(far.connection, NETTING)
  const { record } = groupIn(book, HEDGING)
  const changed = [{ ...record, path: 'DEMO\\Standard', version: 8 }]
  settings.tell({ version: 3, kind: 'groups', changed, removed: [] }, book)
  const told = [{ kind: 'groups', id: record.id, version: 8 }]
  t.same([one.heard(), two.heard(), far.heard()], [told, told, []])
  t.same(hub.published.splice(0), [
    ['g1', false],
    ['G1', true],
  ])
  t.same([settings.takePublished(), settings.takePublished()], [true, false])
  settings.join(one.connection, NETTING)
  settings.tell(holidays(2), book)
  t.same([one.heard(), two.heard(), far.heard()], [[gone(2)], [gone(2)], [gone(2)]])
  t.same(hub.published.splice(0), [
    ['G1', true],
    ['g2', false],
  ])
  for (const { connection } of [one, two, far]) settings.forget(connection)
  settings.forget(one.connection)
  t.same([[...one.topics], [...two.topics], [...far.topics]], [[], [], []])
  settings.takePublished()
  settings.tell(holidays(3), book)
  t.same([hub.published, settings.takePublished()], [[], false])
  settings.join(two.connection, HEDGING)
  t.same([...two.topics], ['G3'], 'a topic of its own')
  settings.join(one.connection, 'Demo\\Standard')
  settings.tell({ version: 4, kind: 'groups', changed: [record], removed: [] }, book)
  t.equal(one.heard().length, 1, 'whatever the case of its path')
  t.end()
})

t.test('a socket in the middle of a reply is sent settings one by one, by itself', (t) => {
  const hub = new Hub()
  const settings = new TraderSettings({ now: () => 0 })
  settings.attach(hub as never)
  const book = givenBook()
  const [one, other] = [hub.socket(1), hub.socket(2)]
  for (const { connection } of [one, other]) settings.join(connection, HEDGING)
  settings.pause(one.connection)
  t.same([...one.topics], [])
  settings.tell(holidays(1), book)
  t.same([one.heard(), other.heard()], [[gone(1)], [gone(1)]])
  settings.join(one.connection, NETTING)
  t.same([...one.topics], [])
  const { record } = groupIn(book, HEDGING)
  settings.tell({ version: 3, kind: 'groups', changed: [record], removed: [] }, book)
  t.same([one.heard().length, other.heard().length], [0, 1])
  settings.goOn(one.connection)
  t.same([...one.topics], ['g2'])
  settings.tell(holidays(2), book)
  t.same([one.heard(), other.heard()], [[gone(2)], [gone(2)]])
  settings.goOn(other.connection)
  settings.pause(other.connection)
  settings.forget(other.connection)
  settings.tell(holidays(3), book)
  t.same([one.heard(), other.heard(), [...other.topics]], [[gone(3)], [], []])
  settings.join(other.connection, NETTING)
  t.same([...other.topics], ['g2'], 'it is not paused any more')
  t.end()
})

t.test('news go to those who ask for them and whose group has them', (t) => {
  const hub = new Hub()
  const bounded: number[] = []
  const news = new NewsReaders(({ id }) => bounded.push(id))
  const modes = { [NETTING]: { news_mode: 'disabled' }, 'demo\\some': { news_mode: 'headers' } }
  const book = givenBook({ groups: modes as never })
  const settings = new TraderSettings({ now: () => 0 })
  const all = [HEDGING, NETTING, 'demo\\some', 'demo\\none'].map((path, at) => {
    const socket = hub.socket(at + 1, at === 2 ? 'msgpack' : 'json')
    settings.join(socket.connection, path)
    news.set(socket.connection, true)
    return socket
  })
  news.set(hub.socket(5).connection, true)
  const quiet = hub.socket(6)
  settings.join(quiet.connection, HEDGING)
  news.set(quiet.connection, true)
  news.set(quiet.connection, false)
  const kept = [1, 2].map((id) => ({ id, at: 0, headline: `h${id}` }))
  news.tell(kept as never, book)
  const items = kept.map(({ id, headline }) => ({ id, at: '1970-01-01T00:00:00.000Z', headline }))
  t.same(
    all.map((socket) => socket.heard()),
    [[{ items }], [], [{ items }], []],
  )
  t.same([bounded, hub.sockets.flatMap(({ told }) => told)], [[1, 3], []])
  t.end()
})

t.test('an event of a login goes to its sockets of that side', (t) => {
  const hub = new Hub()
  const bounded: unknown[] = []
  const sockets: Record<string, ReturnType<Hub['socket']>[]> = {
    a: [hub.socket(1), hub.socket(2, 'msgpack')],
    b: [hub.socket(3)],
    c: [],
  }
  const logins = new Map([
    [7, ['a', 'b']],
    [8, ['c']],
  ])
  const events = new LoginEvents({
    sessions: {
      ofLogin: (login) => (logins.get(login) ?? []).map((id) => ({ id }) as unknown as LiveSession),
    },
    sockets: (side) => ({
      connectionsOf: ({ id }) => {
        return side === 'trader' ? (sockets[id] ?? []).map(({ connection }) => connection) : []
      },
      boundBacklog: ({ id }) => bounded.push([side, id]),
    }),
  })
  events.toLogin('trader', 7, new EventFrame('x', { a: 1 }))
  events.toLogin('trader', 8, new EventFrame('x', { a: 2 }))
  events.toLogin('staff', 7, new EventFrame('x', { a: 3 }))
  t.same(
    hub.sockets.map(({ told }) => told),
    [1, 2, 3].map(() => [{ event: 'x', data: { a: 1 } }]),
  )
  t.same(bounded, [
    ['trader', 1],
    ['trader', 2],
    ['trader', 3],
  ])
  const hears = [events.hears('trader', 7), events.hears('trader', 8), events.hears('staff', 7)]
  t.same(hears, [true, false, false])
  t.end()
})

t.test('an event for staff is what each session may hear of it', (t) => {
  const bounded: number[] = []
  const watchers = new Watchers({
    boundBacklog: ({ id }: StaffConnection) => bounded.push(id),
  } as never)
  const told: unknown[] = []
  const open = (id: number, login: number) => {
    const session = { login } as unknown as LiveSession
    const connection = new StaffConnection(id, 'json', '', { kind: 'live', session }, 0)
    const send = (frame: Uint8Array) => told.push([id, read(frame, 'json').data])
    connection.ws = { send } as unknown as LibrarySocket
    watchers.add(connection)
    return connection
  }
  const [, , closing, left] = [open(1, 1), open(2, 2), open(3, 1), open(4, 1)]
  ;(closing as StaffConnection).state = { kind: 'gone' }
  watchers.delete(left as StaffConnection)
  watchers.tell(({ login }) => (login === 1 ? new EventFrame('x', login) : undefined))
  t.same([told, bounded], [[[1, 1]], [1]])
  t.end()
})
