import fc from 'fast-check'
import { holdPosition } from '../../engine/account/holdings/hold-position.js'
import type { Position } from '../../engine/account/holdings/position.js'
import type { Account } from '../../engine/account/state.js'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { NO_RECORDS } from '../../engine/config/book-records.js'
import type { CalcMode, SymbolRecord } from '../../engine/config/records/symbol.js'
import { textFromScaled, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { RATE_DIGITS } from '../../engine/units.js'
import { givenAccount } from '../given/account.js'
import { EURUSD, HEDGING_GROUP } from '../given/book.js'
import { PLAIN_POSITION } from '../given/plain.js'
import type { OraclePosition } from './oracle.js'

/** Random settings and positions: round figures, where results fall on halves, and odd ones. */

/** Cases per property: `MONEY_CASES=100000 node dist/test/engine/account/money/margin.test.js` for a long run. */
export const CASES = Number(process.env['MONEY_CASES'] ?? 2_000)

const MODES: readonly CalcMode[] = [
  'forex',
  'forex_no_leverage',
  'cfd',
  'cfd_leverage',
  'cfd_index',
  'futures',
]

const sizes = fc.oneof(
  fc.constantFrom('100000', '1', '100', '0.1', '50'),
  fc.integer({ min: 1, max: 1_000_000_000 }).map((n) => trimmedTextFromScaled(n, 4)),
)
const maybeMoney = fc.oneof(
  { weight: 3, arbitrary: fc.constant('0') },
  fc.constantFrom('1000', '500', '0.5'),
  fc.integer({ min: 1, max: 10_000_000 }).map((n) => trimmedTextFromScaled(n, 3)),
)
const maybeTick = fc.constantFrom('0', '0.01', '0.25', '1', '12.5', '0.03')
const multiplier = fc.constantFrom('0', '1', '1.15', '0.5', '2', '0.33333333')

export interface RandomSymbol {
  readonly change: Partial<SymbolRecord>
  readonly currencyDigits: number
  readonly leverage: number
}

export const randomSymbols: fc.Arbitrary<RandomSymbol> = fc
  .tuple(
    fc.constantFrom(...MODES),
    fc.integer({ min: 0, max: 10 }),
    sizes,
    fc.tuple(maybeTick, maybeTick),
    fc.tuple(maybeMoney, maybeMoney, maybeMoney),
    fc.tuple(multiplier, multiplier, multiplier, multiplier),
    fc.constantFrom(0, 2, 2, 2, 3, 8),
    fc.constantFrom(1, 3, 30, 50, 100, 500, 777),
  )
  .map(([mode, digits, size, tick, money, rates, currencyDigits, leverage]) => ({
    currencyDigits,
    leverage,
    change: {
      calc_mode: mode,
      digits,
      contract_size: size,
      tick_value: tick[0],
      tick_size: tick[1],
      margin_initial: money[0],
      margin_maintenance: money[1],
      margin_hedged: money[2],
      margin_rates: [
        { kind: 'buy', initial: rates[0], maintenance: rates[1] },
        { kind: 'sell', initial: rates[2], maintenance: rates[3] },
      ],
    },
  }))

/** EURUSD so changed, and nothing else that a case would have to wait for. */
export function randomBook(random: RandomSymbol, ...others: SymbolRecord[]): Book {
  return compileBook({
    ...NO_RECORDS,
    version: 1,
    ...PLAIN_POSITION,
    symbols: [{ ...EURUSD, ...random.change }, ...others],
    groups: [{ ...HEDGING_GROUP, currency_digits: random.currencyDigits }],
  })
}

export interface RandomPosition {
  readonly side: 1 | -1
  readonly volume: number
  readonly price: number
  readonly rate: bigint
  readonly swap: number
}

const volumes = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths * 1_000_000),
  fc.integer({ min: 1, max: 1_000_000_000 }),
)
export const randomRates: fc.Arbitrary<bigint> = fc.oneof(
  fc.constantFrom(1_000_000_000_000n, 1_250_000_000_000n, 500_000_000_000n),
  fc.bigInt({ min: 1n, max: 200_000_000_000_000n }),
)
/** Oil has been below zero. */
export const randomPricePts: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 500_000 }) },
  fc.integer({ min: -500_000, max: 500_000 }),
  fc.integer({ min: 1, max: 100_000_000 }),
)
export const randomPositions: fc.Arbitrary<RandomPosition> = fc
  .tuple(
    fc.constantFrom<1 | -1>(1, -1),
    volumes,
    randomPricePts,
    randomRates,
    fc.integer({ min: -9_999, max: 9_999 }),
  )
  .map(([side, volume, price, rate, swap]) => ({ side, volume, price, rate, swap }))

export function oraclePosition(position: RandomPosition, digits: number): OraclePosition {
  return {
    side: position.side,
    volume: textFromScaled(position.volume, 8),
    open: textFromScaled(position.price, digits),
    rate: trimmedTextFromScaled(position.rate, RATE_DIGITS),
  }
}

export function positionOf(random: RandomPosition, id: number, symbolId: number): Position {
  return {
    id,
    symbolId,
    side: random.side,
    volume: random.volume,
    priceOpen: random.price,
    rateMargin: random.rate,
    swap: random.swap,
    openedAt: 0,
    reason: 'client',
    comment: '',
    version: 1,
    ...PLAIN_POSITION,
  }
}

/** An account that holds the positions, of the first symbol unless told. */
export function accountHolding(
  book: Book,
  positions: readonly RandomPosition[],
  leverage: number,
  symbolId = 1,
): Account {
  const account = givenAccount(book, { leverage })
  for (const [index, random] of positions.entries()) {
    const position = positionOf(random, index + 1, symbolId)
    holdPosition(account, position)
  }
  return account
}
