import t from 'tap'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_BEHIND_BYTES,
  SOCKET_BULK_BYTES_MAX,
  VALUATION_UNSENT_MAX,
} from '../../../engine/limits/sockets.js'
import type { LibrarySocket } from '../../../http/socket/connection.js'
import { FanOut } from '../../../http/socket/fan-out.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { BatchWriter, batchOf, FROM_SHARD } from '../../../wire/thread/batch.js'
import type { SocketControl } from '../../../wire/thread/messages.js'

// Batches for sockets whose library writes down what it is sent.

function given() {
  const connections = new Map<number, TraderConnection>()
  const asked: unknown[] = []
  const say =
    (what: string) =>
    ({ id }: TraderConnection, ...more: unknown[]) => {
      asked.push([what, id, ...more])
    }
  const fanOut = new FanOut(connections, {
    control: say('control'),
    close: say('close'),
    behind: say('behind'),
    begins: say('begins'),
    ended: say('ended'),
    answered: say('answered'),
    credit: say('credit'),
    valueAgain: say('valueAgain'),
  })
  const sent: string[] = []
  const open = (id: number) => {
    const state = { kind: 'live', session: {} as never } as const
    const connection = new TraderConnection(id, 'json', '', state, 0)
    const library = { unsent: 0, result: 1, corked: 0 }
    const put = (how: string) => (bytes: Uint8Array) => {
      sent.push(`${id}${how} ${Buffer.from(bytes).toString('utf8')}`)
      return library.result
    }
    connection.ws = {
      send: put(''),
      sendFirstFragment: put('<'),
      sendFragment: put('-'),
      sendLastFragment: put('>'),
      getBufferedAmount: () => library.unsent,
      cork: (run: () => void) => {
        library.corked++
        run()
      },
    } as unknown as LibrarySocket
    connections.set(id, connection)
    return { connection, library }
  }
  const writer = new BatchWriter()
  const send = (...entries: readonly [kind: number, target: number, text: string | object][]) => {
    for (const [kind, target, text] of entries) {
      const bytes = Buffer.from(typeof text === 'string' ? text : JSON.stringify(text))
      writer.push(kind, target, bytes)
    }
    fanOut.send(batchOf(writer.takeBuffer()))
    return sent.splice(0)
  }
  return { fanOut, open, send, connections, heard: () => asked.splice(0), sent }
}

const { reply, event, control, part, lastPart, latest, credit, valuation, answer, taken } =
  FROM_SHARD
const words = (of: SocketControl) => of

t.test('the entries of a socket leave together and in their order', (t) => {
  const { open, send, heard, connections } = given()
  const [one, two] = [open(1), open(2)]
  one.connection.inFlight = 3
  const sent = send(
    [event, 1, 'a'],
    [reply, 2, 'b'],
    [reply, 1, 'c'],
    [reply, 9, 'nobody'],
    [answer, 1, 'no socket'],
    [taken, 1, 'no socket'],
    [event, 1, 'd'],
  )
  t.same(sent, ['1 a', '1 c', '1 d', '2 b'])
  t.same([one.library.corked, two.library.corked], [1, 0], 'one alone needs no cork')
  t.same([one.connection.inFlight, two.connection.inFlight], [2, -1])
  t.same(send([event, 2, 'x'], [event, 1, 'y']), ['2 x', '1 y'])
  t.same(heard(), [])
  connections.delete(2)
  two.connection.state = { kind: 'gone' }
  one.connection.state = { kind: 'closing', until: 0, code: 0, why: '' }
  t.same(send([event, 1, 'x'], [event, 2, 'y']), [])
  one.connection.state = { kind: 'live', session: {} as never }
  t.same(send([event, 1, 'x']), ['1 x'])
  one.connection.ws = null
  t.same(send([event, 1, 'x'], [event, 1, 'y']), [])
  t.end()
})

t.test('a control is carried out in its place, and a close is the last', (t) => {
  const { open, send, heard } = given()
  const { connection } = open(1)
  const news = words({ op: 'news', hears: true })
  t.same(send([event, 1, 'a'], [control, 1, news], [event, 1, 'b']), ['1 a', '1 b'])
  t.same(heard(), [['control', 1, news]])
  const begun = words({ op: 'bulk', under_way: true })
  t.same(send([control, 1, begun], [event, 1, 'c']), ['1 c'])
  t.equal(connection.hasBulk, true)
  send([control, 1, words({ op: 'bulk', under_way: false })])
  t.equal(connection.hasBulk, false)
  t.same(heard(), [])
  connection.waiting.push(new Uint8Array(1))
  const close = words({ op: 'close', code: 4003, reason: 'x' })
  t.same(send([event, 1, 'a'], [control, 1, close], [event, 1, 'b']), ['1 a'])
  t.same(heard(), [['close', 1, 4003, 'x']])
  t.same(send([event, 1, 'a']), ['1 a'])
  t.same(heard(), [['answered', 1]], 'the close is said once')
  t.end()
})

t.test('a control that ends the socket is the last of it', (t) => {
  const { connections, sent } = given()
  const ended: number[] = []
  const nothing = () => undefined
  const owner = { close: nothing, behind: nothing, begins: nothing, ended: nothing }
  const more = { answered: nothing, credit: nothing, valueAgain: nothing }
  const fanOut = new FanOut(connections, {
    ...owner,
    ...more,
    control: (connection) => {
      ended.push(connection.id)
      connection.ws = null
    },
  })
  const connection = new TraderConnection(1, 'json', '', { kind: 'live', session: {} as never }, 0)
  const send = (frame: Uint8Array) => sent.push(Buffer.from(frame).toString('utf8'))
  connection.ws = {
    send,
    cork: (run: () => void) => run(),
    getBufferedAmount: () => 0,
  } as unknown as LibrarySocket
  connections.set(1, connection)
  const writer = new BatchWriter()
  const news = Buffer.from(JSON.stringify({ op: 'news', hears: true }))
  for (const [kind, bytes] of [
    [event, Buffer.from('a')],
    [control, news],
    [event, Buffer.from('b')],
  ] as const) {
    writer.push(kind, 1, bytes)
  }
  fanOut.send(batchOf(writer.takeBuffer()))
  t.same([sent, ended], [['a'], [1]])
  t.end()
})

t.test('a reply in parts is one message: what comes meanwhile follows it', (t) => {
  const { open, send, heard } = given()
  const { connection } = open(1)
  connection.inFlight = 2
  t.same(send([part, 1, 'a'], [event, 1, 'x'], [part, 1, 'b']), ['1< a', '1- b'])
  t.same([heard(), connection.isMidReply, connection.inFlight], [[['begins', 1]], true, 2])
  t.equal(connection.unsent, 1, 'what waits counts')
  t.same(send([reply, 1, 'y']), [])
  t.same(send([lastPart, 1, 'c'], [event, 1, 'z']), ['1> c', '1 x', '1 y', '1 z'])
  t.same([heard(), connection.isMidReply, connection.inFlight], [[['ended', 1]], false, 0])
  t.equal(connection.unsent, 0)
  t.end()
})

t.test('when a frame is not sent the socket is closed, and nothing follows', (t) => {
  const { open, send, heard } = given()
  const { connection, library } = open(1)
  library.result = 2
  t.same(send([event, 1, 'a'], [event, 1, 'b']), ['1 a'])
  t.same(heard(), [['close', 1, 4008, 'too_slow']])
  library.result = 0
  t.same(send([event, 1, 'a'], [event, 1, 'b']), ['1 a', '1 b'], 'what waits is on its way')
  t.same(heard(), [])
  send([part, 1, 'a'], [event, 1, 'x'], [event, 1, 'y'])
  heard()
  library.result = 2
  t.same(send([lastPart, 1, 'b']), ['1> b'])
  t.same(heard(), [
    ['ended', 1],
    ['close', 1, 4008, 'too_slow'],
  ])
  connection.ws = null
  t.equal(connection.sendPart(new Uint8Array(1), false), 2)
  t.end()
})

t.test('of a reader that has much to read is kept the newest, and it is behind', (t) => {
  const { open, send, heard } = given()
  const { connection, library } = open(1)
  t.same(send([latest, 1, 'a']), ['1 a'])
  library.unsent = SOCKET_BEHIND_BYTES
  connection.backlogMax = SOCKET_BULK_BYTES_MAX
  send([event, 1, 'a'])
  t.same([heard(), connection.backlogMax], [[], SOCKET_BACKLOG_BYTES_MAX])
  library.unsent++
  connection.backlogMax = SOCKET_BULK_BYTES_MAX
  t.same(send([event, 1, 'a'], [reply, 1, 'b']), ['1 a', '1 b'], 'none of these is left out')
  t.same([heard(), connection.backlogMax], [[['behind', 1]], SOCKET_BULK_BYTES_MAX])
  connection.isBehind = true
  t.same(send([event, 1, 'a'], [latest, 1, 'b'], [latest, 1, 'c']), ['1 a'])
  t.equal(Buffer.from(connection.latest ?? []).toString(), 'c')
  t.same(heard(), [])
  library.unsent = SOCKET_BULK_BYTES_MAX
  t.same(send([event, 1, 'a']), ['1 a'])
  t.same(heard(), [])
  library.unsent++
  send([event, 1, 'a'])
  t.same(heard(), [['close', 1, 4008, 'too_slow']])
  t.end()
})

t.test('a shard has credit, and is asked for values again, once its reader has read', (t) => {
  const { fanOut, open, send, heard } = given()
  const [one, two] = [open(1), open(2)]
  one.library.unsent = VALUATION_UNSENT_MAX
  t.same(send([valuation, 1, 'a'], [valuation, 2, 'b']), ['1 a', '2 b'])
  one.library.unsent = Math.max(VALUATION_UNSENT_MAX, SOCKET_BEHIND_BYTES) + 1
  t.same(send([valuation, 1, 'a'], [valuation, 1, 'b']), [])
  one.connection.isBehind = true
  send([credit, 1, ''])
  heard()
  fanOut.scan()
  fanOut.drained(one.connection)
  fanOut.drained(two.connection)
  t.same(heard(), [])
  one.library.unsent = SOCKET_BEHIND_BYTES
  fanOut.scan()
  const again = [
    ['credit', 1],
    ['valueAgain', 1],
  ]
  t.same(heard(), again)
  fanOut.scan()
  t.same(heard(), [], 'once')
  one.library.unsent = Math.max(VALUATION_UNSENT_MAX, SOCKET_BEHIND_BYTES) + 1
  send([valuation, 1, 'a'])
  one.library.unsent = 0
  fanOut.drained(one.connection)
  t.same(heard(), [['valueAgain', 1]], 'of values alone')
  one.library.unsent = VALUATION_UNSENT_MAX + 1
  send([credit, 2, ''])
  t.same(heard(), [['credit', 2]], 'at once where it reads')
  one.library.unsent = Math.max(VALUATION_UNSENT_MAX, SOCKET_BEHIND_BYTES) + 1
  send([valuation, 1, 'a'], [credit, 1, ''], [part, 1, 'x'], [event, 1, 'y'])
  heard()
  fanOut.leave(one.connection)
  one.library.unsent = 0
  fanOut.scan()
  fanOut.drained(one.connection)
  t.same([heard(), one.connection.isMidReply, one.connection.unsent], [[], false, 0])
  t.end()
})

t.test('frames that wait go on when others may have been answered', (t) => {
  const { open, send, heard } = given()
  const { connection } = open(1)
  send([reply, 1, 'a'])
  t.same(heard(), [])
  connection.waiting.push(new Uint8Array(1))
  send([reply, 1, 'a'], [reply, 1, 'b'])
  t.same(heard(), [['answered', 1]])
  t.end()
})
