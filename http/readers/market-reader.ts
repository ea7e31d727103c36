import type { PriceHistory } from '../../actors/history/price-history.js'
import type { QueryAsker, QueryPool } from '../../actors/queries/pool.js'
import type { Ticks, TicksRequest } from '../../actors/queries/tick-query.js'
import type { Outcome } from '../../actors/thread/ask.js'
import type { Clock } from '../../actors/thread/clock.js'
import { groupOf } from '../../engine/book/book.js'
import type { Book, GroupSpec, SymbolSpec } from '../../engine/book/compiled.js'
import { isTraded, symbolOfGroup, tradedSymbol } from '../../engine/book/group-symbols.js'
import { nextTradingTimes } from '../../engine/book/trading-times.js'
import type { Timeframe } from '../../engine/calendar/timeframe.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import { publicSymbol } from '../../wire/answer/public-symbol.js'
import { type JsonValue, jsonList, jsonOf } from '../../wire/format/json-parts.js'
import { type ReadyData, readyData } from '../../wire/frame/plain-frame.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import { CANDLES_DEFAULT } from '../../wire/schema/trading/candle.js'
import { readTimeRange } from '../pipeline/time-range.js'

/**
 * Market data that a trader may see: the symbols of the account's group and their candles. REST and
 * WebSocket both use it, so their answers are equal.
 *
 * - Symbols that the group does not trade do not exist for the caller.
 * - Symbol lists are built in small slices, and once for all callers with the same group.
 * - Candles and ticks include every tick up to a tenth of a second ago.
 */
export interface MarketReaderOptions {
  book(): Book
  readonly clock: Clock
  readonly queries: Pick<QueryPool, 'of'>
  readonly history: Pick<PriceHistory, 'upToDate'>
}

export interface MarketAsker extends QueryAsker {
  readonly group: string
}

export interface CandlesAsk {
  readonly symbol: string
  readonly timeframe: Timeframe
  readonly from?: string
  readonly to?: string
  readonly limit?: number
}

interface SymbolList {
  readonly group: GroupSpec
  readonly symbols: Book['symbolsById']
  readonly holidays: Book['records']['holidays']
  readonly settings: Book['records']['settings']
  /**
   * The time when the list was made, and the time until which it is valid: the next start or end of
   * a trading session of one of its symbols.
   */
  readonly from: UnixMs
  until: UnixMs
  readonly data: Promise<ReadyData>
}

const LISTS_MAX = 8
/** Symbols per slice, about a millisecond of work. */
const SLICE = 128
const NO_GROUP = because('not_found.group_gone')

export class MarketReader {
  readonly #options: MarketReaderOptions
  readonly #lists = new Map<string, SymbolList>()

  constructor(options: MarketReaderOptions) {
    this.#options = options
  }

  /** The symbols as an array, in order. */
  async symbols(groupPath: string, codec: SocketCodec): Promise<Outcome<ReadyData>> {
    const book = this.#options.book()
    const group = groupOf(book, groupPath)
    if (group === undefined) return NO_GROUP
    const key = `${codec} ${group.path}`
    const now = this.#options.clock.now()
    let list = this.#lists.get(key)
    if (list === undefined || !isFresh(list, group, book, now)) {
      list = this.#listOf(group, book, codec, now)
      this.#lists.delete(key)
      const [oldest] = this.#lists.keys()
      if (this.#lists.size >= LISTS_MAX && oldest !== undefined) this.#lists.delete(oldest)
      this.#lists.set(key, list)
    }
    return { ok: true, value: await list.data }
  }

  #listOf(group: GroupSpec, book: Book, codec: SocketCodec, now: UnixMs): SymbolList {
    const { holidays, settings } = book.records
    const holds = (until: UnixMs): void => {
      list.until = until
    }
    const list: SymbolList = {
      group,
      symbols: book.symbolsById,
      holidays,
      settings,
      from: now,
      until: Number.POSITIVE_INFINITY,
      data: listOf(group, book, codec, now, holds),
    }
    return list
  }

  async candles(
    asker: MarketAsker,
    asked: CandlesAsk,
    codec: SocketCodec,
  ): Promise<Outcome<ReadyData>> {
    const { queries, history, clock } = this.#options
    const book = this.#options.book()
    const symbol = traded(book, asker.group, asked.symbol)
    if (isRefusal(symbol)) return symbol
    const times = readTimeRange(asked, book.clock)
    if (isRefusal(times)) return times
    const { timeframe, limit = CANDLES_DEFAULT } = asked
    await history.upToDate()
    return queries.of(asker).run('candles', {
      range: { symbolId: symbol.id, timeframe, clock: book.clock, ...times, limit },
      symbol: symbol.name,
      digits: symbol.digits,
      now: clock.now(),
      codec,
    })
  }

  async ticks(asker: QueryAsker, asked: TicksRequest): Promise<Outcome<Ticks>> {
    const { queries, history } = this.#options
    await history.upToDate()
    return queries.of(asker).run('ticks', asked)
  }
}

function traded(book: Book, groupPath: string, name: string): SymbolSpec | Refusal {
  const listed = tradedSymbol(book, groupPath, name)
  return listed ?? because('not_found.symbol_for_account', { symbol: name.slice(0, 64) })
}

function isFresh(list: SymbolList, group: GroupSpec, book: Book, now: UnixMs): boolean {
  const { holidays, settings } = book.records
  const isSame = list.group === group && list.symbols === book.symbolsById
  if (!isSame || list.holidays !== holidays || list.settings !== settings) return false
  return now >= list.from && now < list.until
}

/** Builds the list. Calls `holds` with the time until which it is valid. */
async function listOf(
  group: GroupSpec,
  book: Book,
  codec: SocketCodec,
  now: UnixMs,
  holds: (until: UnixMs) => void,
): Promise<ReadyData> {
  const views: object[] = []
  const parts: JsonValue[] = []
  let looked = 0
  let until = Number.POSITIVE_INFINITY
  for (const listed of book.symbolsById.values()) {
    // Lets other work run between slices. `holds` may be called after the list was returned.
    if (++looked % SLICE === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    const seen = symbolOfGroup(group, listed)
    if (!isTraded(seen)) continue
    const times = nextTradingTimes(book, seen, now)
    until = Math.min(until, times.until)
    const view = publicSymbol(seen, times)
    if (codec === 'json') parts.push(jsonOf(view))
    else views.push(view)
  }
  await Promise.resolve()
  holds(until)
  return codec === 'json' ? jsonList(parts) : readyData(codec, views)
}
