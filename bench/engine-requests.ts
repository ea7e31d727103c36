import type { Position } from '../engine/account/holdings/position.js'
import type { CloseRequest, OpenRequest, StopsRequest } from '../engine/account/request.js'
import type { Account } from '../engine/account/state.js'
import type { Book, SymbolSpec } from '../engine/book/compiled.js'
import type { Prices } from '../engine/book/prices.js'
import { textFromScaled } from '../engine/numbers/decimal.js'
import type { Prng } from '../engine/numbers/prng.js'

/**
 * Requests as they are once decoded, for the benches of the engine and of a shard's accounts. Written out, as the decoder
 * makes them: copied together they cost a sixth of what deciding and applying them costs.
 */
const source = { clientOrderId: '', session: '' }

export function openOf(
  symbol: string,
  side: 1 | -1,
  volume = 1_000_000,
  stopLoss = '',
  takeProfit = '',
): OpenRequest {
  return {
    kind: 'open',
    symbol,
    side,
    volume,
    filling: '',
    price: '',
    deviationPts: 0,
    quoteId: '',
    stopLoss,
    takeProfit,
    trailingPts: undefined,
    comment: '',
    reason: 'client',
    dealer: 0,
    source,
  }
}

export function closeOf(positionId: number): CloseRequest {
  return {
    kind: 'close',
    positionId,
    volume: 0,
    filling: '',
    price: '',
    deviationPts: 0,
    quoteId: '',
    comment: '',
    reason: 'client',
    dealer: 0,
    source,
  }
}

const POSITIONS_MAX = 8

/** Open, close and modify, of any symbol; positions have a stop loss and a take profit far away. */
export class RequestMix {
  readonly #symbols: readonly FarPrices[]
  readonly #prng: Prng

  constructor(book: Book, prices: Prices, prng: Prng) {
    this.#prng = prng
    this.#symbols = [...book.symbolsById.values()].map((symbol) => farPrices(symbol, prices))
  }

  next(account: Account): OpenRequest | CloseRequest | StopsRequest {
    const held = oneOf(account)
    const chance = this.#prng.unit()
    if (held === undefined) return this.#open()
    if (chance < 0.2) return this.#modify(held)
    const isFull = account.positions.size >= POSITIONS_MAX
    return chance < 0.6 && !isFull ? this.#open() : closeOf(held.id)
  }

  #open(): OpenRequest {
    const symbol = this.#symbols[this.#prng.below(this.#symbols.length)] as FarPrices
    const side = this.#prng.below(2) === 0 ? 1 : -1
    const volume = (1 + this.#prng.below(20)) * symbol.step
    const [low, high] = symbol.around
    return side === 1
      ? openOf(symbol.name, side, volume, low, high)
      : openOf(symbol.name, side, volume, high, low)
  }

  #modify({ id, symbolId, side, takeProfit }: Position): StopsRequest {
    const symbol = this.#symbols.find((one) => one.id === symbolId) as FarPrices
    const [low, high] = takeProfit % 2 === 0 ? symbol.around : symbol.further
    return {
      kind: 'stops',
      positionId: id,
      stopLoss: side === 1 ? low : high,
      takeProfit: side === 1 ? high : low,
      trailingPts: undefined,
      comment: '',
      reason: 'client',
      dealer: 0,
      source,
    }
  }
}

export function oneOf({ positions }: Account): Position | undefined {
  const [id] = positions.rows
  return positions.size === 0 ? undefined : positions.get(id as number)
}

interface FarPrices {
  readonly id: number
  readonly name: string
  readonly step: number
  /** Odd points, and even ones. */
  readonly around: readonly [string, string]
  readonly further: readonly [string, string]
}

function farPrices({ id, name, digits, volumeStep }: SymbolSpec, prices: Prices): FarPrices {
  const bid = prices.quote(id)?.bid ?? 1
  const text = (part: number, last: number): string => {
    return textFromScaled(2 * Math.round((bid * part) / 2) + last, digits)
  }
  return {
    id,
    name,
    step: volumeStep,
    around: [text(0.8, 1), text(1.2, 1)],
    further: [text(0.7, 0), text(1.3, 0)],
  }
}
