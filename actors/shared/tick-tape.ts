import type { PricePts, UnixMs } from '../../engine/units.js'

/**
 * The newest ticks of all symbols one after the other, in shared memory: one writer (the links
 * thread), a reader in every shard, each with a place of its own. Shards wait for prices to touch
 * levels, and the board alone would show them only the last of several ticks.
 *
 *   K1. A reader gets every tick once and in order, or learns that it lost some because it was further
 *       behind than the tape is long. The writer waits for nobody.
 *   K2. A tick is told of after its values are written. A reader that was overtaken while it read
 *       throws away what it read.
 *   K3. `#awake` says, for each shard, whether it was woken and has not looked since, so that it is woken
 *       once for however many ticks.
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
  /** The end of use of a price that only settings have moved; a tick is traded at as it comes. */
  readonly usableUntil?: UnixMs
}

export class TickTape {
  readonly #head: Int32Array
  readonly #awake: Int32Array
  readonly #values: Float64Array

  /** `start` is a multiple of 8. */
  constructor(memory: SharedArrayBuffer, start: number) {
    this.#head = new Int32Array(memory, start, 1)
    this.#awake = new Int32Array(memory, start + 8, SHARDS_MAX)
    this.#values = new Float64Array(memory, start + HEAD_BYTES, CAPACITY * VALUES)
  }

  /** The writer's. */
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

  /** True when the shard must be told that there are ticks: it has looked since it was told last. */
  wake(shard: number): boolean {
    return Atomics.exchange(this.#awake, shard, 1) === 0
  }

  /** The shard's, before it looks. */
  listen(shard: number): void {
    Atomics.store(this.#awake, shard, 0)
  }

  get head(): number {
    return Atomics.load(this.#head, 0)
  }

  /** Undefined when it is overwritten, or may be at this moment. */
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
    // The writer may be at work on the place that is as far behind as the tape is long.
    return (this.head - count) >>> 0 < CAPACITY ? tick : undefined
  }
}

export class TapeReader {
  readonly #tape: TickTape
  #next: number

  /** It begins with what comes from now on. */
  constructor(tape: TickTape) {
    this.#tape = tape
    this.#next = tape.head
  }

  /** The number of the tick that is taken next. */
  get next(): number {
    return this.#next
  }

  /** The number that the next tick of all will have. */
  get head(): number {
    return this.#tape.head
  }

  /** Passes over all that is on the tape by now. */
  skip(): void {
    this.#next = this.#tape.head
  }

  /** The next tick; undefined when there is none yet, `lost` when some are gone: then it goes on at the newest. */
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
