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
import { JSON_NULL } from '../../../wire/answer/json-parts.js'
import { EventFrame, type ReadyData, readyReply } from '../../../wire/frame/plain-frame.js'
import type { DepthArgs } from '../../../wire/schema/trading/candle.js'
import { reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LivePrices } from '../live-prices.js'
import type { LiveSockets } from '../live-sockets.js'
import type { MarketSource } from '../market-frames.js'
import type { StaffConnection } from './staff-connection.js'
import { DONE, type StaffAnswer, type StaffAsker, type StaffFamily } from './staff-op.js'

/**
 * Staff operations `symbols`, `candles`, `subscribe`, `unsubscribe` and `depth`: market data as a
 * trader of the named group sees it.
 *
 * K1. The group has to be within the session's scope, when the operation is requested and while it
 *     lasts. If it no longer is, updates stop and the event `unsubscribed` says so.
 * K2. A symbol has the prices of one group at a time. Subscribing for another group switches its
 *     quotes and depth to that group.
 * K3. `symbols` and `candles` of a socket are answered one at a time.
 */
/** Either right allows reading prices; dealers need the prices of the client's group. */
const PRICE_RIGHTS = ['accounts.view', 'dealing'] as const

export interface StaffMarket {
  readonly prices: Pick<LivePrices, 'quotes' | 'depths'>
  readonly market: MarketSource
  book(): Book
}

export function marketOps({ prices, market, book }: StaffMarket): StaffFamily {
  const { quotes, depths } = prices
  const turns = new WeakMap<StaffConnection, Promise<unknown>>()

  const groupIn = (session: LiveSession, path: string): string | Refusal => {
    const group = groupOf(book(), path)
    if (group !== undefined && reachOf(session).covers(group.path)) return group.path
    return because('not_found.group', { path })
  }

  const symbolsIn = (names: readonly string[]): SymbolSpec[] | Refusal => {
    const found = new Set<SymbolSpec>()
    for (const name of names) {
      const symbol = symbolByName(book(), name)
      if (symbol === undefined) {
        return because('trade.symbol_unknown.symbol', { symbol: name.slice(0, 64) })
      }
      found.add(symbol)
    }
    return [...found]
  }

  /** Switches the symbol of this socket to the prices of that group. */
  const view = (connection: StaffConnection, { id }: SymbolSpec, path: string): void => {
    const before = connection.viewed.get(id)
    connection.viewed.set(id, path)
    if (before !== undefined && before !== path) quotes.regroup(connection)
  }

  /** Answers `depth`. A subscription switches the symbol to the group, a single request does not. */
  const answerDepth = (
    connection: StaffConnection,
    id: number | string,
    symbol: SymbolSpec,
    path: string,
    asked: DepthArgs,
  ): void => {
    const { viewed } = connection
    const before = viewed.get(symbol.id)
    viewed.set(symbol.id, path)
    depths.answer(connection, id, asked)
    const isHeard = asked.subscribe === true && connection.depths?.has(symbol.id) === true
    if (!isHeard && before !== undefined) viewed.set(symbol.id, before)
    else if (before !== undefined && before !== path) quotes.regroup(connection)
    tidy(connection)
  }

  /** Forgets the group of symbols without a subscription. */
  const tidy = (connection: StaffConnection): void => {
    const { viewed, symbols, paced, depths: heard } = connection
    for (const id of viewed.keys()) {
      if (!symbols?.has(id) && !paced?.has(id) && !heard?.has(id)) viewed.delete(id)
    }
  }

  const review = (
    sockets: LiveSockets<StaffConnection>,
    connection: StaffConnection,
    session: LiveSession,
  ): void => {
    if (connection.unsent <= SOCKET_BEHIND_BYTES) connection.backlogMax = SOCKET_BACKLOG_BYTES_MAX
    tidy(connection)
    if (connection.viewed.size === 0) return
    const reach = reachOf(session)
    const mayLook = PRICE_RIGHTS.some((right) => session.rights.has(right))
    const known = book()
    const gone = [...connection.viewed].filter(
      ([, path]) => !mayLook || groupOf(known, path) === undefined || !reach.covers(path),
    )
    if (gone.length === 0) return
    const ids = gone.map(([id]) => id)
    quotes.unsubscribe(connection, ids)
    for (const id of ids) {
      depths.unsubscribe(connection, id)
      connection.viewed.delete(id)
    }
    const names = ids.flatMap((id) => known.symbolsById.get(id)?.name ?? [])
    connection.send(new EventFrame('unsubscribed', { symbols: names }).as(connection.codec))
    sockets.boundBacklog(connection)
  }

  const leave = (connection: StaffConnection): void => {
    quotes.leave(connection)
    depths.leave(connection)
    connection.viewed.clear()
  }

  return (sockets) => {
    /** Answers with prepared data of any length, after earlier requests of the socket. */
    const long = (
      { connection, session, id }: StaffAsker,
      path: string,
      ask: (path: string) => Promise<Outcome<ReadyData>>,
    ): StaffAnswer | Promise<StaffAnswer> => {
      const group = groupIn(session, path)
      if (isRefusal(group)) return group
      const answered = async (): Promise<StaffAnswer> => {
        await turns.get(connection)
        if (connection.state.kind !== 'live') return 'answered'
        const answer = await ask(group).catch((error: unknown) => {
          market.failed(error)
          return because('internal.unanswered')
        })
        if (!answer.ok) return answer
        connection.backlogMax = SOCKET_BULK_BYTES_MAX
        connection.send(readyReply(connection.codec, id, answer.value))
        sockets.boundBacklog(connection)
        return 'answered'
      }
      const turn = answered()
      turns.set(connection, turn)
      return turn
    }
    return {
      ops: {
        symbols: (asker, { group }) =>
          long(asker, group, (path) => market.symbols(path, asker.connection.codec)),
        candles(asker, { group, ...asked }) {
          const { login } = asker.session
          return long(asker, group, (path) => {
            const of = { audience: 'staff', login, group: path } as const
            return market.candles(of, asked, asker.connection.codec)
          })
        },
        subscribe({ connection, session, id }, { group, symbols: names, max_per_sec: rate }) {
          const path = groupIn(session, group)
          if (isRefusal(path)) return path
          const symbols = symbolsIn(names)
          if (isRefusal(symbols)) return symbols
          for (const symbol of symbols) view(connection, symbol, path)
          connection.send(readyReply(connection.codec, id, NOTHING[connection.codec]))
          const ids = symbols.map((symbol) => symbol.id)
          quotes.subscribe(connection, ids, rate)
          sockets.boundBacklog(connection)
          return 'answered'
        },
        unsubscribe({ connection }, { symbols: names }) {
          const symbols = symbolsIn(names)
          if (isRefusal(symbols)) return symbols
          quotes.unsubscribe(
            connection,
            symbols.map(({ id }) => id),
          )
          tidy(connection)
          return DONE
        },
        depth({ connection, session, id }, { group, ...asked }) {
          const path = groupIn(session, group)
          if (isRefusal(path)) return path
          const symbols = symbolsIn([asked.symbol])
          if (isRefusal(symbols)) return symbols
          for (const symbol of symbols) answerDepth(connection, id, symbol, path, asked)
          sockets.boundBacklog(connection)
          return 'answered'
        },
      },
      enter: (connection, session) => review(sockets, connection, session),
      drained: (connection) => quotes.drained(connection),
      leave,
    }
  }
}

/** Null in both codecs. */
const NOTHING: Readonly<Record<'json' | 'msgpack', ReadyData>> = {
  json: JSON_NULL,
  msgpack: Uint8Array.of(0xc0),
}
