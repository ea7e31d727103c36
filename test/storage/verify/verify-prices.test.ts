import t from 'tap'
import { PriceRetention } from '../../../actors/history/price-retention.js'
import { candleOf } from '../../../engine/pricing/candle.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { verifyPrices } from '../../../storage/verify/prices.js'
import { GivenHistory, walk } from '../../given/price-history.js'

// Each row changes the price history behind the recorder's back; verify must say what and where.
const EDITS: readonly (readonly [what: string, sql: string, finds: RegExp])[] = [
  [
    'an hour',
    'UPDATE hour_candles SET high = high + 1 WHERE symbol_id = 2',
    /^hour \d+ of symbol 2$/,
  ],
  ['an hour taken away', 'DELETE FROM hour_candles WHERE symbol_id = 1', /^hour \d+ of symbol 1$/],
  [
    'a minute',
    `UPDATE minute_candles SET ask_low = ask_low - 1 WHERE symbol_id = 1 AND minute =
       (SELECT max(minute) FROM minute_candles WHERE symbol_id = 1)`,
    /^(hour|minute) \d+ of symbol 1$/,
  ],
  [
    'ticks taken away',
    'DELETE FROM ticks WHERE first = 0 AND minute = (SELECT max(minute) FROM ticks)',
    /^minute \d+ of symbol 2$/,
  ],
]

t.test('what the recorder wrote is as it says, and what is changed later is found', async (t) => {
  const given = new GivenHistory(t)
  const from = '2026-03-04T10:00:00Z'
  const all = [1, 2].flatMap((symbolId) => walk(symbolId, { from, count: 400, stepMs: 20_000 }))
  for (let i = 0; i < all.length; i += 3) given.record(all.slice(i, i + 3))
  // The last minute is symbol 2's.
  given.record([
    { ...(all.at(-1) as (typeof all)[number]), at: Date.parse('2026-03-05T00:00:00Z') },
  ])
  given.record([
    { ...(all.at(-1) as (typeof all)[number]), at: Date.parse('2026-03-05T00:00:01Z') },
  ])
  t.same(verifyPrices(given.db), [])
  for (const [what, sql, finds] of EDITS) {
    given.db.exec('SAVEPOINT before')
    given.db.exec(sql)
    const found = verifyPrices(given.db)
    given.db.exec('ROLLBACK TO before; RELEASE before')
    t.ok(found.length > 0, what)
    for (const { subject } of found) t.match(subject, finds, what)
  }
  t.same(verifyPrices(given.db), [])
})

t.test('the first thousand that differ are told', (t) => {
  const { db } = new GivenHistory(t)
  const minutes = new CandlesRepo(db, 'minute_candles')
  const hours = new CandlesRepo(db, 'hour_candles')
  const candle = candleOf(100, 102, 5)
  for (let hour = 0; hour < 1001; hour++) {
    minutes.put(1, hour * 60, candle)
    if (hour === 0) hours.put(1, hour, candle)
  }
  t.equal(verifyPrices(db).length, 1000)
  minutes.put(1, 1001 * 60, candle)
  const found = verifyPrices(db)
  t.equal(found.length, 1000)
  t.match(found[0], { subject: 'hour 60 of symbol 1', stored: 'missing' })
  t.end()
})

t.test(
  'ticks that are gone by their age are no difference, also in the middle of a minute',
  (t) => {
    const given = new GivenHistory(t)
    // A few ticks a minute and a batch a tick: a minute is more than one block.
    const all = walk(1, { from: '2026-03-04T10:00:00Z', count: 300, stepMs: 10_000 })
    for (const tick of all) given.record([tick])
    t.same(verifyPrices(given.db), [])
    const retention = new PriceRetention(given.db, { ticks: 1, minutes: 0 })
    const now = Date.parse('2026-03-05T10:20:30Z')
    while (!retention.step(now));
    const oldest = () => given.db.prepare('SELECT min(minute) FROM ticks').pluck(true).get()
    t.equal(oldest(), Date.parse('2026-03-04T10:20:00Z') / 60_000, 'by whole minutes')
    t.same(verifyPrices(given.db), [])
    const blocks = `SELECT count(*) FROM ticks WHERE minute = (SELECT min(minute) FROM ticks)`
    t.ok(Number(given.db.prepare(blocks).pluck(true).get()) > 1)
    // As the ring leaves it when it was overrun: the beginning of a minute is not there.
    given.db.exec('DELETE FROM ticks WHERE first = 0 AND minute = (SELECT min(minute) FROM ticks)')
    t.same(verifyPrices(given.db), [], 'the oldest minute may have lost its first ticks')
    given.db.exec(
      'DELETE FROM ticks WHERE first = 0 AND minute = (SELECT min(minute) + 5 FROM ticks)',
    )
    t.equal(verifyPrices(given.db).length, 1, 'a later one has all of them')
    given.db.exec(
      'DELETE FROM ticks WHERE first = 0 AND minute = (SELECT min(minute) + 1 FROM ticks)',
    )
    t.equal(verifyPrices(given.db).length, 2, 'and so has the next one')
    t.end()
  },
)
