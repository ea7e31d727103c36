import type { SymbolSpec } from '../../book/compiled.js'
import { type Refusal, refuseWith } from '../../code.js'
import { priceFromText, textFromScaled } from '../../numbers/decimal.js'
import { say } from '../../reasons/reasons.js'
import type { PricePts, Side } from '../../units.js'
import type { Protection } from '../request.js'
import { distanceNumbers, tickNumbers } from './refused-numbers.js'

/** Stop loss, take profit and trailing stop, in points of the symbol; 0 for none. */
export interface Stops {
  readonly stopLoss: PricePts
  readonly takeProfit: PricePts
  readonly trailingPts: number
}

export const NO_STOPS: Stops = { stopLoss: 0, takeProfit: 0, trailingPts: 0 }

/** The stops of a request. An omitted stop keeps its value from `held`. */
export function requestedStops(
  symbol: SymbolSpec,
  asked: Protection,
  held: Stops = NO_STOPS,
): Stops | Refusal {
  const stopLoss = priceAsked(symbol, 'stop_loss', asked.stopLoss, held.stopLoss)
  if (typeof stopLoss !== 'number') return stopLoss
  const takeProfit = priceAsked(symbol, 'take_profit', asked.takeProfit, held.takeProfit)
  if (typeof takeProfit !== 'number') return takeProfit
  return { stopLoss, takeProfit, trailingPts: asked.trailingPts ?? held.trailingPts }
}

function priceAsked(
  symbol: SymbolSpec,
  name: string,
  text: string,
  held: PricePts,
): PricePts | Refusal {
  if (text === '') return held
  const price = priceOrNone(symbol, text)
  if (price !== undefined) return price
  const why = say('trade.invalid_stops.steps', priceRule(symbol, name))
  return refuseWith(tickNumbers(symbol, name, text), 'trade.invalid_stops', why)
}

/**
 * A price, or 0; undefined if the text has too many decimals, is between two ticks, or is negative.
 */
function priceOrNone(symbol: SymbolSpec, text: string): PricePts | undefined {
  const price = priceFromText(text, symbol.digits)
  if (price === undefined || price < 0 || price % symbol.tickPts !== 0) return undefined
  return price
}

/** Parses a price like `priceOrNone`, but does not accept 0. */
export function priceOf(symbol: SymbolSpec, text: string): PricePts | undefined {
  return priceOrNone(symbol, text) || undefined
}

/** The parameters of a reason that refuses a price in this field. */
export function priceRule({ name, digits, tickPts }: SymbolSpec, field: string) {
  return { field, symbol: name, digits, step: textFromScaled(tickPts, digits) }
}

/**
 * Checks that stops keep the symbol's stops level from the closing price: `market` is the bid for a
 * buy and the ask for a sell, or the price of a pending order. A trailing distance must be less
 * than that price. Stops that `held` already has are not checked.
 */
export function checkStops(
  symbol: SymbolSpec,
  side: Side,
  market: PricePts,
  stops: Stops,
  held: Stops = NO_STOPS,
): Refusal | undefined {
  const level = Math.max(1, symbol.record.stops_level_pts)
  const { stopLoss, takeProfit } = stops
  const text = (price: PricePts): string => textFromScaled(price, symbol.digits)
  if (stopLoss !== 0 && stopLoss !== held.stopLoss && side * (market - stopLoss) < level) {
    const last = market - side * level
    const limit = text(last)
    return refuseWith(
      distanceNumbers(symbol, 'stop_loss', level, last, side === 1 ? -1 : 1),
      'trade.invalid_stops',
      `stop_loss: of a ${side === 1 ? 'buy' : 'sell'} it is ${limit} or ${side === 1 ? 'lower' : 'higher'} now.`,
    )
  }
  if (takeProfit !== 0 && takeProfit !== held.takeProfit && side * (takeProfit - market) < level) {
    const last = market + side * level
    const limit = text(last)
    return refuseWith(
      distanceNumbers(symbol, 'take_profit', level, last, side),
      'trade.invalid_stops',
      `take_profit: of a ${side === 1 ? 'buy' : 'sell'} it is ${limit} or ${side === 1 ? 'higher' : 'lower'} now.`,
    )
  }
  const { trailingPts } = stops
  const isWrong = trailingPts < level || trailingPts >= market
  if (trailingPts !== 0 && trailingPts !== held.trailingPts && isWrong) {
    const points = trailingPts < level ? level : market - 1
    const nearest = market > level ? String(points) : null
    return refuseWith(
      { field: 'trailing_pts', distance_pts: level, nearest },
      'trade.invalid_stops',
      say('trade.invalid_stops.trailing', { min: level, max: market - 1 }),
    )
  }
  return undefined
}
