import t from 'tap'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../../engine/limits/sockets.js'
import type { PlainRequest } from '../../../http/exchange/request.js'
import type { Connection } from '../../../http/socket/connection.js'
import { addLiveSocket } from '../../../http/socket/upgrade.js'
import { FRAME_BYTES_MAX } from '../../../wire/frame/socket-frame.js'

// The upgrade with a library, an edge and sockets that write down what they are asked.

type Event = 'upgrade' | 'open' | 'message' | 'ping' | 'pong' | 'drain' | 'close'
type Behavior = Readonly<Record<Event, (...args: unknown[]) => void>>

const CONNECTION = { id: 1 } as unknown as Connection
const PLAIN: PlainRequest = {
  method: 'GET',
  path: '/',
  query: '',
  headers: {},
  address: '192.0.2.1',
  secure: false,
  requestId: 'r',
}
const NO_TRY = refuse('too_many_requests', 'no try')
const FULL = refuse('unavailable', 'full')

interface Given {
  readonly plain?: PlainRequest | null
  readonly protocol?: string
  readonly refused?: Refusal | null
  readonly accepts?: Connection | Refusal
  readonly side?: 'trader' | 'staff'
}

/** An upgrade: what was asked of whom, in order. */
function upgrade({
  plain = PLAIN,
  protocol = '',
  refused = null,
  ...given
}: Given = {}): unknown[] {
  const asked: unknown[] = []
  let path = ''
  let behavior = {} as Behavior
  const app = {
    ws: (at: string, how: Behavior) => {
      path = at
      behavior = how
    },
  }
  const edge = {
    read: () => plain,
    refuse: (_: unknown, of: PlainRequest, refusal: Refusal) => {
      asked.push(['refuse', of.requestId, refusal])
    },
    upgraded: () => asked.push('upgraded'),
  }
  const told = (name: string) => (connection: unknown, more?: unknown, last?: unknown) => {
    asked.push([name, connection, ...(more === undefined ? [] : [more]), ...(last ? [last] : [])])
  }
  const sockets = {
    side: given.side ?? 'trader',
    accept: (...args: unknown[]) => {
      asked.push(['accept', ...args])
      return given.accepts ?? CONNECTION
    },
    opened: told('opened'),
    frame: told('frame'),
    heard: told('heard'),
    drained: told('drained'),
    gone: told('gone'),
  }
  const refuseTry = (address: string): Refusal | null => {
    asked.push(['try', address])
    return refused
  }
  const options = { sockets, sessions: {}, refuseTry, allowedOrigins: () => new Set() }
  addLiveSocket(app as never, edge as never, options as never)
  const headers: Record<string, string> = {
    'sec-websocket-key': 'key',
    'sec-websocket-extensions': 'extensions',
    'sec-websocket-protocol': protocol,
  }
  const response = { upgrade: (...args: unknown[]) => asked.push(['upgrade', ...args]) }
  behavior.upgrade(response, { getHeader: (name: string) => headers[name] ?? '' }, 'context')
  const ws = { connection: CONNECTION }
  if (asked.at(-1) === 'upgraded') {
    asked.push(path)
    for (const event of ['open', 'ping', 'pong', 'drain', 'close'] as const) behavior[event](ws)
    behavior.message(ws, 'bytes', true)
  }
  return asked
}

const TRY = ['try', '192.0.2.1']

t.test('a socket is upgraded with what the client offered, and its events are its own', (t) => {
  for (const [protocol, name, codec] of [
    ['', '', 'json'],
    ['other, openfloor.msgpack', 'openfloor.msgpack', 'msgpack'],
  ]) {
    for (const [side, path] of [
      ['trader', '/trader/v1/socket'],
      ['staff', '/admin/v1/socket'],
    ] as const) {
      t.strictSame(upgrade({ protocol: protocol as string, side }), [
        TRY,
        ['accept', codec, '192.0.2.1', null],
        ['upgrade', { connection: CONNECTION }, 'key', name, 'extensions', 'context'],
        'upgraded',
        path,
        ['opened', CONNECTION, { connection: CONNECTION }],
        ['heard', CONNECTION],
        ['heard', CONNECTION],
        ['drained', CONNECTION],
        ['gone', CONNECTION],
        ['frame', CONNECTION, 'bytes', true],
      ])
    }
  }
  t.end()
})

t.test(
  'the library holds what one frame may hold, and leaves pings and slow readers to us',
  (t) => {
    let behavior: object = {}
    const app = {
      ws: (_: string, how: object) => {
        behavior = how
      },
    }
    addLiveSocket(app as never, {} as never, { sockets: { side: 'staff' } } as never)
    const values = Object.entries(behavior).filter(([, value]) => typeof value !== 'function')
    t.strictSame(Object.fromEntries(values), {
      maxPayloadLength: 2 * FRAME_BYTES_MAX,
      maxBackpressure: 16 * SOCKET_BACKLOG_BYTES_MAX,
      idleTimeout: 120,
      sendPingsAutomatically: false,
    })
    t.end()
  },
)

t.test('what was answered already is left alone, and each refusal is the last word', (t) => {
  t.strictSame(upgrade({ plain: null }), [], 'it was answered')
  t.strictSame(upgrade({ refused: NO_TRY }), [TRY, ['refuse', 'r', NO_TRY]])
  t.strictSame(upgrade({ refused: NO_TRY, protocol: 'x' }), [TRY, ['refuse', 'r', NO_TRY]])
  const why = 'Offer the subprotocol openfloor.json or openfloor.msgpack.'
  t.strictSame(upgrade({ protocol: 'x' }), [TRY, ['refuse', 'r', refuse('invalid_input', why)]])
  t.strictSame(upgrade({ accepts: FULL }), [
    TRY,
    ['accept', 'json', '192.0.2.1', null],
    ['refuse', 'r', FULL],
  ])
  const foreign = { ...PLAIN, headers: { cookie: 'of_access_t=a', origin: 'https://evil.example' } }
  const [, last] = upgrade({ plain: foreign }) as [unknown, [string, string, Refusal]]
  t.ok(isRefusal(last[2]) && last[2].code === 'forbidden')
  t.end()
})
