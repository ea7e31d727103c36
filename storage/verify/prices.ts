import { type Candle, candleOf, takeCandle, takeTick } from '../../engine/pricing/candle.js'
import { CandlesRepo } from '../repos/prices/candles.js'
import { ticksRepo } from '../repos/prices/ticks.js'
import type { Sqlite } from '../sqlite/open.js'

/** A stored candle that differs from its minutes or ticks. */
export interface WrongCandle {
  readonly subject: string
  readonly stored: string
  readonly computed: string
}

const LISTED_MAX = 1_000
const HOUR_MINUTES = 60
const EVER = Number.MAX_SAFE_INTEGER

/**
 * Compares every hour with its minutes and every minute with its ticks, if they are still stored.
 * Returns the first thousand differences. The caller reads in one snapshot.
 */
export function verifyPrices(db: Sqlite): WrongCandle[] {
  const minutes = new CandlesRepo(db, 'minute_candles')
  const hours = new CandlesRepo(db, 'hour_candles')
  const ticks = ticksRepo(db)
  const wrong: WrongCandle[] = []
  const compare = (subject: string, stored: Candle | undefined, computed: Candle): void => {
    const [found, wanted] = [stored === undefined ? 'missing' : text(stored), text(computed)]
    if (found === wanted || wrong.length === LISTED_MAX) return
    wrong.push({ subject, stored: found, computed: wanted })
  }
  // The first ticks of a minute may be deleted already.
  const ticksFrom = (ticks.oldestMinute() ?? EVER) + 1
  let symbolId = minutes.symbolAfter(0)
  for (; symbolId !== undefined; symbolId = minutes.symbolAfter(symbolId)) {
    const name = `of symbol ${symbolId}`
    let hourAt = 0
    let hour: Candle | undefined
    for (const { minute, ...candle } of minutes.walk(symbolId, 0, EVER, 'forward')) {
      const at = minute - (minute % HOUR_MINUTES)
      if (hour !== undefined && at === hourAt) takeCandle(hour, candle)
      else {
        if (hour !== undefined) compare(`hour ${hourAt} ${name}`, hours.get(symbolId, hourAt), hour)
        hour = { ...candle }
        hourAt = at
      }
      if (minute < ticksFrom) continue
      const made = ofTicks(ticks.ofMinute(symbolId, minute))
      if (made !== undefined) compare(`minute ${minute} ${name}`, candle, made)
    }
    if (hour !== undefined) compare(`hour ${hourAt} ${name}`, hours.get(symbolId, hourAt), hour)
  }
  return wrong
}

function ofTicks(
  ticks: readonly { readonly bid: number; readonly ask: number; readonly digits: number }[],
): Candle | undefined {
  let candle: Candle | undefined
  for (const { bid, ask, digits } of ticks) {
    if (candle === undefined) candle = candleOf(bid, ask, digits)
    else takeTick(candle, bid, ask, digits)
  }
  return candle
}

function text({ digits, open, high, low, close, askHigh, askLow, ticks }: Candle): string {
  return JSON.stringify({ digits, open, high, low, close, askHigh, askLow, ticks })
}
