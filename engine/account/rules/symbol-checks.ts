import { assert } from '../../assert.js'
import { symbolByName } from '../../book/book.js'
import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import { isUsable, type Quote } from '../../book/prices.js'
import { isTradingOpen, nextTradingOpen } from '../../book/trading-hours.js'
import { type Refusal, refuseWith } from '../../code.js'
import type { SymbolRecord } from '../../config/records/symbol.js'
import { SIDE_LOTS_MAX } from '../../limits/trading.js'
import { volumeText } from '../../numbers/decimal.js'
import { because, say } from '../../reasons/reasons.js'
import { type Side, VOLUME_SCALE, type VolumeUnits } from '../../units.js'
import { type DecisionContext, hasWaited } from '../decision.js'
import type { Filling, OrderKind } from '../event.js'
import { sideOfLeg } from '../holdings/pending-legs.js'
import type { Account } from '../state.js'
import { restsAtProvider } from './at-provider/resting-order.js'
import { isOnItsWay } from './at-provider/waiting.js'
import { opensNumbers, volumeNumbers } from './refused-numbers.js'

/** Checks of a symbol's settings and the account's limits, each with its refusal code. */

/** The symbol with that name (upper or lower case), as the group sees it. */
export function tradedSymbol(
  { book }: DecisionContext,
  group: GroupSpec,
  name: string,
): SymbolSpec | Refusal {
  const listed = symbolByName(book, name)
  if (listed === undefined) return because('trade.symbol_unknown.symbol', { symbol: name })
  return symbolOfGroup(group, listed)
}

/** The symbol of a position or order, which may be closed to trading now. */
export function heldSymbol({ book }: DecisionContext, group: GroupSpec, id: number): SymbolSpec {
  const listed = book.symbolsById.get(id)
  assert(listed !== undefined, 'a symbol with open positions or resting orders exists')
  return symbolOfGroup(group, listed)
}

export function checkTraded({ name, tradeAccess }: SymbolSpec): Refusal | undefined {
  if (tradeAccess !== 'disabled') return undefined
  return because('trade.disabled.symbol', { symbol: name })
}

/** Refuses any request outside the trading hours, when the last price is not guaranteed. */
export function checkHours(
  { book, now }: DecisionContext,
  symbol: SymbolSpec,
): Refusal | undefined {
  if (isTradingOpen(book, symbol, now)) return undefined
  const opens = nextTradingOpen(book, symbol, now)
  const until = opens === undefined ? '' : ` It is again from ${new Date(opens).toISOString()}.`
  const why = `${symbol.name} is not traded at this time.${until}`
  return refuseWith(opensNumbers(opens), 'trade.market_closed', why)
}

/** A quote that is fresh enough to trade at. Valuations use the last known quote instead. */
export function usableQuote(
  { prices, now, clockAt = now }: Pick<DecisionContext, 'prices' | 'now' | 'clockAt'>,
  symbolId: number,
): Quote | undefined {
  const quote = prices.quote(symbolId)
  return quote !== undefined && isUsable(quote, clockAt) ? quote : undefined
}

export function quoteOf(context: DecisionContext, symbol: SymbolSpec): Quote | Refusal {
  const quote = usableQuote(context, symbol.id)
  return quote ?? because('trade.off_quotes.symbol', { symbol: symbol.name })
}

/** Checks whether the symbol may be opened on this side. */
export function checkAccess(symbol: SymbolSpec, side: Side): Refusal | undefined {
  const { name, tradeAccess } = symbol
  if (tradeAccess === 'disabled') return checkTraded(symbol)
  if (tradeAccess === 'close_only') {
    return because('trade.close_only.symbol', { symbol: name })
  }
  if (tradeAccess === 'long_only' && side === -1) {
    return because('trade.long_only.symbol', { symbol: name })
  }
  if (tradeAccess === 'short_only' && side === 1) {
    return because('trade.short_only.symbol', { symbol: name })
  }
  return undefined
}

export function checkVolume(symbol: SymbolSpec, volume: VolumeUnits): Refusal | undefined {
  const { volumeMin, volumeMax, volumeStep } = symbol
  const isStep = (volume - volumeMin) % volumeStep === 0
  if (volume >= volumeMin && volume <= volumeMax && isStep) return undefined
  return refuseWith(
    volumeNumbers(symbol, volume),
    'trade.invalid_volume',
    say('trade.invalid_volume.range', {
      symbol: symbol.name,
      min: volumeText(volumeMin),
      max: volumeText(volumeMax),
      step: volumeText(volumeStep),
    }),
  )
}

/** The fillings of each execution mode, for market requests and for pending orders. */
const FILLINGS_BY_EXECUTION = {
  request: { market: ['fok'], pending: ['fok'] },
  instant: { market: ['fok'], pending: ['fok'] },
  market: { market: ['fok', 'ioc'], pending: ['fok', 'ioc', 'return'] },
  exchange: { market: ['fok', 'ioc', 'return'], pending: ['fok', 'ioc', 'return'] },
} as const satisfies Record<
  SymbolRecord['execution'],
  Record<'market' | 'pending', readonly Filling[]>
>

/**
 * Both the symbol's list and its execution mode limit the filling; an omitted filling is chosen.
 */
export function checkFilling(
  { name, record }: SymbolSpec,
  kind: OrderKind,
  filling: Filling,
): Refusal | undefined {
  if (filling === '') return undefined
  const ways = FILLINGS_BY_EXECUTION[record.execution]
  const able: readonly Filling[] = kind === 'market' ? ways.market : ways.pending
  const allowed = record.filling.filter((one) => able.includes(one))
  if (allowed.some((one) => one === filling)) return undefined
  const asked = { symbol: name, kind: kind.replace('_', ' '), filling }
  if (allowed.length === 0) return because('trade.invalid_filling.none', asked)
  return because('trade.invalid_filling.choice', { ...asked, allowed: allowed.join(', ') })
}

export function checkOrderKind(symbol: SymbolSpec, kind: OrderKind): Refusal | undefined {
  const { order_kinds } = symbol.record
  if (order_kinds.includes(kind)) return undefined
  return because('trade.rejected.order_kinds', {
    symbol: symbol.name,
    kinds: order_kinds.join(', '),
    kind,
  })
}

/** Waiting orders that would open a position count as positions when another one is checked. */
export function checkPositionsLimit(
  context: Pick<DecisionContext, 'answer' | 'isDelayed'>,
  account: Account,
  group: GroupSpec,
): Refusal | undefined {
  const limit = account.limitPositions || group.record.limit_positions
  if (limit === 0 || account.positions.size + account.orders.size < limit) return undefined
  let count = account.positions.size
  // A request that waited was counted when it was first checked.
  if (!hasWaited(context)) {
    for (const order of account.orders.values()) {
      const opens = isOnItsWay(order) && order.rateMargin !== 0n
      if (opens && !account.positions.has(order.id)) count++
    }
  }
  if (count < limit) return undefined
  return refuseWith(
    { limit },
    'trade.limit_positions',
    say('trade.limit_positions.account', { max: limit }),
  )
}

/**
 * An order that waits for an answer is not pending, but one that will rest at its provider counts.
 */
export function checkOrdersLimit(account: Account, group: GroupSpec): Refusal | undefined {
  const limit = account.limitOrders || group.record.limit_orders
  if (limit === 0 || account.orders.size < limit) return undefined
  let resting = 0
  for (const order of account.orders.values()) {
    if (order.state !== 'started' || restsAtProvider(order)) resting++
  }
  if (resting < limit) return undefined
  const why = `The account may have ${limit} orders that rest.`
  return refuseWith({ limit }, 'trade.limit_orders', why)
}

/**
 * Checks the volume of positions and pending orders of one side. `volume` is added, minus `less`,
 * the volume that the order takes from an opposite position. A symbol without a limit has the
 * server's.
 */
export function checkVolumeLimit(
  account: Account,
  symbol: SymbolSpec,
  side: Side,
  volume: VolumeUnits,
  less: VolumeUnits = 0,
): Refusal | undefined {
  let held = account.exposures.volumeOf(symbol.id, side)
  if (symbol.volumeLimit === 0) {
    for (const leg of account.pending.get(symbol.id) ?? []) {
      if (sideOfLeg(leg) === side) held += leg.volume
    }
    if (held + volume <= SIDE_LOTS_MAX * VOLUME_SCALE) return undefined
    return overVolume(symbol, SIDE_LOTS_MAX * VOLUME_SCALE, held - less, volume + less)
  }
  for (const order of account.orders.values()) {
    if (order.symbolId !== symbol.id || order.side !== side) continue
    if (order.rateMargin !== 0n) held += order.volumeCurrent
  }
  if (held + volume <= symbol.volumeLimit) return undefined
  return overVolume(symbol, symbol.volumeLimit, held - less, volume + less)
}

/** Refuses too much volume; `held` is added to the requested volume. */
function overVolume(
  symbol: SymbolSpec,
  limit: VolumeUnits,
  held: VolumeUnits,
  asked: VolumeUnits,
): Refusal {
  const why = `${symbol.name} is limited to ${volumeText(limit)} lots a side.`
  return refuseWith(volumeNumbers(symbol, asked, limit - held), 'trade.limit_volume', why)
}
