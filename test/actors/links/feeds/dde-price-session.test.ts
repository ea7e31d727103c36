import t, { type Test } from 'tap'
import { NO_ADDRESS, openDdeSession } from '../../../../actors/links/feeds/dde-price-session.js'
import type {
  FeedSettings,
  PriceSession,
  PriceSessionSink,
} from '../../../../actors/links/feeds/price-session.js'
import { Outbound } from '../../../../actors/thread/outbound.js'
import { ddeNews } from '../../../given/peers/dde-news.js'
import { ManualClock } from '../manual-clock.js'
import { feedRecord } from './given-feed.js'
import { ScriptedProvider } from './scripted-provider.js'

// One connection to a provider that speaks DDE: what it is told of the settings, and what it tells.

const param = (name: string, value: string) => ({
  name,
  type: 'string',
  value,
  default: '',
  description: '',
})

function opened(
  record: object,
  settings: Partial<FeedSettings> = {},
  allowed: readonly string[] = ['127.0.0.1'],
) {
  const clock = new ManualClock()
  const told: unknown[][] = []
  const waiting: (() => void)[] = []
  const tell =
    (what: string) =>
    (...args: unknown[]): void => {
      told.push([what, ...args.filter((arg) => typeof arg !== 'function')])
      for (const resolve of waiting.splice(0)) resolve()
    }
  const sink = Object.fromEntries(
    ['online', 'quote', 'depth', 'news', 'ended', 'listed', 'said'].map((what) => [
      what,
      tell(what),
    ]),
  ) as unknown as PriceSessionSink
  const session = openDdeSession(
    { record: feedRecord(record as never), symbols: undefined, names: [], ...settings } as never,
    { clock, outbound: new Outbound(allowed) } as never,
    sink,
  )
  const until = async (claim: () => boolean): Promise<void> => {
    while (!claim()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { clock, told, until, session }
}

async function dialled(t: Test, record: object = {}, settings: Partial<FeedSettings> = {}) {
  const provider = await ScriptedProvider.start()
  const front = opened({ server: provider.address, ...record }, settings)
  t.teardown(async () => {
    if (typeof front.session !== 'string') front.session.close('the test is over')
    await provider.stop()
  })
  await provider.until(({ connections }) => connections === 1)
  return { ...front, provider, session: front.session as PriceSession }
}

t.test('what it cannot dial or say is told at once', (t) => {
  const why = (record: object) => opened({ server: 'h.example.com:1', ...record }).session
  const characters = 'login, password or Token has characters that the Encoding cannot say'
  const lines = 'login, password and Token must be one line without control characters'
  t.equal(why({ server: 'nowhere' }), NO_ADDRESS)
  t.equal(
    why({ params: [param('Encoding', 'x-none')] }),
    'the Encoding is not known; leave it empty or name one',
  )
  const latin = param('Encoding', 'latin1')
  for (const part of [
    { login: 'Ж' },
    { password: 'Ж' },
    { params: [latin, param('Token', 'Ж')] },
  ]) {
    t.equal(why({ params: [latin], ...part }), characters, JSON.stringify(part))
  }
  for (const part of [
    { login: 'a\nb' },
    { password: 'a\rb' },
    { params: [param('Token', 'a\tb')] },
  ]) {
    t.equal(why(part), lines, JSON.stringify(part))
  }
  t.end()
})

t.test('it signs in, and tells quotes and news with the time at which they came', async (t) => {
  const { provider, clock, told, until, session } = await dialled(t, { news_enabled: true })
  clock.advance(5)
  await provider.admit()
  await until(() => told.length > 0)
  t.same(told.splice(0), [['online']])
  t.match(provider.text, /desk\r\nsEcReT-1\r\n/)
  t.equal(session.bytesOut, provider.text.length)
  clock.advance(1_000)
  provider.say('EURUSD 1.1 1.2\r\n')
  await until(() => told.some(([what]) => what === 'quote'))
  t.same(told.splice(0), [['quote', 'EURUSD', '1.1', '1.2', clock.now()]])
  t.ok(session.bytesIn > 'EURUSD 1.1 1.2\r\n'.length)
  provider.hangUp()
  await until(() => told.length > 0)
  t.match(told, [['ended', /^the peer/]])
  t.equal(clock.timers, 0)
  session.close('late')
  t.equal(told.length, 1, 'its end is told once')
})

t.test('a token is said where there is one, and symbols where they are asked for', async (t) => {
  const { provider } = await dialled(
    t,
    { params: [param('Token', 'ToKeN-7')] },
    { symbols: ['EURUSD', 'XAUUSD'] },
  )
  await provider.admit()
  await provider.until(({ text }) => text.includes('XAUUSD'))
  t.match(provider.text, /ToKeN-7/)
  t.match(provider.text, /EURUSD/)
})

t.test(
  'a provider that says nothing for too long is left, as its newest settings have it',
  async (t) => {
    const { provider, clock, told, until, session } = await dialled(t, { idle_timeout_sec: 60 })
    await provider.admit()
    await until(() => told.length > 0)
    const record = feedRecord({ server: provider.address, idle_timeout_sec: 5 })
    session.renew({ record, symbols: undefined, names: [] } as never)
    for (let n = 0; n < 5; n++) clock.advance(1_000)
    t.same(told, [['online']])
    clock.advance(1_000)
    await until(() => told.length > 1)
    t.match(told[1], ['ended', /./])
  },
)

t.test('a provider that lets nobody in is left after the time for that', async (t) => {
  const { provider, clock, told, until } = await dialled(t, { timeout_sec: 3 })
  provider.say('> Login: ')
  await provider.until(({ text }) => text !== '')
  clock.advance(2_000)
  t.same(told, [])
  clock.advance(2_000)
  await until(() => told.length > 0)
  t.match(told, [['ended', /./]])
})

t.test('one that was closed here tells nothing more', async (t) => {
  const { provider, clock, told, until, session } = await dialled(t)
  await provider.admit()
  await until(() => told.length > 0)
  session.close('it is not wanted any more')
  t.equal(clock.timers, 0)
  provider.say('EURUSD 1.1 1.2\r\n')
  await provider.until(({ open }) => open === 0)
  t.same(told, [['online']])
})

t.test(
  'the provider of this server itself is dialled, and no other one on this machine',
  async (t) => {
    const { provider } = await dialled(t)
    for (const [isBuiltIn, word] of [
      [false, 'ended'],
      [undefined, 'ended'],
      [true, 'dialled'],
    ] as const) {
      const before = provider.connections
      const own = isBuiltIn === undefined ? {} : { isBuiltIn }
      const { told, until, session } = opened({ server: provider.address }, own, [])
      if (word === 'ended') await until(() => told.length > 0)
      else await provider.until(({ connections }) => connections > before)
      t.same(
        [told[0]?.[0] ?? 'dialled', provider.connections - before],
        [word, word === 'dialled' ? 1 : 0],
      )
      if (typeof session !== 'string') session.close('it was seen')
    }
  },
)

t.test('news are told where they are wanted', async (t) => {
  for (const news_enabled of [true, false]) {
    const { provider, told, until } = await dialled(t, { news_enabled })
    await provider.admit()
    await until(() => told.length > 0)
    provider.say(ddeNews('Rates', 'up'))
    provider.say('EURUSD 1.1 1.2\r\n')
    await until(() => told.some(([what]) => what === 'quote'))
    t.same(
      told.map(([what]) => what),
      news_enabled ? ['online', 'news', 'quote'] : ['online', 'quote'],
    )
  }
})
