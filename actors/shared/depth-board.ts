import { DEPTH_LEVELS } from '../../engine/limits/sockets.js'

/**
 * The market depth of each symbol in shared memory: the links thread writes, any thread reads.
 *
 *   - A level is a distance from the best price of its side in points, and a volume. So it is valid
 *     for the prices of every group, whatever their markup. The first level of a side is the best
 *     price itself.
 *   - Levels belong to the time `at`. A reader ignores them if the price is much newer: the
 *     provider has stopped sending depth, or another provider owns the symbol.
 *   - A reader that meets a write reads again; a slot whose writer died has no levels until it is
 *     written again.
 */
export interface DepthLevel {
  /** The distance from the best price: below it for a bid, above it for an ask. */
  readonly distance: number
  /** The volume in units of 1e-8 lots, like volumes of trades. */
  readonly volume: number
}

export interface DepthLevels {
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
  readonly at: number
}

const LEVEL = 2
const SIDE = 1 + DEPTH_LEVELS * LEVEL
/** The values of a symbol: the time, and the levels of two sides. */
const VALUES = 1 + 2 * SIDE
const LOOKS_MAX = 10_000

export function depthBytes(symbols: number): number {
  return symbols * (8 + VALUES * 8)
}

export class DepthBoard {
  readonly #locks: Int32Array
  readonly #values: Float64Array

  /** `start` is the offset in the shared memory and a multiple of 8. */
  constructor(memory: SharedArrayBuffer, start: number, symbols: number) {
    this.#locks = new Int32Array(memory, start, symbols * 2)
    this.#values = new Float64Array(memory, start + symbols * 8, symbols * VALUES)
  }

  /** A number that changes with every write of the levels. */
  versionOf(symbolId: number): number {
    return Atomics.load(this.#locks, symbolId * 2)
  }

  /** Writes the levels; only for the writer. If there are too many, the first ones are stored. */
  write(symbolId: number, { bids, asks, at }: DepthLevels): void {
    // A writer that died may have left the number odd.
    const lock = Atomics.load(this.#locks, symbolId * 2) | 1
    Atomics.store(this.#locks, symbolId * 2, lock)
    const place = symbolId * VALUES
    this.#values[place] = at
    this.#put(place + 1, bids)
    this.#put(place + 1 + SIDE, asks)
    Atomics.store(this.#locks, symbolId * 2, lock + 1)
  }

  /** Removes the levels of a symbol; only for the writer. */
  clear(symbolId: number): void {
    if (this.versionOf(symbolId) !== 0) this.write(symbolId, NO_LEVELS)
  }

  /** Reads the levels; undefined if there are none. */
  read(symbolId: number): DepthLevels | undefined {
    const place = symbolId * VALUES
    for (let look = 0; look < LOOKS_MAX; look++) {
      const before = Atomics.load(this.#locks, symbolId * 2)
      if (before === 0) return undefined
      if ((before & 1) === 1) continue
      const at = this.#values[place] as number
      const bids = this.#side(place + 1)
      const asks = this.#side(place + 1 + SIDE)
      if (Atomics.load(this.#locks, symbolId * 2) !== before) continue
      return { bids, asks, at }
    }
    return undefined
  }

  #put(place: number, levels: readonly DepthLevel[]): void {
    const count = Math.min(levels.length, DEPTH_LEVELS)
    this.#values[place] = count
    for (let i = 0; i < count; i++) {
      const { distance, volume } = levels[i] as DepthLevel
      this.#values[place + 1 + i * LEVEL] = distance
      this.#values[place + 2 + i * LEVEL] = volume
    }
  }

  #side(place: number): DepthLevel[] {
    // A side that is read during a write is discarded, so a wrong count only needs a bound.
    const count = Math.min(this.#values[place] as number, DEPTH_LEVELS)
    return Array.from({ length: count }, (_, i) => ({
      distance: this.#values[place + 1 + i * LEVEL] as number,
      volume: this.#values[place + 2 + i * LEVEL] as number,
    }))
  }
}

const NO_LEVELS: DepthLevels = { bids: [], asks: [], at: 0 }
