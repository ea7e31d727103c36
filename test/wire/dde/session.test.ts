import t from 'tap'
import { DdeSession, type DdeSessionOptions } from '../../../wire/dde/session.js'

const OPTIONS: DdeSessionOptions = {
  login: 'desk',
  password: 'secret',
  loginTimeoutMs: 10_000,
  idleTimeoutMs: 120_000,
}

/** A session whose calls of the sink are written down in order. */
function started(options: Partial<DdeSessionOptions> = {}) {
  const seen: string[] = []
  const session = new DdeSession(
    { ...OPTIONS, ...options },
    {
      send: (text) => seen.push(`send ${text.replaceAll('\r\n', '|')}`),
      online: () => seen.push('online'),
      quote: (symbol, bid, ask) => seen.push(`quote ${symbol} ${bid} ${ask}`),
      ended: (end) => seen.push(`ended ${end.kind}: ${end.why}`),
    },
    0,
  )
  return {
    session,
    seen,
    bytes: (text: string, now = 0) => session.receive(Buffer.from(text, 'latin1'), now),
    tick: (now: number) => session.tick(now),
  }
}

const LOGIN = ['send desk|', 'send secret|', 'online']
const BANNER =
  '> Universal DDE Connector 9.00\r\n> Copyright 1999 - 2008 MetaQuotes Software Corp.\r\n'
const DENIED = 'ended denied: the provider denied access; check login and password'

t.test('prompts are found with or without an end of line, a prefix or a banner', async (t) => {
  const dialogues: string[][] = [
    [`${BANNER}> Login: `, '> Password: ', '> Access granted\r\n'],
    [`${BANNER}> Login: \r\n`, '> Password: \r\n', '> Access granted\r\n'],
    ['Login: ', 'Password: ', 'Access granted'],
    ['LOGIN:\n', 'password:\n', 'access GRANTED\n'],
    ['> Login: \r\n> Password: \r\n> Access granted\r\n'],
    ['> Login: > Pass', 'word: ', '> Access has been granted'],
  ]
  for (const chunks of dialogues) {
    const { bytes, seen } = started()
    for (const chunk of chunks) bytes(chunk)
    t.same(seen, LOGIN, JSON.stringify(chunks))
    const slow = started()
    for (const byte of chunks.join('')) slow.bytes(byte)
    t.same(slow.seen, LOGIN, `byte by byte: ${JSON.stringify(chunks)}`)
  }
})

t.test('the verdict may be split, and only a granted one opens the stream', async (t) => {
  const { bytes, seen } = started()
  bytes('> Login: ')
  bytes('> Password: ')
  bytes('> Access ')
  bytes('gran')
  t.same(seen, LOGIN.slice(0, 2))
  bytes('ted\r\nEURUSD 1.1 1.2\r\n')
  t.same(seen, [...LOGIN, 'quote EURUSD 1.1 1.2'])
})

t.test('a refusal ends the session, and names no secret', async (t) => {
  for (const verdict of ['> Access denied', '> Access denied\r\n', '> Access expired\r\n']) {
    const { bytes, seen } = started()
    bytes('> Login: \r\n> Password: \r\n')
    bytes(verdict)
    bytes('> Access granted\r\nEURUSD 1 2\r\n')
    t.same(seen, [...LOGIN.slice(0, 2), DENIED], verdict)
  }
})

t.test('quotes before access is granted are not told', async (t) => {
  const { bytes, seen } = started()
  bytes('EURUSD 1.1 1.2\r\n> Login: ')
  bytes('EURUSD 1.1 1.2\r\n> Password: ')
  bytes('EURUSD 1.1 1.2\r\n')
  t.same(seen, LOGIN.slice(0, 2))
})

t.test('a token is the login, with an empty password line', async (t) => {
  const { bytes, seen } = started({ token: 'tok-1' })
  bytes('> Login: \r\n> Password: \r\n> Access granted\r\n')
  t.same(seen, ['send tok-1|', 'send |', 'online'])
})

t.test('the symbol filter follows the login', async (t) => {
  const { bytes, seen } = started({ symbols: ['EURUSD', 'GBPUSD'] })
  bytes('> Login: \r\n> Password: \r\n> Access granted\r\n')
  t.same(seen, ['send desk|', 'send secret|', 'send > Symbols:EURUSD;GBPUSD;|', 'online'])
})

function online(options: Partial<DdeSessionOptions> = {}) {
  const made = started(options)
  made.bytes('> Login: \r\n> Password: \r\n> Access granted\r\n')
  made.seen.length = 0
  return made
}

t.test('bad lines and service lines are skipped, the stream goes on', async (t) => {
  const { session, bytes, seen } = online()
  bytes('> Ping\r\n< notice\r\n\r\nEURUSD\r\nEURUSD 1.1 1.2\r\nrubbish\r\nGBPUSD 0 1.3 1.4\n')
  t.same(seen, ['quote EURUSD 1.1 1.2', 'quote GBPUSD 1.3 1.4'])
  t.equal(session.badLines, 2)
})

t.test('a ping leaves every 60 s', async (t) => {
  const { bytes, tick, seen } = online({ idleTimeoutMs: 600_000 })
  bytes('EURUSD 1 2\r\n', 59_000)
  seen.length = 0
  for (let now = 1_000; now <= 180_000; now += 1_000) tick(now)
  t.same(seen, ['send > Ping|', 'send > Ping|', 'send > Ping|'])
})

t.test(
  'a shorter idle timeout pings sooner, so that a quiet market is not a dead link',
  async (t) => {
    const { bytes, tick, seen } = online({ idleTimeoutMs: 60_000 })
    for (let now = 1_000; now <= 300_000; now += 1_000) {
      const sent = seen.length
      tick(now)
      if (seen.length > sent) bytes('> Ping\r\n', now)
    }
    t.equal(seen.length, 10)
    t.ok(seen.every((call) => call === 'send > Ping|'))
  },
)

t.test('silence ends the session at the idle timeout', async (t) => {
  const { tick, seen } = online({ idleTimeoutMs: 60_000 })
  for (let now = 1_000; now < 60_000; now += 1_000) tick(now)
  t.same(seen, ['send > Ping|'])
  tick(60_000)
  tick(61_000)
  t.same(seen, ['send > Ping|', 'ended silent: the provider fell silent'])
})

t.test('a login that is not answered in time ends, naming the step', async (t) => {
  const { bytes, tick, seen } = started()
  bytes('> Login: ', 9_000)
  tick(9_999)
  tick(10_000)
  t.same(seen, ['send desk|', 'ended silent: no answer to the login (password step)'])
})

t.test('a peer that talks without asking is not DDE', async (t) => {
  const { bytes, seen } = started()
  for (let i = 0; i < 40; i++) bytes('hello\r\n')
  t.same(seen, ['ended malformed: the provider does not ask for a login as DDE does'])
})

t.test('an oversize line ends the session', async (t) => {
  const { bytes, seen } = online()
  bytes('x'.repeat(1_000))
  bytes('x'.repeat(100))
  bytes('\r\nEURUSD 1 2\r\n')
  t.same(seen, ['ended malformed: a line is too long'])
})
