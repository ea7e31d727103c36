import { Decimal } from 'decimal.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'

/**
 * The formulas of the trade a second time: in decimals, from the settings' text and the list of
 * positions, with nothing shared with the engine but the settings' shape. Fractions are kept as a
 * numerator and a denominator, so that the one division is the last step and ties stay ties.
 */
const Exact = Decimal.clone({ precision: 1000, rounding: Decimal.ROUND_HALF_UP, toExpPos: 400 })
const Rounded = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_UP, toExpPos: 400 })

export interface Fraction {
  readonly top: Decimal
  readonly bottom: Decimal
}

export interface OraclePosition {
  readonly side: 1 | -1
  /** Lots, prices and rates as text. */
  readonly volume: string
  readonly open: string
  readonly rate: string
}

export function fraction(top: Decimal.Value, bottom: Decimal.Value = 1): Fraction {
  return { top: new Exact(top), bottom: new Exact(bottom) }
}

export function times(...parts: Fraction[]): Fraction {
  return parts.reduce((a, b) => ({ top: a.top.mul(b.top), bottom: a.bottom.mul(b.bottom) }))
}

export function plus(...parts: Fraction[]): Fraction {
  return parts.reduce(
    (a, b) => ({
      top: a.top.mul(b.bottom).add(b.top.mul(a.bottom)),
      bottom: a.bottom.mul(b.bottom),
    }),
    fraction(0),
  )
}

export function over(a: Fraction, b: Fraction): Fraction {
  return { top: a.top.mul(b.bottom), bottom: a.bottom.mul(b.top) }
}

/** Half away from zero to `digits`, as an integer of that many digits. */
export function roundedTo(value: Fraction, digits: number): number {
  const quotient = new Rounded(value.top).div(value.bottom)
  return quotient.mul(new Rounded(10).pow(digits)).toDecimalPlaces(0).toNumber() + 0
}

function isZero(text: string): boolean {
  return new Exact(text).isZero()
}

/** The worth of one whole unit of price per lot. */
function perLot(symbol: SymbolRecord): Fraction {
  const hasTick = !isZero(symbol.tick_size) && !isZero(symbol.tick_value)
  if (symbol.calc_mode === 'futures' && hasTick)
    return fraction(symbol.tick_value, symbol.tick_size)
  return fraction(symbol.contract_size)
}

/** The profit before conversion. */
export function rawProfit(
  symbol: SymbolRecord,
  side: 1 | -1,
  open: string,
  close: string,
  volume: string,
): Fraction {
  const move = new Exact(close).sub(open).mul(side).mul(volume)
  return times(fraction(move), perLot(symbol))
}

/** One component of margin: lots, at a price and a rate, in the account's currency. */
function component(
  symbol: SymbolRecord,
  lots: Fraction,
  contract: string,
  money: string,
  price: Fraction,
  conversion: Fraction,
  marginRate: Fraction,
  leverage: number,
): Fraction {
  const common = times(lots, conversion, marginRate)
  const levered = fraction(1, leverage)
  if (symbol.calc_mode === 'futures') return times(common, fraction(money))
  if (!isZero(money)) {
    const base = times(common, fraction(money))
    return symbol.calc_mode === 'forex' ? times(base, levered) : base
  }
  const base = times(common, fraction(contract))
  const hasTick = !isZero(symbol.tick_size) && !isZero(symbol.tick_value)
  const tick = hasTick ? fraction(symbol.tick_value, symbol.tick_size) : fraction(1)
  switch (symbol.calc_mode) {
    case 'forex':
      return times(base, levered)
    case 'forex_no_leverage':
      return base
    case 'cfd':
      return times(base, price)
    case 'cfd_leverage':
      return times(base, price, levered)
    case 'cfd_index':
      return times(base, price, tick)
  }
}

interface Leg {
  readonly lots: Fraction
  readonly price: Fraction
  readonly rate: Fraction
}

/** Volume, and the averages weighted by it. */
function legOf(positions: readonly OraclePosition[]): Leg {
  const lots = plus(...positions.map((p) => fraction(p.volume)))
  const value = plus(...positions.map((p) => fraction(new Exact(p.volume).mul(p.open))))
  const rate = plus(...positions.map((p) => fraction(new Exact(p.volume).mul(p.rate))))
  return lots.top.isZero()
    ? { lots, price: fraction(0), rate: fraction(0) }
    : { lots, price: over(value, lots), rate: over(rate, lots) }
}

function sideRate(symbol: SymbolRecord, side: 1 | -1, kind: 'initial' | 'maintenance'): string {
  const row = symbol.margin_rates.find((rate) => rate.kind === (side === 1 ? 'buy' : 'sell'))
  if (row === undefined) return '1'
  return kind === 'initial' || isZero(row.maintenance) ? row.initial : row.maintenance
}

function heldMoney(symbol: SymbolRecord): string {
  return isZero(symbol.margin_maintenance) ? symbol.margin_initial : symbol.margin_maintenance
}

function uncoveredMargin(
  symbol: SymbolRecord,
  positions: readonly OraclePosition[],
  leverage: number,
): Fraction {
  const buys = legOf(positions.filter((p) => p.side === 1))
  const sells = legOf(positions.filter((p) => p.side === -1))
  const net = buys.lots.top.sub(sells.lots.top)
  if (net.isZero()) return fraction(0)
  const side = net.gt(0) ? 1 : -1
  const leg = side === 1 ? buys : sells
  const rate = fraction(sideRate(symbol, side, 'maintenance'))
  const { contract_size } = symbol
  const lots = fraction(net.abs())
  return component(
    symbol,
    lots,
    contract_size,
    heldMoney(symbol),
    leg.price,
    leg.rate,
    rate,
    leverage,
  )
}

function coveredMargin(
  symbol: SymbolRecord,
  positions: readonly OraclePosition[],
  leverage: number,
): Fraction {
  const buys = legOf(positions.filter((p) => p.side === 1))
  const sells = legOf(positions.filter((p) => p.side === -1))
  const lots = Decimal.min(buys.lots.top, sells.lots.top)
  if (isZero(symbol.margin_hedged) || lots.isZero()) return fraction(0)
  const both = legOf(positions)
  const isMoney = symbol.calc_mode === 'futures' || !isZero(symbol.margin_initial)
  const rates = new Exact(sideRate(symbol, 1, 'maintenance')).add(
    sideRate(symbol, -1, 'maintenance'),
  )
  return component(
    symbol,
    fraction(lots),
    symbol.margin_hedged,
    isMoney ? symbol.margin_hedged : '0',
    both.price,
    both.rate,
    fraction(rates, 2),
    leverage,
  )
}

export function marginOf(
  symbol: SymbolRecord,
  positions: readonly OraclePosition[],
  leverage: number,
): Fraction {
  return plus(
    uncoveredMargin(symbol, positions, leverage),
    coveredMargin(symbol, positions, leverage),
  )
}

/** Held uncovered, covered after, and what the order adds uncovered. */
export function openingMarginOf(
  symbol: SymbolRecord,
  positions: readonly OraclePosition[],
  order: OraclePosition,
  leverage: number,
): Fraction {
  const net = plus(...positions.map((p) => fraction(new Exact(p.volume).mul(p.side)))).top
  const covers = Decimal.max(0, net.mul(-order.side))
  const rest = Decimal.max(0, new Exact(order.volume).sub(covers))
  return plus(
    uncoveredMargin(symbol, positions, leverage),
    coveredMargin(symbol, [...positions, order], leverage),
    component(
      symbol,
      fraction(rest),
      symbol.contract_size,
      symbol.margin_initial,
      fraction(order.open),
      fraction(order.rate),
      fraction(sideRate(symbol, order.side, 'initial')),
      leverage,
    ),
  )
}
