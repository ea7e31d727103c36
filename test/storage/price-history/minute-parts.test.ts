import { join } from 'node:path'
import { Packr } from 'msgpackr'
import t from 'tap'
import { minuteParts, putMinutes } from '../../../storage/price-history/minute-parts.js'
import { openPriceWriter } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'

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
