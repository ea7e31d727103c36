/**
 * Latencies in buckets no wider than 1/128 of their value, from 0.1 µs to 7 minutes, so that a
 * million of them cost 30 KB and can be added up across rounds and processes.
 */
const TICKS_PER_MS = 10_000
const SUB_BITS = 7
const SUB = 1 << SUB_BITS
const BUCKETS = 2 * SUB + (32 - SUB_BITS - 1) * SUB
const TICKS_MAX = 0xffff_ffff

/** Milliseconds. */
export interface LatencySummary {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly p99_9: number
  readonly max: number
}

/** Pairs of bucket and count, flat: what crosses a process border. */
export type EncodedHistogram = readonly number[]

export class Histogram {
  readonly #counts = new Float64Array(BUCKETS)
  #count = 0

  get count(): number {
    return this.#count
  }

  record(ms: number): void {
    const ticks = ms <= 0 ? 0 : Math.min(TICKS_MAX, Math.round(ms * TICKS_PER_MS))
    const bucket = bucketOf(ticks)
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1
    this.#count++
  }

  /** The latency that a share `q` of all stayed at or below, in milliseconds; never understated. */
  quantile(q: number): number {
    if (this.#count === 0) return Number.NaN
    const rank = Math.max(1, Math.ceil(q * this.#count))
    let seen = 0
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += this.#counts[bucket] as number
      if (seen >= rank) return highestTicksOf(bucket) / TICKS_PER_MS
    }
    return highestTicksOf(BUCKETS - 1) / TICKS_PER_MS
  }

  add(encoded: EncodedHistogram): void {
    for (let i = 0; i < encoded.length; i += 2) {
      const bucket = encoded[i] as number
      const count = encoded[i + 1] as number
      this.#counts[bucket] = (this.#counts[bucket] as number) + count
      this.#count += count
    }
  }

  encode(): EncodedHistogram {
    const pairs: number[] = []
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const count = this.#counts[bucket] as number
      if (count > 0) pairs.push(bucket, count)
    }
    return pairs
  }

  summary(): LatencySummary {
    return {
      count: this.#count,
      p50: this.quantile(0.5),
      p95: this.quantile(0.95),
      p99: this.quantile(0.99),
      p99_9: this.quantile(0.999),
      max: this.quantile(1),
    }
  }
}

function bucketOf(ticks: number): number {
  if (ticks < 2 * SUB) return ticks
  const shift = 31 - Math.clz32(ticks) - SUB_BITS
  return SUB * shift + (ticks >>> shift)
}

function highestTicksOf(bucket: number): number {
  if (bucket < 2 * SUB) return bucket
  const shift = Math.floor(bucket / SUB) - 1
  return (SUB + (bucket % SUB) + 1) * 2 ** shift - 1
}
