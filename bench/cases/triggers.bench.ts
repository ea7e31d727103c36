import { Prng } from '../../engine/numbers/prng.js'
import { TRIGGER_KINDS, type Trigger, type TriggerSide } from '../../engine/triggers/trigger.js'
import { TriggerBook } from '../../engine/triggers/trigger-book.js'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'

/** The cost of a tick on a symbol with many levels: finding, reporting and removing hits. */
export const triggers: BenchCase = {
  name: 'triggers',
  goals: ['P5'],
  async run(bench) {
    const levels = bench.size(1_000_000, 2_000)
    const latency = new Histogram()
    const setting: number[] = []
    const bytes: number[] = []
    const round = (): number => {
      const market = new Market(levels)
      setting.push(market.fill())
      bytes.push(market.book.bytes / levels)
      return market.walk(bench.size(2_000, 20), latency)
    }
    const { ticks } = await bench.interleave({ ticks: round }, false)
    report(bench, levels, ticks, latency)
    const each = { better: 'lower', mix: `${numberText(levels)} levels on one symbol` } as const
    bench.report({ name: 'setting a resting level', unit: 'µs', values: setting, ...each })
    bench.report({
      name: 'memory of a resting level',
      unit: 'bytes',
      values: bytes,
      notes: 'its share of the typed arrays, with what they have to spare',
      ...each,
    })
  },
}

function report(bench: Bench, levels: number, values: number[], latency: Histogram): void {
  bench.report({
    name: 'P5 tick that hits 10',
    unit: 'ms',
    better: 'lower',
    values,
    judged: 'value',
    floor: 1,
    goal: 0.1,
    latency: latency.summary(),
    mix: `${numberText(levels)} stop losses, take profits and orders on one symbol, four sides alike`,
    notes: 'mean of a round; each hit is found, told and removed by its owner',
  })
}

const SIDES: readonly TriggerSide[] = ['bid_below', 'ask_above', 'bid_above', 'ask_below']
const BID = 1_000_000
const SPREAD = 10
/** A step of the market down reaches as many of the two lower sides each. */
const PER_POINT = 5

class Market {
  readonly book = new TriggerBook()
  readonly #prng = new Prng(5)
  readonly #levels: number
  readonly #depth: number

  constructor(levels: number) {
    this.#levels = levels
    this.#depth = levels / SIDES.length / PER_POINT
  }

  /** Microseconds a level. They come in no order of price. */
  fill(): number {
    const order = Uint32Array.from({ length: this.#levels }, (_, i) => i)
    for (let i = order.length - 1; i > 0; i--) {
      const other = this.#prng.below(i + 1)
      const one = order[i] as number
      order[i] = order[other] as number
      order[other] = one
    }
    const start = performance.now()
    for (const i of order) this.#rest(i, 1 + (Math.floor(i / SIDES.length) % this.#depth), BID)
    return ((performance.now() - start) * 1000) / this.#levels
  }

  /**
   * Mean milliseconds of a step of one point down. Levels that were hit are set again, out of
   * reach.
   */
  walk(steps: number, latency: Histogram): number {
    let total = 0
    for (let step = 1; step <= steps; step++) {
      const bid = BID - step
      const hits: Trigger[] = []
      const start = performance.now()
      for (const hit of this.book.hit(bid, bid + SPREAD)) {
        this.book.remove(hit.kind, hit.id)
        hits.push(hit)
      }
      const took = performance.now() - start
      if (hits.length !== 2 * PER_POINT) throw new Error(`a tick hit ${hits.length}`)
      total += took
      latency.record(took)
      for (const { id } of hits) this.#rest(id, this.#depth + this.#prng.below(this.#depth), bid)
    }
    return total / steps
  }

  #rest(i: number, away: number, bid: number): void {
    const side = SIDES[i % SIDES.length] as TriggerSide
    const kind = TRIGGER_KINDS[Math.floor(i / SIDES.length) % 3] ?? 'order'
    const price = side.startsWith('bid') ? bid : bid + SPREAD
    const level = side.endsWith('below') ? price - away : price + away
    this.book.set(side, level, 1_000 + (i % 100_000), kind, i)
  }
}
