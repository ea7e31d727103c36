import { BOARD_SYMBOLS_MAX } from './price-board.js'

/**
 * Which symbols have been traded, in shared memory: what is in a log is known here at once, and in the
 * tables (storage/repos/trades/traded-symbols.ts) a moment later.
 *
 *   U1. A symbol that was never traded may go or become another. Between the first trade and such a
 *       change at least one sees the other: a shard counts itself, then looks at the fence; the desk
 *       raises the fence, then looks at the count. Both may give way, never both go on.
 *   U2. The fence is a configuration version: a shard whose settings are older does not begin to trade
 *       the symbol, so the settings it decides by are those after the change.
 *   U3. Once traded, always: the count is not taken back, but by a shard that gave way.
 */
export const SYMBOL_USE_BYTES = BOARD_SYMBOLS_MAX * 2 * 4

class SymbolUseCells {
  protected readonly counts: Int32Array
  protected readonly fences: Int32Array

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(SYMBOL_USE_BYTES)) {
    this.counts = new Int32Array(memory, 0, BOARD_SYMBOLS_MAX)
    this.fences = new Int32Array(memory, BOARD_SYMBOLS_MAX * 4, BOARD_SYMBOLS_MAX)
  }
}

/** A shard's. */
export class SymbolClaims extends SymbolUseCells {
  /** The symbols that this shard has counted: asked for at every trade. */
  readonly #mine = new Uint8Array(BOARD_SYMBOLS_MAX)

  /** Claims the symbol before a trade of it is written; false when it must not be, for a moment. */
  claim(symbolId: number, configVersion: number): boolean {
    if (this.#mine[symbolId] === 1) return true
    if (symbolId >= BOARD_SYMBOLS_MAX) return false
    Atomics.add(this.counts, symbolId, 1)
    if (Atomics.load(this.fences, symbolId) > configVersion) {
      Atomics.sub(this.counts, symbolId, 1)
      return false
    }
    this.#mine[symbolId] = 1
    return true
  }

  /** A trade that is in the log or the tables already. */
  replayed(symbolId: number): void {
    if (this.#mine[symbolId] !== 0) return
    this.#mine[symbolId] = 1
    Atomics.add(this.counts, symbolId, 1)
  }
}

/** The desk's. */
export class SymbolFence extends SymbolUseCells {
  /** Traded since this process began, or in a log that it read at its start. */
  isTraded(symbolId: number): boolean {
    return symbolId < BOARD_SYMBOLS_MAX && Atomics.load(this.counts, symbolId) > 0
  }

  /**
   * Does `change` while nobody begins to trade the symbol (or, below, the symbols). `version` tells the configuration's: when
   * the change raised it, the fences stay for whoever has not heard of it (U2).
   */
  during<T>(symbolId: number, version: () => number, change: () => T): T {
    return this.duringAll([symbolId], version, change)
  }

  duringAll<T>(symbolIds: readonly number[], version: () => number, change: () => T): T {
    const fenced = [...new Set(symbolIds)].filter((id) => id < BOARD_SYMBOLS_MAX)
    const to = version() + 1
    const before = fenced.map((id) => Atomics.exchange(this.fences, id, to))
    const outcome = change()
    if (version() >= to) return outcome
    fenced.forEach((id, i) => {
      Atomics.store(this.fences, id, before[i] ?? 0)
    })
    return outcome
  }

  /** Lifts, at the desk's start, fences that a predecessor left which ended in the middle of a change. */
  settle(version: number): void {
    this.fences.forEach((fence, symbolId) => {
      if (fence > version) Atomics.store(this.fences, symbolId, 0)
    })
  }
}
