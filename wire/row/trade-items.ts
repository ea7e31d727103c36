import type { OrderEvent } from '../../engine/account/event.js'
import type { Login, Side } from '../../engine/units.js'
import type { JsonFields, JsonValue } from '../format/json-parts.js'
import type { ClosedPosition, StoredDeal } from '../stored/stored-trades.js'
import type { RowHolder, RowSymbol } from './row-facts.js'
import { rowFields, rowText } from './row-text.js'
import { CLOSED_POSITION_ROW, DEAL_ROW, ORDER_ROW, POSITION_ROW, type PositionRow } from './rows.js'

/** The facts of a symbol and an account that rows of stored trades show. */
export interface TradeFacts {
  symbol(id: number): RowSymbol
  holder(login: number): RowHolder
}

/** A stored position. The front adds its live figures. */
export interface PositionItem {
  readonly login: Login
  readonly id: number
  readonly symbolId: number
  readonly fields: JsonFields
}

/** A stored order. The front adds its live price. */
export interface OpenOrderItem {
  /** The account's group, which determines its prices. */
  readonly group: string
  readonly symbolId: number
  readonly side: Side
  readonly fields: JsonFields
}

export function positionItem(
  facts: TradeFacts,
  row: PositionRow & { readonly login: Login; readonly symbolId: number },
): PositionItem {
  const { login, id, symbolId } = row
  const symbol = facts.symbol(symbolId)
  const fields = rowFields(POSITION_ROW.stored, row, facts.holder(login), symbol, undefined)
  return { login, id, symbolId, fields }
}

export function openOrderItem(facts: TradeFacts, login: Login, order: OrderEvent): OpenOrderItem {
  const { symbolId, side } = order
  const { group } = facts.holder(login)
  return { group, symbolId, side, fields: orderFields(facts, login, order) }
}

export function orderFields(facts: TradeFacts, login: Login, order: OrderEvent): JsonFields {
  const symbol = facts.symbol(order.symbolId)
  return rowFields(ORDER_ROW.stored, order, facts.holder(login), symbol, undefined)
}

export function orderText(facts: TradeFacts, login: Login, order: OrderEvent): JsonValue {
  const symbol = facts.symbol(order.symbolId)
  return rowText(ORDER_ROW.stored, order, facts.holder(login), symbol, undefined)
}

export function dealText(facts: TradeFacts, deal: StoredDeal): JsonValue {
  const symbol = deal.symbolId === 0 ? undefined : facts.symbol(deal.symbolId)
  return rowText(DEAL_ROW.stored, deal, facts.holder(deal.login), symbol, deal.seq)
}

export function closedText(facts: TradeFacts, row: ClosedPosition): JsonValue {
  const symbol = facts.symbol(row.symbolId)
  return rowText(CLOSED_POSITION_ROW.stored, row, facts.holder(row.login), symbol, undefined)
}
