import { Decimal } from 'decimal.js'
import type { LeverageRule } from '../../../../engine/config/records/leverage-profile.js'
import type { MarginRateKind, SymbolRecord } from '../../../../engine/config/records/symbol.js'

/**
 * A whole account's margin a second time, in decimals from the settings' text: parts from the list of
 * positions and orders, then what a rule counts, then slabs. Nothing is shared with the engine but the
 * settings' shape. Quotients stay numerator and denominator until the one division.
 */
const Exact = Decimal.clone({ precision: 20_000, toExpPos: 20_000, toExpNeg: -20_000 })
const Rounded = Decimal.clone({ precision: 400, rounding: Decimal.ROUND_HALF_UP, toExpPos: 400 })

class Q {
  readonly top: Decimal
  readonly bottom: Decimal
  constructor(top: Decimal.Value, bottom: Decimal.Value = 1) {
    this.top = new Exact(top)
    this.bottom = new Exact(bottom)
  }
  times(other: Q): Q {
    return new Q(this.top.mul(other.top), this.bottom.mul(other.bottom))
  }
  over(other: Q): Q {
    return new Q(this.top.mul(other.bottom), this.bottom.mul(other.top))
  }
  plus(other: Q): Q {
    if (this.bottom.eq(other.bottom)) return new Q(this.top.add(other.top), this.bottom)
    const top = this.top.mul(other.bottom).add(other.top.mul(this.bottom))
    return new Q(top, this.bottom.mul(other.bottom))
  }
  minus(other: Q): Q {
    return this.plus(other.times(new Q(-1)))
  }
  size(): Q {
    return new Q(this.top.abs(), this.bottom)
  }
  /** True when this is above the other; for positive denominators. */
  isAbove(other: Q): boolean {
    return this.top.mul(other.bottom).gt(other.top.mul(this.bottom))
  }
}

const ZERO = new Q(0)
const sum = (parts: readonly Q[]): Q => parts.reduce((a, b) => a.plus(b), ZERO)

/** Lots, price and rate as text. */
export interface OracleEntry {
  readonly volume: string
  readonly price: string
  readonly rate: string
}
export interface OracleHeld extends OracleEntry {
  readonly side: 1 | -1
}
export interface OraclePending extends OracleEntry {
  readonly kind: MarginRateKind
}

export interface OracleSymbol {
  readonly record: SymbolRecord
  readonly positions: readonly OracleHeld[]
  readonly pending: readonly OraclePending[]
  readonly order?: OracleHeld
  /** The rule of the symbol. */
  readonly rule: LeverageRule | undefined
  /** The rate from the margin currency to the rule's where that takes prices. */
  readonly now: { readonly bid: string; readonly ask: string } | undefined
}

export interface OracleTerms {
  readonly netting: boolean
  readonly leverage: number
  readonly digits: number
  readonly currency: string
}

interface Part {
  readonly lots: Q
  readonly price: Q
  readonly rate: Q
  readonly side: 1 | -1 | 0
  readonly initial: boolean
  /** The charge of a lot at price and conversion rate 1. */
  readonly perLot: Q
  readonly byPrice: boolean
}

const isZero = (text: string): boolean => new Exact(text).isZero()

function rateOf(record: SymbolRecord, kind: MarginRateKind, stage: 'initial' | 'held'): string {
  const row = record.margin_rates.find((rate) => rate.kind === kind)
  if (row === undefined) {
    if (kind === 'buy' || kind === 'sell') return '1'
    return rateOf(record, kind.startsWith('buy') ? 'buy' : 'sell', stage)
  }
  return stage === 'initial' || isZero(row.maintenance) ? row.initial : row.maintenance
}

function tickOf({ tick_size, tick_value }: SymbolRecord): Q {
  return isZero(tick_size) || isZero(tick_value) ? new Q(1) : new Q(tick_value, tick_size)
}

function perLot(
  record: SymbolRecord,
  size: string,
  money: string,
  multiplier: Q,
  leverage: number,
) {
  const mode = record.calc_mode
  const levered = new Q(1, leverage)
  if (mode === 'futures' || !isZero(money)) {
    const base = new Q(money).times(multiplier)
    return { perLot: mode === 'forex' ? base.times(levered) : base, byPrice: false }
  }
  const base = new Q(size).times(multiplier)
  switch (mode) {
    case 'forex':
      return { perLot: base.times(levered), byPrice: false }
    case 'forex_no_leverage':
      return { perLot: base, byPrice: false }
    case 'cfd':
      return { perLot: base, byPrice: true }
    case 'cfd_leverage':
      return { perLot: base.times(levered), byPrice: true }
    case 'cfd_index':
      return { perLot: base.times(tickOf(record)), byPrice: true }
  }
}

function averages(entries: readonly OracleEntry[]): { lots: Q; price: Q; rate: Q } {
  const weighted = (of: 'price' | 'rate'): Q =>
    sum(entries.map((entry) => new Q(new Exact(entry.volume).mul(entry[of]))))
  const lots = sum(entries.map(({ volume }) => new Q(volume)))
  if (lots.top.isZero()) return { lots, price: ZERO, rate: ZERO }
  return { lots, price: weighted('price').over(lots), rate: weighted('rate').over(lots) }
}

function initialPart(
  symbol: OracleSymbol,
  terms: OracleTerms,
  kind: MarginRateKind,
  of: readonly OracleEntry[],
  lots?: Q,
): Part {
  const { record } = symbol
  const multiplier = new Q(rateOf(record, kind, 'initial'))
  const charged = perLot(
    record,
    record.contract_size,
    record.margin_initial,
    multiplier,
    terms.leverage,
  )
  const average = averages(of)
  const side = kind.startsWith('buy') ? 1 : -1
  return { ...average, lots: lots ?? average.lots, side, initial: true, ...charged }
}

function uncoveredParts(symbol: OracleSymbol, terms: OracleTerms): Part[] {
  const { record, positions } = symbol
  const legs = ([1, -1] as const).map((side) => averages(positions.filter((p) => p.side === side)))
  const [buys, sells] = legs as [ReturnType<typeof averages>, ReturnType<typeof averages>]
  const net = buys.lots.minus(sells.lots)
  if (net.top.isZero()) return []
  const side = net.top.gt(0) ? 1 : -1
  const money = isZero(record.margin_maintenance)
    ? record.margin_initial
    : record.margin_maintenance
  const multiplier = new Q(rateOf(record, side === 1 ? 'buy' : 'sell', 'held'))
  const charged = perLot(record, record.contract_size, money, multiplier, terms.leverage)
  return [{ ...(side === 1 ? buys : sells), lots: net.size(), side, initial: false, ...charged }]
}

function coveredParts(
  symbol: OracleSymbol,
  positions: readonly OracleHeld[],
  terms: OracleTerms,
): Part[] {
  const { record } = symbol
  const lotsOf = (side: 1 | -1): Q =>
    sum(positions.filter((p) => p.side === side).map(({ volume }) => new Q(volume)))
  const [bought, sold] = [lotsOf(1), lotsOf(-1)]
  const lots = bought.isAbove(sold) ? sold : bought
  if (lots.top.isZero() || isZero(record.margin_hedged)) return []
  const both = new Exact(rateOf(record, 'buy', 'held')).add(rateOf(record, 'sell', 'held'))
  const isMoney = record.calc_mode === 'futures' || !isZero(record.margin_initial)
  const money = isMoney ? record.margin_hedged : '0'
  const charged = perLot(record, record.margin_hedged, money, new Q(both, 2), terms.leverage)
  return [{ ...averages(positions), lots, side: 0, initial: false, ...charged }]
}

function pendingParts(
  symbol: OracleSymbol,
  terms: OracleTerms,
  which: (kind: string) => boolean,
): Part[] {
  const kinds = new Set(symbol.pending.map(({ kind }) => kind).filter(which))
  return [...kinds].map((kind) => {
    const orders = symbol.pending.filter((order) => order.kind === kind)
    return initialPart(symbol, terms, kind, orders)
  })
}

function hedgingParts(symbol: OracleSymbol, terms: OracleTerms): Part[] {
  const { positions, order } = symbol
  const after = order === undefined ? positions : [...positions, order]
  const parts = [...uncoveredParts(symbol, terms), ...coveredParts(symbol, after, terms)]
  if (order !== undefined) {
    const net = sum(positions.map((p) => new Q(new Exact(p.volume).mul(p.side))))
    const covers = net.times(new Q(-order.side))
    const rest = new Q(order.volume).minus(covers.top.gt(0) ? covers : ZERO)
    const kind = order.side === 1 ? 'buy' : 'sell'
    if (rest.top.gt(0)) parts.push(initialPart(symbol, terms, kind, [order], rest))
  }
  return [...parts, ...pendingParts(symbol, terms, () => true)]
}

function nettingParts(symbol: OracleSymbol, terms: OracleTerms): Part[] {
  const { positions, order } = symbol
  const held = positions.reduce((net, p) => net.add(new Exact(p.volume).mul(p.side)), new Exact(0))
  const sideParts = (side: 1 | -1): Part[] => {
    const kind = side === 1 ? 'buy' : 'sell'
    const limits = pendingParts(symbol, terms, (one) => one === `${kind}_limit`)
    return order?.side === side ? [...limits, initialPart(symbol, terms, kind, [order])] : limits
  }
  const own = held.lt(0) ? -1 : 1
  const [opposite, mine] = [sideParts(own === 1 ? -1 : 1), sideParts(own)]
  const standing = [...uncoveredParts(symbol, terms), ...mine]
  const base = (parts: readonly Part[]): Q => sum(parts.map(marginOfPart))
  const isReversed =
    sum(opposite.map(({ lots }) => lots)).isAbove(new Q(held.abs())) &&
    base(opposite).isAbove(base(standing))
  return [
    ...(isReversed ? opposite : standing),
    ...pendingParts(symbol, terms, (one) => one.includes('stop')),
  ]
}

function marginOfPart({ lots, price, rate, perLot, byPrice }: Part): Q {
  const base = lots.times(rate).times(perLot)
  return byPrice ? base.times(price) : base
}

/** Lots, or what they are worth in the rule's currency. */
function countOf(part: Part, { record, rule, now }: OracleSymbol, currency: string): Q {
  if (rule === undefined) return ZERO
  if (rule.range_basis === 'volume' || rule.range_basis === 'volume_per_symbol') return part.lots
  const { calc_mode: mode, contract_size } = record
  const isForex = mode === 'forex' || mode === 'forex_no_leverage'
  const byTick = mode === 'cfd_index' || mode === 'futures'
  const worth = part.lots.times(new Q(contract_size))
  const priced = isForex ? worth : worth.times(part.price.size())
  const ticked = byTick ? priced.times(tickOf(record)) : priced
  if (rule.currency === '' || rule.currency === currency) return ticked.times(part.rate)
  if (rule.currency === record.margin_currency) return ticked
  if (now === undefined) throw new Error('the case gives no rate to count values by')
  const rates = { '1': now.ask, '-1': now.bid }
  if (part.side !== 0) return ticked.times(new Q(rates[`${part.side}`]))
  return ticked.times(new Q(new Exact(now.bid).add(now.ask), 2))
}

function blended(rule: LeverageRule, total: Q, stage: 'initial' | 'maintenance'): Q {
  const rateOfTier = (index: number): string => {
    const tier = rule.tiers[index]
    if (tier === undefined) throw new Error('a rule has tiers')
    return stage === 'initial' || isZero(tier.maintenance) ? tier.initial : tier.maintenance
  }
  if (total.top.isZero()) return new Q(rateOfTier(0))
  let from = ZERO
  let weighed = ZERO
  rule.tiers.forEach(({ range_to }, index) => {
    const to = isZero(range_to) || new Q(range_to).isAbove(total) ? total : new Q(range_to)
    if (to.isAbove(from)) weighed = weighed.plus(to.minus(from).times(new Q(rateOfTier(index))))
    from = new Q(range_to)
  })
  return weighed.over(total)
}

/**
 * The margin in minor units, each symbol rounded once; NaN where one of them is more than an amount can be.
 */
export function tieredMarginOf(symbols: readonly OracleSymbol[], terms: OracleTerms): number {
  const all = symbols.map((symbol) => {
    const parts = terms.netting ? nettingParts(symbol, terms) : hedgingParts(symbol, terms)
    const charged = parts.filter(({ perLot }) => !perLot.top.isZero())
    const count = sum(charged.map((part) => countOf(part, symbol, terms.currency)))
    return { symbol, charged, count }
  })
  let margin = 0
  for (const { symbol, charged, count } of all) {
    const { rule } = symbol
    const perSymbol = rule?.range_basis.endsWith('per_symbol')
    const same = all.filter((one) => one.symbol.rule === rule).map((one) => one.count)
    const total = perSymbol ? count : sum(same)
    const exact = charged.map((part) => {
      if (rule === undefined) return marginOfPart(part)
      const rate = blended(rule, total, part.initial ? 'initial' : 'maintenance')
      return marginOfPart(part).times(rate)
    })
    const { top, bottom } = sum(exact)
    const rounded = new Rounded(top).div(bottom).mul(new Rounded(10).pow(terms.digits))
    const amount = rounded.toDecimalPlaces(0).toNumber() + 0
    margin += Number.isSafeInteger(amount) ? amount : Number.NaN
  }
  return margin
}
