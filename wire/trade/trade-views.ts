import {
  type DealEvent,
  type OrderEvent,
  REASONS,
  type Reason,
} from '../../engine/account/event.js'
import type { Position } from '../../engine/account/holdings/position.js'
import type { PositionValue } from '../../engine/account/money/position-value.js'
import { marketPrice } from '../../engine/account/rules/fill.js'
import type { Quote } from '../../engine/book/prices.js'
import { textFromScaled, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { type Side, VOLUME_DIGITS } from '../../engine/units.js'
import type { ClosedPosition } from '../stored/stored-trades.js'
import { timeText } from './views.js'

/**
 * Positions, orders and deals as REST answers them, whole, as JSON text:
 * rows are written where they are read, in a shard or a query, and put into the answer as they are.
 */

/** Facts that a row takes from its symbol. */
export interface SymbolFacts {
  readonly name: string
  readonly digits: number
  /** As decimal text. */
  readonly contractSize: string
}

/** Facts that a row takes from its account's group. */
export interface HolderFacts {
  readonly login: number
  readonly group: string
  readonly moneyDigits: number
}

const ORIGINS: Readonly<Record<Reason, string>> = {
  client: 'terminal',
  api: 'api',
  dealer: 'dealer',
  system: 'system',
  sl: 'system',
  tp: 'system',
  stop_out: 'system',
  activation: 'system',
  expiration: 'system',
  rollover: 'system',
  gateway: 'gateway',
  correction: 'dealer',
}

/** A client's own doing is by its account, a dealer's by the staff login, the system's by nobody. */
function originText(reason: string, login: number, dealer: number): string {
  const known = REASONS.find((one) => one === reason) ?? 'system'
  const by = known === 'client' || known === 'api' ? login : dealer
  return `"origin":{"kind":"${ORIGINS[known]}","by":${idOrNull(by)}},"dealer":${idOrNull(dealer)}`
}

const sideText = (side: Side | 0): string =>
  side === 1 ? '"buy"' : side === -1 ? '"sell"' : 'null'
const volumeText = (volume: number): string => `"${trimmedTextFromScaled(volume, VOLUME_DIGITS)}"`
const scaledText = (value: number, digits: number): string => `"${textFromScaled(value, digits)}"`
const orNull = (value: number | null, digits: number): string =>
  value === null ? 'null' : scaledText(value, digits)
const at = (ms: number): string => (ms === 0 ? 'null' : `"${timeText(ms)}"`)
const textOrNull = (text: string): string => (text === '' ? 'null' : JSON.stringify(text))
const idOrNull = (id: number): string => (id === 0 ? 'null' : String(id))

function symbolText({ name, digits, contractSize }: SymbolFacts): string {
  return `"symbol":${JSON.stringify(name)},"digits":${digits},"contract_size":"${contractSize}"`
}

function holderText({ login, group }: HolderFacts): string {
  return `"login":${login},"group":${JSON.stringify(group)}`
}

function protectionText(
  row: Pick<Position, 'stopLoss' | 'takeProfit' | 'trailingPts'>,
  digits: number,
): string {
  const { stopLoss, takeProfit, trailingPts } = row
  return (
    `"stop_loss":${scaledText(stopLoss, digits)},` +
    `"take_profit":${scaledText(takeProfit, digits)},"trailing_pts":${trailingPts}`
  )
}

/** Up to the live figures, open at its end: `livePositionText` closes it. */
export function openPositionText(
  holder: HolderFacts,
  symbol: SymbolFacts,
  position: Omit<Position, 'reason' | 'rateMargin' | 'openRest'> & { readonly reason: string },
): string {
  const { id, side, volume, priceOpen, swap, openedAt, reason, comment, version } = position
  return (
    `{"id":${id},${holderText(holder)},${symbolText(symbol)},"side":${sideText(side)},` +
    `"volume":${volumeText(volume)},"price_open":${scaledText(priceOpen, symbol.digits)},` +
    `${protectionText(position, symbol.digits)},` +
    `"swap":${scaledText(swap, holder.moneyDigits)},"opened_at":${at(openedAt)},` +
    `"reason":"${reason}",${originText(reason, holder.login, position.dealer)},"external_id":"",` +
    `"comment":${JSON.stringify(comment)},"version":${version}`
  )
}

export const NO_LIVE_FIGURES = ',"price_current":null,"profit":null,"margin":null'

/** Fields that go behind `openPositionText`. */
export function livePositionText(
  value: PositionValue,
  priceDigits: number,
  moneyDigits: number,
): string {
  return (
    `,"price_current":${orNull(value.price, priceDigits)}` +
    `,"profit":${orNull(value.profit, moneyDigits)},"margin":${orNull(value.margin, moneyDigits)}`
  )
}

export function closedPositionText(
  holder: HolderFacts,
  symbol: SymbolFacts,
  row: ClosedPosition,
): string {
  const { moneyDigits } = holder
  const money = (name: string, value: number): string =>
    `"${name}":${scaledText(value, moneyDigits)}`
  return (
    `{"position_id":${row.id},${holderText(holder)},${symbolText(symbol)},` +
    `"side":${sideText(row.side)},"volume":${volumeText(row.volume)},` +
    `"price_open":${scaledText(row.priceOpen, symbol.digits)},` +
    `"price_close":${scaledText(row.priceClose, symbol.digits)},` +
    `"opened_at":${at(row.openedAt)},"closed_at":${at(row.closedAt)},` +
    `${money('commission', row.commission)},${money('fee', row.fee)},${money('swap', row.swap)},` +
    `${money('profit', row.profit)},"reason":"${row.reason}",` +
    `${originText(row.reason, holder.login, row.dealer)},"comment":${JSON.stringify(row.comment)}}`
  )
}

export function orderText(holder: HolderFacts, symbol: SymbolFacts, order: OrderEvent): string {
  return `${openOrderText(holder, symbol, order)}}`
}

/** Up to the live price, open at its end: `liveOrderText` closes it. */
export function openOrderText(holder: HolderFacts, symbol: SymbolFacts, order: OrderEvent): string {
  const { digits } = symbol
  return (
    `{"id":${order.id},${holderText(holder)},${symbolText(symbol)},"kind":"${order.kind}",` +
    `"side":${sideText(order.side)},"state":"${order.state}",` +
    `"volume_initial":${volumeText(order.volumeInitial)},` +
    `"volume_current":${volumeText(order.volumeCurrent)},` +
    `"price":${scaledText(order.price, digits)},` +
    `"trigger_price":${scaledText(order.triggerPrice, digits)},${protectionText(order, digits)},` +
    `"deviation_pts":${order.deviationPts},"filling":${textOrNull(order.filling)},` +
    `"expiration":"${order.expiration}","expires_at":${at(order.expiresAt)},` +
    `"position_id":${idOrNull(order.positionId)},` +
    `"by_position_id":${idOrNull(order.byPositionId)},` +
    `"oco_order_id":${idOrNull(order.ocoOrderId)},"created_at":${at(order.createdAt)},` +
    `"activated_at":${at(order.activatedAt)},"done_at":${at(order.doneAt)},` +
    `"reason":"${order.reason}",${originText(order.reason, holder.login, order.dealer)},` +
    `"external_id":${JSON.stringify(order.externalId)},"comment":${JSON.stringify(order.comment)},"version":${order.version}`
  )
}

/** Goes behind `openOrderText`: the price at which an order of its side would fill now. */
export function liveOrderText(side: Side, quote: Quote | undefined, digits: number): string {
  const price = quote === undefined ? null : marketPrice(side, quote)
  return `,"price_current":${orNull(price, digits)}}`
}

/** A balance operation has no symbol: what belongs to one is null. */
export function dealText(
  holder: HolderFacts,
  symbol: SymbolFacts | undefined,
  deal: DealEvent & { readonly seq: number },
): string {
  const { moneyDigits } = holder
  const money = (name: string, value: number): string =>
    `"${name}":${scaledText(value, moneyDigits)}`
  const traded =
    symbol === undefined
      ? '"symbol":null,"digits":null,"contract_size":null,"volume":null,"price":null'
      : `${symbolText(symbol)},"volume":${volumeText(deal.volume)},` +
        `"price":${scaledText(deal.price, symbol.digits)}`
  return (
    `{"id":${deal.id},"order_id":${idOrNull(deal.orderId)},` +
    `"position_id":${idOrNull(deal.positionId)},${holderText(holder)},${traded},` +
    `"entry":"${deal.entry}","action":"${deal.action}","side":${sideText(deal.side)},` +
    `${money('profit', deal.profit)},${money('swap', deal.swap)},` +
    `${money('commission', deal.commission)},${money('fee', deal.fee)},` +
    `${money('credit', deal.credit)},"reason":"${deal.reason}",` +
    `${originText(deal.reason, holder.login, deal.dealer)},"comment":${JSON.stringify(deal.comment)},` +
    `"at":${at(deal.at)},"seq":"${deal.seq}"}`
  )
}

/** Totals of a list of closed positions, amounts in minor units of `digits` decimals. */
export interface ClosedSums {
  count: bigint
  commission: bigint
  fee: bigint
  profit: bigint
  swap: bigint
  volume: bigint
}

export function closedSumsText(sums: ClosedSums, digits: number): string {
  const money = (name: 'commission' | 'fee' | 'profit' | 'swap'): string =>
    `"${name}":"${textFromScaled(sums[name], digits)}"`
  return (
    `{${money('commission')},"count":${sums.count},${money('fee')},${money('profit')},` +
    `${money('swap')},"volume":"${trimmedTextFromScaled(sums.volume, VOLUME_DIGITS)}"}`
  )
}
