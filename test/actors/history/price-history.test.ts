import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HistoryHost } from '../../../actors/history/history-host.js'
import { PriceHistory } from '../../../actors/history/price-history.js'
import { candleQueries } from '../../../actors/queries/candle-query.js'
import { QueryPool } from '../../../actors/queries/pool.js'
import { priceFile } from '../../../actors/queries/price-file.js'
import { TickRing } from '../../../actors/shared/tick-ring.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { pricesPath, sqlitePath } from '../../../storage/paths.js'
import { openPriceReader } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { ticksRepo } from '../../../storage/repos/prices/ticks.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { moment, scratch } from '../../given/desk.js'
import { writtenLog } from '../links/feeds/given-feed.js'
import { ManualClock } from '../links/manual-clock.js'

const AT = Date.parse('2026-03-04T10:05:00Z')
const UTC = { utc_offset_min: 0, daylight_saving: 'none' } as const

function started(
  test: { teardown(run: () => Promise<void>): unknown },
  dataDir = scratch(test as never),
  clock: Clock = systemClock(),
) {
  const memory = TickRing.create()
  const log = writtenLog()
  const history = new PriceHistory({
    dataDir,
    ring: memory,
    clockOffsetMs: 0,
    diskReserveBytes: 0,
    retention: { ticks: 30, minutes: 0 },
    clock,
    logger: log,
  })
  test.teardown(() => history.stop())
  return { dataDir, history, ring: new TickRing(memory), log }
}

t.test(
  'what is asked for is up to date, from the thread that writes to the pool that reads',
  async (t) => {
    const { dataDir, history, ring } = started(t)
    const tables = openWriter(sqlitePath(dataDir))
    migrate(tables)
    tables.close()
    const pool = new QueryPool({ dataDir, clock: systemClock(), threadsMax: 1 })
    t.teardown(() => pool.close())
    const queries = pool.of({ audience: 'trader', login: 1001 })
    const ask = async (codec: 'json' | 'msgpack', now = AT + 1_000) =>
      queries.run('candles', {
        range: { symbolId: 7, timeframe: 'M5', clock: UTC, limit: 10 },
        symbol: 'EURUSD',
        digits: 5,
        now,
        codec,
      })
    t.match(await ask('json'), { ok: false, code: 'unavailable' }, 'there is no file yet')
    history.start()
    ring.push(7, 5, 116_200, 116_210, AT)
    ring.push(7, 5, 116_190, 116_199, AT + 500)
    // Until its thread is there a question waits a second at most.
    while (ring.waiting > 0) await history.upToDate()
    const answer = await ask('json')
    if (!answer.ok) throw new Error(answer.message)
    t.same(JSON.parse(String(answer.value)), {
      symbol: 'EURUSD',
      timeframe: 'M5',
      digits: 5,
      items: [
        {
          at: '2026-03-04T10:05:00.000Z',
          open: '1.16200',
          high: '1.16200',
          low: '1.16190',
          close: '1.16190',
          ask_high: '1.16210',
          ask_low: '1.16199',
          ticks: 2,
          complete: false,
        },
      ],
    })
    for (const [passed, complete] of [
      [299_999, false],
      [300_000, true],
    ] as const) {
      const later = await ask('json', AT + passed)
      const { items } = JSON.parse(String(later.ok && later.value)) as { items: object[] }
      t.match(items, [{ complete }], 'a candle is complete from its end on')
    }
    const packed = await ask('msgpack')
    t.ok(packed.ok && packed.value instanceof Uint8Array)
  },
)

t.test('what waits is stored when it stops, and found at the next start', async (t) => {
  const { dataDir, history, ring } = started(t)
  history.start()
  ring.push(1, 5, 100, 200, AT)
  while (ring.waiting > 0) await history.upToDate()
  for (let i = 1; i < 1_000; i++) ring.push(1, 5, 100 + i, 200 + i, AT + i)
  ring.push(2, 3, 50, 60, AT)
  await history.stop()
  const again = started(t, dataDir)
  again.history.start()
  again.ring.push(1, 5, 50, 60, AT + 2_000)
  while (again.ring.waiting > 0) await again.history.upToDate()
  const ids = [1, ...Array.from({ length: 511 }, (_, i) => 1_000 + i), 2]
  const last = { symbolId: 1, digits: 5, bid: 50, ask: 60, at: AT + 2_000 }
  const other = { symbolId: 2, digits: 3, bid: 50, ask: 60, at: AT }
  t.same(await lastOf(again.history, ids), [last, other], 'some at a time')
  await again.history.stop()
  const db = openPriceReader(pricesPath(dataDir))
  const minute = new CandlesRepo(db, 'minute_candles').get(1, AT / 60_000)
  t.match(minute, { open: 100, high: 1_099, low: 50, close: 50, ticks: 1_001 })
  db.close()
})

async function lastOf(history: PriceHistory, ids: readonly number[]): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const some of history.lastPrices(ids)) found.push(...some)
  return found
}

t.test('while the thread is away questions are not held up, and no tick is lost', async (t) => {
  const { dataDir, history, ring, log } = started(t)
  const path = pricesPath(dataDir)
  openWriter(join(dataDir, 'other.sqlite')).close()
  const newer = openWriter(path)
  newer.pragma('user_version = 9')
  newer.close()
  t.same(await lastOf(history, [1]), [], 'before it starts')
  history.start()
  ring.push(1, 5, 100, 110, AT)
  // It comes back, though nobody answers.
  await history.upToDate()
  const last = lastOf(history, [1])
  while (!log.lines.join().includes('the price history ended')) await moment()
  while (!log.lines.join().includes('last prices could not be read')) await moment()
  t.equal(ring.waiting, 1)
  for (const name of ['', '-wal', '-shm']) rmSync(`${path}${name}`, { force: true })
  while (ring.waiting > 0) await moment()
  await history.upToDate()
  t.type(await last, Array, 'last prices are asked for until they are told')
})

t.test('what could not be stored is asked for again at the next question', async (t) => {
  const { history, ring } = started(t, scratch(t), new ManualClock())
  ring.push(1, 5, 100, 110, AT)
  await history.upToDate()
  t.equal(ring.waiting, 1, 'there is no thread yet')
  history.start()
  await history.upToDate()
  t.equal(ring.waiting, 0)
})

/** A history thread's work on a clock by hand, over a directory of its own. */
function hosted(
  test: Parameters<typeof scratch>[0],
  diskReserveBytes = 0,
  directory = scratch(test),
) {
  const path = pricesPath(directory)
  const memory = TickRing.create()
  const [ring, clock, log] = [new TickRing(memory), new ManualClock(), writtenLog()]
  const data = { directory, path, ring: memory, clockOffsetMs: 0, diskReserveBytes }
  const retention = { ticks: 30, minutes: 0 }
  const host = new HistoryHost({ ...data, retention }, clock, log)
  return { path, ring, clock, log, host }
}

t.test(
  'a ring that fills is emptied at the next look, and ticks without room are told once',
  (t) => {
    const { ring, clock, log, host } = hosted(t)
    t.teardown(() => host.stop())
    const look = (): void => clock.advance(100)
    ring.push(1, 5, 100, 110, AT)
    look()
    t.equal(ring.waiting, 1, 'a second passes between writes')
    while (ring.load <= 0.25) ring.push(1, 5, 100, 110, AT)
    look()
    t.equal(ring.waiting, 0)
    t.same(log.lines, [])
    while (ring.dropped < 3) ring.push(1, 5, 100, 110, AT)
    look()
    look()
    t.same(log.lines, ['warn ticks came too fast to be recorded {"ticks":3}'])
    while (ring.dropped < 4) ring.push(1, 5, 100, 110, AT)
    look()
    t.match(log.lines[1], /"ticks":1/)
    t.end()
  },
)

t.test('ticks are stored a second after the write before, or when somebody asks', (t) => {
  const { ring, clock, host } = hosted(t)
  const waits = (ms: number): number => {
    clock.advance(ms)
    return ring.waiting
  }
  ring.push(1, 5, 100, 110, AT)
  t.equal(waits(900), 1)
  t.equal(waits(100), 0)
  ring.push(1, 5, 101, 110, AT + 1)
  t.same(host.handlers['history.write'](null), { ok: true, value: null })
  t.equal(ring.waiting, 0)
  ring.push(1, 5, 102, 110, AT + 2)
  t.equal(waits(900), 1, 'a second counts from then')
  t.equal(waits(100), 0)
  const last = { symbolId: 1, digits: 5, bid: 102, ask: 110, at: AT + 2 }
  const ask = host.handlers['history.last']
  t.same(ask({ symbolIds: [2, 1] }), { ok: true, value: [last] })
  const day = { digits: 5, open: 100, high: 102, low: 100, before: 0 }
  t.same(ask({ symbolIds: [1], clock: UTC }), { ok: true, value: [{ ...last, day }] })
  host.stop()
  t.equal(clock.timers, 0, 'nothing is looked at any more')
  t.end()
})

t.test('old ticks go a minute after the start, and then each hour', (t) => {
  const { path, ring, clock, host } = hosted(t)
  t.teardown(() => host.stop())
  const reader = openPriceReader(path)
  t.teardown(() => reader.close())
  const DAY_MS = 86_400_000
  const oldest = () => ticksRepo(reader).oldestMinute()
  const old = clock.now() - 31 * DAY_MS
  const push = (): number => {
    ring.push(1, 5, 100, 110, old)
    host.handlers['history.write'](null)
    return Math.floor(old / 60_000)
  }
  const minute = push()
  clock.advance(60_000)
  t.equal(oldest(), minute)
  clock.advance(200)
  t.equal(oldest(), undefined)
  push()
  clock.advance(3_600_000 - 60_200)
  t.equal(oldest(), minute)
  clock.advance(200)
  t.equal(oldest(), undefined)
  t.end()
})

t.test(
  'while the disk is nearly full ticks are given up, and nothing else is written',
  async (t) => {
    const directory = scratch(t)
    const before = hosted(t, 0, directory)
    before.ring.push(1, 5, 100, 110, AT - 60_000)
    before.host.stop()
    const { path, ring, clock, log, host } = hosted(t, Number.MAX_SAFE_INTEGER, directory)
    while (log.lines.length === 0) await moment()
    t.same(log.lines, ['warn the disk is nearly full: ticks are not recorded {}'])
    ring.push(1, 5, 100, 110, AT)
    clock.advance(1_000)
    t.equal(ring.waiting, 0)
    clock.setWall(AT + 31 * 86_400_000)
    clock.advance(61_000)
    host.stop()
    const db = openPriceReader(path)
    t.equal(new CandlesRepo(db, 'minute_candles').get(1, AT / 60_000), undefined)
    t.equal(ticksRepo(db).oldestMinute(), AT / 60_000 - 1, 'nor does anything go')
    db.close()
  },
)

t.test('candles are told in the decimals that the symbol has now', (t) => {
  const { path, ring, host } = hosted(t)
  const ask = candleQueries(priceFile(path))['candles']
  const read = (digits: number, now = AT) => {
    const answer = ask({
      range: { symbolId: 7, timeframe: 'M5', clock: UTC, limit: 10 },
      symbol: 'EURUSD',
      digits,
      now,
      codec: 'json',
    })
    if (!('ok' in answer) || !answer.ok) throw new Error('it is there')
    return (JSON.parse(String(answer.value)) as { items: object[] }).items
  }
  ring.push(7, 5, 116_214, 116_226, AT)
  host.stop()
  const candle = {
    at: '2026-03-04T10:05:00.000Z',
    open: '1.1621',
    high: '1.1621',
    low: '1.1621',
    close: '1.1621',
    ask_high: '1.1623',
    ask_low: '1.1623',
    ticks: 1,
    complete: false,
  }
  t.same(read(4), [candle])
  t.match(read(6), [{ open: '1.162140', ask_low: '1.162260' }])
  t.end()
})
