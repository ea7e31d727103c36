import t from 'tap'
import { NO_ADDRESS } from '../../../../actors/links/feeds/dde-price-session.js'
import { ProviderSimulator } from '../../../../actors/links/simulator/provider-simulator.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import type { ConnectionParameter } from '../../../../engine/config/records/connection.js'
import { ddeNews } from '../../../given/peers/dde-news.js'
import { ManualClock } from '../manual-clock.js'
import { feedRecord, startedFeed, writtenLog } from './given-feed.js'
import { ScriptedProvider } from './scripted-provider.js'

const ALL = undefined
const DENIED = 'the provider denied access; check login and password'

t.test(
  'it logs in, hands on quotes, and dials again when the line is cut in the middle',
  async (t) => {
    const provider = await ScriptedProvider.start()
    const clock = new ManualClock()
    const record = feedRecord({ server: provider.address })
    const { actor, quotes, states, until } = startedFeed({ record, symbols: ALL }, clock)
    await provider.until(({ connections }) => connections === 1)
    await provider.admit()
    provider.say('EURUSD 1.1 1.2\r\nGBPUSD 1.3 1.')
    await until(() => quotes.length === 1)
    t.equal(actor.bytesOut, provider.text.length, 'of the line that stands, too')
    provider.hangUp()
    await until(() => actor.state === 'connecting')
    t.match(actor.lastError, /the peer (closed|reset) the connection/)
    t.same(quotes, ['EURUSD 1.1 1.2'], 'half a line is no quote')
    const told = '> Login: \r\n> Password: \r\n> Access granted\r\nEURUSD 1.1 1.2\r\nGBPUSD 1.3 1.'
    t.same([actor.bytesIn, actor.bytesOut], [told.length, provider.text.length], 'of all its lines')
    clock.advance(4_999)
    t.equal(provider.connections, 1)
    clock.advance(1)
    await provider.until(({ connections }) => connections === 2)
    await provider.admit()
    provider.say('4 2\r\n')
    provider.say('USDJPY 0 150 151\r\n')
    await until(() => quotes.length === 2)
    t.same(quotes[1], 'USDJPY 0 150 151'.replace(' 0', ''))
    t.equal(actor.state, 'online')
    t.equal(actor.lastError, '')
    t.equal(states[0], 'connecting')
    actor.stop()
    await provider.stop()
  },
)

t.test('a wrong password is tried again, then rests, and no secret reaches the log', async (t) => {
  const simulator = await ProviderSimulator.start({
    clock: systemClock(),
    log: writtenLog(),
    seed: 1,
    accepts: (login, password) => login === 'desk' && password === 'other',
  })
  const clock = new ManualClock()
  const record = feedRecord({ server: simulator.address })
  const { actor, states, until, log } = startedFeed({ record, symbols: ALL }, clock)
  for (let series = 0; series < 2; series++) {
    await until(() => states.at(-1) === `connecting: ${DENIED}`)
    for (let failure = 1; failure < 3; failure++) {
      const before = log.lines.length
      clock.advance(5_000)
      await untilLogged(log.lines, before + 1)
    }
    await until(() => actor.state === 'resting')
    const before = log.lines.length
    clock.advance(59_999)
    t.equal(log.lines.length, before)
    clock.advance(1)
    t.equal(actor.state, 'connecting')
    if (series === 0) await untilLogged(log.lines, before + 1)
  }
  t.notMatch(log.lines.join(), /sEcReT/)
  t.notMatch(states.join(), /sEcReT/)
  actor.stop()
  await simulator.stop()
})

/** The failures of one series look alike, so that no change is told; the log has each. */
async function untilLogged(lines: readonly string[], count: number): Promise<void> {
  while (lines.length < count) await new Promise<void>((resolve) => setImmediate(resolve))
}

t.test('a provider that gives one byte at a time is understood', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address })
  const { actor, quotes, until } = startedFeed({ record, symbols: ALL }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  const talk = '> Login: \r\n> Password: \r\n> Access granted\r\nEURUSD 0 1.10001 1.10009\r\n'
  for (const byte of talk) {
    provider.say(byte)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  await until(() => quotes.length === 1)
  t.same(quotes, ['EURUSD 1.10001 1.10009'])
  actor.stop()
  await provider.stop()
})

t.test('an oversize line closes the connection', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address })
  const { actor, states, until } = startedFeed({ record, symbols: ALL }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  provider.say('x'.repeat(2_000))
  await until(() => actor.state === 'connecting')
  t.same(states, ['connecting', 'online', 'connecting: a line is too long'])
  actor.stop()
  await provider.stop()
})

t.test('a silent provider is left at the idle timeout, and pinged before', async (t) => {
  const provider = await ScriptedProvider.start()
  const clock = new ManualClock()
  const record = feedRecord({ server: provider.address, idle_timeout_sec: 20 })
  const { actor, until } = startedFeed({ record, symbols: ['EURUSD'] }, clock)
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  clock.advance(10_000)
  await provider.until(({ text }) => text.endsWith('> Ping\r\n'))
  t.match(provider.text, '> Symbols:EURUSD;\r\n')
  clock.advance(10_000)
  await until(() => actor.state === 'connecting')
  t.equal(actor.lastError, 'the provider fell silent')
  actor.stop()
  await provider.stop()
})

t.test('a login that stalls is given up after the timeout', async (t) => {
  const provider = await ScriptedProvider.start()
  const clock = new ManualClock()
  const record = feedRecord({ server: provider.address })
  const { actor, until } = startedFeed({ record, symbols: ALL }, clock)
  await provider.until(({ connections }) => connections === 1)
  provider.say('> Login: ')
  await provider.until(({ text }) => text === 'desk\r\n')
  clock.advance(10_000)
  await until(() => actor.lastError !== '')
  t.equal(actor.lastError, 'no answer to the login (password step)')
  actor.stop()
  await provider.stop()
})

t.test('a change of the record reconnects only if the connection depends on it', async (t) => {
  const provider = await ScriptedProvider.start()
  const other = await ScriptedProvider.start()
  const clock = new ManualClock()
  const record = feedRecord({ server: provider.address })
  const { actor, until, log } = startedFeed({ record, symbols: ALL }, clock)
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  actor.configure({ record: { ...record, name: 'Renamed', reconnect_sec: 1 }, symbols: ALL })
  t.equal(actor.state, 'online')
  actor.configure({ record: { ...record, server: other.address }, symbols: ALL })
  t.equal(actor.state, 'connecting')
  await other.until(({ connections }) => connections === 1)
  await other.admit()
  await until(() => actor.state === 'online')
  t.notMatch(log.lines.join(), /failed/, 'the end of the abandoned connection is no failure')
  actor.configure({ record: { ...record, enabled: false }, symbols: ALL })
  t.equal(actor.state, 'disabled')
  t.equal(clock.timers, 0, 'a disabled feed waits for nothing')
  await provider.stop()
  await other.stop()
})

t.test('other symbols are asked for on the same connection, everything on a new one', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address })
  const { actor, until } = startedFeed({ record, symbols: ['EURUSD'] }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  actor.configure({ record, symbols: ['EURUSD', 'GBPUSD'] })
  await provider.until(({ text }) => text.endsWith('> Symbols:EURUSD;GBPUSD;\r\n'))
  actor.configure({ record: { ...record, translates: [] }, symbols: ['EURUSD', 'GBPUSD'] })
  t.equal(provider.text.match(/Symbols/g)?.length, 2, 'the same list is not sent again')
  t.equal(provider.connections, 1)
  actor.configure({ record, symbols: ALL })
  await provider.until(({ connections }) => connections === 2)
  actor.stop()
  await provider.stop()
})

t.test('symbols that change before the login is done are what is asked for after it', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address })
  const { actor, until } = startedFeed({ record, symbols: ['EURUSD'] }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  provider.say('> Login: ')
  await provider.until(({ text }) => text === 'desk\r\n')
  actor.configure({ record, symbols: ['GBPUSD'] })
  provider.say('> Password: ')
  await provider.until(({ text }) => text.split('\n').length === 3)
  provider.say('> Access granted\r\n')
  await until(() => actor.state === 'online')
  await provider.until(({ text }) => text.endsWith('> Symbols:GBPUSD;\r\n'))
  t.notMatch(provider.text, /EURUSD/)
  actor.stop()
  await provider.stop()
})

t.test('a Token is sent in place of login and password', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address, params: [param('Token', 't-0-K-e-n')] })
  const { actor, until, log } = startedFeed({ record, symbols: ALL }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  t.equal(provider.text, 't-0-K-e-n\r\n\r\n')
  t.notMatch(log.lines.join(), /t-0-K-e-n/)
  actor.configure({ record: { ...record, params: [param('Token', 'other')] }, symbols: ALL })
  await provider.until(({ connections }) => connections === 2)
  t.pass('another Token is another connection')
  actor.stop()
  await provider.stop()
})

t.test('the Encoding says how login and password are written', async (t) => {
  const rows = [
    ['utf-8', Buffer.from('M\u00fcller\r\nж\r\n', 'utf8').toString('latin1')],
    ['windows-1251', 'M\u00fcller'],
    ['', 'M\u00fcller'],
    ['klingon', 'the Encoding is not known; leave it empty or name one'],
  ] as const
  for (const [encoding, expected] of rows) {
    const provider = await ScriptedProvider.start()
    const record = feedRecord({
      server: provider.address,
      login: 'M\u00fcller',
      password: 'ж',
      params: [param('Encoding', encoding)],
    })
    const { actor, until } = startedFeed({ record, symbols: ALL }, new ManualClock())
    if (encoding === 'utf-8') {
      await provider.until(({ connections }) => connections === 1)
      await provider.admit()
      await until(() => actor.state === 'online')
      t.equal(provider.text, expected)
    } else if (encoding === 'klingon') t.equal(actor.lastError, expected)
    else t.match(actor.lastError, /has characters that the Encoding cannot say/)
    actor.stop()
    await provider.stop()
  }
})

t.test('with quotes off the connection stands and says nothing', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address, quotes_enabled: false })
  // The one provider that is asked for depth.
  const own = { symbols: ALL, isBuiltIn: true }
  const { actor, quotes, depths, until } = startedFeed({ ...own, record }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  const lines = 'EURUSD 1.1 1.2\r\n> Depth:EURUSD;1.1 1;1.2 1\r\n'
  const bytes = actor.bytesIn + lines.length
  provider.say(lines)
  while (actor.bytesIn < bytes) await new Promise<void>((resolve) => setImmediate(resolve))
  actor.configure({ ...own, record, symbols: ['GBPUSD'] })
  await provider.until(({ text }) => text.endsWith('GBPUSD;\r\n'))
  const on = { ...record, quotes_enabled: true }
  actor.configure({ ...own, record: on, symbols: ['GBPUSD'] })
  provider.say('GBPUSD 1.1 1.2\r\n> Depth:GBPUSD;1.1 1;1.2 2\r\n')
  await until(() => depths.length > 0)
  t.same(quotes, ['GBPUSD 1.1 1.2'])
  t.same(
    depths.map(({ symbol }) => symbol),
    ['GBPUSD'],
    'nor depth',
  )
  t.equal(provider.connections, 1)
  actor.stop()
  await provider.stop()
})

t.test('a changed idle timeout holds for the connection that stands', async (t) => {
  const provider = await ScriptedProvider.start()
  const clock = new ManualClock()
  const record = feedRecord({ server: provider.address, idle_timeout_sec: 3_600 })
  const { actor, until } = startedFeed({ record, symbols: ALL }, clock)
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await until(() => actor.state === 'online')
  actor.configure({ record: { ...record, idle_timeout_sec: 5, timeout_sec: 1 }, symbols: ALL })
  t.equal(actor.state, 'online')
  clock.advance(4_000)
  t.equal(actor.state, 'online')
  clock.advance(1_000)
  await until(() => actor.state === 'connecting')
  t.equal(actor.lastError, 'the provider fell silent')
  t.equal(provider.connections, 1)
  actor.stop()
  await provider.stop()
})

t.test('a feed that rests dials at once when its waits are changed', async (t) => {
  const record = feedRecord({ server: 'nowhere', failures_before_rest: 1, rest_sec: 3_600 })
  for (const [changes, afterMs] of [
    [{ rest_sec: 2 }, 2_000],
    [{ reconnect_sec: 7 }, 3_600_000],
    [{ failures_before_rest: 2 }, 5_000],
  ] as const) {
    const clock = new ManualClock()
    const { actor, log } = startedFeed({ record, symbols: ALL }, clock)
    t.equal(actor.state, 'resting')
    actor.configure({ record: { ...record, name: 'Renamed' }, symbols: ALL })
    t.equal(log.lines.length, 1, 'a name is no reason')
    actor.configure({ record: { ...record, ...changes }, symbols: ALL })
    t.equal(log.lines.length, 2, 'it dialled, and waits again')
    clock.advance(afterMs - 1)
    t.equal(log.lines.length, 2)
    clock.advance(1)
    t.equal(log.lines.length, 3, 'as long as it now says')
    actor.stop()
    t.equal(clock.timers, 0)
  }
})

t.test('one failure after the other is told once while it is the same', async (t) => {
  const clock = new ManualClock()
  const record = feedRecord({ server: 'nowhere' })
  const { states, actor, log } = startedFeed({ record, symbols: ALL }, clock)
  clock.advance(5_000)
  t.equal(log.lines.length, 2)
  t.same(states, ['connecting', `connecting: ${NO_ADDRESS}`])
  actor.stop()
})

t.test('a change of a connection field reconnects, any other does not', async (t) => {
  const provider = await ScriptedProvider.start()
  const ids = [param('SenderCompID', 'OF'), param('TargetCompID', 'LP')]
  const dde = feedRecord({ server: provider.address })
  const fix = feedRecord({ server: provider.address, module: 'fix44', params: ids })
  const rows = [
    [dde, { login: 'other' }, true],
    [dde, { password: 'other' }, true],
    [dde, { params: [param('Encoding', 'utf-8')] }, true],
    [dde, { params: [param('Token', 'other')] }, true],
    [dde, { module: 'fix44', params: ids }, true],
    [dde, { params: ids }, false],
    [dde, { idle_timeout_sec: 7, timeout_sec: 7, priority: 7, name: 'Other' }, false],
    [fix, { idle_timeout_sec: 7 }, true],
    [fix, { params: [...ids, param('SenderSubID', 'DESK')] }, true],
    [fix, { module: 'dde' }, true],
    [fix, { reconnect_sec: 7, timeout_sec: 7, priority: 7, name: 'Other' }, false],
  ] as const
  const clock = new ManualClock()
  let connections = 0
  for (const [before, changes, isAnew] of rows) {
    const { actor } = startedFeed({ record: before, symbols: ALL }, clock, t.testdir())
    connections++
    await provider.until((provider) => provider.connections === connections)
    actor.configure({ record: { ...before, ...changes }, symbols: ALL })
    if (isAnew) connections++
    await provider.until((provider) => provider.connections === connections)
    await provider.until(({ open }) => open === 1)
    actor.configure({ record: { ...before, ...changes, enabled: false }, symbols: ALL })
    t.equal(actor.state, 'disabled', JSON.stringify(changes))
    await provider.until(({ open }) => open === 0)
  }
  t.equal(provider.connections, connections)
  await provider.stop()
})

function param(name: string, value: string): ConnectionParameter {
  return { name, type: 'string', value, default: '', description: '' }
}

t.test('news of DDE are told while they are wanted, and no others', async (t) => {
  const provider = await ScriptedProvider.start()
  const record = feedRecord({ server: provider.address, news_enabled: true })
  const { actor, news, quotes, until } = startedFeed({ record, symbols: ALL }, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  provider.say(`${ddeNews('Rates', 'up')}\r\nEURUSD 1.1 1.2\r\n`)
  await until(() => quotes.length === 1)
  t.match(news, [{ headline: 'Rates', text: 'up' }])
  actor.configure({ record: { ...record, news_enabled: false }, symbols: ALL })
  provider.say(`${ddeNews('Unwanted', 'down')}\r\nEURUSD 1.1 1.3\r\n`)
  await until(() => quotes.includes('EURUSD 1.1 1.3'))
  t.equal(news.length, 1)
  actor.stop()
  await provider.stop()
})

t.test('credentials that cannot be sent as one line never reach the provider', async (t) => {
  const provider = await ScriptedProvider.start()
  const [lines, unsaid] = [
    'login, password and Token must be one line without control characters',
    'login, password or Token has characters that the Encoding cannot say',
  ]
  const rows = [
    [{ password: 'two\nlines' }, lines],
    [{ login: 'two\nlines' }, lines],
    [{ params: [param('Token', 'two\nlines')] }, lines],
    [{ password: 'snow\u2603' }, unsaid],
    [{ login: 'snow\u2603' }, unsaid],
    [{ params: [param('Token', 'snow\u2603')] }, unsaid],
  ] as const
  for (const [changes, why] of rows) {
    const record = feedRecord({ server: provider.address, ...changes })
    const { actor } = startedFeed({ record, symbols: ALL }, new ManualClock())
    t.equal(actor.lastError, why)
    actor.stop()
  }
  t.equal(provider.connections, 0)
  await provider.stop()
})

t.test('an address that is none is a failure that says so', async (t) => {
  const clock = new ManualClock()
  const record = feedRecord({ server: '127.0.0.1:0' })
  const { actor, states } = startedFeed({ record, symbols: ALL }, clock)
  t.equal(states.at(-1), 'connecting: the server is not host:port with a port from 1 to 65535')
  clock.advance(10_000)
  t.equal(actor.state, 'resting')
  actor.stop()
  t.equal(clock.timers, 0)
})

t.test('a restart forgets the failures before it', async (t) => {
  const clock = new ManualClock()
  const record = feedRecord({ server: 'nowhere' })
  const { actor } = startedFeed({ record, symbols: ALL }, clock)
  clock.advance(5_000)
  actor.restart('it was asked for')
  t.equal(actor.state, 'connecting')
  clock.advance(5_000)
  t.equal(actor.state, 'connecting')
  clock.advance(5_000)
  t.equal(actor.state, 'resting')
  actor.stop()
})
