import { DAY_MS } from '../../../engine/calendar/durations.js'
import { DEPTH_LEVELS } from '../../../engine/limits/sockets.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { Prng } from '../../../engine/numbers/prng.js'
import type { DdeDepth, DdeLevel } from '../../../wire/dde/depth.js'

/**
 * The market of the built-in provider. Every currency and asset has one value in US dollars, and a
 * symbol's price is the quotient of two, so crosses always agree with their majors.
 *
 * A value is a slow swing that depends only on the wall time, plus a seeded random walk that is
 * pulled back to it. So prices stay plausible for months and continue near their last values after
 * a restart. Floating point is precise enough for invented prices.
 */
export interface SimulatedAsset {
  readonly usd: number
  /** The standard deviation of one move, as a fraction of the value. */
  readonly step: number
  /** The long-run standard deviation of the walk around the swing. */
  readonly spread: number
  readonly swing: number
}

export interface SimulatedInstrument {
  readonly name: string
  readonly base: string
  readonly quote: string
  readonly digits: number
  readonly spreadPts: number
  readonly lot: number
}

const CURRENCY_LOT = 100_000

const ASSETS: Readonly<Record<string, SimulatedAsset>> = {
  EUR: { usd: 1.162, step: 1.5e-5, spread: 0.003, swing: 0.008 },
  GBP: { usd: 1.318, step: 1.5e-5, spread: 0.003, swing: 0.008 },
  JPY: { usd: 1 / 154.6, step: 1.5e-5, spread: 0.003, swing: 0.008 },
  CHF: { usd: 1 / 0.8035, step: 1.4e-5, spread: 0.003, swing: 0.007 },
  AUD: { usd: 0.6525, step: 1.7e-5, spread: 0.003, swing: 0.009 },
  CAD: { usd: 1 / 1.4025, step: 1.2e-5, spread: 0.003, swing: 0.006 },
  NZD: { usd: 0.5665, step: 1.8e-5, spread: 0.003, swing: 0.009 },
  XAU: { usd: 4_085, step: 3e-5, spread: 0.006, swing: 0.015 },
  US500: { usd: 6_720, step: 2.5e-5, spread: 0.005, swing: 0.012 },
  BTC: { usd: 94_500, step: 6e-5, spread: 0.012, swing: 0.03 },
}

/** The assets with their phases, which keep their swings apart. */
export const SIMULATED_ASSETS: ReadonlyMap<
  string,
  { readonly asset: SimulatedAsset; readonly phase: number }
> = new Map(Object.entries(ASSETS).map(([name, asset], phase) => [name, { asset, phase }]))

export const SIMULATED_INSTRUMENTS: readonly SimulatedInstrument[] = [
  { name: 'EURUSD', base: 'EUR', quote: 'USD', digits: 5, spreadPts: 7, lot: CURRENCY_LOT },
  { name: 'GBPUSD', base: 'GBP', quote: 'USD', digits: 5, spreadPts: 9, lot: CURRENCY_LOT },
  { name: 'USDJPY', base: 'USD', quote: 'JPY', digits: 3, spreadPts: 8, lot: CURRENCY_LOT },
  { name: 'USDCHF', base: 'USD', quote: 'CHF', digits: 5, spreadPts: 10, lot: CURRENCY_LOT },
  { name: 'AUDUSD', base: 'AUD', quote: 'USD', digits: 5, spreadPts: 8, lot: CURRENCY_LOT },
  { name: 'USDCAD', base: 'USD', quote: 'CAD', digits: 5, spreadPts: 11, lot: CURRENCY_LOT },
  { name: 'NZDUSD', base: 'NZD', quote: 'USD', digits: 5, spreadPts: 12, lot: CURRENCY_LOT },
  { name: 'EURGBP', base: 'EUR', quote: 'GBP', digits: 5, spreadPts: 10, lot: CURRENCY_LOT },
  { name: 'EURJPY', base: 'EUR', quote: 'JPY', digits: 3, spreadPts: 14, lot: CURRENCY_LOT },
  { name: 'XAUUSD', base: 'XAU', quote: 'USD', digits: 2, spreadPts: 20, lot: 100 },
  { name: 'US500', base: 'US500', quote: 'USD', digits: 1, spreadPts: 5, lot: 10 },
  { name: 'BTCUSD', base: 'BTC', quote: 'USD', digits: 2, spreadPts: 1_500, lot: 1 },
]

/** The names of the demo symbols, in the order of their quotes. */
export const SIMULATED_SYMBOLS: readonly string[] = SIMULATED_INSTRUMENTS.map(({ name }) => name)

export type TellQuote = (symbol: string, bid: string, ask: string) => void

const LONG_SWING_MS = 9.1 * DAY_MS
const SHORT_SWING_MS = 2.3 * DAY_MS
/** The furthest that a walk goes, in standard deviations. */
const WALK_BOUND = 4

interface Walker {
  readonly asset: SimulatedAsset
  readonly phase: number
  readonly instruments: readonly SimulatedInstrument[]
  walk: number
}

export class SimulatedMarket {
  readonly #prng: Prng
  /**
   * A separate generator, so that the same seed gives the same prices even if someone requests
   * depth.
   */
  readonly #depths: Prng
  readonly #walkers = new Map<string, Walker>()
  readonly #order: readonly Walker[]

  constructor(seed: number) {
    this.#prng = new Prng(seed)
    this.#depths = new Prng(seed + 1)
    for (const [name, { asset, phase }] of SIMULATED_ASSETS) {
      const instruments = SIMULATED_INSTRUMENTS.filter(
        ({ base, quote }) => base === name || quote === name,
      )
      this.#walkers.set(name, { asset, phase, instruments, walk: 0 })
    }
    this.#order = [...this.#walkers.values()]
  }

  /** Moves one asset and calls `tell` for every symbol that is priced by it. */
  move(now: number, tell: TellQuote): void {
    const walker = this.#order[this.#prng.below(this.#order.length)] as Walker
    const { step, spread } = walker.asset
    const pull = pullOf(walker.asset)
    const bound = WALK_BOUND * spread
    const walk = walker.walk * (1 - pull) + step * this.#prng.gauss()
    walker.walk = Math.min(bound, Math.max(-bound, walk))
    for (const instrument of walker.instruments) this.#tell(instrument, now, tell)
  }

  /** The current price of every symbol. */
  snapshot(now: number, tell: TellQuote): void {
    for (const instrument of SIMULATED_INSTRUMENTS) this.#tell(instrument, now, tell)
  }

  /** The lots at the last sent prices of the symbol: more at worse prices. */
  depth(symbol: string, bid: string, ask: string): DdeDepth {
    const instrument = SIMULATED_INSTRUMENTS.find(({ name }) => name === symbol)
    const digits = instrument?.digits ?? 0
    const apart = Math.max(1, Math.round((instrument?.spreadPts ?? 1) / DEPTH_LEVELS))
    const side = (best: string, way: 1 | -1): DdeLevel[] => {
      const levels: DdeLevel[] = []
      let points = Math.round(Number(best) * 10 ** digits)
      for (let level = 1; level <= DEPTH_LEVELS && points > 0; level++) {
        const tenths = level * (5 + this.#depths.below(20))
        levels.push({ price: textFromScaled(points, digits), lots: textFromScaled(tenths, 1) })
        points += way * (apart + this.#depths.below(apart))
      }
      return levels
    }
    return { symbol, bids: side(bid, -1), asks: side(ask, 1) }
  }

  #tell(instrument: SimulatedInstrument, now: number, tell: TellQuote): void {
    const { name, base, quote, digits, spreadPts } = instrument
    const mid = (this.#usd(base, now) / this.#usd(quote, now)) * 10 ** digits
    const spread = spreadPts + this.#prng.below(1 + (spreadPts >> 2))
    const bid = Math.max(1, Math.round(mid - spread / 2))
    tell(name, textFromScaled(bid, digits), textFromScaled(bid + spread, digits))
  }

  #usd(name: string, now: number): number {
    const walker = this.#walkers.get(name)
    if (walker === undefined) return 1
    return usdValue(walker.asset, walker.phase, now, walker.walk)
  }
}

/** The fraction of its walk that a move pulls back. */
export function pullOf({ step, spread }: SimulatedAsset): number {
  return (step * step) / (2 * spread * spread)
}

export function usdValue(asset: SimulatedAsset, phase: number, now: number, walk: number): number {
  const long = Math.sin((2 * Math.PI * now) / LONG_SWING_MS + phase)
  const short = Math.sin((2 * Math.PI * now) / SHORT_SWING_MS + 2 * phase)
  return asset.usd * Math.exp(asset.swing * (0.7 * long + 0.3 * short) + walk)
}
