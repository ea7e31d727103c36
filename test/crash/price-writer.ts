import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { PriceRecorder } from '../../actors/history/price-recorder.js'
import { TickRing } from '../../actors/shared/tick-ring.js'
import { openPriceWriter } from '../../storage/price-history/tables.js'
import { walk } from '../given/price-history.js'

/**
 * The process that the price history's kill test kills: it records the same long walk of prices, going
 * on after what is stored, and says how much is after each write. At the walk's end it waits to be killed:
 * a busy machine may let it come that far.
 */
export const WALK = { from: '2026-03-04T10:00:00Z', count: 60_000, stepMs: 150 } as const
const ANSWERS_FD = 1
const WAITS_MS = 600_000

const [, program, directory] = process.argv
if (program?.endsWith('price-writer.js') && directory !== undefined) {
  const db = openPriceWriter(join(directory, 'prices.sqlite'))
  const ring = new TickRing(TickRing.create())
  const recorder = new PriceRecorder(db, ring)
  const ticks = walk(1, WALK)
  let stored = db.prepare<[], number>('SELECT total(count) FROM ticks').pluck(true).get() as number
  for (let turn = 0; stored < ticks.length; turn++) {
    const size = 1 + ((turn * 37) % 61)
    for (const tick of ticks.slice(stored, stored + size)) {
      ring.push(tick.symbolId, tick.digits, tick.bid, tick.ask, tick.at)
    }
    stored = Math.min(stored + size, ticks.length)
    recorder.write(ticks[stored - 1]?.at ?? 0)
    writeSync(ANSWERS_FD, `stored ${stored}\n`)
  }
  setTimeout(() => undefined, WAITS_MS)
}
