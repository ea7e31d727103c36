import { MINUTES_OF_HOUR } from '../../../engine/calendar/durations.js'
import type { Candle } from '../../../engine/pricing/candle.js'
import type { Sqlite, Statement } from '../../sqlite/open.js'

/** All SQL statements for the tables of candles. `minute` counts from 1970 UTC. */
export type CandleTable = 'minute_candles' | 'hour_candles'

export interface CandleRow extends Candle {
  readonly minute: number
}

/** The columns of a candle, in the order of its table. */
export type CandleColumns = [
  minute: number,
  digits: number,
  open: number,
  high: number,
  low: number,
  close: number,
  askHigh: number,
  askLow: number,
  ticks: number,
]

const COLUMNS = 'minute, digits, open, high, low, close, ask_high, ask_low, ticks'
type Page = [symbolId: number, fromMinute: number, toMinute: number, rowsMax: number]
/**
 * Rows of the first page. Reading many at once halves the cost per row, but often the first page is
 * enough.
 */
const FIRST_PAGE = 256
const PAGE_MAX = 4_096

export class CandlesRepo {
  readonly #db: Sqlite
  readonly #table: CandleTable
  readonly #pages: Readonly<Record<'forward' | 'back', Statement<Page, CandleColumns>>>
  readonly #newestOne: Statement<[number], CandleColumns>
  readonly #getOne: Statement<[number, number], CandleColumns>
  readonly #putOne: Statement<[number, ...CandleColumns]>

  constructor(db: Sqlite, table: CandleTable) {
    this.#db = db
    this.#table = table
    this.#getOne = db
      .prepare<[number, number], CandleColumns>(
        `SELECT ${COLUMNS} FROM ${table} WHERE symbol_id = ? AND minute = ?`,
      )
      .raw(true)
    this.#newestOne = db
      .prepare<[number], CandleColumns>(
        `SELECT ${COLUMNS} FROM ${table} WHERE symbol_id = ? ORDER BY minute DESC LIMIT 1`,
      )
      .raw(true)
    const page = (direction: 'ASC' | 'DESC') =>
      db
        .prepare<Page, CandleColumns>(
          `SELECT ${COLUMNS} FROM ${table} WHERE symbol_id = ? AND minute >= ? AND minute < ?
           ORDER BY minute ${direction} LIMIT ?`,
        )
        .raw(true)
    this.#pages = { forward: page('ASC'), back: page('DESC') }
    this.#putOne = db.prepare(
      `INSERT OR REPLACE INTO ${table} (symbol_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  get(symbolId: number, minute: number): Candle | undefined {
    const row = this.#getOne.get(symbolId, minute)
    return row === undefined ? undefined : candleOfColumns(row)
  }

  newest(symbolId: number): CandleRow | undefined {
    const row = this.#newestOne.get(symbolId)
    return row === undefined ? undefined : candleOfColumns(row)
  }

  put(symbolId: number, minute: number, candle: Candle): void {
    this.#putOne.run(symbolId, ...columnsOf(minute, candle))
  }

  /** Yields candles from `fromMinute` until before `toMinute`, read in pages. */
  *walk(
    symbolId: number,
    fromMinute: number,
    toMinute: number,
    order: 'forward' | 'back',
  ): Generator<CandleRow, undefined, undefined> {
    let [from, to] = [fromMinute, toMinute]
    for (let size = FIRST_PAGE; ; size = Math.min(size * 4, PAGE_MAX)) {
      const rows = this.#pages[order].all(symbolId, from, to, size)
      for (const row of rows) yield candleOfColumns(row)
      const last = rows.at(-1)
      if (last === undefined || rows.length < size) return
      if (order === 'forward') from = last[0] + 1
      else to = last[0]
    }
  }

  /** The next symbol with candles after this one; undefined if there is none. */
  symbolAfter(symbolId: number): number | undefined {
    return this.#db
      .prepare<[number], number>(
        `SELECT symbol_id FROM ${this.#table} WHERE symbol_id > ? ORDER BY symbol_id LIMIT 1`,
      )
      .pluck(true)
      .get(symbolId)
  }

  /**
   * Deletes a symbol's oldest candles before a minute, in whole hours: about `rowsMax` rows, but at
   * least one hour. Returns how many.
   */
  trim(symbolId: number, beforeMinute: number, rowsMax: number): number {
    const nth = this.#db
      .prepare<[number, number, number], number>(
        `SELECT minute FROM ${this.#table} WHERE symbol_id = ? AND minute < ?
         ORDER BY minute LIMIT 1 OFFSET ?`,
      )
      .pluck(true)
    const [oldest, beyond] = [0, rowsMax].map((n) => nth.get(symbolId, beforeMinute, n))
    if (oldest === undefined) return 0
    const end =
      beyond === undefined
        ? beforeMinute
        : Math.max(hourOf(beyond), hourOf(oldest) + MINUTES_OF_HOUR)
    return this.#db
      .prepare(`DELETE FROM ${this.#table} WHERE symbol_id = ? AND minute < ?`)
      .run(symbolId, Math.min(end, beforeMinute)).changes
  }
}

function hourOf(minute: number): number {
  return minute - (minute % MINUTES_OF_HOUR)
}

export function columnsOf(minute: number, c: Candle): CandleColumns {
  return [minute, c.digits, c.open, c.high, c.low, c.close, c.askHigh, c.askLow, c.ticks]
}

export function candleOfColumns(row: CandleColumns): CandleRow {
  return {
    minute: row[0],
    digits: row[1],
    open: row[2],
    high: row[3],
    low: row[4],
    close: row[5],
    askHigh: row[6],
    askLow: row[7],
    ticks: row[8],
  }
}
