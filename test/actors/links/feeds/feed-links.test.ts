import t from 'tap'
import { FeedsClient } from '../../../../actors/links/feeds/feeds-client.js'
import { LinksClient } from '../../../../actors/links/links-client.js'
import { createSharedBuffers } from '../../../../actors/shared/shared-state.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { writtenLog } from './given-feed.js'
import { ScriptedProvider } from './scripted-provider.js'

const PATH = '/admin/v1/datafeeds'
const LOOPBACK = ['127.0.0.0/8']
const LOGIN = { login: 'desk', password: 'S3cret-dde' }

// The routes of datafeeds over a real desk, a real links thread and a provider on a real socket.

async function startedFront(
  test: { teardown(run: () => unknown): unknown; testdir(): string },
  outboundAllow: readonly string[] = LOOPBACK,
) {
  const front = new ConfigFront(test, { demo: false, outboundAllow })
  const provider = await ScriptedProvider.start()
  const written = writtenLog()
  const waiting: (() => void)[] = []
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const opened = () => front.desk.config.opened('datafeeds', front.desk.seal)
  const client = await LinksClient.start(
    {
      shared: createSharedBuffers(),
      shards: 1,
      clockOffsetMs: 0,
      demo: false,
      book: front.book.records,
      opened: { datafeeds: opened(), gateways: [] },
      outboundAllow,
      fixDirectory: test.testdir(),
    },
    {
      clock: systemClock(),
      log: written,
      moved: () => undefined,
      died: wake,
      feed: (report) => {
        front.feeds.take(report)
        wake()
      },
      feedLine: (id, line) => {
        front.feeds.takeLine(id, line)
        wake()
      },
      gateway: () => undefined,
      gatewayLine: () => undefined,
      prices: () => undefined,
      records: () => undefined,
    },
  )
  front.feeds.attach(client)
  front.onChange = (change) => {
    client.config(change)
    client.opened({ kind: 'datafeeds', records: opened() })
  }
  test.teardown(async () => {
    await client.stop()
    await provider.stop()
  })
  const status = async (id = 1) =>
    (await front.ask(`GET ${PATH}/statuses`)).data.find(
      (row: { datafeed_id: number }) => row.datafeed_id === id,
    )
  const until = async (claim: () => Promise<boolean>): Promise<void> => {
    for (;;) {
      const news = new Promise<void>((resolve) => waiting.push(resolve))
      if (await claim()) return
      await news
    }
  }
  return { front, provider, status, until, written }
}

t.test('a feed is connected, restarted and told of, from its first quote to its log', async (t) => {
  const { front, provider, status, until, written } = await startedFront(t)
  const feed = { module: 'dde', name: 'Prime', server: provider.address, ...LOGIN }
  t.equal((await front.ask(`POST ${PATH}`, 'admin', feed)).status, 200)
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  provider.say('EURUSD 1.10 1.2\r\nDE40 100.5 101\r\nAUDNZD 1.07251 1.0726\r\n')
  await until(async () => (await status()).last_quote !== null)
  const online = await status()
  t.match(online, { state: 'online', last_error: '' })
  t.ok(online.bytes_in >= 60 && online.bytes_out > 0, 'traffic is counted')

  t.match(await front.ask(`POST ${PATH}/1/restart`), { status: 200, data: null })
  await provider.until(({ connections, open }) => connections === 2 && open === 1)
  t.match(front.lines.at(-1), { kind: 'config', actor: 1, text: 'Datafeed Prime is restarted' })
  await provider.admit()
  await until(async () => front.feeds.lines(1).length === 3)
  const log = (await front.ask(`GET ${PATH}/1/log`)).data
  const texts = log.map(({ text }: { text: string }) => text)
  t.same(texts, ['datafeed online', 'datafeed restarted', 'datafeed online'])
  provider.hangUp()
  await until(async () => (await status()).state === 'connecting')
  t.match((await status()).last_error, /the peer (closed|reset) the connection/)
  const last = (await front.ask(`GET ${PATH}/1/log`)).data.at(-1)
  t.match(last, { level: 'warn', text: /connection failed: the peer .* afterMs=5000/ })
  t.match(written.lines, [/datafeed online/])
  t.notMatch(JSON.stringify([log, last, written.lines]), /S3cret/)
})

t.test('what it quotes and nobody takes is imported, once, and disabled', async (t) => {
  const { front, provider, status, until } = await startedFront(t)
  const feed = { module: 'dde', name: 'Prime', server: provider.address, ...LOGIN }
  await front.ask(`POST ${PATH}`, 'admin', { ...feed, import_symbol_settings: true })
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  provider.say('EURUSD 1.1 1.2\r\nDE40 100.5 101\r\nAUDNZD 1.072 1.0726\r\nA,B 1 2\r\n')
  await until(async () => (await status()).last_quote !== null)
  const imported = await front.ask(`POST ${PATH}/1/import-symbols`)
  t.same(imported.data.created, [
    { id: 1, path: 'Prime\\EURUSD', source: 'EURUSD' },
    { id: 2, path: 'Prime\\DE40', source: 'DE40' },
    { id: 3, path: 'Prime\\AUDNZD', source: 'AUDNZD' },
  ])
  t.match(imported.data, {
    skipped: [{ source: 'A,B', reason: /the name is not valid for a symbol/ }],
    left: 0,
  })
  t.match(
    front.book.records.symbols.map(({ digits, trade_access }) => [digits, trade_access]),
    [
      [1, 'disabled'],
      [1, 'disabled'],
      [4, 'disabled'],
    ],
  )
  t.match(front.lines.at(-1), { kind: 'config', text: 'Symbol AUDNZD was created' })
  const again = (await front.ask(`POST ${PATH}/1/import-symbols`)).data
  t.same([again.created.length, again.skipped.length], [0, 4])
})

t.test('a fix44 feed that finds no provider says so', async (t) => {
  const { front, status, until } = await startedFront(t)
  const params = ['SenderCompID', 'TargetCompID'].map((name) => ({ name, value: 'X' }))
  await front.ask(`POST ${PATH}`, 'admin', {
    module: 'fix44',
    name: 'F',
    server: '127.0.0.1:1',
    params,
  })
  await until(async () => /^could not connect/.test((await status()).last_error))
  t.match(await status(), { state: 'connecting', quotes_per_sec: 0, last_quote: null })
  const refused = await front.ask(`POST ${PATH}/1/import-symbols`)
  t.match(refused, { status: 409, code: 'conflict', message: /is not connected/ })
  t.match(await front.ask(`POST ${PATH}/1/restart`), { status: 200 })
})

t.test(
  'without a links thread a restart is unavailable, and its questions are answered',
  async (t) => {
    const feeds = new FeedsClient()
    t.match(await feeds.restart(1), { ok: false, code: 'unavailable' })
    t.match(await feeds.names(1), { ok: false, code: 'unavailable' })
  },
)

t.test(
  'an address of this machine is no provider: said at once, of a name when it is dialled',
  async (t) => {
    const { front, provider, status, until, written } = await startedFront(t, [])
    const feed = { module: 'dde', name: 'Prime', ...LOGIN }
    const [, port] = provider.address.split(':')
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '[fd00:ec2::254]']) {
      for (const over of [{ server: `${host}:${port}` }, { gateway_server: `${host}:${port}` }]) {
        const refused = await front.ask(`POST ${PATH}`, 'admin', {
          ...feed,
          server: 'h:1',
          ...over,
        })
        t.match(refused, { status: 400, fields: Object.keys(over) }, host)
      }
    }
    await front.ask(`POST ${PATH}`, 'admin', { ...feed, server: `localhost:${port}` })
    await until(async () => /where no provider is dialled/.test((await status()).last_error))
    t.match(await status(), { state: 'connecting' })
    const literal = { version: 1, server: `127.0.0.1:${port}` }
    t.match(await front.ask(`PATCH ${PATH}/1`, 'admin', literal), {
      status: 400,
      fields: ['password', 'server'],
    })
    t.equal(provider.connections, 0)
    t.notMatch(written.lines.join(), /online/)
  },
)

t.test(
  'staff read no code of an error that would tell ports apart, the log of the process does',
  async (t) => {
    const { front, status, until, written } = await startedFront(t)
    await front.ask(`POST ${PATH}`, 'admin', {
      module: 'dde',
      name: 'P',
      server: 'localhost:1',
      ...LOGIN,
    })
    await until(async () => /^could not connect/.test((await status()).last_error))
    await until(async () => front.feeds.lines(1).length > 0)
    const log = (await front.ask(`GET ${PATH}/1/log`)).data
    t.notMatch(JSON.stringify(log), /ECONN/)
    t.match(written.lines.join(), /ECONNREFUSED/)
  },
)
