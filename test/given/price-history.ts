import { join } from 'node:path'
import { PriceRecorder } from '../../actors/history/price-recorder.js'
import { TickRing } from '../../actors/shared/tick-ring.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { periodAt, type Timeframe } from '../../engine/calendar/timeframe.js'
import { type Candle, candleOf, takeTick } from '../../engine/pricing/candle.js'
import type { TimedCandle } from '../../storage/price-history/candle-reader.js'
import { openPriceWriter } from '../../storage/price-history/tables.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { scratch } from './desk.js'

export interface GivenTick {
  readonly symbolId: number
  readonly at: number
  readonly bid: number
  readonly ask: number
  readonly digits: number
}

/** A price history in a directory of its own, with a ring whose ticks the test writes. */
export class GivenHistory {
  readonly directory: string
  readonly path: string
  readonly ring: TickRing
  readonly memory = TickRing.create()
  readonly db: Sqlite
  recorder: PriceRecorder
  /** Everything that was recorded. */
  readonly ticks: GivenTick[] = []

  constructor(test: { teardown(run: () => void): unknown }) {
    this.directory = scratch(test)
    this.path = join(this.directory, 'prices.sqlite')
    this.ring = new TickRing(this.memory)
    this.db = openPriceWriter(this.path)
    test.teardown(() => this.db.close())
    this.recorder = new PriceRecorder(this.db, this.ring)
  }

  push(ticks: readonly GivenTick[]): void {
    for (const tick of ticks) {
      const { symbolId, digits, bid, ask, at } = tick
      this.ring.push(symbolId, digits, bid, ask, at)
      this.ticks.push(tick)
    }
  }

  record(ticks: readonly GivenTick[]): void {
    this.push(ticks)
    this.recorder.write(ticks.at(-1)?.at ?? 0)
  }

  /** Starts again, as a thread that comes after this one. */
  restart(): void {
    this.recorder = new PriceRecorder(this.db, this.ring)
  }

  /** The candles of a symbol, folded from the ticks one by one. */
  naive(symbolId: number, timeframe: Timeframe, clock: ServerClock): TimedCandle[] {
    const found = new Map<number, Candle & { start: number; end: number }>()
    for (const { at, bid, ask, digits, symbolId: id } of this.ticks) {
      if (id !== symbolId) continue
      const period = periodAt(clock, timeframe, at)
      const candle = found.get(period.start)
      if (candle === undefined)
        found.set(period.start, { ...period, ...candleOf(bid, ask, digits) })
      else takeTick(candle, bid, ask, digits)
    }
    return [...found.values()].sort((a, b) => a.start - b.start)
  }
}

/** A walk of one price: `count` ticks, `stepMs` apart on average. */
export function walk(
  symbolId: number,
  given: { from: string; count: number; stepMs: number; seed?: number; digits?: number },
): GivenTick[] {
  const { from, count, stepMs, seed = 1, digits = 5 } = given
  let state = seed
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  let at = Date.parse(from)
  let bid = 116_000
  return Array.from({ length: count }, () => {
    at += draw(2 * stepMs)
    bid += draw(21) - 10
    return { symbolId, at, bid, ask: bid + 5 + draw(10), digits }
  })
}
