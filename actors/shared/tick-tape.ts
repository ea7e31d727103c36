import type { PricePts, UnixMs } from '../../engine/units.js'

/**
 * The newest ticks of all symbols in sequence, in shared memory: one writer (the links thread), and
 * one reader in every shard with its own position. Shards need every tick to see if a price touched
 * a level; the board has only the last one.
 *
 *   - A reader gets every tick once and in order, or learns that it lost some because it was
 *     further behind than the tape is long. The writer never waits.
 *   - A tick is published after its values are written. A reader that was overtaken during a read
 *     discards what it read.
 *   - `#awake` notes for each shard that it was woken and has not read since, so it is woken once
 *     for any number of ticks.
 */
const CAPACITY = 32_768
const VALUES = 6
const SHARDS_MAX = 64
const HEAD_BYTES = 8 + SHARDS_MAX * 4
export const TICK_TAPE_BYTES = HEAD_BYTES + CAPACITY * VALUES * 8

export interface TapeTick {
  readonly symbolId: number
  readonly digits: number
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /**
   * How long a price written by a settings change is usable; left out for a tick, which is traded
   * at as it arrives.
   */
  readonly usableUntil?: UnixMs
}

export class TickTape {
  readonly #head: Int32Array
  readonly #awake: Int32Array
  readonly #values: Float64Array

  /** `start` is the offset in the shared memory and a multiple of 8. */
  constructor(memory: SharedArrayBuffer, start: number) {
    this.#head = new Int32Array(memory, start, 1)
    this.#awake = new Int32Array(memory, start + 8, SHARDS_MAX)
    this.#values = new Float64Array(memory, start + HEAD_BYTES, CAPACITY * VALUES)
  }

  /** Adds a tick; only for the writer. */
  push(
    symbolId: number,
    digits: number,
    bid: PricePts,
    ask: PricePts,
    at: UnixMs,
    usableUntil: UnixMs = Number.POSITIVE_INFINITY,
  ): void {
    const head = this.#head[0] as number
    const place = (head & (CAPACITY - 1)) * VALUES
    const values = this.#values
    values[place] = symbolId
    values[place + 1] = digits
    values[place + 2] = bid
    values[place + 3] = ask
    values[place + 4] = at
    values[place + 5] = usableUntil
    Atomics.store(this.#head, 0, head + 1)
  }

  /** True if the shard must be notified of ticks: it has read since the last notice. */
  wake(shard: number): boolean {
    return Atomics.exchange(this.#awake, shard, 1) === 0
  }

  /** Notes that the shard will read now. Call it from the shard before it reads. */
  listen(shard: number): void {
    Atomics.store(this.#awake, shard, 0)
  }

  get head(): number {
    return Atomics.load(this.#head, 0)
  }

  /** Reads a tick; undefined if it is overwritten, or may be at this moment. */
  at(count: number): TapeTick | undefined {
    const place = (count & (CAPACITY - 1)) * VALUES
    const values = this.#values
    const tick = {
      symbolId: values[place] as number,
      digits: values[place + 1] as number,
      bid: values[place + 2] as number,
      ask: values[place + 3] as number,
      at: values[place + 4] as number,
      usableUntil: values[place + 5] as number,
    }
    // The writer may be writing the slot that is exactly one tape length behind.
    return (this.head - count) >>> 0 < CAPACITY ? tick : undefined
  }
}

export class TapeReader {
  readonly #tape: TickTape
  #next: number

  /** The reader begins with ticks that arrive from now on. */
  constructor(tape: TickTape) {
    this.#tape = tape
    this.#next = tape.head
  }

  get next(): number {
    return this.#next
  }

  /** The number that the next written tick will have. */
  get head(): number {
    return this.#tape.head
  }

  skip(): void {
    this.#next = this.#tape.head
  }

  /**
   * The next tick; undefined if there is none yet. `lost` if some were overwritten; reading then
   * continues with future ticks.
   */
  take(): TapeTick | 'lost' | undefined {
    const { head } = this.#tape
    if (this.#next === head) return undefined
    const tick = this.#tape.at(this.#next)
    if (tick === undefined) {
      this.#next = head
      return 'lost'
    }
    this.#next = (this.#next + 1) | 0
    return tick
  }
}
