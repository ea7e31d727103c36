import { apply } from '../../engine/account/apply.js'
import { decideTrade } from '../../engine/account/decide/decide.js'
import type { DecisionContext } from '../../engine/account/decision.js'
import { isWaiting } from '../../engine/account/decision.js'
import { Offers } from '../../engine/account/rules/offers.js'
import { type Account, emptyAccount } from '../../engine/account/state.js'
import { isRefusal } from '../../engine/code.js'
import { Prng } from '../../engine/numbers/prng.js'
import { DemoMarket, DOLLARS, demoBook } from '../demo-market.js'
import { RequestMix } from '../engine-requests.js'
import { numberText } from '../figure.js'
import type { BenchCase } from '../harness.js'
import { ORDER_BOOKS_NAME, OrderBooks } from '../limits/order-books.js'
import { profileOf } from '../prepared-data.js'
import { SYMBOLS } from '../server.js'

/**
 * The operations that the engine decides and applies on one core, without frames, log and events.
 */
export const engineOrders: BenchCase = {
  name: 'engine-orders',
  goals: ['P4'],
  async run(bench) {
    const accounts = bench.size(10_000, 100)
    const operations = bench.size(400_000, 2_000)
    const { ours, books } = await bench.interleave({
      books: () => new OrderBooks(SYMBOLS.length, accounts).run(operations),
      ours: () => new Rules(accounts).run(operations),
    })
    bench.report({
      name: 'P4 decide and apply',
      unit: 'operations/s',
      better: 'higher',
      values: ours,
      limits: [{ name: ORDER_BOOKS_NAME, values: books }],
      judged: 'ratio',
      floor: 1,
      goal: 3,
      mix: `open 40 %, close 40 %, change stops 20 %, on ${numberText(accounts)} accounts and 12 symbols`,
      notes:
        'every check on (rights, symbol rules, routing, stops, margin); one core, no log; the books hold as many orders as there are accounts',
    })
  },
}

const FIRST_LOGIN = 1_000
const BALANCE = 1_000_000_000

class Rules {
  readonly #prng = new Prng(17)
  readonly #context: DecisionContext
  readonly #mix: RequestMix
  readonly #accounts: readonly Account[]

  constructor(accounts: number) {
    const book = demoBook()
    const prices = new DemoMarket(book)
    let ids = 1
    const next = (): number => ids++
    const now = prices.quote(1)?.at ?? 0
    const given = { book, prices, now, offers: new Offers() }
    this.#context = { ...given, nextOrderId: next, nextDealId: next }
    this.#mix = new RequestMix(book, prices, this.#prng)
    this.#accounts = Array.from({ length: accounts }, (_, i) => {
      const account = emptyAccount({ ...profileOf(FIRST_LOGIN + i), group: DOLLARS })
      account.balance = BALANCE
      return account
    })
  }

  /** Operations a second. */
  run(operations: number): number {
    const start = performance.now()
    for (let i = 0; i < operations; i++) {
      const account = this.#accounts[this.#prng.below(this.#accounts.length)] as Account
      const decided = decideTrade(this.#context, account, this.#mix.next(account))
      if (isWaiting(decided)) throw new Error('no rule lets a request wait')
      if (isRefusal(decided)) throw new Error(`${decided.code}: ${decided.message}`)
      for (const event of decided) apply(account, event)
    }
    return operations / ((performance.now() - start) / 1000)
  }
}
