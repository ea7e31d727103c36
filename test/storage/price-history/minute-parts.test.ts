import { join } from 'node:path'
import { Packr } from 'msgpackr'
import t from 'tap'
import { minuteParts, putMinutes } from '../../../storage/price-history/minute-parts.js'
import { openPriceWriter } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { ticksRepo } from '../../../storage/repos/prices/ticks.js'
import { verifyPrices } from '../../../storage/verify/prices.js'
import { TickBlock } from '../../../wire/stored/tick-block.js'

t.test('minutes come to another node in parts, and their hours with them', (t) => {
  const directory = t.testdir()
  const [here, there] = ['here', 'there'].map((name) =>
    openPriceWriter(join(directory, `${name}.sqlite`)),
  ) as [ReturnType<typeof openPriceWriter>, ReturnType<typeof openPriceWriter>]
  const [minutes, other] = [here, there].map((db) => new CandlesRepo(db, 'minute_candles')) as [
    CandlesRepo,
    CandlesRepo,
  ]
  const candle = { digits: 5, open: 3, high: 9, low: 1, close: 5, askHigh: 10, askLow: 2, ticks: 7 }
  // Part of an hour, and enough symbols for two parts.
  const SYMBOLS = 400
  here.transaction(() => {
    for (let symbolId = 1; symbolId <= SYMBOLS; symbolId++) {
      for (let minute = 600; minute < 659; minute++) minutes.put(symbolId, minute, candle)
    }
  })()
  const parts = [...minuteParts(here, 600, 658)]
  t.equal(parts.length, 2)
  for (const part of parts) putMinutes(there, part)
  t.same(other.get(SYMBOLS, 657), { minute: 657, ...candle })
  t.equal(other.get(SYMBOLS, 658), undefined, 'of the minute that is not over nothing is told')
  t.match(new CandlesRepo(there, 'hour_candles').get(SYMBOLS, 600), { high: 9, ticks: 7 * 58 })

  const ofTomorrow = new Packr({ useRecords: false }).pack([2, [[1, 700, 'other']]])
  putMinutes(there, ofTomorrow)
  t.equal(other.newest(1)?.minute, 657, 'what another version tells is left out')
  for (const db of [here, there]) db.close()
  t.end()
})

t.test('a minute stays as the ticks of this node make it', (t) => {
  const MINUTE_MS = 60_000
  const directory = t.testdir()
  const [here, there] = ['here', 'there'].map((name) =>
    openPriceWriter(join(directory, `${name}.sqlite`)),
  ) as [ReturnType<typeof openPriceWriter>, ReturnType<typeof openPriceWriter>]
  const told = { digits: 5, open: 7, high: 9, low: 7, close: 8, askHigh: 10, askLow: 8, ticks: 2 }
  const own = { digits: 5, open: 3, high: 3, low: 3, close: 3, askHigh: 4, askLow: 4, ticks: 1 }
  const elsewhere = new CandlesRepo(there, 'minute_candles')
  for (const minute of [601, 602]) elsewhere.put(1, minute, told)
  const block = new TickBlock(601 * MINUTE_MS)
  block.push(601 * MINUTE_MS + 5, 3, 4)
  // Of the minute before as well: of the oldest one some may be gone, so none is looked at.
  ticksRepo(here).put(1, 600, 0, 5, block)
  ticksRepo(here).put(1, 601, 0, 5, block)
  const minutes = new CandlesRepo(here, 'minute_candles')
  minutes.put(1, 601, own)
  for (const part of minuteParts(there, 600, 700)) putMinutes(here, part)
  t.match(minutes.get(1, 601), own)
  t.match(minutes.get(1, 602), told)
  t.same(verifyPrices(here), [])
  for (const db of [here, there]) db.close()
  t.end()
})
