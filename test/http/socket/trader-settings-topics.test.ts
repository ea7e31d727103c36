import t from 'tap'
import type { Book } from '../../../engine/book/compiled.js'
import type { ConfigChange } from '../../../engine/config/book-records.js'
import { SYMBOL_EVENTS_MAX } from '../../../engine/limits/sockets.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { TraderSettings } from '../../../http/socket/trader-settings.js'
import { decodeMsgpack } from '../../../wire/frame/msgpack-decode.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { givenBook, HEDGING, NETTING, symbolIn } from '../../given/book.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'

// Settings with a library that writes down what is published, and to which topic.

type Told = [topic: string, frame: { event: string; data: Record<string, unknown> }]

function given() {
  const settings = new TraderSettings(new ManualClock())
  const published: Told[] = []
  settings.attach({
    publish: (topic: string, frame: Uint8Array, isBinary: boolean) => {
      const read = isBinary ? decodeMsgpack(frame) : JSON.parse(Buffer.from(frame).toString())
      published.push([topic, read])
      return true
    },
  } as never)
  let last = 0
  const open = (path: string, codec: SocketCodec = 'json') => {
    const live = { kind: 'live', session: {} as never } as const
    const connection = new TraderConnection(++last, codec, '', live, 0)
    const library = new GivenLibrarySocket()
    connection.ws = library.ws
    settings.join(connection, path)
    return { connection, library, topics: () => [...library.topics] }
  }
  const tell = (
    kind: ConfigChange['kind'],
    changed: readonly object[],
    removed: readonly number[] = [],
    book: Book = givenBook(),
  ): unknown[] => {
    settings.tell({ version: 9, kind, changed, removed } as never, book)
    return published.splice(0)
  }
  return { settings, open, tell }
}

const changed = (kind: string, id: number, version: number) => ({
  event: 'config_changed',
  data: { kind, id, version },
})

const to = (told: unknown[]) => (told as Told[]).map(([topic]) => topic)

t.test('sockets of a group are in its topic of their codec, each change goes there once', (t) => {
  const { settings, open, tell } = given()
  t.strictSame(tell('holidays', [], [7]), [], 'nobody is there')
  t.equal(settings.takePublished(), false)
  const [one, two] = [open(HEDGING), open(HEDGING)]
  t.strictSame([one.topics(), two.topics()], [['g1'], ['g1']])
  t.strictSame(tell('holidays', [], [7]), [['g1', changed('holidays', 7, 0)]])
  t.strictSame([settings.takePublished(), settings.takePublished()], [true, false])
  const packed = open(HEDGING, 'msgpack')
  const other = open(NETTING, 'msgpack')
  t.strictSame([packed.topics(), other.topics()], [['G1'], ['G2']])
  const gone = changed('settings', 3, 0)
  t.strictSame(tell('settings', [{ id: 1, version: 4 }], [3]), [
    ...['g1', 'G1', 'G2'].map((topic) => [topic, changed('settings', 1, 4)]),
    ...['g1', 'G1', 'G2'].map((topic) => [topic, gone]),
  ])
  settings.join(one.connection, HEDGING)
  t.strictSame(one.connection.group?.readers, { json: 2, msgpack: 1 }, 'it was there already')
  settings.join(one.connection, NETTING)
  t.strictSame(one.topics(), ['g2'])
  t.strictSame(
    [one, two].map(({ connection }) => connection.group?.readers),
    [
      { json: 1, msgpack: 1 },
      { json: 1, msgpack: 1 },
    ],
  )
  t.strictSame(to(tell('holidays', [], [9])), ['g1', 'G1', 'g2', 'G2'])
  for (const { connection } of [two, packed]) settings.forget(connection)
  t.strictSame([two.topics(), two.connection.group], [[], null])
  settings.forget(two.connection)
  t.strictSame(to(tell('holidays', [], [8])), ['g2', 'G2'])
  for (const { connection } of [one, other]) settings.leave(connection)
  t.strictSame(tell('holidays', [], [8]), [])
  t.equal(settings.takePublished(), true, 'of before')
  tell('holidays', [], [8])
  t.equal(settings.takePublished(), false)
  t.end()
})

t.test('a socket in the middle of a reply is out of its topic, and is told by itself', (t) => {
  const { settings, open, tell } = given()
  const [one, two] = [open(HEDGING), open(HEDGING)]
  settings.goOn(one.connection)
  t.strictSame(one.topics(), ['g1'])
  settings.pause(one.connection)
  t.strictSame([one.topics(), two.topics()], [[], ['g1']])
  t.strictSame(tell('holidays', [], [7]), [['g1', changed('holidays', 7, 0)]])
  t.strictSame([one.library.heard(), two.library.heard()], [[changed('holidays', 7, 0)], []])
  settings.join(one.connection, NETTING)
  t.strictSame(one.topics(), [], 'it is yet in the middle of it')
  const row = { path: NETTING, id: 2, version: 5 }
  tell('groups', [row])
  tell('groups', [{ ...row, path: HEDGING, id: 1 }])
  t.strictSame(one.library.heard(), [changed('groups', 2, 5)])
  settings.goOn(one.connection)
  t.strictSame(one.topics(), ['g2'])
  tell('groups', [row])
  t.strictSame(one.library.heard(), [], 'by its topic again')
  settings.pause(two.connection)
  settings.forget(two.connection)
  settings.join(two.connection, HEDGING)
  t.strictSame(two.topics(), ['g3'], 'it was forgotten that it was paused')
  settings.join(two.connection, HEDGING)
  t.strictSame(two.topics(), ['g3'], 'it is in that one already')
  const unsigned = new TraderConnection(99, 'json', '', { kind: 'unsigned', until: 0 }, 0)
  unsigned.ws = new GivenLibrarySocket().ws
  settings.pause(unsigned)
  settings.goOn(unsigned)
  t.end()
})

t.test('what concerns an account is told to its group alone', (t) => {
  const { open, tell } = given()
  open(HEDGING)
  open(NETTING)
  const toWhom = (told: unknown[]) =>
    (told as Told[]).map(([topic, { data }]) => [topic, data['id']])
  t.strictSame(toWhom(tell('groups', [{ path: HEDGING.toUpperCase(), id: 1, version: 2 }])), [
    ['g1', 1],
  ])
  const book = givenBook({ groups: { [NETTING]: { leverage_profile_id: 3 } } } as never)
  const profiles = [3, 4].map((id) => ({ id, version: 2 }))
  t.strictSame(toWhom(tell('leverage_profiles', profiles, [], book)), [['g2', 3]])
  t.strictSame(toWhom(tell('routing', [{ id: 1, version: 1 }], [2])), [])
  t.end()
})

t.test('a symbol is told whole as the group trades it, one that is gone by its id', (t) => {
  const { open, tell } = given()
  for (const path of [HEDGING, NETTING, 'gone\\group']) open(path)
  const rows = [{ mask: 'EUR*', volume_max: '5' }]
  const book = givenBook({ groups: { [NETTING]: { symbols: rows } } } as never)
  const { record } = symbolIn(book, 'EURUSD')
  const told = tell('symbols', [record, { ...record, id: 9999 }], [8], book) as Told[]
  t.strictSame(
    told.map(([topic, { event, data }]) => [topic, event, data['id'], data['volume_max']]),
    [
      ['g1', 'symbol', 1, '100'],
      ['g2', 'symbol', 1, '5'],
      ['g3', 'symbol', 1, '100'],
      ...['g1', 'g2', 'g3'].map((topic) => [topic, 'config_changed', 8, undefined]),
    ],
  )
  t.strictSame(told.at(-1)?.[1], changed('symbols', 8, 0))
  const many = Array.from({ length: SYMBOL_EVENTS_MAX }, () => record)
  t.equal(tell('symbols', many, [], book).length, 3 * SYMBOL_EVENTS_MAX)
  const all = ['g1', 'g2', 'g3'].map((topic) => [topic, changed('symbols', 0, 9)])
  t.strictSame(tell('symbols', many, [8], book), all)
  t.end()
})
