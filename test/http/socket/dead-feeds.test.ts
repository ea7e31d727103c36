import { Registry } from 'prom-client'
import t from 'tap'
import { healthNotes } from '../../../http/metrics/health-notes.js'
import { serverMetrics } from '../../../http/metrics/server-metrics.js'
import { asks, QuotingFloor } from '../../given/floors/quoting-floor.js'
import type { WsClient } from '../../given/fronts/ws-client.js'
import { checkLedger, replay } from '../../given/records/ledger.js'

/** Feeds that go while a trader trades: every thread is real, and the provider's socket. */

const floor = await QuotingFloor.start(t)
await floor.connect()
await floor.quote('EURUSD', '1.10000', '1.10010')
await floor.quote('GBPUSD', '1.30000', '1.30020')
const login = await floor.account()
const { board } = floor.supervisor

const open = (symbol: string, more: object = {}) => {
  return { kind: 'open', symbol, side: 'buy', volume: '0.1', ...more }
}

function lines(): string[] {
  return floor.journal.filter(({ kind }) => kind === 'prices').map(({ text }) => text)
}

async function metric(): Promise<string | undefined> {
  const registry = new Registry()
  const queues = { passwords: { waiting: 0 }, queries: { waiting: 0 } } as never
  serverMetrics(
    registry,
    floor.supervisor,
    { size: 0, keys: { size: 0 }, guesses: { count: 0 } } as never,
    1,
    queues,
  )
  return /^openfloor_symbols_off_quotes (\d+)$/m.exec(await registry.metrics())?.[1]
}

/** The reason and the price of the next deal. */
async function deal(client: WsClient): Promise<string> {
  const { data } = await client.event('deal')
  return `${data?.['reason']} ${data?.['price']}`
}

t.test('a feed that is disabled leaves no price to trade at, until it quotes again', async (t) => {
  const client = await floor.socket(login)
  t.match(await asks(client, 'trade', open('EURUSD', { stop_loss: '1.09900' })), { code: 'ok' })
  await client.event('deal')
  const limit = { kind: 'place', order_kind: 'limit', price: '1.09950' }
  t.match(await asks(client, 'trade', open('EURUSD', limit)), { code: 'trade.placed' })
  t.same(lines(), [])
  await floor.change('datafeeds', floor.feed, { enabled: false })
  await floor.provider.until(({ open }) => open === 0)
  t.match(await asks(client, 'trade', open('EURUSD')), { code: 'trade.off_quotes' })
  t.match(await asks(client, 'check', open('GBPUSD')), { code: 'trade.off_quotes' })
  await floor.until(() => lines().length > 0)
  t.same(lines(), ['No usable price any more: EURUSD, GBPUSD'])
  t.match(healthNotes(floor.supervisor, 0), [
    { text: '2 symbols have no usable price. Check the datafeeds.' },
  ])
  t.equal(await metric(), '2')
  const { connections } = floor.provider
  await floor.change('datafeeds', floor.feed, { enabled: true })
  await floor.admit(connections)
  t.match(await asks(client, 'trade', open('EURUSD')), { code: 'trade.off_quotes' })
  await floor.quote('EURUSD', '1.09890', '1.09900')
  t.same([await deal(client), await deal(client)].sort(), ['activation 1.09900', 'sl 1.09890'])
  t.match(await asks(client, 'trade', open('EURUSD')), { code: 'ok' })
  await floor.quote('GBPUSD', '1.30000', '1.30020')
  await floor.until(() => board.offQuotes === 0)
  t.equal(await metric(), '0')
  t.same(healthNotes(floor.supervisor, 0), [])
  await floor.until(() => /GBPUSD/.test(lines().slice(1).join()))
  t.notMatch(lines().slice(1).join(), /No usable/, 'once when they go, once when they are back')
})

t.test('a provider that hangs up is gone at once, and another carries the symbol', async (t) => {
  const client = await floor.socket(login)
  floor.provider.hangUp()
  const isGone = () => (board.quote(floor.symbol('EURUSD'))?.usableUntil ?? 0) === 0
  await floor.until(isGone)
  t.match(await asks(client, 'trade', open('EURUSD')), { code: 'trade.off_quotes' })
  await floor.admit(floor.provider.connections)
  await floor.quote('EURUSD', '1.10000', '1.10010')
  t.match(await asks(client, 'trade', open('EURUSD')), { code: 'ok' })
})

t.test('a quiet symbol grows too old beside one that is quoted', async (t) => {
  const client = await floor.socket(login)
  await floor.change('symbols', floor.symbol('GBPUSD'), { quote_max_age_sec: 1 })
  await floor.quote('GBPUSD', '1.30000', '1.30020')
  t.match(await asks(client, 'trade', open('GBPUSD')), { code: 'ok' })
  // The journal says so once its age has come: the feed is online all the time.
  await floor.until(() => lines().at(-1) === 'No usable price any more: GBPUSD')
  t.match(await asks(client, 'trade', open('GBPUSD')), { code: 'trade.off_quotes' })
  t.match(await asks(client, 'trade', open('EURUSD')), { code: 'ok' })
  await floor.quote('GBPUSD', '1.30000', '1.30020')
  t.match(await asks(client, 'trade', open('GBPUSD')), { code: 'ok' })
})

t.test(
  'a server that starts again values by what it knew, and trades at nothing of it',
  async (t) => {
    const symbols = (await floor.records(login)).length
    await floor.stop()
    const next = await QuotingFloor.start(t, floor.dataDir)
    const id = next.symbol('EURUSD')
    await next.until(() => next.supervisor.board.quote(id) !== undefined)
    t.match(next.supervisor.board.quote(id), { bid: 110_000, ask: 110_010, usableUntil: 0 })
    const client = await next.socket(login)
    const { data } = await asks(client, 'snapshot', {})
    const account = data?.['account'] as { money: Record<string, unknown> } | undefined
    t.type(account?.money['equity'], 'string', 'its equity is known')
    t.match(await asks(client, 'trade', open('EURUSD')), { code: 'trade.off_quotes' })
    await next.connect()
    await next.quote('EURUSD', '1.10000', '1.10010')
    t.match(await asks(client, 'trade', open('EURUSD')), { code: 'ok' })
    const records = await next.records(login)
    t.ok(records.length > symbols)
    checkLedger(records, replay(records, login))
  },
)
