import type { Outcome } from '../../../actors/thread/ask.js'
import { groupOf, symbolByName } from '../../../engine/book/book.js'
import type { Book, SymbolSpec } from '../../../engine/book/compiled.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_BEHIND_BYTES,
  SOCKET_BULK_BYTES_MAX,
} from '../../../engine/limits/sockets.js'
import { because } from '../../../engine/reasons/reasons.js'
import { JSON_NULL } from '../../../wire/format/json-parts.js'
import { EventFrame, type ReadyData, readyReply } from '../../../wire/frame/plain-frame.js'
import { DepthView } from '../../../wire/schema/records/event-views.js'
import { CandlesView } from '../../../wire/schema/trading/candle.js'
import {
  StaffCandlesArgs,
  StaffDepthArgs,
  StaffSubscribeArgs,
  StaffSymbolsArgs,
  StaffUnsubscribeArgs,
} from '../../../wire/schema/trading/staff-market.js'
import { TraderSymbolView } from '../../../wire/schema/trading/trader-symbol.js'
import type { DepthArgs } from '../../../wire/trade/socket-question.js'
import { Nothing, Rows, type Static } from '../../../wire/types/scalars.js'
import { reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LivePrices } from '../live-prices.js'
import type { LiveSockets } from '../live-sockets.js'
import type { MarketSource } from '../market-frames.js'
import { SocketTurns } from './socket-turns.js'
import type { StaffConnection } from './staff-connection.js'
import {
  DONE,
  type StaffAnswer,
  type StaffAsker,
  type StaffFamily,
  type StaffState,
  served,
  staffOp,
} from './staff-op.js'

/**
 * Rights to read prices. Either is enough, because dealers need the prices of the client's group.
 */
const PRICE_RIGHTS = ['accounts.view', 'dealing'] as const

export interface StaffMarket {
  readonly prices: Pick<LivePrices, 'quotes' | 'depths'>
  readonly market: MarketSource
  book(): Book
}

/**
 * Staff operations `symbols`, `candles`, `subscribe`, `unsubscribe` and `depth`: market data as a
 * trader of the named group sees it.
 *
 * - The group has to be within the session's scope, when the operation is requested and while it
 *   lasts. If it no longer is, updates stop and the event `unsubscribed` says so.
 * - A symbol has the prices of one group at a time. Subscribing for another group switches its
 *   quotes and depth to that group.
 * - `symbols` and `candles` of a socket are answered one at a time.
 */
class StaffMarketView implements StaffState {
  readonly #market: StaffMarket
  readonly #sockets: LiveSockets<StaffConnection>
  readonly #turns = new SocketTurns()

  constructor(market: StaffMarket, sockets: LiveSockets<StaffConnection>) {
    this.#market = market
    this.#sockets = sockets
  }

  symbols(asker: StaffAsker, group: string): StaffAnswer | Promise<StaffAnswer> {
    const { codec } = asker.connection
    return this.#long(asker, group, (path) => this.#market.market.symbols(path, codec))
  }

  candles(
    asker: StaffAsker,
    { group, ...asked }: Static<typeof StaffCandlesArgs>,
  ): StaffAnswer | Promise<StaffAnswer> {
    const { connection, session } = asker
    return this.#long(asker, group, (path) => {
      const of = { audience: 'staff', login: session.login, group: path } as const
      return this.#market.market.candles(of, asked, connection.codec)
    })
  }

  subscribe(
    { connection, session, id }: StaffAsker,
    { group, symbols: names, max_per_sec: rate }: Static<typeof StaffSubscribeArgs>,
  ): StaffAnswer {
    const path = this.#groupIn(session, group)
    if (isRefusal(path)) return path
    const symbols = this.#symbolsIn(names)
    if (isRefusal(symbols)) return symbols
    for (const symbol of symbols) this.#view(connection, symbol, path)
    connection.send(readyReply(connection.codec, id, NOTHING[connection.codec]))
    const ids = symbols.map((symbol) => symbol.id)
    this.#market.prices.quotes.subscribe(connection, ids, rate)
    this.#sockets.boundBacklog(connection)
    return 'answered'
  }

  unsubscribe({ connection }: StaffAsker, names: readonly string[]): StaffAnswer {
    const symbols = this.#symbolsIn(names)
    if (isRefusal(symbols)) return symbols
    this.#market.prices.quotes.unsubscribe(
      connection,
      symbols.map(({ id }) => id),
    )
    tidy(connection)
    return DONE
  }

  depth(
    { connection, session, id }: StaffAsker,
    { group, ...asked }: Static<typeof StaffDepthArgs>,
  ): StaffAnswer {
    const path = this.#groupIn(session, group)
    if (isRefusal(path)) return path
    const symbols = this.#symbolsIn([asked.symbol])
    if (isRefusal(symbols)) return symbols
    for (const symbol of symbols) this.#answerDepth(connection, id, symbol, path, asked)
    this.#sockets.boundBacklog(connection)
    return 'answered'
  }

  enter(connection: StaffConnection, session: LiveSession): void {
    if (connection.unsent <= SOCKET_BEHIND_BYTES) connection.backlogMax = SOCKET_BACKLOG_BYTES_MAX
    tidy(connection)
    if (connection.viewed.size === 0) return
    const { book, prices } = this.#market
    const reach = reachOf(session)
    const mayLook = PRICE_RIGHTS.some((right) => session.rights.has(right))
    const known = book()
    const gone = [...connection.viewed].filter(
      ([, path]) => !mayLook || groupOf(known, path) === undefined || !reach.covers(path),
    )
    if (gone.length === 0) return
    const ids = gone.map(([id]) => id)
    prices.quotes.unsubscribe(connection, ids)
    for (const id of ids) {
      prices.depths.unsubscribe(connection, id)
      connection.viewed.delete(id)
    }
    const names = ids.flatMap((id) => known.symbolsById.get(id)?.name ?? [])
    connection.send(new EventFrame('unsubscribed', { symbols: names }).as(connection.codec))
    this.#sockets.boundBacklog(connection)
  }

  drained(connection: StaffConnection): void {
    this.#market.prices.quotes.drained(connection)
  }

  leave(connection: StaffConnection): void {
    const { quotes, depths } = this.#market.prices
    quotes.leave(connection)
    depths.leave(connection)
    connection.viewed.clear()
  }

  #groupIn(session: LiveSession, path: string): string | Refusal {
    const group = groupOf(this.#market.book(), path)
    if (group !== undefined && reachOf(session).covers(group.path)) return group.path
    return because('not_found.group', { path })
  }

  #symbolsIn(names: readonly string[]): SymbolSpec[] | Refusal {
    const found = new Set<SymbolSpec>()
    for (const name of names) {
      const symbol = symbolByName(this.#market.book(), name)
      if (symbol === undefined) {
        return because('trade.symbol_unknown.symbol', { symbol: name.slice(0, 64) })
      }
      found.add(symbol)
    }
    return [...found]
  }

  /** Shows the socket this symbol as that group sees it, from now on. */
  #view(connection: StaffConnection, { id }: SymbolSpec, path: string): void {
    const before = connection.viewed.get(id)
    connection.viewed.set(id, path)
    if (before !== undefined && before !== path) this.#market.prices.quotes.regroup(connection)
  }

  /** Answers a depth; a subscription moves the symbol to that group, a single look does not. */
  #answerDepth(
    connection: StaffConnection,
    id: number | string,
    symbol: SymbolSpec,
    path: string,
    asked: DepthArgs,
  ): void {
    const { quotes, depths } = this.#market.prices
    const { viewed } = connection
    const before = viewed.get(symbol.id)
    viewed.set(symbol.id, path)
    depths.answer(connection, id, asked)
    const isSubscribed = asked.subscribe === true && connection.depths?.has(symbol.id) === true
    if (!isSubscribed && before !== undefined) viewed.set(symbol.id, before)
    else if (before !== undefined && before !== path) quotes.regroup(connection)
    tidy(connection)
  }

  /** Sends ready data of any length, after the answers to earlier requests. */
  #long(
    { connection, session, id }: StaffAsker,
    path: string,
    ask: (path: string) => Promise<Outcome<ReadyData>>,
  ): StaffAnswer | Promise<StaffAnswer> {
    const group = this.#groupIn(session, path)
    if (isRefusal(group)) return group
    return this.#turns.take(connection, async () => {
      const answer = await ask(group).catch((error: unknown) => {
        this.#market.market.failed(error)
        return because('internal.unanswered')
      })
      if (!answer.ok) return answer
      connection.backlogMax = SOCKET_BULK_BYTES_MAX
      connection.send(readyReply(connection.codec, id, answer.value))
      this.#sockets.boundBacklog(connection)
      return 'answered'
    })
  }
}

/** Forgets the group of each symbol without a subscription to quotes or depth. */
function tidy({ viewed, symbols, paced, depths: heard }: StaffConnection): void {
  for (const id of viewed.keys()) {
    if (!symbols?.has(id) && !paced?.has(id) && !heard?.has(id)) viewed.delete(id)
  }
}

const symbols = staffOp({
  name: 'symbols',
  says: 'Lists the symbols of a group with the settings of that group.',
  rights: ['accounts.view'],
  args: StaffSymbolsArgs,
  example: { group: 'real\\standard' },
  data: Rows(TraderSymbolView),
  handle: (view: StaffMarketView, asker, { group }) => view.symbols(asker, group),
})

const candles = staffOp({
  name: 'candles',
  says: 'Lists candles as a trader of the group sees them.',
  rights: ['accounts.view'],
  args: StaffCandlesArgs,
  example: { group: 'real\\standard', symbol: 'EURUSD', timeframe: 'M1', limit: 100 },
  data: CandlesView,
  handle: (view: StaffMarketView, asker, args) => view.candles(asker, args),
})

const subscribe = staffOp({
  name: 'subscribe',
  says: 'Subscribes to quotes with the prices of a group.',
  anyOf: PRICE_RIGHTS,
  args: StaffSubscribeArgs,
  example: { group: 'real\\standard', symbols: ['EURUSD', 'USDJPY'] },
  data: Nothing,
  handle: (view: StaffMarketView, asker, args) => view.subscribe(asker, args),
})

const unsubscribe = staffOp({
  name: 'unsubscribe',
  says: 'Ends subscriptions to quotes.',
  args: StaffUnsubscribeArgs,
  example: { symbols: ['USDJPY'] },
  data: Nothing,
  handle: (view: StaffMarketView, asker, { symbols: names }) => view.unsubscribe(asker, names),
})

const depth = staffOp({
  name: 'depth',
  says: 'Reads the best prices of a symbol as a trader of the group sees them.',
  anyOf: PRICE_RIGHTS,
  args: StaffDepthArgs,
  example: { group: 'real\\standard', symbol: 'EURUSD', subscribe: true },
  data: DepthView,
  handle: (view: StaffMarketView, asker, args) => view.depth(asker, args),
})

export const MARKET_OPS = [symbols, candles, subscribe, unsubscribe, depth]

export function marketOps(market: StaffMarket): StaffFamily {
  return (sockets) => served(MARKET_OPS, new StaffMarketView(market, sockets))
}

/** The encoded value null in each codec. */
const NOTHING: Readonly<Record<'json' | 'msgpack', ReadyData>> = {
  json: JSON_NULL,
  msgpack: Uint8Array.of(0xc0),
}
