import t from 'tap'
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
