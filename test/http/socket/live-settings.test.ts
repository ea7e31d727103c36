import t from 'tap'
import type { DeskOperations } from '../../../actors/desk/operations.js'
import { prepareDataDir } from '../../../actors/server/data-dir.js'
import { Supervisor } from '../../../actors/server/supervisor.js'
import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { ScriptedProvider } from '../../actors/links/feeds/scripted-provider.js'
import { STAFF, scratch } from '../../given/desk.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

/** Staff change settings while a trader is subscribed: every thread is real, and the provider's socket. */

const clock = systemClock()
const dataDir = scratch(t)
const listener: { front: SocketFront<ShardClient> | null } = { front: null }
const supervisor = new Supervisor(
  {
    dataDir,
    shards: 1,
    demo: true,
    demoProvider: 'dde',
    administratorRights: [],
    clockOffsetMs: 0,
    diskReserveBytes: 0,
    clock,
    logger: silentLogger,
    secretKey: prepareDataDir(dataDir, undefined).secretKey,
    outboundAllow: ['127.0.0.0/8'],
  },
  {
    onBatch: (_shard, batch) => listener.front?.sockets.onBatch(batch),
    onMoved: () => listener.front?.quotes.moved(),
    onBook: (book) => listener.front?.quotes.setBook(book),
    onShardReady: (shard) => listener.front?.sockets.onShardReady(shard),
    onShardDeath: (shard) => listener.front?.sockets.onShardDeath(shard),
    onDeskEvent: () => undefined,
  },
)
t.teardown(() => supervisor.stop())
const front = await SocketFront.startWith(t, supervisor.shards, undefined, [], supervisor.board)
listener.front = front
await supervisor.start()
front.quotes.moved()
const provider = await ScriptedProvider.start()
t.teardown(() => provider.stop())
const login = await openAccount()

/** Changes the record as it is now. */
async function change(kind: ConfigKindName, id: number, input: object): Promise<void> {
  const { version } = recordOf(kind, id)
  await told('config.update', { actor: STAFF, kind, id, version, input: { ...input } })
}

async function told<Name extends 'config.create' | 'config.update' | 'config.remove'>(
  name: Name,
  request: DeskOperations[Name]['request'],
): Promise<{ readonly id: number } | null> {
  const outcome = await supervisor.ask(name, request)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

function recordOf(kind: ConfigKindName, id: number): { readonly version: number } {
  const records: readonly { id: number; version: number }[] = supervisor.book.records[kind]
  const record = records.find((one) => one.id === id)
  if (record === undefined) throw new Error(`there is no ${kind} ${id}`)
  return record
}

async function openAccount(): Promise<number> {
  const created = await supervisor.ask('accounts.create', {
    actor: STAFF,
    group: 'demo\\standard',
    login: 0,
    hashes: {},
  })
  if (!created.ok) throw new Error(created.message)
  return created.value.account.login
}

let ticks = 0

/** The provider quotes `name` again and again, until the client hears of a quote that fits. */
async function quoted(
  client: WsClient,
  name: string,
  fits: (data: Readonly<Record<string, unknown>>) => boolean,
): Promise<Frame> {
  const again = clock.every(5, () => provider.say(`${name} 1.1000${ticks++ % 10} 1.20000\r\n`))
  try {
    return await client.next((frame) => frame.event === 'quote' && fits(frame.data ?? {}))
  } finally {
    again.cancel()
  }
}

async function subscribe(client: WsClient, ...symbols: string[]): Promise<Frame> {
  client.send({ id: 'sub', op: 'subscribe', args: { symbols } })
  return client.reply('sub')
}

const symbolId = (name: string): number => supervisor.book.symbolsByName.get(name)?.id ?? 0
const EURUSD = symbolId('EURUSD')
const FEED = supervisor.book.records.datafeeds[0]?.id ?? 0

t.test('a feed that staff point elsewhere quotes from there', async (t) => {
  const record = { server: provider.address, login: 'desk', password: 'x', reconnect_sec: 1 }
  await change('datafeeds', FEED, record)
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  const client = await front.connect({ login })
  t.match(await subscribe(client, 'EURUSD'), { code: 'ok' })
  const frame = await quoted(client, 'EURUSD', ({ a }) => a === '1.20000')
  t.match(frame.data, { s: 'EURUSD', b: /^1\.1000\d$/ })
})

t.test('an added symbol can be subscribed and has a price at once', async (t) => {
  const client = await front.connect({ login })
  const begun = clock.monotonic()
  const input = { path: 'Forex\\Majors\\EURUSD.m', quote_source: 'Forex\\Majors\\EURUSD' }
  await told('config.create', { actor: STAFF, kind: 'symbols', input: { ...input, digits: 6 } })
  const created = clock.monotonic()
  t.match(await subscribe(client, 'EURUSD.m'), { code: 'ok' }, 'the first time it is asked')
  const { data } = await client.event('quote')
  t.match(data, { s: 'EURUSD.m', b: /^1\.1000\d0$/, a: '1.200000' }, 'without a new quote')
  const [whole, after] = [clock.monotonic() - begun, clock.monotonic() - created]
  t.comment(
    `quoted ${whole.toFixed(1)} ms after it was asked for, ${after.toFixed(1)} after the answer`,
  )
  await told('config.create', { actor: STAFF, kind: 'symbols', input: { path: 'Forex\\NEWUSD' } })
  await subscribe(client, 'NEWUSD')
  t.ok(await quoted(client, 'NEWUSD', ({ s }) => s === 'NEWUSD'))
})

t.test('translates and masks change what is quoted without a new connection', async (t) => {
  const client = await front.connect({ login })
  await subscribe(client, 'EURUSD')
  const own = { source: 'EURUSD', source_digits: null, ask_markup_pts: 7, bid_markup_pts: 0 }
  await change('datafeeds', FEED, { translates: [{ symbol_id: EURUSD, ...own }] })
  await quoted(client, 'EURUSD', ({ a }) => a === '1.20007')
  await change('datafeeds', FEED, { symbols: ['*', '!GBPUSD'] })
  await provider.until(({ text }) => /> Symbols:[^\r]*EURUSD;/.test(text))
  t.notMatch(provider.text, /> Symbols:[^\r]*GBPUSD;/)
  t.equal(provider.connections, 1)
})

t.test('who is subscribed to a symbol that is renamed hears it under its new name', async (t) => {
  const client = await front.connect({ login })
  await subscribe(client, 'EURUSD')
  // While another symbol takes its quotes, its path stays.
  await told('config.remove', { actor: STAFF, kind: 'symbols', id: symbolId('EURUSD.m') })
  await change('symbols', EURUSD, { path: 'Forex\\Renamed\\EURO' })
  await quoted(client, 'EURUSD', ({ s }) => s === 'EURO')
  t.match(await subscribe(client, 'EURUSD'), { code: 'trade.symbol_unknown' })
  t.match(await subscribe(client, 'EURO'), { code: 'ok' })
})

t.test('a symbol with other digits is quoted in them, and at once', async (t) => {
  const client = await front.connect({ login })
  await subscribe(client, 'EURO')
  t.match(await client.event('quote'), { data: { a: '1.20007' } })
  await change('symbols', EURUSD, { digits: 3 })
  t.match(await client.event('quote'), { data: { s: 'EURO', b: '1.100', a: '1.200' } })
  await quoted(client, 'EURUSD', ({ a }) => a === '1.207')
})

t.test('a deleted symbol is quoted no more, and nothing of it stays', async (t) => {
  const client = await front.connect({ login })
  await subscribe(client, 'NEWUSD')
  await quoted(client, 'NEWUSD', ({ s }) => s === 'NEWUSD')
  const id = symbolId('NEWUSD')
  const topics = front.quotes.topics
  await told('config.remove', { actor: STAFF, kind: 'symbols', id })
  t.equal(front.quotes.topics, topics - 1)
  t.match(await subscribe(client, 'NEWUSD'), { code: 'trade.symbol_unknown' })
  await subscribe(client, 'EURO')
  client.frames.splice(0)
  provider.say('NEWUSD 1.3 1.4\r\n')
  await quoted(client, 'EURUSD', ({ a }) => a === '1.207')
  await quoted(client, 'EURUSD', ({ a }) => a === '1.207')
  t.notOk(client.frames.some(({ data }) => data?.['s'] === 'NEWUSD'))
  t.equal(supervisor.board.quote(id), undefined)
  const again = { path: 'Forex\\NEWUSD' }
  const created = await told('config.create', { actor: STAFF, kind: 'symbols', input: again })
  t.not(created?.id, id, 'ids are never used again')
})

t.test('a feed that is disabled hangs up, and quotes stop', async (t) => {
  await change('datafeeds', FEED, { enabled: false })
  await provider.until(({ open }) => open === 0)
  await change('datafeeds', FEED, { enabled: true })
  await provider.until(({ connections }) => connections === 2)
  t.pass('and dials again when it is enabled')
})
