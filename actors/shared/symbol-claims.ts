import { BOARD_SYMBOLS_MAX } from './price-board.js'

/**
 * The symbols that have been traded, in shared memory. A trade in a log is known here at once, and
 * in the tables (storage/repos/trades/traded-symbols.ts) a moment later.
 *
 *   - A symbol that was never traded may be deleted or redefined. Between the first trade and such
 *     a change at least one side sees the other: a shard counts itself, then reads the fence; the
 *     desk raises the fence, then reads the count. Both may give way, but never both proceed.
 *   U2. The fence is a configuration version. A shard with older settings does not begin to trade
 *       the symbol, so it decides only with settings after the change.
 *   - A traded symbol stays traded: the count is never reduced, except by a shard that gave way.
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

/** For a shard. */
export class SymbolClaims extends SymbolUseCells {
  /** The symbols that this shard has counted, read at every trade. */
  readonly #mine = new Uint8Array(BOARD_SYMBOLS_MAX)

  /**
   * Claims the symbol before a trade of it is written; false if it must not be traded for a moment.
   */
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

  /** Notes a trade that is already in the log or the tables. */
  replayed(symbolId: number): void {
    if (this.#mine[symbolId] !== 0) return
    this.#mine[symbolId] = 1
    Atomics.add(this.counts, symbolId, 1)
  }
}

export class SymbolFence extends SymbolUseCells {
  /**
   * True if the symbol was traded since this process began, or in a log that was read at its start.
   */
  isTraded(symbolId: number): boolean {
    return symbolId < BOARD_SYMBOLS_MAX && Atomics.load(this.counts, symbolId) > 0
  }

  /**
   * Runs `change` while nobody can begin to trade the symbol. `version` returns the configuration
   * version. If the change raised it, the fence stays for shards with older settings (U2).
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

  /**
   * Removes, at the desk's start, fences of a previous desk that ended in the middle of a change.
   */
  settle(version: number): void {
    this.fences.forEach((fence, symbolId) => {
      if (fence > version) Atomics.store(this.fences, symbolId, 0)
    })
  }
}
