import type { Worker } from 'node:worker_threads'
import t from 'tap'
import { LinksClient, type LinksData } from '../../../actors/links/links-client.js'
import { SIMULATED_SYMBOLS } from '../../../actors/links/simulator/simulated-market.js'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { BUILT_IN_SIMULATOR } from '../../../engine/config/demo-set.js'
import type { FeedReport } from '../../../wire/thread/messages.js'
import { bookRecords, feedRecord, writtenLog } from './feeds/given-feed.js'
import { ScriptedProvider } from './feeds/scripted-provider.js'

async function startedThread(changes: Partial<LinksData> = {}, clock: Clock = systemClock()) {
  const data: LinksData = {
    shared: createSharedBuffers(),
    shards: 1,
    book: bookRecords(SIMULATED_SYMBOLS.map((name) => [name, 5])),
    opened: { datafeeds: [feedRecord({ server: BUILT_IN_SIMULATOR })], gateways: [] },
    clockOffsetMs: 0,
    outboundAllow: ['127.0.0.0/8'],
    fixDirectory: '/nonexistent',
    demo: true,
    ...changes,
  }
  const board = new PriceBoard(data.shared.board)
  const reports: FeedReport[] = []
  const lines: string[] = []
  const deaths: Error[] = []
  const moved = new Set<number>()
  const waiting: (() => void)[] = []
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const log = writtenLog()
  const client = await LinksClient.start(data, {
    clock,
    log,
    moved: () => {
      board.takeMoved((id) => moved.add(id))
      wake()
    },
    feed: (report) => {
      reports.push(report)
      wake()
    },
    feedLine: (id, line) => {
      lines.push(`${id} ${line.level} ${line.text}`)
      wake()
    },
    gateway: () => undefined,
    gatewayLine: () => undefined,
    prices: () => undefined,
    records: () => undefined,
    died: (error) => {
      deaths.push(error)
      wake()
    },
  })
  const until = async (claim: () => boolean): Promise<void> => {
    while (!claim()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { client, board, reports, lines, deaths, moved, until, log }
}

t.test('a demo has every price from the start, and stops when asked', async (t) => {
  const { client, board, reports, deaths, moved, until, log } = await startedThread()
  await until(() => moved.size === SIMULATED_SYMBOLS.length)
  for (let id = 1; id <= SIMULATED_SYMBOLS.length; id++) t.ok(board.quote(id))
  await until(() => reports.some(({ state }) => state === 'online'))
  t.match(log.lines.join('\n'), /info datafeed online/)
  await client.stop()
  t.same(deaths, [])
  t.notMatch(log.lines.join('\n'), /did not stop/, 'the thread ended by itself')
})

t.test('prices go on when the thread before died between writing and telling', async (t) => {
  const shared = createSharedBuffers()
  t.equal(new PriceBoard(shared.board).write(1, 1, 2, 3), true, 'the front was to be told')
  const { client, moved, until } = await startedThread({ shared })
  await until(() => moved.size === SIMULATED_SYMBOLS.length)
  await client.stop()
})

t.test('a new book is obeyed: symbols, feeds and their addresses', async (t) => {
  const provider = await ScriptedProvider.start()
  const { client, board, moved, until } = await startedThread({
    opened: { datafeeds: [], gateways: [] },
    demo: false,
  })
  const records = bookRecords([['EURUSD', 2]], 2)
  client.book(records)
  const feed = feedRecord({ id: 2, server: provider.address, symbols: ['EUR*'] })
  client.opened({ kind: 'datafeeds', records: [feed] })
  await provider.until(({ connections }) => connections === 1)
  await provider.admit()
  await provider.until(({ text }) => text.includes('> Symbols:EURUSD;'))
  provider.say('EURUSD 1.1 1.2\r\n')
  await until(() => moved.has(1))
  t.match(board.quote(1), { bid: 110, ask: 120 })
  client.opened({ kind: 'datafeeds', records: [] })
  await provider.until(({ open }) => open === 0)
  await client.stop()
  await provider.stop()
})

t.test('without the demo the built-in address is a failure that is told', async (t) => {
  const { client, reports, until } = await startedThread({ demo: false })
  await until(() => reports.some(({ lastError }) => lastError !== ''))
  t.match(reports.at(-1), { id: 1, state: 'connecting', lastError: /the server is not host:port/ })
  await client.stop()
})

t.test('the front hears of the death of the thread, once', async (t) => {
  const { client, deaths, until } = await startedThread()
  const broken = bookRecords([['EURUSD', 99]], 2)
  client.book(broken)
  await until(() => deaths.length > 0)
  t.match(deaths[0], /a stored symbol has 0 to 10 digits/)
  await client.stop()
  t.equal(deaths.length, 1)
})

t.test('a thread that cannot start says why', async (t) => {
  const broken = bookRecords([['EURUSD', 99]])
  await t.rejects(startedThread({ book: broken }), /a stored symbol has 0 to 10 digits/)
})

t.test('a thread that is not ready in time has ended when that is told', async (t) => {
  const begun = new Promise<Worker>((resolve) => process.once('worker', resolve))
  const late: Clock = {
    ...systemClock(),
    // Ten seconds are over before the thread can be heard.
    after(_ms, run) {
      queueMicrotask(run)
      return { cancel: () => undefined }
    },
  }
  await t.rejects(startedThread({}, late), /the links thread did not start in time/)
  t.equal((await begun).threadId, -1, 'as one that has ended')
})
