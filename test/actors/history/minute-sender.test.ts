import { join } from 'node:path'
import t from 'tap'
import { MinuteSender } from '../../../actors/history/minute-sender.js'
import {
  minuteParts,
  oldestMinuteOf,
  putMinutes,
} from '../../../storage/price-history/minute-parts.js'
import { openPriceWriter } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { moment, scratch } from '../../given/desk.js'

const MINUTE_MS = 60_000
const CANDLE = { digits: 5, open: 3, high: 9, low: 1, close: 5, askHigh: 10, askLow: 2, ticks: 7 }

/** A database that has what `parts` are, and answers or does not. */
class GivenPrices {
  readonly parts: Uint8Array[] = []
  isAway = false

  async keep(parts: readonly Uint8Array[]): Promise<void> {
    if (this.isAway) throw new Error('the database is away')
    this.parts.push(...parts)
  }

  async newest(): Promise<Uint8Array | undefined> {
    if (this.isAway) throw new Error('the database is away')
    return this.parts.at(-1)
  }

  close(): void {
    // It is the test's.
  }
}

t.test('after a restart minutes are told on from the newest that the databases have', async (t) => {
  const directory = scratch(t)
  const here = openPriceWriter(join(directory, 'here.sqlite'))
  const there = openPriceWriter(join(directory, 'there.sqlite'))
  t.teardown(() => {
    for (const db of [here, there]) db.close()
  })
  const minutes = new CandlesRepo(here, 'minute_candles')
  for (let minute = 10_000; minute < 10_600; minute++) minutes.put(1, minute, CANDLE)
  const prices = new GivenPrices()
  prices.parts.push(...minuteParts(here, 10_000, 10_100))

  prices.isAway = true
  const told = new MinuteSender(here, prices, 10_600 * MINUTE_MS)
  const look = async (): Promise<void> => {
    told.look(10_601 * MINUTE_MS)
    for (let turns = 0; turns < 5; turns++) await moment()
  }
  await look()
  prices.isAway = false
  for (let looks = 0; looks < 20; looks++) await look()
  for (const part of prices.parts) putMinutes(there, part)
  const found = [...new CandlesRepo(there, 'minute_candles').walk(1, 0, 20_000, 'forward')]
  t.same(
    found.map(({ minute }) => minute),
    Array.from({ length: 600 }, (_, i) => 10_000 + i),
  )
})

t.test('databases that have nothing are told a quarter of an hour', async (t) => {
  const here = openPriceWriter(join(scratch(t), 'here.sqlite'))
  t.teardown(() => here.close())
  const minutes = new CandlesRepo(here, 'minute_candles')
  for (const minute of [12_080, 12_090]) minutes.put(1, minute, CANDLE)
  const prices = new GivenPrices()
  const told = new MinuteSender(here, prices, 12_100 * MINUTE_MS)
  for (let looks = 0; looks < 40; looks++) {
    told.look(12_100 * MINUTE_MS)
    await moment()
  }
  t.equal(prices.parts.length, 1)
  t.equal(oldestMinuteOf(prices.parts[0] as Uint8Array), 12_090)
})
