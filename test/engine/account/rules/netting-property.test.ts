import { equal, ok } from 'node:assert/strict'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import type { DealEvent } from '../../../../engine/account/event.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import { moneyOf } from '../../../../engine/account/money/money.js'
import { positionValue } from '../../../../engine/account/money/position-value.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../../engine/numbers/decimal.js'
import { RATE_DIGITS } from '../../../../engine/units.js'
import { NETTING, symbolIn } from '../../../given/book.js'
import { Floor } from '../../../given/floors/floor.js'
import { CASES, type RandomSymbol, randomSymbols } from '../../arbitraries.js'
import { type Fraction, fraction, over, plus, rawProfit, roundedTo, times } from '../../oracle.js'

/**
 * A netting account beside a model of it in exact fractions, which knows fills alone: their side, lots
 * and price. With U a unit of volume (1e-8 lot) at one point, and over any fills:
 *
 *   1. A deal's profit is the exact profit of what it closed at the exact average, rounded once, but
 *      for the half U by which each part that was closed before may have taken the rest with it.
 *   2. To that half U for each part closed, the position is worth what its fills paid.
 *   3. Where profits need no conversion, the profits so far and what the open position has paid are the
 *      cash of all fills, but for half a minor unit for each deal that closed something. Nothing else
 *      is lost, whatever happened between.
 */
class Model {
  /** Lots, below zero when short. */
  net = fraction(0)
  /** Lots x price of what is held. */
  paid = fraction(0)
  rate = fraction(0)
  /** Lots x price of all fills, what was bought above zero. */
  cash = fraction(0)
  /** Deals that closed something, and those of them that closed a part. */
  closings = 0
  parts = 0
  additions = 0

  get side(): number {
    return sign(this.net)
  }

  /** Answers the exact (close - average) x lots of what was closed. */
  fill(lots: Fraction, price: Fraction, rate: Fraction): Fraction {
    this.cash = plus(this.cash, times(lots, price))
    if (this.side * sign(lots) >= 0) {
      const [before, after] = [this.net, plus(this.net, lots)]
      this.rate = over(plus(times(before, this.rate), times(lots, rate)), after)
      this.net = after
      this.paid = plus(this.paid, times(lots, price))
      this.additions++
      return fraction(0)
    }
    this.closings++
    const left = plus(this.net, lots)
    const isAll = sign(left) !== this.side
    const closed = isAll ? this.net : minus(fraction(0), lots)
    const average = over(this.paid, this.net)
    const move = times(closed, minus(price, average))
    this.net = left
    if (!isAll) {
      this.paid = times(left, average)
      this.parts++
      return move
    }
    Object.assign(this, { paid: times(left, price), rate, parts: 0, additions: 1 })
    return move
  }
}

function sign({ top, bottom }: Fraction): number {
  return top.isZero() ? 0 : top.s * bottom.s
}

function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, times(b, fraction(-1)))
}

function isWithin(value: Fraction, bound: Fraction): boolean {
  return sign(minus(bound, sign(value) < 0 ? minus(fraction(0), value) : value)) >= 0
}

interface Step {
  readonly way: 'buy' | 'sell' | 'close part' | 'close'
  readonly hundredths: number
  readonly bid: number
  readonly spread: number
}

const steps: fc.Arbitrary<Step> = fc.record({
  way: fc.constantFrom<Step['way']>('buy', 'sell', 'buy', 'sell', 'close part', 'close'),
  hundredths: fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom(100, 200, 300)),
  bid: fc.oneof(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: 99_990, max: 100_000 }),
  ),
  spread: fc.nat(20),
})

class Case {
  readonly floor: Floor
  readonly model = new Model()
  readonly #symbol: SymbolRecord
  readonly #digits: number
  /** The worth of one whole unit of price in a lot. */
  readonly #perLot: Fraction
  #profit = 0

  constructor({ change, currencyDigits }: RandomSymbol, profit_currency: string) {
    const free = ['buy', 'sell'].map((kind) => ({ kind, initial: '0', maintenance: '0' }))
    const terms = { margin_rates: free as SymbolRecord['margin_rates'], volume_max: '1000000' }
    const given = { ...change, ...terms, margin_currency: 'BBB', profit_currency }
    const pairs = {
      AAAUSD: { base_currency: 'AAA', margin_currency: 'AAA' },
      BBBUSD: { base_currency: 'BBB', margin_currency: 'BBB' },
    }
    const groups = { [NETTING]: { currency_digits: Math.min(3, currencyDigits) } }
    const floor = new Floor({ symbols: { EURUSD: given, ...pairs }, groups }, {})
    this.floor = floor.profile({ group: NETTING })
    this.#symbol = symbolIn(this.floor.book, 'EURUSD').record
    this.#digits = Math.min(3, currencyDigits)
    this.#perLot = rawProfit(this.#symbol, 1, '0', '1', '1')
  }

  get #held(): Position | undefined {
    return [...this.floor.account.positions.values()][0]
  }

  take({ way, hundredths, bid, spread }: Step, index: number): void {
    const { floor } = this
    const text = (pts: number) => textFromScaled(pts, this.#symbol.digits)
    floor.prices.set('EURUSD', text(bid), text(bid + spread))
    floor.prices.set('AAAUSD', `1.${10_000 + 7 * index}`, `1.${10_003 + 7 * index}`)
    floor.prices.set('BBBUSD', `0.${50_000 + 11 * index}`, `0.${50_001 + 13 * index}`)
    const before = this.#held
    const lots = trimmedTextFromScaled(hundredths, 2)
    const done =
      way === 'buy' || way === 'sell'
        ? floor.open('EURUSD', way, lots)
        : floor.close(before?.id ?? 0, way === 'close' ? undefined : lots)
    if (!done.ok) {
      const isExpected = way.startsWith('close') && (before === undefined || way === 'close part')
      ok(isExpected, `${way}: ${done.code} ${done.message}`)
      return
    }
    const deal = done.events.find((event): event is DealEvent => event.type === 'deal')
    ok(deal !== undefined)
    this.#checkDeal(deal, before)
    this.#checkHeld()
  }

  #checkDeal(deal: DealEvent, before: Position | undefined): void {
    const { model } = this
    const lots = fraction(new Decimal(deal.volume).mul(deal.side), 100_000_000)
    const rate = this.#held?.rateMargin ?? 0n
    const isNew = deal.entry === 'inout' || model.side === 0
    const added = isNew ? rate : this.#rateOf(deal.side)
    const { parts } = model
    const priced = fraction(textFromScaled(deal.price, this.#symbol.digits))
    const move = model.fill(lots, priced, fraction(String(added)))
    const closes = deal.entry === 'in' ? 'in' : deal.entry
    if (closes === 'in') {
      equal(deal.profit, 0)
      return
    }
    ok(before !== undefined)
    this.#profit += deal.profit
    const conversion = fraction(trimmedTextFromScaled(deal.rateProfit, RATE_DIGITS))
    const minor = times(this.#perLot, conversion, fraction(10 ** this.#digits))
    const off = minus(fraction(deal.profit), times(move, minor))
    const halves = times(minor, this.#unit, fraction(parts + 1, 2))
    ok(isWithin(off, plus(fraction(1, 2), halves)), '1: the exact profit, rounded once')
    // And to the last digit by the position as it stood: price, rest and the rest's share.
    const volume = deal.entry === 'inout' ? deal.volumeClosed : deal.volume
    const share = new Decimal(before.openRest).mul(volume).div(before.volume)
    const rest = volume === before.volume ? before.openRest : share.toDecimalPlaces(0, HALF_UP)
    const points = new Decimal(deal.price - before.priceOpen).mul(volume).sub(rest)
    const exact = times(fraction(points.mul(before.side)), this.#unit, this.#perLot, conversion)
    equal(deal.profit, roundedTo(exact, this.#digits))
  }

  #checkHeld(): void {
    const { floor, model } = this
    const held = this.#held
    equal(held?.side ?? 0, model.side)
    const volume = fraction(new Decimal(held?.volume ?? 0).mul(held?.side ?? 0), 100_000_000)
    equal(sign(minus(volume, model.net)), 0)
    const basis = held === undefined ? fraction(0) : this.#basis(held)
    const halves = fraction(model.parts + 1, 2)
    ok(isWithin(minus(basis, model.paid), times(this.#unit, halves)), '2: worth what was paid')
    if (this.#symbol.profit_currency === 'USD') {
      const flow = times(minus(basis, model.cash), this.#perLot, fraction(10 ** this.#digits))
      const off = minus(fraction(this.#profit), flow)
      ok(isWithin(off, fraction(model.closings, 2)), '3: profits are the cash of the fills')
    }
    if (held === undefined) return
    ok(Math.abs(held.openRest) <= held.volume / 2)
    const rateOff = minus(fraction(String(held.rateMargin)), model.rate)
    ok(isWithin(rateOff, fraction(model.additions, 2)), 'the margin rate is the average')
    const value = positionValue(floor.account, held, floor.book, floor.prices)
    equal(moneyOf(floor.account, floor.book, floor.prices).profit, value.profit)
  }

  /** Lots x price of what the position was opened for, as it says itself. */
  #basis({ side, volume, priceOpen, openRest }: Position): Fraction {
    const points = new Decimal(volume).mul(priceOpen).add(openRest)
    return times(fraction(points.mul(side)), this.#unit)
  }

  /** 1e-8 lot at a point. */
  get #unit(): Fraction {
    return fraction(1, new Decimal(10).pow(8 + this.#symbol.digits))
  }

  #rateOf(side: number): bigint {
    const { book, prices } = this.floor
    const quote = prices.quote(symbolIn(book, 'BBBUSD').id)
    ok(quote !== undefined)
    return BigInt(side === 1 ? quote.ask : quote.bid) * 10_000_000n
  }
}

const HALF_UP = Decimal.ROUND_HALF_UP

t.test('whatever the fills, no money comes or goes but what they moved', async () => {
  const cases = fc.tuple(
    randomSymbols,
    fc.constantFrom('USD', 'USD', 'AAA'),
    fc.array(steps, { minLength: 2, maxLength: 24 }),
  )
  fc.assert(
    fc.property(cases, ([random, currency, taken]) => {
      const one = new Case(random, currency)
      for (const [index, step] of taken.entries()) one.take(step, index)
      one.take({ way: 'close', hundredths: 1, bid: 50_000, spread: 3 }, taken.length)
      equal(one.floor.account.positions.size, 0)
      one.floor.settle()
    }),
    { numRuns: CASES / 10 },
  )
})
