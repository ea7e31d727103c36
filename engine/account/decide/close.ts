import type { SymbolSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal, refuseWith } from '../../code.js'
import { volumeText } from '../../numbers/decimal.js'
import { because, say } from '../../reasons/reasons.js'
import type { Side, VolumeUnits } from '../../units.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { Position } from '../holdings/position.js'
import type { CloseRequest } from '../request.js'
import { expectedPrice, requestedPrice } from '../rules/expected-price.js'
import { closePosition } from '../rules/fill.js'
import { checkPositionFrozen } from '../rules/freeze.js'
import { tradingGroup } from '../rules/may-trade.js'
import { partNumbers } from '../rules/refused-numbers.js'
import { routed } from '../rules/route.js'
import {
  checkFilling,
  checkHours,
  checkTraded,
  heldSymbol,
  quoteOf,
} from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { routedPrice } from './open.js'

/**
 * Closes a position, or a part of it, at the market. The checks run in this order, and the first
 * that fails gives the code: account, position, symbol, volume, filling, hours, quote, freeze
 * level, price, routing, conversion.
 */
export function decideClose(
  context: DecisionContext,
  account: Account,
  request: CloseRequest,
): Decision {
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return group
  const position = account.positions.get(request.positionId)
  if (position === undefined) return noPosition(request.positionId)
  const symbol = heldSymbol(context, group, position.symbolId)
  const volume = request.volume === 0 ? position.volume : request.volume
  const wrong =
    checkTraded(symbol) ??
    checkPart(symbol, position, volume) ??
    checkFilling(symbol, 'market', request.filling) ??
    checkHours(context, symbol)
  if (wrong !== undefined) return wrong
  const quote = quoteOf(context, symbol)
  if (isRefusal(quote)) return quote
  const frozen = checkPositionFrozen(symbol, position, quote, request)
  if (frozen !== undefined) return frozen
  // The order that closes a position has the opposite side.
  const side: Side = position.side === 1 ? -1 : 1
  const expected = expectedPrice(context, account, symbol, { side, volume }, request, quote)
  if (typeof expected !== 'number') return expected
  const { kind, deviationPts, comment, reason, dealer, source, quoteId } = request
  // The deal is a single literal, because copying a larger object would cost as much as the rest.
  const orderKind = 'market' as const
  const question = { kind, orderKind, side, volume, deviationPts, comment, quoteId }
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  const price = routedPrice(symbol, side, request, route, expected)
  const { filling } = request
  const fill = {
    symbol,
    side,
    volume,
    price,
    deviationPts,
    filling,
    reason,
    comment,
    dealer,
    source,
    quote,
    ruleId: route.ruleId,
    priceAsked: requestedPrice(context, account, symbol, side, request),
  }
  return closePosition(context, group, position, fill)
}

export function noPosition(id: number): Refusal {
  return because('trade.position_unknown.position', { id })
}

/**
 * Checks the volume of a partial close: the symbol must allow it. A whole position may always be
 * closed.
 */
function checkPart(
  symbol: SymbolSpec,
  position: Position,
  volume: VolumeUnits,
): Refusal | undefined {
  if (volume === position.volume) return undefined
  if (volume > position.volume) {
    const text = `The position has ${volumeText(position.volume)} lots.`
    return refuseWith(partNumbers(symbol, volume, position.volume), 'trade.invalid_volume', text)
  }
  if (volume < symbol.volumeMin || (volume - symbol.volumeMin) % symbol.volumeStep !== 0) {
    return refuseWith(
      partNumbers(symbol, volume, position.volume),
      'trade.invalid_volume',
      say('trade.invalid_volume.steps', {
        symbol: symbol.name,
        min: volumeText(symbol.volumeMin),
        step: volumeText(symbol.volumeStep),
      }),
    )
  }
  return undefined
}
