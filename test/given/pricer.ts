import { Pricer } from '../../actors/links/pricing/pricer.js'
import { PRICE_BOARD_BYTES, PriceBoard } from '../../actors/shared/price-board.js'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { NO_RECORDS } from '../../engine/config/book-records.js'
import { serverSettingsKind } from '../../engine/config/kinds/server-settings.js'
import type { DatafeedRecord } from '../../engine/config/records/datafeed.js'
import type { HolidayRecord } from '../../engine/config/records/holiday.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { feedRecord, symbolRecord } from '../actors/links/feeds/given-feed.js'

export const TIMEOUT_MS = 10_000
const AT = '2026-01-01T00:00:00Z'
const NO_SETTINGS = {
  ...serverSettingsKind.defaults({}),
  id: 1,
  version: 1,
  created_at: AT,
  updated_at: AT,
}

type SymbolChanges = Readonly<Record<string, Partial<SymbolRecord>>>

/**
 * A pricer over a board of its own. Symbols are `{ EURUSD: { spread_pts: 10 } }`, with ids in
 * their order and 5 digits unless they say otherwise; two scripted feeds, 1 before 2.
 */
export class GivenPricer {
  readonly board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  readonly pricer: Pricer
  clock: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' }
  now = Date.parse('2026-11-18T12:00:00Z')
  moves = 0
  /** The quotes for the price history: symbol, digits, bid, ask, time. */
  readonly recorded: string[] = []
  symbols: SymbolChanges
  feeds: readonly DatafeedRecord[]
  holidays: readonly HolidayRecord[] = []
  #book: Book | undefined
  #ids = new Map<string, number>()

  constructor(symbols: SymbolChanges = { EURUSD: {} }, feeds = [feed(1), feed(2)]) {
    this.symbols = symbols
    this.feeds = feeds
    this.pricer = new Pricer(
      this.board,
      TIMEOUT_MS,
      () => {
        this.moves++
      },
      (...tick) => this.recorded.push(tick.join(' ')),
    )
    this.replace()
  }

  get book(): Book {
    if (this.#book === undefined) throw new Error('the pricer has settings')
    return this.#book
  }

  /** The settings as they stand now; what did not change stays the same object. */
  replace(): readonly string[] {
    const before = this.#book?.records
    const symbols = Object.entries(this.symbols).map(([name, change]) => {
      const id = change.id ?? this.#ids.get(name) ?? this.#ids.size + 1
      this.#ids.set(name, id)
      const record = { ...symbolRecord(id, `Forex\\${name}`, 5), ...change }
      const known = before?.symbols.find((one) => one.id === id)
      return known !== undefined && JSON.stringify(known) === JSON.stringify(record)
        ? known
        : record
    })
    const { holidays, clock } = this
    const settings = [{ ...NO_SETTINGS, ...clock }]
    this.#book = compileBook({ ...NO_RECORDS, version: 1, symbols, holidays, settings }, this.#book)
    return this.pricer.replaceBook(this.#book, this.feeds)
  }

  change(symbols: SymbolChanges): void {
    this.symbols = { ...this.symbols, ...symbols }
    this.replace()
  }

  /** A quote of the provider `id`, `afterMs` after the last one. */
  quote(id: number, name: string, bid: string, ask: string, afterMs = 0): void {
    this.now += afterMs
    this.pricer.quote(id, name, bid, ask, this.now)
  }

  at(symbolId: number): string {
    const quote = this.board.quote(symbolId)
    return quote === undefined ? 'none' : `${quote.bid} ${quote.ask}`
  }
}

export function feed(id: number, changes: Partial<DatafeedRecord> = {}): DatafeedRecord {
  return feedRecord({ id, priority: id, ...changes })
}
