import { textFromScaled } from '../../engine/numbers/decimal.js'
import { rescale } from '../../engine/pricing/candle.js'
import type { UnixMs } from '../../engine/units.js'
import {
  type CandleRange,
  CandleReader,
  type TimedCandle,
} from '../../storage/price-history/candle-reader.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { perDatabase } from '../../storage/sqlite/statements.js'
import { type ReadyData, readyData } from '../../wire/frame/plain-frame.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import { accept, type Handlers } from '../thread/ask.js'
import { NO_HISTORY } from './price-file.js'

export interface CandleQueries {
  /** The answer's data, encoded; the front only passes it on. */
  candles: { readonly request: CandlesRequest; readonly answer: ReadyData }
}

export interface CandlesRequest {
  readonly range: CandleRange
  readonly symbol: string
  /** The current number of decimals of the symbol. */
  readonly digits: number
  readonly now: UnixMs
  readonly codec: SocketCodec
}

export function candleQueries(open: () => Sqlite | undefined): Handlers<CandleQueries> {
  return {
    candles: ({ range, symbol, digits, now, codec }) => {
      const db = open()
      if (db === undefined) return NO_HISTORY
      const candles = candlesOf(db)
      const items = inSnapshot(db, () => candles.read(range)).map((candle) =>
        candleView(candle, digits, now),
      )
      const data = { symbol, timeframe: range.timeframe, digits, items }
      return accept(readyData(codec, data))
    },
  }
}

const candlesOf = perDatabase((db: Sqlite) => new CandleReader(db))

function candleView(candle: TimedCandle, digits: number, now: UnixMs): object {
  rescale(candle, digits)
  const text = (points: number): string => textFromScaled(points, digits)
  return {
    at: new Date(candle.start).toISOString(),
    open: text(candle.open),
    high: text(candle.high),
    low: text(candle.low),
    close: text(candle.close),
    ask_high: text(candle.askHigh),
    ask_low: text(candle.askLow),
    ticks: candle.ticks,
    complete: candle.end <= now,
  }
}
