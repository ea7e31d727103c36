import { moneyOf } from '../../engine/account/money/money.js'
import type { Account } from '../../engine/account/state.js'
import type { Book } from '../../engine/book/compiled.js'
import { MarginWatch } from '../../engine/margin-watch/margin-watch.js'
import { Prng } from '../../engine/numbers/prng.js'
import { DemoMarket, DOLLARS, demoBook, EUROS, type Tick } from '../demo-market.js'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { fund, heldAccount } from '../held-accounts.js'
import { Histogram } from '../histogram.js'

/**
 * The part of a core that the margin levels of all accounts take: every tick is processed, and due
 * accounts are judged at once, as in a shard with one tick per turn.
 */
export const marginWatch: BenchCase = {
  name: 'margin-watch',
  goals: ['P6'],
  async run(bench) {
    const accounts = bench.size(100_000, 200)
    const ticks = bench.size(20_000, 500)
    const floor = new Floor(accounts)
    const latency = new Histogram()
    const first = floor.watchAll()
    const { shares, looks } = await bench.interleave({
      shares: () => floor.shareOfCore(ticks, latency),
      looks: () => floor.shareOfCoreLookingAtAll(bench.size(20, 5)),
    })
    report(bench, floor, { shares, looks, latency })
    bench.report({
      name: 'first look at an account',
      unit: 'µs',
      better: 'lower',
      values: [first],
      mix: `${POSITIONS_EACH} positions over 12 symbols`,
    })
    bench.report({
      name: 'memory of the edges of a position',
      unit: 'bytes',
      better: 'lower',
      values: [floor.bytesPerPosition],
      mix: `${POSITIONS_EACH} positions over 12 symbols on each account`,
    })
  },
}

const POSITIONS_EACH = 10
const TICKS_PER_SEC = 1_000
const FIRST_LOGIN = 1_000

interface WatchMeasure {
  readonly shares: number[]
  readonly looks: number[]
  readonly latency: Histogram
}

function report(bench: Bench, floor: Floor, { shares, looks, latency }: WatchMeasure): void {
  bench.report({
    name: 'P6 margin watch',
    unit: '% of a core',
    better: 'lower',
    values: shares,
    limits: [{ name: 'looking at every account that holds the symbol', values: looks }],
    judged: 'value',
    floor: 60,
    goal: 15,
    latency: latency.summary(),
    mix: `${numberText(floor.accounts.length * POSITIONS_EACH)} positions on ${numberText(floor.accounts.length)} accounts, ${numberText(TICKS_PER_SEC)} ticks/s over 12 symbols; ${MIX}`,
    notes: `${floor.judgedPerTick.toFixed(1)} accounts judged a tick, ${floor.changes} changes of standing; latencies are of ticks`,
  })
}

const MIX =
  'margin levels 100 to 3,000 % (even in the logarithm), 1 % of accounts in margin call, a quarter in euros'

class Floor {
  readonly accounts: readonly Account[]
  changes = 0
  readonly #book: Book = demoBook()
  readonly #market = new DemoMarket(this.#book)
  readonly #watch = new MarginWatch(this.#book, this.#market)
  readonly #prng = new Prng(3)
  #ticks = 0
  #judgedAtFirst = 0

  constructor(accounts: number) {
    this.accounts = Array.from({ length: accounts }, (_, i) => {
      const group = i % 4 === 0 ? EUROS : DOLLARS
      const login = FIRST_LOGIN + i
      const account = heldAccount(
        login,
        group,
        POSITIONS_EACH,
        this.#book,
        this.#market,
        this.#prng,
      )
      this.#fund(account)
      return account
    })
  }

  get judgedPerTick(): number {
    return (this.#watch.judged - this.#judgedAtFirst) / this.#ticks
  }

  get bytesPerPosition(): number {
    return this.#watch.bytes / this.accounts.length / POSITIONS_EACH
  }

  /** Microseconds an account. */
  watchAll(): number {
    const start = performance.now()
    for (const account of this.accounts) this.#watch.update(account)
    for (const _ of this.#watch.due()) this.changes++
    this.#judgedAtFirst = this.#watch.judged
    this.changes = 0
    return ((performance.now() - start) * 1000) / this.accounts.length
  }

  shareOfCore(count: number, latency: Histogram): number {
    const ticks = this.#market.ticks(count, TICKS_PER_SEC)
    let busy = 0
    for (const tick of ticks) {
      this.#market.show(tick)
      const stopped: Account[] = []
      const start = performance.now()
      this.#watch.tick(tick.symbolId)
      for (const { account, standing } of this.#watch.due()) {
        this.changes++
        if (standing === 'stop_out') stopped.push(account)
      }
      const took = performance.now() - start
      busy += took
      latency.record(took)
      // A stopped account makes room for another one like it: the floor stays as it is.
      for (const account of stopped) {
        this.#fund(account)
        this.#watch.update(account)
      }
    }
    this.#ticks += count
    return share(busy, count)
  }

  /** The same by looking at every account that holds the symbol. */
  shareOfCoreLookingAtAll(count: number): number {
    const ticks: readonly Tick[] = this.#market.ticks(count, TICKS_PER_SEC)
    const start = performance.now()
    for (const { symbolId } of ticks) {
      for (const account of this.accounts) {
        if (account.exposures.has(symbolId)) moneyOf(account, this.#book, this.#market)
      }
    }
    return share(performance.now() - start, count)
  }

  #fund(account: Account): void {
    const isCalled = this.#prng.below(100) === 0
    const level = isCalled ? 0.5 + this.#prng.unit() / 2 : 30 ** this.#prng.unit()
    fund(account, level, this.#book, this.#market)
  }
}

/** Percent of a core at the rate that the ticks would come. */
function share(busyMs: number, ticks: number): number {
  return (100 * busyMs * TICKS_PER_SEC) / (1000 * ticks)
}
