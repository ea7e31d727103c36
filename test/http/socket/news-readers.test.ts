import t from 'tap'
import { NewsReaders } from '../../../http/socket/news-readers.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { givenBook, HEDGING, NETTING } from '../../given/book.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'

const AT = Date.parse('2026-03-02T10:00:00Z')
const NEWS = [4, 5].map((id) => ({
  id,
  at: AT + id,
  headline: `Headline ${id}`,
  feed: 2,
  receivedAt: AT,
})) as never

t.test('news are told to the sockets that ask, while the group of their account has news', (t) => {
  const bounded: number[] = []
  const readers = new NewsReaders(({ id }) => bounded.push(id))
  const open = (id: number, path: string | null, codec: 'json' | 'msgpack' = 'json') => {
    const live = { kind: 'live', session: {} as never } as const
    const connection = new TraderConnection(id, codec, '', live, 0)
    const library = new GivenLibrarySocket()
    connection.ws = library.ws
    connection.group = path === null ? null : ({ path } as never)
    readers.set(connection, true)
    return { connection, library }
  }
  const sockets = [
    open(1, HEDGING),
    open(2, HEDGING, 'msgpack'),
    open(3, NETTING),
    open(4, null),
    open(5, 'gone\\group'),
  ]
  const [first] = sockets
  const none = { news_mode: 'disabled' } as const
  const heard = (book: ReturnType<typeof givenBook>) => {
    readers.tell(NEWS, book)
    return sockets.map(({ library }) => library.heard())
  }
  const told = {
    event: 'news',
    data: {
      items: [
        { id: 4, at: '2026-03-02T10:00:00.004Z', headline: 'Headline 4' },
        { id: 5, at: '2026-03-02T10:00:00.005Z', headline: 'Headline 5' },
      ],
    },
  }
  const full = { news_mode: 'full' } as const
  const some = givenBook({ groups: { [HEDGING]: full, [NETTING]: none } } as never)
  t.strictSame(heard(some), [[told], [told], [], [], []])
  t.strictSame(bounded, [1, 2], 'what they do not read is looked at')
  if (first !== undefined) readers.set(first.connection, false)
  const others = givenBook({ groups: { [HEDGING]: full, [NETTING]: full } } as never)
  t.strictSame(heard(others), [[], [told], [told], [], []])
  t.strictSame(heard(givenBook({ groups: { [HEDGING]: none, [NETTING]: none } } as never)), [
    [],
    [],
    [],
    [],
    [],
  ])
  t.end()
})
