import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { type Candle, candleOf, takeTick } from '../../../engine/pricing/candle.js'
import { openPriceReader } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { verifyPrices } from '../../../storage/verify/prices.js'
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
      const said = await killedAfter(directory, 1 + ((round * 37) % 60))
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

/** Kills a recorder `answers` writes after its start; answers how many ticks it said were stored. */
function killedAfter(directory: string, answers: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [WRITER, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    writer.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      if (output.split('\n').length > answers) writer.kill('SIGKILL')
    })
    writer.on('error', reject)
    writer.on('close', (_code, signal) => {
      const said = [...output.matchAll(/stored (\d+)\n/g)].at(-1)?.[1]
      if (signal === 'SIGKILL') resolve(Number(said ?? 0))
      else reject(new Error(`the recorder ended by itself: ${output.slice(-200)}`))
    })
  })
}
