import { Decimal } from 'decimal.js'

/**
 * Computes payments to accounts for their open positions.
 *
 *   - amount = lots x amount per lot x (1 - tax / 100) x rate, computed exactly and rounded once at
 *     the end, half away from zero, to the decimals of the account's currency. No factor is rounded
 *     before.
 *   - An amount whose conversion has no rate is left out, and the conversion is reported.
 */
export interface PaymentSide {
  readonly amountPerLot: string
  readonly taxPercent: string
  /** The currency of the payment; undefined for the account's own. */
  readonly currency: string | undefined
}

export interface PaymentTerms {
  readonly buy: PaymentSide | undefined
  readonly sell: PaymentSide | undefined
  /** True to pay only for the net volume, by the terms of its side. */
  readonly isNet: boolean
  /** The conversion rates by `FROM->TO`; a rate of zero counts as missing. */
  readonly rates: Readonly<Record<string, string>>
}

export interface OpenVolumes {
  readonly login: number
  readonly group: string
  readonly currency: string
  readonly digits: number
  /** The open volumes in units of 1e-8 lot. */
  readonly buy: bigint
  readonly sell: bigint
}

/** The payment to an account; a figure is null if it is not requested or has no rate. */
export interface PaymentLine {
  readonly login: number
  readonly group: string
  readonly currency: string
  readonly lots_buy: string
  readonly lots_sell: string
  readonly amount_buy: string | null
  readonly amount_sell: string | null
  readonly amount: string | null
  readonly net_side: 'buy' | 'sell' | null
}

export interface CurrencyTotals {
  readonly currency: string
  readonly accounts: number
  readonly lots_buy: string
  readonly lots_sell: string
  readonly amount_buy: string
  readonly amount_sell: string
  readonly amount: string
}

/** Decimals with more digits than all factors have together, so products are never rounded. */
const Exact = Decimal.clone({
  precision: 400,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -500,
  toExpPos: 500,
})
const LOT = '0.00000001'

export function conversion(from: string, to: string): string {
  return `${from}->${to}`
}

export class PaymentLines {
  readonly #terms: PaymentTerms
  readonly #needed = new Map<string, string>()

  constructor(terms: PaymentTerms) {
    this.#terms = terms
  }

  /** The conversions needed so far, with their rates; `0` if none was given. */
  get needed(): readonly { readonly pair: string; readonly rate: string }[] {
    return [...this.#needed].sort(byName).map(([pair, rate]) => ({ pair, rate }))
  }

  line(volumes: OpenVolumes): PaymentLine {
    const { login, group, currency, digits, buy, sell } = volumes
    const none = { amount_buy: null, amount_sell: null, amount: null, net_side: null }
    const line = {
      login,
      group,
      currency,
      lots_buy: lotsText(buy),
      lots_sell: lotsText(sell),
      ...none,
    }
    const { isNet, buy: ofBuys, sell: ofSells } = this.#terms
    const paid = (volume: bigint, side: PaymentSide | undefined): string | null =>
      side === undefined ? null : this.#amount(volume, side, currency, digits)
    if (!isNet) {
      return { ...line, amount_buy: paid(buy, ofBuys), amount_sell: paid(sell, ofSells) }
    }
    const net = buy - sell
    if (net === 0n) return { ...line, amount: new Exact(0).toFixed(digits) }
    return net > 0n
      ? { ...line, amount: paid(net, ofBuys), net_side: 'buy' }
      : { ...line, amount: paid(-net, ofSells), net_side: 'sell' }
  }

  #amount(volume: bigint, side: PaymentSide, currency: string, digits: number): string | null {
    if (volume === 0n) return new Exact(0).toFixed(digits)
    const rate = this.#rate(side.currency ?? currency, currency)
    if (rate.isZero()) return null
    const untaxed = new Exact(1).minus(new Exact(side.taxPercent).times('0.01'))
    const exact = lotsOf(volume).times(side.amountPerLot).times(untaxed).times(rate)
    return text(exact, digits)
  }

  #rate(from: string, to: string): Decimal {
    if (from === to) return new Exact(1)
    const pair = conversion(from, to)
    const { rates } = this.#terms
    const given = (Object.hasOwn(rates, pair) ? rates[pair] : undefined) ?? '0'
    this.#needed.set(pair, given)
    return new Exact(given)
  }
}

/** True if every requested amount is zero. */
export function isNothing(line: PaymentLine, terms: PaymentTerms): boolean {
  const asked = terms.isNet
    ? [line.amount]
    : [
        ...(terms.buy === undefined ? [] : [line.amount_buy]),
        ...(terms.sell === undefined ? [] : [line.amount_sell]),
      ]
  const isNotRequested = line.net_side !== null && terms[line.net_side] === undefined
  return isNotRequested || asked.every((amount) => amount !== null && new Exact(amount).isZero())
}

/** The sums of the lines in each currency; a figure that a line lacks is missing in the sum too. */
export function currencyTotals(lines: readonly PaymentLine[]): readonly CurrencyTotals[] {
  const of = new Map<string, PaymentLine[]>()
  for (const line of lines) {
    const known = of.get(line.currency)
    if (known === undefined) of.set(line.currency, [line])
    else known.push(line)
  }
  return [...of].sort(byName).map(([currency, its]) => {
    const sum = (name: 'lots_buy' | 'lots_sell' | 'amount_buy' | 'amount_sell' | 'amount') => {
      const all = its.map((line) => new Exact(line[name] ?? 0))
      const places = Math.max(0, ...its.map((line) => decimalsOf(line[name])))
      return text(
        all.reduce((one, other) => one.plus(other), new Exact(0)),
        places,
      )
    }
    return {
      currency,
      accounts: its.length,
      lots_buy: sum('lots_buy'),
      lots_sell: sum('lots_sell'),
      amount_buy: sum('amount_buy'),
      amount_sell: sum('amount_sell'),
      amount: sum('amount'),
    }
  })
}

function decimalsOf(text: string | null): number {
  return text === null || !text.includes('.') ? 0 : text.length - text.indexOf('.') - 1
}

function lotsOf(volume: bigint): Decimal {
  return new Exact(String(volume)).times(LOT)
}

function lotsText(volume: bigint): string {
  return lotsOf(volume).toFixed()
}

/** A value as text, rounded half away from zero; zero has no sign. */
function text(value: Decimal, digits: number): string {
  const rounded = value.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP)
  return (rounded.isZero() ? new Exact(0) : rounded).toFixed(digits)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
