import { MINUTES_OF_HOUR } from '../../engine/calendar/durations.js'
import { type Candle, takeCandle } from '../../engine/pricing/candle.js'
import type { CandlesRepo } from '../repos/prices/candles.js'

export function remakeHour(
  minutes: CandlesRepo,
  hours: CandlesRepo,
  symbolId: number,
  hourAt: number,
): void {
  let hour: Candle | undefined
  const end = hourAt + MINUTES_OF_HOUR
  for (const { minute: _, ...candle } of minutes.walk(symbolId, hourAt, end, 'forward')) {
    if (hour === undefined) hour = { ...candle }
    else takeCandle(hour, candle)
  }
  if (hour !== undefined) hours.put(symbolId, hourAt, hour)
}
