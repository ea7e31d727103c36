import type { OrderEvent } from '../../engine/account/event.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { closedPositionsRepo } from '../../storage/repos/trades/closed-positions.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import {
  type JsonFields,
  type JsonValue,
  joinedFields,
  jsonFields,
  jsonObject,
} from '../../wire/format/json-parts.js'
import { rowFields } from '../../wire/row/row-text.js'
import { DEAL_ROW } from '../../wire/row/rows.js'
import {
  closedText,
  orderFields,
  type PositionItem,
  positionItem,
} from '../../wire/row/trade-items.js'
import type { OneTradeKind } from '../../wire/schema/trading/one-trade.js'
import type { StoredDeal } from '../../wire/stored/stored-trades.js'
import { accept, type Handlers } from '../thread/ask.js'
import { accountHistories } from './accounts/account-histories.js'
import { executionReader } from './execution-fields.js'
import { groupReached } from './group-reached.js'
import { type RowFacts, rowFactsReader } from './row-facts.js'

/**
 * One trade with everything that belongs to it: its position, and that position's orders and deals.
 *
 *   W1. They are searched in the account's rows from the opening order to the last close, limited
 *       for each kind. If there are more, the newest are returned, and always the requested one and
 *       the one that opened the position.
 *   - A trade of an account out of reach is answered as not found.
 */
export interface OneTradeQueries {
  'trades.one': { readonly request: OneTradeAsk; readonly answer: OneTrade }
}

export interface OneTradeAsk {
  readonly kind: OneTradeKind
  readonly id: number
  /** The groups whose trades the reader may see. */
  readonly groups: readonly string[]
}

export interface OneTrade {
  readonly login: Login
  readonly group: string
  /** The symbol; null for a balance operation. */
  readonly symbol: { readonly id: number; readonly name: string; readonly digits: number } | null
  readonly positionId: number
  readonly position: PositionItem | null
  readonly closed: JsonValue | null
  /** The orders, oldest first, like the deals. */
  readonly orders: readonly OneTradeOrder[]
  readonly deals: readonly JsonValue[]
  readonly isComplete: boolean
}

export interface OneTradeOrder {
  readonly fields: JsonFields
  /** 0 for none. */
  readonly gatewayId: number
  readonly ruleId: number
}

/** W1: the account's rows that are read, and the trade's rows that are returned, of each kind. */
export const LOOKED_AT_MAX = 5_000
export const TOLD_MAX = 200

/** A trade with an id, read from only its own row. */
interface Named {
  readonly login: Login
  readonly symbolId: number
  readonly positionId: number
  readonly orderId: number
  /** The id of the deal; 0 if the request is not about a deal. */
  readonly dealId: number
  readonly at: UnixMs
}

export function oneTradeQueries(db: Sqlite): Handlers<OneTradeQueries> {
  const isReached = groupReached(db)
  const trades = tradesOf(db)
  return {
    'trades.one': (asked) =>
      inSnapshot(db, () => {
        const one = trades.named(asked)
        if (one === undefined || !isReached(one.login, asked.groups)) {
          return because('not_found.record', { noun: ONE[asked.kind], id: asked.id })
        }
        return accept(trades.whole(one))
      }),
  }
}

const ONE = { orders: 'order', deals: 'deal', positions: 'position' } as const

export function tradesOf(db: Sqlite) {
  const orders = ordersRepo(db)
  const openOrders = openOrdersRepo(db)
  const deals = dealsRepo(db)
  const positions = positionsRepo(db)
  const closed = closedPositionsRepo(db)
  const readFacts = rowFactsReader(db)
  const rowsWithin = rowsOfAccount(db)
  const executionsOf = executionReader(db)

  const orderOf = (id: number): { login: Login; order: OrderEvent } | undefined => {
    const [open] = openOrders.ofIds([id])
    return open === undefined ? orders.get(id) : { login: open[0], order: open[1] }
  }

  /** A position's id is the id of its opening order, which has the account. */
  const position = (id: number): Named | undefined => {
    const over = closed.get(id)
    const opening = orderOf(id)
    const login = over?.login ?? opening?.login
    if (login === undefined) return undefined
    const held = over ?? positions.get(login, id)
    // A deleted position still has its orders and deals.
    if (held === undefined && opening?.order.positionId !== id) return undefined
    const symbolId = held?.symbolId ?? opening?.order.symbolId ?? 0
    const at = held?.openedAt ?? opening?.order.createdAt ?? 0
    return { login, symbolId, positionId: id, orderId: id, dealId: 0, at }
  }

  /** Orders and deals of a position, by id. */
  const ofPosition = (one: Named, span: Span) => {
    const { login, positionId } = one
    const own = rowsWithin('deals', login, span, (id) => {
      const deal = deals.get(id)
      return deal?.positionId === positionId ? deal : undefined
    })
    const asked = rowsWithin('orders', login, span, (id) => {
      const order = orders.get(id)?.order
      const isOwn = order?.positionId === positionId || order?.byPositionId === positionId
      return isOwn ? order : undefined
    })
    const waiting = openOrders.page({ login }, 0, TOLD_MAX).map(([, order]) => order)
    const theirs = waiting.filter((order) => order.positionId === positionId)
    return {
      deals: own.rows,
      orders: [...asked.rows, ...theirs],
      isComplete: own.isComplete && asked.isComplete,
    }
  }

  /** The time from the opening of the trade's position to its end. */
  const spanOf = ({ login, positionId, at }: Named): Span => {
    const held = positions.get(login, positionId)
    const over = closed.get(positionId)
    const begins = [at, orderOf(positionId)?.order.createdAt, held?.openedAt, over?.openedAt]
    const from = Math.min(...begins.filter((begin) => begin !== undefined))
    return held !== undefined || over === undefined ? { from } : { from, to: over.closedAt }
  }

  return {
    named({ kind, id }: Omit<OneTradeAsk, 'groups'>): Named | undefined {
      if (kind === 'positions') return position(id)
      if (kind === 'deals') {
        const deal = deals.get(id)
        return deal && { ...deal, dealId: id }
      }
      const found = orderOf(id)
      if (found === undefined) return undefined
      const { symbolId, positionId, createdAt } = found.order
      return { login: found.login, symbolId, positionId, orderId: id, dealId: 0, at: createdAt }
    },

    /** The deals of a position, oldest first. */
    dealsOf(one: Named): { deals: readonly StoredDeal[]; isComplete: boolean } {
      const { deals: own, isComplete } = ofPosition(one, spanOf(one))
      return { deals: byId(own), isComplete }
    },

    whole(one: Named): OneTrade {
      const { login, symbolId, positionId } = one
      const facts = readFacts()
      const executions = executionsOf()
      const held = positions.get(login, positionId)
      const over = closed.get(positionId)
      const own = positionId === 0 ? NOTHING_OWN : ofPosition(one, spanOf(one))
      const named = one.dealId === 0 ? undefined : deals.get(one.dealId)
      const dealt = byId(named === undefined ? own.deals : [...own.deals, named])
      const asked = [one.orderId, positionId, ...dealt.map(({ orderId }) => orderId)]
      const missing = new Set(asked.filter((id) => own.orders.every((order) => order.id !== id)))
      const others = [...missing].flatMap((id) => orderOf(id) ?? [])
      const theirs = others.filter((other) => other.login === login).map(({ order }) => order)
      const all = byId([...own.orders, ...theirs])
      return {
        login,
        group: facts.holder(login).group,
        symbol: symbolId === 0 ? null : shownSymbol(facts, symbolId),
        positionId,
        position: held === undefined ? null : positionItem(facts, held),
        closed: over === undefined ? null : closedText(facts, over),
        orders: all.map((order) => ({
          fields: joinedFields(orderFields(facts, login, order), executions.ofOrder(login, order)),
          gatewayId: order.gatewayId,
          ruleId: order.ruleId,
        })),
        deals: dealt.map((deal) => {
          const order = all.find(({ id }) => id === deal.orderId)
          return dealText(facts, deal, executions.ofDeal(deal, order))
        }),
        isComplete: own.isComplete,
      }
    },
  }
}

const NOTHING_OWN = { deals: [], orders: [], isComplete: true }

interface Span {
  readonly from: UnixMs
  readonly to?: UnixMs
}

/**
 *   W1. An account's rows between two times that belong to the trade, and whether all rows were
 *       read.
 */
function rowsOfAccount(db: Sqlite) {
  const histories = accountHistories(db)
  return <Row>(
    kind: 'deals' | 'orders',
    login: Login,
    span: Span,
    own: (id: number) => Row | undefined,
  ): { rows: Row[]; isComplete: boolean } => {
    const { ids, total } = histories.page(kind, { login, ...span, page: 1, limit: LOOKED_AT_MAX })
    const rows = ids.flatMap((id) => own(id) ?? [])
    const isComplete = total <= LOOKED_AT_MAX && rows.length <= TOLD_MAX
    return { rows: rows.slice(0, TOLD_MAX), isComplete }
  }
}

/** Sorts rows by id, oldest first, without duplicates. */
function byId<Row extends { readonly id: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)
}

function shownSymbol(facts: RowFacts, id: number): OneTrade['symbol'] {
  const { name, digits } = facts.symbol(id)
  return { id, name, digits }
}

function dealText(facts: RowFacts, deal: StoredDeal, execution: JsonFields): JsonValue {
  const symbol = deal.symbolId === 0 ? undefined : facts.symbol(deal.symbolId)
  const fields = rowFields(DEAL_ROW.stored, deal, facts.holder(deal.login), symbol, deal.seq)
  const price = (points: number): string | null =>
    symbol === undefined || points === 0 ? null : textFromScaled(points, symbol.digits)
  const { bid, ask, externalId } = deal
  const more = { bid: price(bid), ask: price(ask), execution_id: externalId || null }
  return jsonObject(fields, jsonFields(more), execution)
}
