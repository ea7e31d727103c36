import { deepStrictEqual, ok } from 'node:assert/strict'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import type { AccountEvent, OrderEvent } from '../../../../engine/account/event.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import {
  bookApart,
  bookFill,
  takesFill,
} from '../../../../engine/account/rules/at-provider/provider-fill.js'
import { isRefusal } from '../../../../engine/code.js'
import { textFromScaled } from '../../../../engine/numbers/decimal.js'
import { HEDGING, NETTING } from '../../../given/book.js'
import { Floor } from '../../../given/floors/floor.js'
import { Provider } from '../../../given/floors/provider.js'
import { recomputed } from '../../../given/records/recomputed.js'

/**
 * Orders at a provider, filled in parts of any size and at any price, some of them late or larger than
 * they were asked for, while the client opens and closes beside them. Beside the ledger's books there is
 * only cash, in decimals: what is bought costs its volume x price, and what is held is worth the market.
 * EURUSD needs no conversion, so balance and floating profit are that cash, but for the rounding of the
 * deals that closed something.
 */
const CONTRACT = 100_000
const step = fc.record({
  what: fc.constantFrom(
    'open',
    'close',
    'fill',
    'fill',
    'fill',
    'late',
    'end',
    'own',
    'trade',
    'by',
  ),
  pick: fc.nat(1_000),
  side: fc.constantFrom<1 | -1>(1, -1),
  centilots: fc.integer({ min: 1, max: 300 }),
  points: fc.integer({ min: 110_000, max: 125_000 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

class Cash {
  readonly floor: Floor
  readonly #provider: Provider
  /** The rest of the deposit after all that was bought and sold, and the lots that it bought. */
  cash = new Decimal(10_000_000)
  net = new Decimal(0)
  readonly #ended: OrderEvent[] = []

  constructor(group: string) {
    this.floor = new Floor().profile({ group })
    this.floor.balance('deposit', '10000000')
    this.#provider = new Provider(this.floor)
  }

  take({ what, pick, side, centilots, points }: Step): void {
    const { orders, positions } = this.floor.account
    const order = [...orders.values()][pick % Math.max(1, orders.size)]
    const position = [...positions.values()][pick % Math.max(1, positions.size)]
    const lots = new Decimal(centilots).div(100)
    const way = side === 1 ? 'buy' : 'sell'
    if (what === 'open') this.#provider.open('EURUSD', way, String(lots))
    else if (what === 'trade') {
      if (this.floor.open('EURUSD', way, String(lots)).ok) this.#paid(side, lots, market(side))
    } else if (what === 'late') this.#late(pick, lots, points)
    else if (what === 'close' && position !== undefined) this.#provider.close(position.id)
    else if (what === 'by' && position !== undefined) this.#closeBy(position)
    else if (what === 'own' && position !== undefined) this.#close(position)
    else if (what === 'end' && order !== undefined) {
      this.#ended.push(this.#provider.end(order.id, 'cancelled'))
    } else if (what === 'fill' && order !== undefined) this.#fill(order, centilots, points)
  }

  #fill(order: OrderEvent, centilots: number, points: number): void {
    const { account } = this.floor
    const volume = Math.min(centilots * 1_000_000, order.volumeCurrent)
    const given = { volume, price: points, executionId: 'E', externalId: '' }
    const book = takesFill(account, order, volume) ? bookFill : bookApart
    const events = book(this.floor.context(), account, order, given)
    if (isRefusal(events)) throw new Error(events.message)
    this.floor.record(events)
    this.#paid(order.side, new Decimal(volume).div(1e8), new Decimal(points).div(1e5))
  }

  #late(pick: number, lots: Decimal, points: number): void {
    const order = this.#ended[pick % Math.max(1, this.#ended.length)]
    if (order === undefined) return
    this.#provider.apart(order, String(lots), textFromScaled(points, 5))
    this.#paid(order.side, lots, new Decimal(points).div(1e5))
  }

  #close({ id, side, volume }: Position): void {
    const other = side === 1 ? -1 : 1
    if (this.floor.close(id).ok) this.#paid(other, new Decimal(volume).div(1e8), market(other))
  }

  /** Nothing is traded. */
  #closeBy({ id, side }: Position): void {
    const others = [...this.floor.account.positions.values()]
    const other = others.find((one) => one.side !== side)
    if (other !== undefined) this.floor.closeBy(id, other.id)
  }

  #paid(side: 1 | -1, lots: Decimal, price: Decimal): void {
    this.cash = this.cash.minus(lots.times(side).times(price).times(CONTRACT))
    this.net = this.net.plus(lots.times(side))
  }

  check(): void {
    this.floor.settle()
    const { account, records } = this.floor
    deepStrictEqual(recomputed(account, records), [], 'it is found again from its history')
    let held = new Decimal(0)
    let value = new Decimal(account.balance).div(100)
    for (const { side, volume, priceOpen, openRest } of account.positions.values()) {
      const paid = new Decimal(priceOpen).times(volume).plus(openRest).div(1e13)
      held = held.plus(new Decimal(volume).div(1e8).times(side))
      value = value.minus(paid.times(side).times(CONTRACT))
    }
    ok(held.equals(this.net), `${held} lots are held, ${this.net} were traded`)
    const closings = records.flatMap(({ events }) => events).filter(isClosing).length
    const off = value.minus(this.cash).abs()
    ok(off.lte(new Decimal(closings).times('0.0051')), `${off} over ${closings} deals`)
  }
}

for (const group of [HEDGING, NETTING]) {
  t.test(`whatever a provider fills, the money is what was paid (${group})`, (t) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const run = new Cash(group)
        for (const one of steps) run.take(one)
        run.check()
      }),
      { numRuns: 150 },
    )
    t.end()
  })
}

/** The market of a given floor. */
function market(side: 1 | -1): Decimal {
  return new Decimal(side === 1 ? '1.1701' : '1.17')
}

function isClosing(event: AccountEvent): boolean {
  return event.type === 'deal' && event.entry !== 'in' && event.entry !== 'balance'
}
