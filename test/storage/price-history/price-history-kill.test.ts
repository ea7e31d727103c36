import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { type Candle, candleOf, takeTick } from '../../../engine/pricing/candle.js'
import { openPriceReader } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { verifyPrices } from '../../../storage/verify/prices.js'
import { killedAfter } from '../../crash/killed-writer.js'
import { WALK } from '../../crash/price-writer.js'
import { scratch } from '../../given/desk.js'
import { walk } from '../../given/price-history.js'

/** `node dist/test/storage/price-history/price-history-kill.test.js 200` kills that often. */
const ROUNDS = Number(process.argv[2] ?? 8)
const WRITER = fileURLToPath(new URL('../../crash/price-writer.js', import.meta.url))
const all = walk(1, WALK)

t.test(
  'a killed recorder leaves no candle wrong, twice or short of what it had stored',
  async (t) => {
    let directory = scratch(t)
    let stored = 0
    for (let round = 0; round < ROUNDS; round++) {
      // Enough of the walk is left for as many writes as the kill waits for.
      if (stored > WALK.count / 2) [directory, stored] = [scratch(t), 0]
      const said = await storedBefore(directory, 1 + ((round * 37) % 60))
      const db = openPriceReader(join(directory, 'prices.sqlite'))
      const found = db.prepare<[], number>('SELECT total(count) FROM ticks').pluck(true).get() ?? 0
      t.ok(found >= said && found >= stored, `round ${round}: ${found} ticks, said ${said}`)
      stored = found
      for (const [table, minutes] of [
        ['minute_candles', 1],
        ['hour_candles', 60],
      ] as const) {
        t.equal(rowsOf(new CandlesRepo(db, table)), folded(found, minutes), `${table} ${round}`)
      }
      t.same(verifyPrices(db), [])
      db.close()
    }
    t.ok(stored > 0)
  },
)

function rowsOf(repo: CandlesRepo): string {
  return [...repo.walk(1, 0, Number.MAX_SAFE_INTEGER, 'forward')]
    .map((row) => JSON.stringify(row))
    .join('\n')
}

/** The first ticks of the walk, one by one. */
function folded(count: number, minutes: number): string {
  const candles = new Map<number, Candle>()
  for (const { at, bid, ask, digits } of all.slice(0, count)) {
    const minute = Math.floor(at / (60_000 * minutes)) * minutes
    const candle = candles.get(minute)
    if (candle === undefined) candles.set(minute, candleOf(bid, ask, digits))
    else takeTick(candle, bid, ask, digits)
  }
  return [...candles].map(([minute, candle]) => JSON.stringify({ minute, ...candle })).join('\n')
}

/** The number of ticks that a recorder said were stored, which was killed so many writes after its start. */
async function storedBefore(directory: string, writes: number): Promise<number> {
  const output = await killedAfter(WRITER, [directory], writes)
  const said = [...output.matchAll(/stored (\d+)\n/g)].at(-1)?.[1]
  return Number(said ?? 0)
}
