import type { ShardCore } from '../../actors/shard/core.js'
import { answerExposure } from '../../actors/shard/questions/exposures.js'
import type { Book } from '../../engine/book/compiled.js'
import { Prng } from '../../engine/numbers/prng.js'
import {
  type ExposureBy,
  exposureRows,
  summedExposures,
} from '../../http/socket/staff/exposure/exposure-rows.js'
import type { ExposureAnswer } from '../../wire/thread/exposure.js'
import { DemoMarket, DOLLARS, demoBook, EUROS } from '../demo-market.js'
import { numberText } from '../figure.js'
import type { BenchCase } from '../harness.js'
import { heldAccount } from '../held-accounts.js'
import { memoryShard } from '../memory-shard.js'

/** The part of a core that one watched exposure takes, by symbol and by currency each second. */
export const exposure: BenchCase = {
  name: 'exposure',
  goals: ['X1'],
  async run(bench) {
    const floor = new Floor(bench.size(100_000, 200))
    const questions = bench.size(200, 5)
    const { shares, summed } = await bench.interleave({
      shares: () => floor.shareOfCore(questions),
      summed: () => floor.shareOfCoreLookingAtAll(),
    })
    bench.report({
      name: 'X1 a watched exposure',
      unit: '% of a core',
      better: 'lower',
      values: shares,
      limits: [{ name: 'adding up every position', values: summed }],
      judged: 'value',
      floor: 5,
      goal: 1,
      mix: `${numberText(floor.accounts)} accounts with ${POSITIONS_EACH} positions over 12 symbols, a quarter in euros; by symbol and by currency each second, shard and front`,
      notes: `volumes, gains and counts are those of adding up every position; ${floor.loadMs.toFixed(0)} ms to sum all at a start`,
    })
  },
}

const POSITIONS_EACH = 10
const FIRST_LOGIN = 1_000
const ALL = { mask: '*', scope: ['*'], sees_staff: true }
const WAYS: readonly ExposureBy[] = ['symbol', 'currency']

class Floor {
  readonly accounts: number
  readonly loadMs: number
  readonly #book: Book = demoBook()
  readonly #market = new DemoMarket(this.#book)
  readonly #core: ShardCore = memoryShard(this.#book, this.#market)

  constructor(accounts: number) {
    this.accounts = accounts
    const prng = new Prng(5)
    for (let i = 0; i < accounts; i++) {
      const group = i % 4 === 0 ? EUROS : DOLLARS
      const login = FIRST_LOGIN + i
      const { accounts: table } = this.#core
      table.set(heldAccount(login, group, POSITIONS_EACH, this.#book, this.#market, prng))
    }
    const begun = performance.now()
    this.#core.groupExposures.load()
    this.loadMs = performance.now() - begun
  }

  /** Percent of a core when both ways are requested once a second. */
  shareOfCore(questions: number): number {
    this.#checkSums()
    const begun = performance.now()
    for (let i = 0; i < questions; i++) {
      for (const by of WAYS) this.#rows(JSON.parse(JSON.stringify(this.#asked())), by)
    }
    return (performance.now() - begun) / questions / 10
  }

  shareOfCoreLookingAtAll(): number {
    const begun = performance.now()
    this.#addedUp()
    return (performance.now() - begun) / 10
  }

  #asked(): ExposureAnswer {
    const answer = answerExposure(this.#core, ALL)
    if (!answer.ok || !('value' in answer)) throw new Error('the exposure is answered')
    return answer.value as ExposureAnswer
  }

  #rows(answer: ExposureAnswer, by: ExposureBy): void {
    const market = { book: this.#book, prices: this.#market }
    JSON.stringify(exposureRows(market, summedExposures([answer]), by, null))
  }

  #addedUp(): ReadonlyMap<
    number,
    { bought: bigint; sold: bigint; gain: bigint; accounts: number }
  > {
    const sums = new Map<number, { bought: bigint; sold: bigint; gain: bigint; accounts: number }>()
    for (const account of this.#core.accounts.values()) {
      const seen = new Set<number>()
      account.positions.forEach(({ symbolId, side, volume, priceOpen }) => {
        const sum = sums.get(symbolId) ?? { bought: 0n, sold: 0n, gain: 0n, accounts: 0 }
        const quote = this.#market.quote(symbolId)
        if (quote === undefined) throw new Error('a symbol has no price')
        if (side === 1) sum.bought += BigInt(volume)
        else sum.sold += BigInt(volume)
        const price = side === 1 ? quote.bid : quote.ask
        sum.gain += BigInt(side * volume) * BigInt(price - priceOpen)
        if (!seen.has(symbolId)) sum.accounts++
        seen.add(symbolId)
        sums.set(symbolId, sum)
      })
    }
    return sums
  }

  #checkSums(): void {
    const expected = this.#addedUp()
    const { symbols } = this.#asked()
    if (symbols.length !== expected.size) throw new Error('every symbol is summed')
    for (const { id, accounts, bought, sold, market } of symbols) {
      const one = expected.get(id)
      const kept = [accounts, bought, sold, market?.gain].join()
      const added = [one?.accounts, one?.bought, one?.sold, one?.gain].join()
      if (kept !== added) throw new Error(`the sums of symbol ${id} are those of its positions`)
    }
  }
}
