import type { GroupSpec, SymbolSpec } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import { volumeText } from '../decimal.js'
import { symbolSeen } from '../group-symbols.js'
import type { Quote } from '../prices.js'
import type { Side, VolumeUnits } from '../units.js'
import type { DecisionContext } from './decide.js'
import type { Filling, OrderKind } from './event.js'
import type { Account } from './state.js'

/** What a symbol and the account's limits allow, each with the code that says why not. */

/** The symbol as the group sees it. */
export function symbolNamed(
  { book }: DecisionContext,
  group: GroupSpec,
  name: string,
): SymbolSpec | Refusal {
  const listed = book.symbolsByName.get(name)
  if (listed === undefined) return refuse('trade.symbol_unknown', `There is no symbol ${name}.`)
  return symbolSeen(group, listed)
}

export function quoteOf({ prices }: DecisionContext, symbol: SymbolSpec): Quote | Refusal {
  const quote = prices.quote(symbol.id)
  return quote ?? refuse('trade.off_quotes', `${symbol.name} has no price at the moment.`)
}

/** Whether the symbol may be opened on this side. */
export function checkAccess({ name, tradeAccess }: SymbolSpec, side: Side): Refusal | undefined {
  if (tradeAccess === 'disabled') return refuse('trade.disabled', `${name} is not traded.`)
  if (tradeAccess === 'close_only') {
    return refuse('trade.close_only', `${name} positions can only be closed.`)
  }
  if (tradeAccess === 'long_only' && side === -1) {
    return refuse('trade.long_only', `${name} can only be bought.`)
  }
  if (tradeAccess === 'short_only' && side === 1) {
    return refuse('trade.short_only', `${name} can only be sold.`)
  }
  return undefined
}

export function checkVolume(symbol: SymbolSpec, volume: VolumeUnits): Refusal | undefined {
  const { volumeMin, volumeMax, volumeStep } = symbol
  const isStep = (volume - volumeMin) % volumeStep === 0
  if (volume >= volumeMin && volume <= volumeMax && isStep) return undefined
  return refuse(
    'trade.invalid_volume',
    `${symbol.name} trades ${volumeText(volumeMin)} to ${volumeText(volumeMax)} lots in steps of ${volumeText(volumeStep)}.`,
  )
}

export function checkFilling(symbol: SymbolSpec, filling: Filling): Refusal | undefined {
  if (filling === '' || symbol.record.filling.includes(filling)) return undefined
  return refuse(
    'trade.invalid_filling',
    `${symbol.name} fills ${symbol.record.filling.join(' or ')}, not ${filling}.`,
  )
}

export function checkOrderKind(symbol: SymbolSpec, kind: OrderKind): Refusal | undefined {
  const { order_kinds } = symbol.record
  if (order_kinds.includes(kind)) return undefined
  return refuse(
    'trade.rejected',
    `${symbol.name} takes ${order_kinds.join(', ')} orders, not ${kind}.`,
  )
}

export function checkPositionsLimit(account: Account, group: GroupSpec): Refusal | undefined {
  const limit = account.limitPositions || group.record.limit_positions
  if (limit === 0 || account.positions.size < limit) return undefined
  return refuse('trade.limit_positions', `The account may hold ${limit} positions.`)
}

export function checkOrdersLimit(account: Account, group: GroupSpec): Refusal | undefined {
  const limit = account.limitOrders || group.record.limit_orders
  if (limit === 0 || account.orders.size < limit) return undefined
  return refuse('trade.limit_orders', `The account may have ${limit} orders that rest.`)
}

/** Positions and resting orders of one side together; `except` is an order that is being filled. */
export function checkVolumeLimit(
  account: Account,
  symbol: SymbolSpec,
  side: Side,
  volume: VolumeUnits,
  except = 0,
): Refusal | undefined {
  if (symbol.volumeLimit === 0) return undefined
  const exposure = account.exposures.get(symbol.id)
  let held = (side === 1 ? exposure?.buyVolume : exposure?.sellVolume) ?? 0
  for (const order of account.orders.values()) {
    if (order.symbolId !== symbol.id || order.side !== side || order.id === except) continue
    if (order.rateMargin !== 0n) held += order.volumeCurrent
  }
  if (held + volume <= symbol.volumeLimit) return undefined
  return refuse(
    'trade.limit_volume',
    `${symbol.name} is limited to ${volumeText(symbol.volumeLimit)} lots a side.`,
  )
}
