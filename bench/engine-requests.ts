import type { Position } from '../engine/account/holdings/position.js'
import type { CloseRequest, OpenRequest, StopsRequest } from '../engine/account/request.js'
import type { Account } from '../engine/account/state.js'
import type { Book, SymbolSpec } from '../engine/book/compiled.js'
import type { Prices } from '../engine/book/prices.js'
import { textFromScaled } from '../engine/numbers/decimal.js'
import type { Prng } from '../engine/numbers/prng.js'

/** Requests as they are once decoded, for the benches of the engine and of a shard's accounts. */
const source = { clientOrderId: '', session: '' }
const ASKED = { comment: '', reason: 'client', dealer: 0, source } as const
const AT_MARKET = { price: '', deviationPts: 0, quoteId: '', filling: '' } as const

export function openOf(symbol: string, side: 1 | -1, volume = 1_000_000): OpenRequest {
  const unprotected = { stopLoss: '', takeProfit: '', trailingPts: undefined }
  return { kind: 'open', symbol, side, volume, ...unprotected, ...ASKED, ...AT_MARKET }
}

export function closeOf(positionId: number): CloseRequest {
  return { kind: 'close', positionId, volume: 0, ...ASKED, ...AT_MARKET }
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
    const [stopLoss, takeProfit] = side === 1 ? symbol.around : symbol.around.toReversed()
    const volume = (1 + this.#prng.below(20)) * symbol.step
    return {
      ...openOf(symbol.name, side, volume),
      stopLoss: stopLoss ?? '',
      takeProfit: takeProfit ?? '',
    }
  }

  #modify({ id, symbolId, side, takeProfit }: Position): StopsRequest {
    const symbol = this.#symbols.find((one) => one.id === symbolId) as FarPrices
    const [low, high] = takeProfit % 2 === 0 ? symbol.around : symbol.further
    const [stopLoss, wanted] = side === 1 ? [low, high] : [high, low]
    const asked = { stopLoss: stopLoss ?? '', takeProfit: wanted ?? '', trailingPts: undefined }
    return { kind: 'stops', positionId: id, ...asked, ...ASKED }
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
  readonly around: readonly string[]
  readonly further: readonly string[]
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
