import t from 'tap'
import { type PendingLegs, withPending } from '../../../../engine/account/holdings/pending-legs.js'
import type { Exposure } from '../../../../engine/account/holdings/position.js'
import { nettingCharges, type OpeningOrder } from '../../../../engine/account/money/margin-parts.js'
import type { PendingKind } from '../../../../engine/book/symbol-factors.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { givenBook, symbolIn } from '../../../given/book.js'

const LOT = 100_000_000
const PRICE = 120_000
const symbol = symbolIn(givenBook(), 'EURUSD')
/** Orders cost twice what positions cost. */
const DEARER = { margin_initial: '1000', margin_maintenance: '500' }
const dearer = symbolIn(givenBook({ symbols: { EURUSD: DEARER } }), 'EURUSD')

/** What is held of the symbol, in lots: below zero it was sold. */
function holding(lots: number): Exposure | undefined {
  if (lots === 0) return undefined
  const volume = Math.abs(lots) * LOT
  const [value, rate] = [BigInt(volume) * BigInt(PRICE), BigInt(volume) * RATE_ONE]
  const none = {
    buyVolume: 0,
    buyValue: 0n,
    buyRate: 0n,
    sellVolume: 0,
    sellValue: 0n,
    sellRate: 0n,
  }
  const legs =
    lots > 0
      ? { ...none, buyVolume: volume, buyValue: value, buyRate: rate }
      : { ...none, sellVolume: volume, sellValue: value, sellRate: rate }
  return { symbolId: symbol.id, count: 1, swap: 0, ...legs }
}

type Pending = readonly [kind: PendingKind, lots: number]

/** The lots that are charged and their side, open ones with `held` before them. */
function charged(lots: number, pending: readonly Pending[], opening = 0, of = symbol): string {
  let legs: PendingLegs = []
  for (const [kind, size] of pending) {
    legs = withPending(legs, { kind, volume: size * LOT, price: PRICE, rateMargin: RATE_ONE })
  }
  const order: OpeningOrder | undefined =
    opening === 0
      ? undefined
      : {
          symbol: of,
          side: opening > 0 ? 1 : -1,
          volume: Math.abs(opening) * LOT,
          price: PRICE,
          rateMargin: RATE_ONE,
        }
  const charges = nettingCharges(of, holding(lots), legs, order, 100)
  return charges
    .filter((charge) => charge !== undefined)
    .map(({ factor: { isInitial, side }, volume }) => {
      return `${isInitial ? 'new' : 'held'} ${(side * volume) / LOT}`
    })
    .join(', ')
}

t.test(
  'of two sides that cost the same the one of the position is charged, without one buys',
  (t) => {
    t.equal(
      charged(0, [
        ['buy_limit', 1],
        ['sell_limit', 1],
      ]),
      'new 1',
    )
    t.equal(
      charged(1, [
        ['buy_limit', 1],
        ['sell_limit', 2],
      ]),
      'held 1, new 1',
    )
    t.equal(
      charged(-1, [
        ['sell_limit', 1],
        ['buy_limit', 2],
      ]),
      'held -1, new -1',
    )
    t.equal(charged(-1, [['sell_limit', 1]], 2), 'held -1, new -1')
    t.equal(charged(-1, [['buy_limit', 2]], -1), 'held -1, new -1')
    t.end()
  },
)

t.test('the larger side is charged, and nothing that stands against no more than is held', (t) => {
  t.equal(charged(0, []), '')
  t.equal(charged(0, [], -2), 'new -2')
  t.equal(
    charged(0, [
      ['buy_limit', 1],
      ['sell_limit', 2],
    ]),
    'new -2',
  )
  t.equal(charged(2, [['sell_limit', 2]]), 'held 2')
  t.equal(charged(2, [['sell_limit', 3]]), 'new -3')
  t.equal(
    charged(-2, [
      ['buy', 1],
      ['buy_limit', 1],
    ]),
    'held -2',
  )
  t.equal(
    charged(-2, [
      ['buy', 1],
      ['buy_limit', 2],
    ]),
    'new 1, new 2',
  )
  t.equal(charged(-2, [['buy_limit', 2]], 1), 'new 2, new 1')
  t.end()
})

t.test('stops are charged beside the larger side, whichever side they are of', (t) => {
  t.equal(
    charged(2, [
      ['sell_stop', 5],
      ['buy_stop', 1],
    ]),
    'held 2, new -5, new 1',
  )
  t.equal(
    charged(2, [
      ['sell_limit', 3],
      ['sell_stop', 1],
    ]),
    'new -3, new -1',
  )
  t.equal(
    charged(0, [
      ['buy_stop_limit', 1],
      ['sell_stop_limit', 2],
    ]),
    'new 1, new -2',
  )
  t.end()
})

t.test('orders that cost more stand against a position once their volume exceeds it', (t) => {
  t.equal(charged(2, [['sell_limit', 2]], 0, dearer), 'held 2')
  t.equal(charged(2, [['sell_limit', 3]], 0, dearer), 'new -3')
  t.equal(charged(-2, [['buy_limit', 1]], 1, dearer), 'held -2')
  t.equal(charged(-2, [['buy_limit', 2]], 1, dearer), 'new 2, new 1')
  t.end()
})
