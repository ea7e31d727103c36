import t from 'tap'
import { SENT } from '../../../http/socket/connection.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'

// A socket of the library that takes parts of messages, and whole ones, and writes down which.

function given(codec: SocketCodec = 'json') {
  const calls: string[] = []
  const takes = { send: SENT.sent as number, last: SENT.sent as number, waits: 0 }
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
  const connection = new TraderConnection(1, codec, '', { kind: 'live', session: {} as never }, 0)
  connection.ws = {
    send: (bytes: Uint8Array, isBinary: boolean) => {
      calls.push(`${text(bytes)} ${isBinary}`)
      return takes.send
    },
    sendFirstFragment: (bytes: Uint8Array, isBinary: boolean) => {
      calls.push(`first ${text(bytes)} ${isBinary}`)
      return SENT.sent
    },
    sendFragment: (bytes: Uint8Array) => {
      calls.push(`next ${text(bytes)}`)
      return SENT.waiting
    },
    sendLastFragment: (bytes: Uint8Array) => {
      calls.push(`last ${text(bytes)}`)
      return takes.last
    },
    getBufferedAmount: () => takes.waits,
  } as never
  return { connection, calls, takes }
}

t.test('what is sent in the middle of a reply waits for its end, and counts as not sent', (t) => {
  for (const codec of ['json', 'msgpack'] as const) {
    const { connection, calls, takes } = given(codec)
    const isBinary = codec === 'msgpack'
    t.equal(connection.isMidReply, false)
    t.equal(connection.send(Buffer.from('a')), SENT.sent)
    t.equal(connection.sendPart(Buffer.from('1'), false), SENT.sent)
    t.equal(connection.isMidReply, true)
    takes.waits = 7
    const frame = new TextEncoder().encode('bb')
    t.equal(connection.send(frame), SENT.waiting)
    frame.fill(0)
    t.equal(connection.send(Buffer.from('ccc')), SENT.waiting)
    t.equal(connection.unsent, 7 + 5)
    t.equal(connection.sendPart(Buffer.from('2'), false), SENT.waiting)
    t.equal(connection.unsent, 7 + 5)
    takes.send = SENT.waiting
    t.equal(connection.sendPart(Buffer.from('3'), true), SENT.waiting, 'as the last of them')
    t.equal(connection.isMidReply, false)
    t.equal(connection.unsent, 7)
    connection.send(Buffer.from('d'))
    t.strictSame(calls, [
      `a ${isBinary}`,
      `first 1 ${isBinary}`,
      'next 2',
      'last 3',
      `bb ${isBinary}`,
      `ccc ${isBinary}`,
      `d ${isBinary}`,
    ])
  }
  t.end()
})

t.test('once something was not taken nothing more is sent of what had to wait', (t) => {
  const { connection, calls, takes } = given()
  const reply = () => {
    connection.sendPart(Buffer.from('1'), false)
    connection.send(Buffer.from('a'))
    connection.send(Buffer.from('b'))
    return connection.sendPart(Buffer.from('2'), true)
  }
  takes.last = SENT.dropped
  t.equal(reply(), SENT.dropped)
  t.strictSame(calls.splice(0), ['first 1 false', 'last 2'])
  takes.last = SENT.sent
  takes.send = SENT.dropped
  t.equal(reply(), SENT.dropped)
  t.strictSame(calls.splice(0), ['first 1 false', 'last 2', 'a false'])
  connection.sendPart(Buffer.from('1'), false)
  connection.send(Buffer.from('a'))
  connection.dropHeld()
  t.strictSame([connection.isMidReply, connection.unsent], [false, 0])
  t.end()
})

t.test('a socket that is closing or gone takes nothing', (t) => {
  const { connection, calls, takes } = given()
  takes.waits = 3
  connection.state = { kind: 'closing', until: 0, code: 1, why: '' }
  t.equal(connection.send(Buffer.from('a')), SENT.dropped)
  t.equal(connection.unsent, 3)
  connection.state = { kind: 'live', session: {} as never }
  connection.ws = null
  t.equal(connection.send(Buffer.from('a')), SENT.dropped)
  t.equal(connection.sendPart(Buffer.from('a'), false), SENT.dropped)
  t.equal(connection.unsent, 0)
  t.strictSame(calls, [])
  t.end()
})

t.test('a trader hears in the prices of its group, and as listed before it has one', (t) => {
  const { connection } = given()
  t.equal(connection.groupFor(), null)
  connection.group = { path: 'demo\\netting' } as never
  t.equal(connection.groupFor(), 'demo\\netting')
  const { isBehind, hasBulk, hearsValues, toldReadOnly, waitingBytes } = connection
  t.strictSame(
    [isBehind, hasBulk, hearsValues, toldReadOnly, waitingBytes],
    [false, false, false, null, 0],
  )
  t.end()
})
