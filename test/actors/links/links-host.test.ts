import { readdirSync } from 'node:fs'
import t, { type Test } from 'tap'
import { NO_ADDRESS } from '../../../actors/links/feeds/dde-price-session.js'
import { FixStores } from '../../../actors/links/fix/fix-stores.js'
import type { LinksData } from '../../../actors/links/links-data.js'
import { LinksHost } from '../../../actors/links/links-host.js'
import { BOARD_SYMBOLS_MAX, PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { accept } from '../../../actors/thread/ask.js'
import { BUILT_IN_SIMULATOR } from '../../../engine/config/demo-set.js'
import { serverSettingsKind } from '../../../engine/config/kinds/server-settings.js'
import type { ServerSettingsRecord } from '../../../engine/config/records/server-settings.js'
import { because } from '../../../engine/reasons/reasons.js'
import { FIX_SESSION_DEFAULTS } from '../../../wire/fix/session/settings.js'
import type { FromLinks } from '../../../wire/thread/messages.js'
import { moment } from '../../given/desk.js'
import { gatewayRecord } from '../../given/floors/provider-floor.js'
import { bookRecords, feedRecord, writtenLog } from './feeds/given-feed.js'
import { ScriptedProvider } from './feeds/scripted-provider.js'
import { ManualClock } from './manual-clock.js'

// Goal: what lives on the links thread does what its settings say, and tells all of it.

const FAILED = JSON.stringify({ feed: 'Provider', why: NO_ADDRESS, afterMs: 5_000 })
/** A record whose address cannot be dialled: it fails at once, without a socket. */
const FEED = feedRecord({ id: 4, server: 'nowhere' })
const GATEWAY = {
  ...gatewayRecord({ id: 3, server: 'nowhere' }),
  password: '',
  gateway_password: '',
}

const OWN_MACHINE_REFUSED = 'its address is this machine, where no provider is dialled'

async function started(t: Test, changes: Partial<LinksData> = {}) {
  const clock = new ManualClock()
  const log = writtenLog()
  const posts: FromLinks[] = []
  const fixDirectory = changes.fixDirectory ?? t.testdir()
  const data: LinksData = {
    shared: createSharedBuffers(),
    shards: 1,
    book: bookRecords([['EURUSD', 5]], 7),
    opened: { datafeeds: [FEED], gateways: [GATEWAY] },
    clockOffsetMs: 0,
    outboundAllow: [],
    demo: false,
    ...changes,
    fixDirectory,
  }
  const host = await LinksHost.start(data, clock, log, (message) => posts.push(message))
  return {
    host,
    clock,
    log,
    data,
    fixDirectory,
    board: new PriceBoard(data.shared.board),
    counters: new SharedCounters(data.shared, 1),
    said: () => posts.splice(0),
  }
}

t.test('a start tells of each connection, and that it is ready at the end', async (t) => {
  const { host, clock, log, counters, said } = await started(t)
  const report = {
    id: 4,
    state: 'connecting',
    lastError: '',
    quotesPerSec: 0,
    lastQuoteAt: 0,
    bytesIn: 0,
    bytesOut: 0,
  }
  const line = { at: clock.now(), level: 'warn' }
  const text = `datafeed connection failed: ${NO_ADDRESS} afterMs=5000`
  t.same(said(), [
    { type: 'feed', report },
    { type: 'feed_line', id: 4, line: { ...line, text } },
    { type: 'moved' },
    { type: 'ready' },
  ])
  t.equal(counters.configOfLinks, 7)
  t.same(log.lines.splice(0), [`warn datafeed connection failed ${FAILED}`])
  clock.advance(0)
  t.same(
    said().map((message) => [message.type, message.type === 'gateway' && message.report.state]),
    [
      ['gateway_line', false],
      ['gateway', 'stopped'],
    ],
  )
  t.match(log.lines, [/^warn gateway connection failed \{"gateway":"Prime","why":/])
  clock.advance(250)
  t.same(said(), [{ type: 'feed', report: { ...report, lastError: NO_ADDRESS } }])
  await host.stop()
  t.equal(clock.timers, 0)
})

t.test('a feed that is switched off is told of, too', async (t) => {
  const off = { ...FEED, enabled: false }
  const { host, clock, said } = await started(t, { opened: { datafeeds: [off], gateways: [] } })
  const report = {
    id: 4,
    state: 'disabled',
    lastError: '',
    quotesPerSec: 0,
    lastQuoteAt: 0,
    bytesIn: 0,
    bytesOut: 0,
  }
  t.same(said(), [{ type: 'feed', report }, { type: 'moved' }, { type: 'ready' }])
  clock.advance(60_000)
  t.same(said(), [])
  await host.stop()
})

t.test('half of a price that a thread before it has written is taken off the board', async (t) => {
  const shared = createSharedBuffers()
  new PriceBoard(shared.board).write(1, 110_000, 110_010, 5)
  Atomics.add(new Int32Array(shared.board, 0, BOARD_SYMBOLS_MAX), 1, 1)
  const { host, log, board } = await started(t, { shared, opened: { datafeeds: [], gateways: [] } })
  t.same(log.lines, ['warn half-written prices were taken off the board {"symbols":1}'])
  t.equal(board.quote(1), undefined)
  await host.stop()
})

t.test('what is asked of a connection is done where there is one', async (t) => {
  const { host, said, log } = await started(t)
  const { handlers } = host
  t.same(handlers['feed.restart']({ id: 9 }), because('not_found.datafeed', { id: 9 }))
  t.same(handlers['gateway.restart']({ id: 9 }), because('not_found.gateway', { id: 9 }))
  for (const id of [4, 9]) t.same(handlers['feed.names']({ id }), accept([]))
  for (const id of [3, 9]) t.same(handlers['gateway.instruments']({ id }), accept([]))
  said()
  log.lines.splice(0)
  t.same(handlers['feed.restart']({ id: 4 }), accept(null))
  t.same(handlers['gateway.restart']({ id: 3 }), accept(null))
  t.same(log.lines, [
    'info datafeed restarted {}',
    `warn datafeed connection failed ${FAILED}`,
    'info gateway restarted {}',
  ])
  const batch = handlers['records.take']({ done: 0 })
  t.match(batch, { ok: true, value: { number: 0, transactions: '[]', news: [] } })
  await host.stop()
})

t.test('connections that are gone say nothing more, and their numbers go with them', async (t) => {
  const directory = t.testdir()
  const kept = (...owners: ('datafeed-4' | 'datafeed-5' | 'gateway-3' | 'gateway-8')[]): void => {
    const stores = new FixStores(directory)
    const own = { ...FIX_SESSION_DEFAULTS, role: 'initiator', sender: 'OF', target: 'LP' } as const
    for (const owner of owners) {
      stores.storeOf(owner, own).keep([{ what: 'sent', seq: 1, message: null }])
      stores.forget('datafeed-9')
    }
  }
  const left = () => readdirSync(directory).map((name) => name.replace(/-[^-]*$/, ''))
  kept('datafeed-4', 'datafeed-5', 'gateway-3', 'gateway-8')
  const { host, clock, said } = await started(t, { fixDirectory: directory })
  t.same(left().toSorted(), ['datafeed-4', 'gateway-3'])
  host.opened({ kind: 'datafeeds', records: [] })
  host.opened({ kind: 'gateways', records: [] })
  t.same(left(), [])
  said()
  clock.advance(600_000)
  t.same(said(), [])
  t.equal(clock.timers, 1, 'its own')
  await host.stop()
})

/** An hour ahead of UTC. */
const AHEAD: ServerSettingsRecord = {
  ...serverSettingsKind.defaults({}),
  id: 1,
  version: 1,
  created_at: '',
  updated_at: '',
  utc_offset_min: 60,
  daylight_saving: 'none',
}

t.test('the day of the board is the one of the settings, and of the summer time', async (t) => {
  const opened = { datafeeds: [], gateways: [] }
  const { host, data, board, counters, clock } = await started(t, { opened })
  const midnight = Date.parse('2023-11-15T00:00:00Z')
  const dayAt = (ms: number) => board.dayRange(1, ms)
  board.write(1, 110, 120, midnight)
  t.equal(dayAt(midnight - 1), undefined)
  host.book({ ...data.book, version: 8, settings: [AHEAD] })
  t.equal(counters.configOfLinks, 8)
  board.write(1, 110, 120, midnight)
  t.same(dayAt(midnight - 3_600_000), { high: 110, low: 110 })
  t.equal(dayAt(midnight - 3_600_001), undefined)
  host.book({ ...data.book, version: 9, settings: [{ ...AHEAD, daylight_saving: 'eu' }] })
  clock.setWall(Date.parse('2024-07-01T00:00:00Z'))
  clock.advance(1_000)
  const summer = Date.parse('2024-07-01T22:00:00Z')
  board.write(1, 110, 120, summer)
  t.same(dayAt(summer), { high: 110, low: 110 })
  t.equal(dayAt(summer - 1), undefined)
  await host.stop()
  const ahead = await started(t, { opened, book: { ...data.book, settings: [AHEAD] } })
  ahead.board.write(1, 110, 120, midnight)
  t.same(ahead.board.dayRange(1, midnight - 1), { high: 110, low: 110 }, 'from the start on')
  await ahead.host.stop()
})

t.test('symbols that the board has no room for get no prices, and that is told', async (t) => {
  const { host, log, data } = await started(t, { opened: { datafeeds: [], gateways: [] } })
  const [symbol] = data.book.symbols
  if (symbol === undefined) throw new Error('there is a symbol')
  const beyond = { ...symbol, id: BOARD_SYMBOLS_MAX, path: 'FAR' }
  host.book({ ...data.book, version: 8, symbols: [symbol, beyond] })
  t.same(log.lines, ['error symbols beyond the price board get no prices {"symbols":1}'])
  await host.stop()
})

t.test(
  'a provider is priced, its names are seen, and another one begins without them',
  async (t) => {
    const provider = await ScriptedProvider.start()
    const other = await ScriptedProvider.start()
    const feed = { ...FEED, server: provider.address }
    const { host, board, said } = await started(t, {
      opened: { datafeeds: [feed], gateways: [] },
      outboundAllow: ['127.0.0.1'],
    })
    const names = () => host.handlers['feed.names']({ id: 4 })
    await provider.until(({ connections }) => connections === 1)
    await provider.admit()
    provider.say('EURUSD 1.1 1.20001\r\nNOSUCH 1 2\r\n')
    while (!JSON.stringify(names()).includes('NOSUCH')) await moment()
    const seen = accept([
      { name: 'EURUSD', digits: 5 },
      { name: 'NOSUCH', digits: 0 },
    ])
    t.same(names(), seen)
    t.match(board.quote(1), { bid: 110_000, ask: 120_001, usableUntil: Number.POSITIVE_INFINITY })
    t.match(said().at(-1), { type: 'moved' })
    host.opened({ kind: 'datafeeds', records: [{ ...feed, priority: 7, reconnect_sec: 9 }] })
    t.same(names(), seen)
    t.equal(provider.open, 1, 'the connection stands')
    host.opened({ kind: 'datafeeds', records: [{ ...feed, server: other.address }] })
    t.same(names(), accept([]))
    t.match(board.quote(1), { bid: 110_000, usableUntil: 0 }, 'nobody stands behind the price')
    await other.until(({ connections }) => connections === 1)
    await provider.until(({ open }) => open === 0)
    host.opened({
      kind: 'datafeeds',
      records: [{ ...feed, server: other.address, enabled: false }],
    })
    await other.until(({ open }) => open === 0)
    await host.stop()
    await provider.stop()
    await other.stop()
  },
)

t.test('the provider that is built in is told of when it listens, and ends with all', async (t) => {
  const feed = { ...FEED, server: BUILT_IN_SIMULATOR }
  const off = { ...feed, id: 5, server: 'nowhere', enabled: false }
  const gateway = { ...GATEWAY, server: '127.0.0.1:1' }
  const { host, clock, said } = await started(t, {
    demo: true,
    simulatorTicksPerSec: 1,
    opened: { datafeeds: [feed, off], gateways: [gateway] },
  })
  const reports: string[] = []
  const errors: string[] = []
  const look = (): void => {
    for (const message of said()) {
      if (message.type === 'feed') reports.push(`${message.report.id} ${message.report.state}`)
      if (message.type === 'gateway') errors.push(message.report.lastError)
    }
    clock.advance(250)
  }
  while (!reports.includes('4 online')) {
    look()
    await moment()
  }
  // The given clock may pass the time for a connection before this machine has made it: then the feed tries again.
  t.same([...new Set(reports)], ['5 disabled', '4 connecting', '4 online'])
  t.same(new Set(errors.filter((error) => error !== '')), new Set([OWN_MACHINE_REFUSED]))
  host.opened({ kind: 'datafeeds', records: [{ ...feed, enabled: false }] })
  while (reports.at(-1) !== '4 disabled') {
    look()
    await moment()
  }
  await host.stop()
  t.equal(clock.timers, 0)
})

t.test('without a demo nothing is built in', async (t) => {
  const feed = { ...FEED, server: BUILT_IN_SIMULATOR, enabled: false }
  const gateway = { ...GATEWAY, server: BUILT_IN_SIMULATOR }
  const { host, said } = await started(t, { opened: { datafeeds: [feed], gateways: [gateway] } })
  t.match(said()[0], { type: 'feed', report: { id: 4, state: 'disabled' } })
  await host.stop()
})

t.test('gateways speak with the sessions of the module that is named', async (t) => {
  const session = `{
    figures: { bytesIn: 0, bytesOut: 0, seqIn: 0, seqOut: 0, instruments: 1 },
    instruments: [{ name: 'OF THE MODULE' }],
    close: () => undefined,
  }`
  const source = encodeURIComponent(`export const openSession = () => (${session})`)
  const sessionModule = `data:text/javascript,${source}`
  const { host } = await started(t, { sessionModule })
  t.match(host.handlers['gateway.instruments']({ id: 3 }), accept([{ name: 'OF THE MODULE' }]))
  await host.stop()
})

t.test(
  'settings that change are those of all at once, and a symbol that is known has its last price',
  async (t) => {
    const { host, board, counters, said } = await started(t)
    const { host: other } = await started(t)
    await other.stop()
    host.known([{ symbolId: 1, digits: 4, bid: 11_000, ask: 11_001, at: 5 }])
    t.match(board.last(1), { bid: 110_000, ask: 110_010, at: 5 })
    t.equal(board.usableUntil(1), 0, 'nobody stands behind it')
    const [symbol] = bookRecords([['EURUSD', 5]]).symbols
    if (symbol === undefined) throw new Error('it is given')
    const moved = { ...symbol, digits: 3 }
    host.config({ kind: 'symbols', version: 8, changed: [moved], removed: [] })
    t.equal(counters.configOfLinks, 8)
    t.match(board.last(1), { bid: 1_100, ask: 1_100 }, 'the price is one of its decimals')
    said()
    await host.stop()
  },
)

t.test('a deleted feed disappears, and a new one with its id starts fresh', async (t) => {
  const { host, said } = await started(t)
  const restart = () => host.handlers['feed.restart']({ id: 4 })
  host.opened({ kind: 'datafeeds', records: [] })
  t.same(restart(), because('not_found.datafeed', { id: 4 }))
  said()
  host.opened({ kind: 'datafeeds', records: [{ ...FEED, enabled: false }] })
  t.match(said(), [{ type: 'feed', report: { id: 4, state: 'disabled' } }])
  t.same(restart(), accept(null))
  await host.stop()
})

t.test(
  'prices that nobody gives are told of once a second, and so is how fast a feed quotes',
  async (t) => {
    const given = bookRecords([['EURUSD', 5]])
    const days = [1, 2, 3, 4, 5, 6, 7]
    const sessions = days.map((day) => ({ day, kind: 'trade', from_min: 0, to_min: 1440 }) as const)
    const book = { ...given, symbols: given.symbols.map((symbol) => ({ ...symbol, sessions })) }
    const provider = await ScriptedProvider.start()
    const feed = { ...FEED, server: provider.address }
    const { host, board, clock, said, log } = await started(t, {
      opened: { datafeeds: [feed], gateways: [] },
      outboundAllow: ['127.0.0.1'],
      book,
    })
    await provider.until(({ connections }) => connections === 1)
    await provider.admit()
    provider.say('EURUSD 1.1 1.20001\r\nEURUSD 1.2 1.20001\r\n'.repeat(50))
    const told: FromLinks[] = []
    const isTold = (is: (one: FromLinks) => boolean) => {
      told.push(...said())
      return told.some(is)
    }
    while (board.quote(1) === undefined) await moment()
    while (!isTold((one) => one.type === 'feed' && one.report.quotesPerSec > 0)) {
      clock.advance(250)
      await moment()
    }
    provider.hangUp()
    log.lines.length = 0
    while (!isTold(({ type }) => type === 'prices')) {
      clock.advance(1_000)
      await moment()
    }
    t.match(
      told.find(({ type }) => type === 'prices'),
      { line: /EURUSD/ },
    )
    t.ok(log.lines.some((line) => /^warn .*EURUSD/.test(line)))
    await host.stop()
    await provider.stop()
  },
)
