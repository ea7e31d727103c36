import { Decimal } from 'decimal.js'
import type { GroupCommission } from '../../../engine/config/records/group.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { type Fraction, fraction, plus, rawProfit, roundedTo, times } from '../oracle.js'

/**
 * Swaps and commissions a second time, in decimals from the settings' text: nothing is shared with the
 * engine but the settings' shape.
 */
const Exact = Decimal.clone({ precision: 1000, toExpPos: 400, toExpNeg: -400 })

/** Lots and prices as text. */
export interface OracleHeld {
  readonly side: 1 | -1
  readonly volume: string
  readonly open: string
  /** The price at which it would be closed now. */
  readonly close: string
}

/**
 * The worth of a currency in the account's, for amounts that the client gets and for those that the client
 * pays.
 */
export type OracleRates = (currency: string) => { readonly gain: string; readonly loss: string }

export function swapInMinor(
  symbol: SymbolRecord,
  held: OracleHeld,
  deposit: string,
  rates: OracleRates,
  nights: number,
  digits: number,
): number {
  const swap = held.side === 1 ? symbol.swap_long : symbol.swap_short
  const { currency, amount } = nightly(symbol, held, swap, deposit)
  const raw = times(amount, fraction(nights))
  const rate = rates(currency)[raw.top.isNeg() ? 'loss' : 'gain']
  return roundedTo(times(raw, fraction(rate)), digits)
}

function nightly(
  symbol: SymbolRecord,
  { volume, open, close }: OracleHeld,
  swap: string,
  deposit: string,
): { currency: string; amount: Fraction } {
  const perLot = fraction(new Exact(swap).mul(volume))
  const interest = (price: string): Fraction => {
    const year = new Exact(100).mul(symbol.swap_year_days)
    return times(rawProfit(symbol, 1, '0', price, volume), fraction(swap, year))
  }
  const currency = symbol.profit_currency
  switch (symbol.swap_mode) {
    case 'disabled':
      return { currency, amount: fraction(0) }
    case 'points': {
      const move = new Exact(swap).div(new Exact(10).pow(symbol.digits)).toFixed()
      return { currency, amount: rawProfit(symbol, 1, '0', move, volume) }
    }
    case 'base_currency':
      return { currency: symbol.base_currency, amount: perLot }
    case 'margin_currency':
      return { currency: symbol.margin_currency, amount: perLot }
    case 'deposit_currency':
      return { currency: deposit, amount: perLot }
    case 'interest_current':
      return { currency, amount: interest(close) }
    case 'interest_open':
      return { currency, amount: interest(open) }
  }
}

/** The charge of a volume by a row, in minor units, as a cost above zero. */
export function chargeInMinor(
  symbol: SymbolRecord,
  row: GroupCommission,
  volume: string,
  price: string,
  deposit: string,
  rates: OracleRates,
  digits: number,
): number {
  const lots = new Exact(volume)
  const tier = row.tiers.find(
    ({ from, to }) => lots.gte(from) && (new Exact(to).isZero() || lots.lt(to)),
  )
  if (tier === undefined) return 0
  const { currency, amount } = charged(symbol, row.mode, tier.value, volume, price, deposit)
  const exact = times(amount, fraction(rates(currency).loss))
  if (isLess(exact, fraction(tier.min))) return roundedTo(fraction(tier.min), digits)
  const hasMax = !new Exact(tier.max).isZero()
  if (hasMax && isLess(fraction(tier.max), exact)) return roundedTo(fraction(tier.max), digits)
  return roundedTo(exact, digits)
}

function isLess(a: Fraction, b: Fraction): boolean {
  const { top } = plus(a, times(b, fraction(-1)))
  return top.isNeg() && !top.isZero()
}

function charged(
  symbol: SymbolRecord,
  mode: GroupCommission['mode'],
  value: string,
  volume: string,
  price: string,
  deposit: string,
): { currency: string; amount: Fraction } {
  if (mode === 'per_lot') {
    return { currency: deposit, amount: fraction(new Exact(value).mul(volume)) }
  }
  if (mode === 'points') {
    const move = new Exact(value).div(new Exact(10).pow(symbol.digits)).toFixed()
    return { currency: symbol.profit_currency, amount: rawProfit(symbol, 1, '0', move, volume) }
  }
  const contract = fraction(new Exact(symbol.contract_size).mul(volume).mul(value), 100)
  if (symbol.calc_mode === 'forex' || symbol.calc_mode === 'forex_no_leverage') {
    return { currency: symbol.base_currency, amount: contract }
  }
  const byTick = symbol.calc_mode === 'futures' || symbol.calc_mode === 'cfd_index'
  const hasTick = !new Exact(symbol.tick_size).isZero() && !new Exact(symbol.tick_value).isZero()
  const tick = byTick && hasTick ? fraction(symbol.tick_value, symbol.tick_size) : fraction(1)
  const size = fraction(new Exact(price).abs())
  return { currency: symbol.profit_currency, amount: times(contract, size, tick) }
}
