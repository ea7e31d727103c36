import { Packr } from 'msgpackr'
import { MINUTES_OF_HOUR } from '../../engine/calendar/durations.js'
import {
  type CandleColumns,
  CandlesRepo,
  candleOfColumns,
  columnsOf,
} from '../repos/prices/candles.js'
import { ticksRepo } from '../repos/prices/ticks.js'
import { type Sqlite, Transactions } from '../sqlite/open.js'
import { remakeHour } from './remake-hour.js'

/**
 * One-minute candles for another node: rows in MessagePack, each with the symbol and the columns of
 * its table.
 */
const packr = new Packr({ useRecords: false })
const VERSION = 1
/** The number of rows in a part, about a megabyte. */
const PART_ROWS = 20_000

type Packed = readonly [version: number, rows: readonly Row[]]
type Row = readonly [symbolId: number, ...CandleColumns]

/** The minutes with candles in a range (the end excluded), of all symbols. */
export function* minuteParts(db: Sqlite, from: number, to: number): Generator<Uint8Array> {
  const minutes = new CandlesRepo(db, 'minute_candles')
  let rows: Row[] = []
  let symbolId = minutes.symbolAfter(0)
  while (symbolId !== undefined) {
    for (const row of minutes.walk(symbolId, from, to, 'forward'))
      rows.push([symbolId, ...columnsOf(row.minute, row)])
    if (rows.length >= PART_ROWS) {
      yield packed(rows)
      rows = []
    }
    symbolId = minutes.symbolAfter(symbolId)
  }
  if (rows.length > 0) yield packed(rows)
}

/** The oldest minute of a part; undefined for a part of another version. */
export function oldestMinuteOf(part: Uint8Array): number | undefined {
  const [version, rows] = packr.unpack(Buffer.from(part)) as Packed
  if (version !== VERSION) return undefined
  return rows.reduce((least, [, minute]) => Math.min(least, minute), Number.POSITIVE_INFINITY)
}

/**
 * Stores the minutes, and recomputes their hours.
 *
 *   - Parts of another version are skipped: a standby node without some candles is still usable.
 *   - A minute for which this node has ticks stays as computed from them: in the minute of a
 *     takeover each node has seen only a part.
 */
export function putMinutes(db: Sqlite, part: Uint8Array): void {
  const [version, rows] = packr.unpack(Buffer.from(part)) as Packed
  if (version !== VERSION) return
  const [minutes, hours] = [
    new CandlesRepo(db, 'minute_candles'),
    new CandlesRepo(db, 'hour_candles'),
  ]
  const ticks = ticksRepo(db)
  new Transactions(db).projected(() => {
    const touched = new Map<string, readonly [symbolId: number, hourAt: number]>()
    for (const [symbolId, ...columns] of rows) {
      const { minute, ...candle } = candleOfColumns(columns)
      if (ticks.hasMinute(symbolId, minute)) continue
      minutes.put(symbolId, minute, candle)
      const hourAt = minute - (minute % MINUTES_OF_HOUR)
      touched.set(`${symbolId} ${hourAt}`, [symbolId, hourAt])
    }
    for (const [symbolId, hourAt] of touched.values()) {
      remakeHour(minutes, hours, symbolId, hourAt)
    }
  })
}

function packed(rows: readonly Row[]): Uint8Array {
  return packr.pack([VERSION, rows] satisfies Packed)
}
