import t from 'tap'
import { DdeServerSession } from '../../../wire/dde/server-session.js'
import { DdeSession } from '../../../wire/dde/session.js'

function served() {
  const seen: string[] = []
  const session = new DdeServerSession(
    (login, password) => login === 'desk' && password === 'secret',
    {
      send: (text) => seen.push(text.replaceAll('\r\n', '|')),
      granted: () => seen.push('(granted)'),
      ended: (why) => seen.push(`(ended: ${why})`),
    },
    0,
  )
  const bytes = (text: string, now = 0): void => session.receive(Buffer.from(text, 'latin1'), now)
  return { session, seen, bytes }
}

const GREETING = '> Openfloor DDE server 1.0|> Login: |'

function admitted() {
  const made = served()
  made.bytes('desk\r\nsecret\r\n')
  made.seen.length = 0
  return made
}

t.test('every prompt ends its line, and nothing stands between password and verdict', async (t) => {
  const { bytes, seen } = served()
  t.same(seen, [GREETING])
  bytes('desk\r\n')
  bytes('secret\r\n')
  t.same(seen, [GREETING, '> Password: |', '> Access granted|', '(granted)'])
})

t.test('the greeting has at most two lines up to the login prompt', async (t) => {
  const { seen } = served()
  const lines = (seen[0] as string).split('|')
  t.ok(lines.findIndex((line) => line.includes('Login: ')) <= 2)
})

t.test('login and password may come early, together and in single bytes', async (t) => {
  for (const size of [1, 3, 100]) {
    const { bytes, seen } = served()
    const all = 'desk\nsecret\n'
    for (let at = 0; at < all.length; at += size) bytes(all.slice(at, at + size))
    t.same(seen, [GREETING, '> Password: |', '> Access granted|', '(granted)'])
  }
})

t.test('wrong credentials are refused, then the line is closed', async (t) => {
  for (const [login, password] of [
    ['desk', 'wrong'],
    ['', ''],
    ['other', 'secret'],
    ['desk', ''],
  ]) {
    const { bytes, seen } = served()
    bytes(`${login}\r\n${password}\r\n> Ping\r\ndesk\r\nsecret\r\n`)
    t.same(seen, [GREETING, '> Password: |', '> Access denied|', '(ended: access denied)'])
  }
})

t.test('5 s without a login end the session; after it silence may last longer', async (t) => {
  const { session, bytes, seen } = served()
  bytes('desk\r\n', 4_000)
  session.tick(4_999)
  t.equal(seen.length, 2)
  session.tick(5_000)
  t.equal(seen.at(-1), '(ended: no login in time)')
  session.tick(6_000)
  t.equal(seen.length, 3)
  const other = admitted()
  other.session.tick(149_999)
  t.same(other.seen, [])
  other.session.tick(150_000)
  t.same(other.seen, ['(ended: the client fell silent)'])
})

t.test('pings are answered in any writing', async (t) => {
  const { bytes, seen } = admitted()
  bytes('> Ping\r\n')
  bytes('> ping \n')
  bytes('hello\r\n')
  t.same(seen, ['> Ping|', '> Ping|'])
})

t.test('only changed prices leave, as one text', async (t) => {
  const { session, seen } = admitted()
  session.publish('EURUSD', '1.1', '1.2')
  session.publish('GBPUSD', '1.3', '1.4')
  session.flush()
  session.publish('EURUSD', '1.1', '1.2')
  session.flush()
  session.publish('EURUSD', '1.1', '1.3')
  session.flush()
  t.same(seen, ['EURUSD 1.1 1.2|GBPUSD 1.3 1.4|', 'EURUSD 1.1 1.3|'])
})

t.test('nothing is published before access is granted', async (t) => {
  const { session, bytes, seen } = served()
  session.publish('EURUSD', '1.1', '1.2')
  bytes('desk\r\n')
  session.publish('EURUSD', '1.1', '1.2')
  session.flush()
  t.same(seen, [GREETING, '> Password: |'])
})

t.test('a filter names what a client hears; an empty one takes all again', async (t) => {
  const { session, bytes, seen } = admitted()
  bytes('> Symbols:GBPUSD;XAUUSD;\r\n')
  session.publish('EURUSD', '1.1', '1.2')
  session.publish('GBPUSD', '1.3', '1.4')
  session.flush()
  bytes('> Symbols:\r\n')
  session.publish('EURUSD', '1.1', '1.2')
  session.flush()
  t.same(seen, ['GBPUSD 1.3 1.4|', 'EURUSD 1.1 1.2|'])
})

t.test('long lines: a filter may be long once access is granted, a login may not', async (t) => {
  const names = Array.from({ length: 1_500 }, (_, i) => `SYMBOL_NUMBER_${i}`)
  const { session, bytes, seen } = admitted()
  bytes(`> Symbols:${names.join(';')};\r\n`)
  session.publish('SYMBOL_NUMBER_1499', '1', '2')
  session.flush()
  t.same(seen, ['SYMBOL_NUMBER_1499 1 2|'])
  bytes('x'.repeat(70_000))
  t.equal(seen.at(-1), '(ended: a line is too long)')
  const early = served()
  early.bytes('x'.repeat(1_100))
  t.equal(early.seen.at(-1), '(ended: a line is too long)')
})

t.test('our client and our server understand each other', async (t) => {
  const quotes: string[] = []
  const toServer: string[] = []
  const toClient: string[] = []
  const server = new DdeServerSession(
    () => true,
    {
      send: (text) => toClient.push(text),
      granted: () => undefined,
      ended: (why) => t.fail(why),
    },
    0,
  )
  const client = new DdeSession(
    { login: 'a', password: 'b', symbols: ['EURUSD'], loginTimeoutMs: 9, idleTimeoutMs: 9 },
    {
      send: (text) => toServer.push(text),
      online: () => undefined,
      quote: (symbol, bid, ask) => quotes.push(`${symbol} ${bid} ${ask}`),
      ended: (end) => t.fail(end.why),
    },
    0,
  )
  const exchange = (): void => {
    while (toServer.length + toClient.length > 0) {
      for (const text of toClient.splice(0)) client.receive(Buffer.from(text), 0)
      for (const text of toServer.splice(0)) server.receive(Buffer.from(text), 0)
    }
  }
  exchange()
  t.ok(client.isOnline && server.isOnline)
  server.publish('EURUSD', '1.1', '1.2')
  server.publish('GBPUSD', '1.1', '1.2')
  server.flush()
  exchange()
  t.same(quotes, ['EURUSD 1.1 1.2'])
})
