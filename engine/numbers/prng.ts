/**
 * A seeded stream of random numbers (xoshiro128**): the same seed gives the same stream on every
 * machine. For simulated prices and simulations; never for secrets (actors/thread/random.ts).
 */
export class Prng {
  #a: number
  #b: number
  #c: number
  #d: number

  /** Accepts any seed. splitmix32 spreads its bits, so that the streams of 0 and 1 differ. */
  constructor(seed: number) {
    const spread = splitmix32(seed)
    this.#a = spread()
    this.#b = spread()
    this.#c = spread()
    this.#d = spread() | 1
  }

  /** Continues a stream from four words, at least one of which is not zero. */
  static from(a: number, b: number, c: number, d: number): Prng {
    const prng = new Prng(0)
    prng.#a = a
    prng.#b = b
    prng.#c = c
    prng.#d = d
    return prng
  }

  /** 0 to 2^32 - 1. */
  uint32(): number {
    const scrambled = Math.imul(rotateLeft(Math.imul(this.#b, 5), 7), 9) >>> 0
    const shifted = this.#b << 9
    this.#c ^= this.#a
    this.#d ^= this.#b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= shifted
    this.#d = rotateLeft(this.#d, 11)
    return scrambled
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  unit(): number {
    return this.uint32() / 4_294_967_296
  }

  /** A whole number from 0 to `count - 1`. The bias is below count / 2^32. */
  below(count: number): number {
    return Math.floor(this.unit() * count)
  }

  /**
   * Approximately normal, with mean 0 and deviation 1. It is a sum of uniform numbers, so it never
   * exceeds 3.5.
   */
  gauss(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * Math.sqrt(3)
  }
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}

/** Accepts a seed of up to 2^53 and uses all of its bits. */
function splitmix32(seed: number): () => number {
  let state = (seed >>> 0) ^ Math.imul(Math.floor(Math.abs(seed) / 4_294_967_296) | 0, 0x9e3779b1)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let word = state ^ (state >>> 16)
    word = Math.imul(word, 0x21f0aaad)
    word ^= word >>> 15
    word = Math.imul(word, 0x735a2d97)
    return word ^ (word >>> 15)
  }
}
