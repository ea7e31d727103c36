import { holdPosition } from '../../engine/account/holdings/hold-position.js'
import type { Position } from '../../engine/account/holdings/position.js'
import { type Account, type AccountProfile, emptyAccount } from '../../engine/account/state.js'
import type { Book } from '../../engine/book/compiled.js'
import { bigScaledFromText, minorFromText, volumeFromText } from '../../engine/numbers/decimal.js'
import { RATE_DIGITS, RATE_ONE, type Rate, type Side } from '../../engine/units.js'
import { HEDGING, symbolIn } from './book.js'
import { PLAIN_POSITION } from './plain.js'
import { points, QUOTED_AT } from './prices.js'

/** Money as text in a currency of two digits. */
export interface GivenAccount extends Partial<AccountProfile> {
  readonly balance?: string
  readonly credit?: string
  readonly positions?: readonly GivenPosition[]
}

export interface GivenPosition {
  /** The next number from 1 when not given. */
  readonly id?: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
  readonly open: string
  /** Margin currency to deposit currency; 1 when not given. */
  readonly rate?: string
  readonly swap?: string
}

export const LOGIN = 1001

/** What is set of an account that may do everything: of the hedging group, with the group's leverage. */
export function givenProfile(over: Partial<AccountProfile> = {}): AccountProfile {
  return {
    login: LOGIN,
    group: HEDGING,
    leverage: 0,
    enabled: true,
    trading_enabled: true,
    limit_positions: 0,
    limit_orders: 0,
    archived: false,
    ...over,
  }
}

/** An enabled account of the hedging group with the group's leverage, 10,000.00 unless given. */
export function givenAccount(book: Book, given: GivenAccount = {}): Account {
  const { balance = '10000', credit = '0', positions = [], ...profile } = given
  const account = emptyAccount(givenProfile(profile))
  account.balance = minorFromText(balance, 2)
  account.credit = minorFromText(credit, 2)
  for (const position of positions) givenPosition(book, account, position)
  return account
}

/** Opens a position in memory, as if its events had been applied. */
export function givenPosition(book: Book, account: Account, given: GivenPosition): Position {
  const symbol = symbolIn(book, given.symbol)
  const position: Position = {
    id: given.id ?? account.positions.size + 1,
    symbolId: symbol.id,
    side: sideOf(given.side),
    volume: volumeFromText(given.volume),
    priceOpen: points(given.open, symbol.digits),
    rateMargin: given.rate === undefined ? RATE_ONE : rateOf(given.rate),
    swap: minorFromText(given.swap ?? '0', 2),
    openedAt: QUOTED_AT,
    reason: 'client',
    comment: '',
    version: 1,
    ...PLAIN_POSITION,
  }
  holdPosition(account, position)
  return position
}

export function sideOf(side: 'buy' | 'sell'): Side {
  return side === 'buy' ? 1 : -1
}

export function rateOf(text: string): Rate {
  const rate = bigScaledFromText(text, RATE_DIGITS)
  if (rate === undefined) throw new Error(`${text} is not a rate of ${RATE_DIGITS} digits`)
  return rate
}
