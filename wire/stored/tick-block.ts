import { assert } from '../../engine/assert.js'
import type { PricePts, UnixMs } from '../../engine/units.js'

/**
 * The stored form of one symbol's ticks within a minute. A tick takes about four bytes. Every number
 * is a variable-length integer: seven bits per byte, lowest bits first. A tick has:
 *
 *   time    milliseconds since the previous tick (the first tick: since the minute began), zigzag
 *           encoded, times two; plus one if the bid is absolute
 *   bid     points above the previous bid, zigzag encoded, or the absolute bid
 *   spread  ask minus bid, in points
 *
 * All prices of a block have the same number of digits, which is stored next to the block.
 */
export interface Tick {
  readonly at: UnixMs
  readonly bid: PricePts
  readonly ask: PricePts
}

/** Three numbers of at most eight bytes each. */
const TICK_BYTES_MAX = 24
const START_BYTES = 64
/** Larger differences are not exact in zigzag form, so such bids are written completely. */
const STEP_MAX = 2 ** 50

export class TickBlock {
  #bytes = new Uint8Array(START_BYTES)
  #length = 0
  #at: UnixMs
  #bid: PricePts = 0
  #count = 0

  constructor(minuteStart: UnixMs) {
    this.#at = minuteStart
  }

  get count(): number {
    return this.#count
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  push(at: UnixMs, bid: PricePts, ask: PricePts): void {
    if (this.#length + TICK_BYTES_MAX > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    const step = bid - this.#bid
    const isWhole = this.#count === 0 || step > STEP_MAX || step < -STEP_MAX
    this.#write(zigzag(at - this.#at) * 2 + (isWhole ? 1 : 0))
    this.#write(isWhole ? bid : zigzag(step))
    this.#write(ask - bid)
    this.#at = at
    this.#bid = bid
    this.#count++
  }

  #write(value: number): void {
    let left = value
    while (left >= 128) {
      this.#bytes[this.#length++] = (left % 128) + 128
      left = Math.floor(left / 128)
    }
    this.#bytes[this.#length++] = left
  }
}

/** Decodes the ticks of a block in order. */
export function readTicks(bytes: Uint8Array, minuteStart: UnixMs): Tick[] {
  const ticks: Tick[] = []
  let position = 0
  const read = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[position++]
      assert(byte !== undefined, 'a block of ticks holds whole numbers')
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
    }
  }
  let at = minuteStart
  let bid = 0
  while (position < bytes.length) {
    const time = read()
    at += unzigzag(Math.floor(time / 2))
    bid = time % 2 === 1 ? read() : bid + unzigzag(read())
    ticks.push({ at, bid, ask: bid + read() })
  }
  return ticks
}

function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}
