import fc from 'fast-check'
import t from 'tap'
import {
  currencyTotals,
  isNothing,
  type OpenVolumes,
  PaymentLines,
  type PaymentSide,
  type PaymentTerms,
} from '../../../actors/queries/payment-lines.js'

// Amounts against fractions of whole numbers, which know no rounding but the last.

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const over = BigInt(whole + decimals)
  return { over: text.startsWith('-') ? -over : over, under: 10n ** BigInt(decimals.length) }
}

/** Half away from zero. */
function rounded({ over, under }: Fraction, digits: number): string {
  const scaled = (over < 0n ? -over : over) * 10n ** BigInt(digits) * 2n + under
  const units = scaled / (2n * under)
  const text = String(units).padStart(digits + 1, '0')
  const sign = over < 0n && units > 0n ? '-' : ''
  const at = text.length - digits
  return `${sign}${text.slice(0, at)}${digits === 0 ? '' : `.${text.slice(at)}`}`
}

function naive(lots: bigint, side: PaymentSide, rate: string, digits: number): string {
  const [perLot, tax, by] = [fraction(side.amountPerLot), fraction(side.taxPercent), fraction(rate)]
  const hundred = 100n * tax.under
  return rounded(
    {
      over: lots * perLot.over * (hundred - tax.over) * by.over,
      under: 100_000_000n * perLot.under * hundred * by.under,
    },
    digits,
  )
}

const decimal = (max: number, places: number) =>
  fc
    .tuple(fc.bigInt(0n, BigInt(max)), fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)))
    .map(([whole, rest]) => (rest === '' ? String(whole) : `${whole}.${rest}`))
const sign = fc.constantFrom('', '-')
const side = fc.record({
  amountPerLot: fc.tuple(sign, decimal(1_000_000, 12)).map((parts) => parts.join('')),
  taxPercent: fc.oneof(fc.constant('0'), fc.constant('100'), decimal(99, 12)),
  currency: fc.constant('EUR'),
})
const volume = fc.oneof(fc.bigInt(0n, 10n ** 17n), fc.constant(0n), fc.bigInt(0n, 1000n))
const given = fc.record({
  side,
  buy: volume,
  sell: volume,
  rate: decimal(1000, 12),
  digits: fc.nat(8),
})

function volumes(over: Partial<OpenVolumes> = {}): OpenVolumes {
  return { login: 1, group: 'g', currency: 'USD', digits: 2, buy: 0n, sell: 0n, ...over }
}

function terms(over: Partial<PaymentTerms> = {}): PaymentTerms {
  return { buy: undefined, sell: undefined, isNet: false, rates: {}, ...over }
}

const plain = (amountPerLot: string, over: Partial<PaymentSide> = {}): PaymentSide => {
  return { amountPerLot, taxPercent: '0', currency: undefined, ...over }
}

t.test('amounts equal exact arithmetic, rounded half away from zero once', async (t) => {
  fc.assert(
    fc.property(given, ({ side, buy, sell, rate, digits }) => {
      const rates = { 'EUR->USD': rate }
      const both = new PaymentLines(terms({ buy: side, sell: side, rates }))
      const line = both.line(volumes({ buy, sell, digits }))
      const isMissing = /^[0.]*$/.test(rate)
      const of = (lots: bigint) => (isMissing && lots > 0n ? null : naive(lots, side, rate, digits))
      t.equal(line.amount_buy, of(buy))
      t.equal(line.amount_sell, of(sell))
      const netted = new PaymentLines(terms({ buy: side, sell: side, rates, isNet: true }))
      const net = netted.line(volumes({ buy, sell, digits }))
      t.equal(net.amount, of(buy > sell ? buy - sell : sell - buy))
      t.equal(net.net_side, buy === sell ? null : buy > sell ? 'buy' : 'sell')
      t.same([net.amount_buy, net.amount_sell], [null, null])
    }),
  )
})

t.test('a half is rounded away from zero on both sides of it, and zero has no sign', async (t) => {
  const one = 100_000_000n
  const amount = (perLot: string) =>
    new PaymentLines(terms({ buy: plain(perLot) })).line(volumes({ buy: one })).amount_buy
  t.same(['1.005', '-1.005', '1.0049', '-0.001'].map(amount), ['1.01', '-1.01', '1.00', '0.00'])
  const taxed = plain('0.1', { taxPercent: '15' })
  const line = new PaymentLines(terms({ buy: taxed })).line(volumes({ buy: one, digits: 3 }))
  t.equal(line.amount_buy, '0.085')
})

t.test('a conversion without a rate is named with 0, and its amounts are left out', async (t) => {
  const euros = plain('1', { currency: 'EUR' })
  const rates = { 'EUR->JPY': '150', 'EUR->CHF': '0' }
  const lines = new PaymentLines(terms({ buy: euros, sell: plain('1'), rates }))
  const both = { buy: 100_000_000n, sell: 100_000_000n }
  t.match(lines.line(volumes(both)), { amount_buy: null, amount_sell: '1.00' })
  t.match(lines.line(volumes({ ...both, currency: 'JPY', digits: 0 })), { amount_buy: '150' })
  t.match(lines.line(volumes({ ...both, currency: 'CHF' })), { amount_buy: null })
  lines.line(volumes({ sell: 1n, currency: 'GBP' }))
  t.same(lines.needed, [
    { pair: 'EUR->CHF', rate: '0' },
    { pair: 'EUR->JPY', rate: '150' },
    { pair: 'EUR->USD', rate: '0' },
  ])
})

t.test('nothing is to be paid where every amount that was asked for is zero', async (t) => {
  const asked = terms({ buy: plain('0.001') })
  const line = (buy: bigint, of = asked) => new PaymentLines(of).line(volumes({ buy, sell: 5n }))
  t.equal(isNothing(line(100_000_000n), asked), true)
  t.equal(isNothing(line(500_000_000n), asked), false)
  const unknown = terms({ buy: plain('1', { currency: 'EUR' }) })
  t.equal(isNothing(line(1n, unknown), unknown), false, 'it is not known')
  const net = terms({ sell: plain('1'), isNet: true })
  t.equal(isNothing(line(100_000_000n, net), net), true, 'the net side is not paid')
  const bought = terms({ buy: plain('1'), isNet: true })
  t.equal(isNothing(line(100_000_000n, bought), bought), false)
  t.equal(isNothing(line(1n, bought), bought), true)
  t.equal(isNothing(line(5n, bought), bought), true, 'as much was bought as sold')
})

t.test('totals are sums of what was rounded, by currency', async (t) => {
  const lines = new PaymentLines(terms({ buy: plain('1.005'), sell: plain('2') }))
  const lot = 100_000_000n
  const made = [
    lines.line(volumes({ buy: lot, sell: 1n })),
    lines.line(volumes({ buy: lot })),
    lines.line(volumes({ currency: 'JPY', digits: 0, sell: lot })),
  ]
  t.same(currencyTotals(made), [
    {
      currency: 'JPY',
      accounts: 1,
      lots_buy: '0',
      lots_sell: '1',
      amount_buy: '0',
      amount_sell: '2',
      amount: '0',
    },
    {
      currency: 'USD',
      accounts: 2,
      lots_buy: '2',
      lots_sell: '0.00000001',
      amount_buy: '2.02',
      amount_sell: '0.00',
      amount: '0',
    },
  ])
})
