import type { ShardCore } from '../../actors/shard/core.js'
import type { Account } from '../../engine/account/state.js'
import { isRefusal } from '../../engine/code.js'
import { Prng } from '../../engine/numbers/prng.js'
import { DemoMarket, demoBook } from '../demo-market.js'
import { closeOf, openOf } from '../engine-requests.js'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { memoryShard, trade } from '../memory-shard.js'
import { profileOf } from '../prepared-data.js'

/** The growth of one order's cost with the accounts there are, and with its own account's positions. */
export const orderGrowth: BenchCase = {
  name: 'order-growth',
  goals: ['P11'],
  async run(bench) {
    await growth(bench, {
      what: 'accounts',
      counts: [1_000, bench.size(1_000_000, 2_000)],
      floorOf: (accounts) => new Orders(accounts, accounts, 0),
    })
    await growth(bench, {
      what: "positions of the order's account",
      counts: [1, bench.size(10_000, 50)],
      floorOf: (positions) => new Orders(1_000, 1, positions),
    })
  },
}

interface Growth {
  readonly what: string
  readonly counts: readonly [few: number, many: number]
  floorOf(count: number): Orders
}

async function growth(bench: Bench, { what, counts: [few, many], floorOf }: Growth): Promise<void> {
  const orders = bench.size(100_000, 500)
  const [small, large] = [floorOf(few), floorOf(many)]
  const values = await bench.interleave({
    few: () => small.microsecondsEach(orders),
    many: () => large.microsecondsEach(orders),
  })
  bench.report({
    name: `P11 order with ${numberText(many)} ${what}`,
    unit: 'µs',
    better: 'lower',
    values: values.many,
    limits: [{ name: `with ${numberText(few)}`, values: values.few }],
    judged: 'ratio',
    floor: 2,
    goal: 1.2,
    mix: 'market open and the close of it, accounts in turn at random, 64 a turn',
    notes: 'decided, encoded for the log and applied in a shard; no frames, no disk',
  })
}

const FIRST_LOGIN = 1_000
const BALANCE = 1_000_000_000_000
const PER_TURN = 64

class Orders {
  readonly #core: ShardCore
  readonly #prng = new Prng(23)
  readonly #active: number
  /** The position that an account's next order closes; 0 is none. A list, so that it costs the same for all. */
  readonly #open: Float64Array

  /** The first `active` of the accounts trade, beside `positions` that each of them keeps. */
  constructor(accounts: number, active: number, positions: number) {
    const book = demoBook()
    this.#core = memoryShard(book, new DemoMarket(book))
    this.#active = active
    this.#open = new Float64Array(active)
    for (let i = 0; i < accounts; i++) {
      this.#core.setProfile(profileOf(FIRST_LOGIN + i))
      this.#account(i).balance = BALANCE
    }
    const names = [...book.symbolsByName.keys()]
    for (let i = 0; i < active; i++) {
      for (let n = 0; n < positions; n++) this.#trade(i, names[n % names.length] ?? '')
    }
    // The state after a while: as many orders open as close, however many accounts there are.
    for (let i = 0; i < active; i += 2) this.#open[i] = this.#trade(i, 'EURUSD')
    this.#core.records.commit()
  }

  microsecondsEach(orders: number): number {
    const start = performance.now()
    for (let done = 0; done < orders; done++) {
      if (done % PER_TURN === 0) {
        this.#core.records.commit()
        this.#core.beginTurn()
      }
      this.#order(this.#prng.below(this.#active))
    }
    this.#core.records.commit()
    return ((performance.now() - start) * 1000) / orders
  }

  #order(index: number): void {
    const open = this.#open[index] as number
    if (open === 0) {
      this.#open[index] = this.#trade(index, 'EURUSD')
      return
    }
    trade(this.#core, this.#account(index), closeOf(open))
    this.#open[index] = 0
  }

  /** The id of the position that it opens. */
  #trade(index: number, symbol: string): number {
    const account = this.#account(index)
    const volume = symbol === 'US500' ? 10_000_000 : 1_000_000
    return trade(this.#core, account, openOf(symbol, 1, volume))
  }

  #account(index: number): Account {
    const account = this.#core.account(FIRST_LOGIN + index)
    if (isRefusal(account)) throw new Error(account.message)
    return account
  }
}
