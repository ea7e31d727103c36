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
 * The bounds that keep every figure of an account exact, far below 2^53 minor units, whoever asks for what.
 *
 *   B1. Balance, credit and commissions that are due come to `MONEY_MAX` together, at most: what would
 *       take them beyond is refused, and what brings them back is not.
 *   B2. What an account holds of a symbol is worth `MONEY_MAX` at most when something is added to it or
 *       its price is set. If prices run away from there, what floats counts as no more than `FLOATING_MAX`.
 *   B3. Swaps that are not in the balance yet come to `SWAP_MAX` at most, each by its size: a night adds what
 *       fits.
 *   B4. Prices that people type in for the market's are within `PRICE_FACTOR_MAX` of it.
 */
type Held = Pick<Account, 'balance' | 'credit' | 'commissionDue'>

/** B1. Undefined where the account may come to what the events' deals make of it. */
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

/** B1. */
export function mayHold(before: Held, after: Held): boolean {
  const size = sizeOf(after.balance, after.credit, after.commissionDue)
  return size <= MONEY_MAX || size <= sizeOf(before.balance, before.credit, before.commissionDue)
}

function sizeOf(balance: Minor, credit: Minor, commissionDue: Minor): number {
  return Math.abs(balance) + Math.abs(credit) + Math.abs(commissionDue)
}

/** B2, of so much more of a symbol at a price, beside what the account holds of it. */
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

/** What the volume gains since a price of 0, in minor units as a double; without a rate it has no worth yet. */
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

/** B3: of a night's swap of a position what fits to the open swaps, which come to `size`. */
export function fittingSwap(size: Minor, held: Minor, swap: Minor): Minor {
  const room = Math.max(0, SWAP_MAX - size)
  if (Math.abs(held + swap) - Math.abs(held) <= room) return swap
  return Math.sign(swap) * (Math.abs(held) + room) - held
}

/** B4. */
export function isNear(price: PricePts, market: PricePts): boolean {
  return price > 0 && price <= market * PRICE_FACTOR_MAX && price * PRICE_FACTOR_MAX >= market
}
