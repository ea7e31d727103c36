import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { foundRate } from '../../book/conversion.js'
import { factorsOf } from '../../book/symbol-factors.js'
import { type Refusal, refuseWith } from '../../code.js'
import { MONEY_MAX, PRICE_FACTOR_MAX, SWAP_MAX } from '../../limits/trading.js'
import { textFromScaled, trimmedTextFromScaled } from '../../numbers/decimal.js'
import { approximatePowerOfTen } from '../../numbers/rounding.js'
import { because, say } from '../../reasons/reasons.js'
import {
  type Minor,
  type PricePts,
  RATE_ONE,
  VOLUME_DIGITS,
  type VolumeUnits,
} from '../../units.js'
import type { DecisionContext } from '../decision.js'
import type { AccountEvent } from '../event.js'
import { volumeNumbers } from '../rules/refused-numbers.js'
import type { Account } from '../state.js'

/**
 * Bounds that keep every figure of an account exact, far below 2^53 minor units, whatever is
 * requested.
 *
 *   B1. Balance, credit and due commissions are at most `MONEY_MAX` together. An operation that
 *       would exceed it is refused; one that reduces the sum is not.
 *   B2. An account's holding of a symbol is worth at most `MONEY_MAX` when something is added or
 *       its price is set. If prices then move far, floating profit counts as at most
 *       `FLOATING_MAX`.
 *   B3. Absolute swaps that are not in the balance yet sum to at most `SWAP_MAX`; a night adds only
 *       what fits.
 *   B4. A market price that a person enters is within a factor `PRICE_FACTOR_MAX` of the market.
 */
type Held = Pick<Account, 'balance' | 'credit' | 'commissionDue'>

/** Checks B1. Undefined if the account may have the money that the events' deals give it. */
export function checkMoney(account: Held, events: readonly AccountEvent[]): Refusal | undefined {
  let { balance, credit, commissionDue } = account
  for (const event of events) {
    if (event.type !== 'deal') continue
    balance += event.profit + event.swap + event.commission + event.fee
    credit += event.credit
    commissionDue += event.commissionDue
  }
  if (mayHold(account, { balance, credit, commissionDue })) return undefined
  return because('trade.rejected.too_much_money')
}

/** True if rule B1 allows the change. */
export function mayHold(before: Held, after: Held): boolean {
  const size = sizeOf(after.balance, after.credit, after.commissionDue)
  return size <= MONEY_MAX || size <= sizeOf(before.balance, before.credit, before.commissionDue)
}

function sizeOf(balance: Minor, credit: Minor, commissionDue: Minor): number {
  return Math.abs(balance) + Math.abs(credit) + Math.abs(commissionDue)
}

/**
 * Checks B2 for an additional volume of a symbol at a price, together with what the account holds
 * of it.
 */
export function checkWorth(
  context: Pick<DecisionContext, 'book' | 'prices'>,
  account: Pick<Account, 'exposures'>,
  group: GroupSpec,
  symbol: SymbolSpec,
  volume: VolumeUnits,
  price: PricePts,
): Refusal | undefined {
  const { exposures } = account
  const held = exposures.volumeOf(symbol.id, 1) + exposures.volumeOf(symbol.id, -1)
  const worth = worthOf(context, group, symbol, held + volume, price)
  if (worth <= MONEY_MAX) return undefined
  const most = textFromScaled(MONEY_MAX, group.currencyDigits)
  const lots = trimmedTextFromScaled(held + volume, VOLUME_DIGITS)
  const mostHeld = (held + volume) * (MONEY_MAX / worth)
  return refuseWith(
    volumeNumbers(symbol, volume, Math.floor(mostHeld) - held),
    'trade.limit_volume',
    say('trade.limit_volume.worth', {
      volume: lots,
      symbol: symbol.name,
      max: most,
      currency: group.currency,
    }),
  )
}

const RATE_SCALE = Number(RATE_ONE)

/** The value change of the volume from price 0, in minor units as a double; 0 without a rate. */
export function worthOf(
  { book, prices }: Pick<DecisionContext, 'book' | 'prices'>,
  { currency, currencyDigits }: GroupSpec,
  symbol: SymbolSpec,
  volume: VolumeUnits,
  price: PricePts,
): number {
  const scale = factorsOf(symbol).profit.approximation * approximatePowerOfTen(currencyDigits)
  if (symbol.profitCurrency === currency) return volume * price * scale * RATE_SCALE
  const rate = foundRate(book, prices, symbol.profitCurrency, currency, 'loss')
  return rate === undefined ? 0 : volume * price * scale * Number(rate)
}

/** The part of a swap that still fits when the open swaps have the absolute sum `size` (B3). */
export function fittingSwap(size: Minor, held: Minor, swap: Minor): Minor {
  const room = Math.max(0, SWAP_MAX - size)
  if (Math.abs(held + swap) - Math.abs(held) <= room) return swap
  return Math.sign(swap) * (Math.abs(held) + room) - held
}

/** See B4. */
export function isNear(price: PricePts, market: PricePts): boolean {
  return price > 0 && price <= market * PRICE_FACTOR_MAX && price * PRICE_FACTOR_MAX >= market
}
