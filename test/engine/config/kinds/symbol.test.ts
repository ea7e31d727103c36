import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../../engine/book/book.js'
import { factorsOf } from '../../../../engine/book/symbol-factors.js'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import type { ContentOf } from '../../../../engine/config/config-records.js'
import { symbolKind } from '../../../../engine/config/kinds/symbol.js'
import { CALC_MODES, MARGIN_RATE_KINDS } from '../../../../engine/config/kinds/symbol-choices.js'
import { configWorld } from '../../../../engine/config/kinds.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { faultsOf } from '../../../../engine/config/references.js'
import type { ConfigWorld } from '../../../../engine/config/world.js'
import { trimmedTextFromScaled } from '../../../../engine/numbers/decimal.js'
import type { Fault } from '../../../../engine/reasons/keyed-text.js'
import { EURUSD } from '../../../given/book.js'
import { NO_FACTS } from '../../../given/config-facts.js'

type Symbol = ContentOf<SymbolRecord>

function world(symbols: readonly SymbolRecord[] = [], traded: readonly number[] = []): ConfigWorld {
  return configWorld(
    { ...NO_RECORDS, symbols },
    { ...NO_FACTS, isTraded: (id) => traded.includes(id) },
  )
}

function faults(change: Partial<Symbol>, of = world(), self: SymbolRecord | null = null): Fault[] {
  const { id: _, created_at: __, updated_at: ___, version: ____, ...base } = self ?? EURUSD
  const content = { ...base, ...change }
  return [...faultsOf(symbolKind, symbolKind.normal?.(content) ?? content, of, self)]
}

/** The fields at fault, or the word that a message must hold. */
function fields(change: Partial<Symbol>): string[] {
  return faults(change).map(({ path }) => path)
}

function named(id: number, path: string, quote_source = ''): SymbolRecord {
  return { ...EURUSD, id, path, quote_source }
}

t.test('a path is folders and a name between backslashes', (t) => {
  for (const path of [
    'EURUSD',
    'Forex\\EURUSD',
    'Forex\\Spot metals\\XAU/USD.x',
    `F\\${'n'.repeat(64)}`,
    `${'f'.repeat(126)}\\n`,
  ]) {
    t.same(fields({ path }), [], path)
  }
  for (const path of [
    '',
    '\\EURUSD',
    'Forex\\',
    'Forex\\\\EURUSD',
    'Forex\\EUR*',
    'Forex,A\\EURUSD',
    'Forex\\!EURUSD',
    ' Forex\\EURUSD',
    'Forex \\EURUSD',
    'Forex\\EURUSD ',
    `F\\${'n'.repeat(65)}`,
    `${'f'.repeat(127)}\\n`,
  ]) {
    t.same(fields({ path }), ['path'], path)
  }
  t.end()
})

t.test('currencies are 3 to 16 capital letters or digits', (t) => {
  for (const currency of ['USD', 'USDT20', 'A'.repeat(16)]) {
    t.same(fields({ profit_currency: currency }), [], currency)
  }
  for (const currency of ['', 'US', 'usd', 'US D', 'U-D', 'A'.repeat(17)]) {
    for (const field of ['base_currency', 'profit_currency', 'margin_currency'] as const) {
      t.same(fields({ [field]: currency }), [field], `${field} ${currency}`)
    }
  }
  t.end()
})

t.test('a contract has a size above zero, of at most 8 decimals', (t) => {
  for (const contract_size of ['0.00000001', '1000000000', '1.000000000']) {
    t.same(fields({ contract_size }), [], contract_size)
  }
  for (const contract_size of ['0', '1000000000.00000001', '1.000000001']) {
    t.same(fields({ contract_size }), ['contract_size'], contract_size)
  }
  t.end()
})

// Each of the others in symbol-terms.test.ts.
t.test('terms that do not fit together are told at their fields', (t) => {
  t.same(fields({ volume_min: '0.05', volume_max: '1.05', volume_step: '0.1' }), [])
  t.same(fields({ volume_max: '0.001' }), ['volume_max'])
  t.same(fields({ swap_long: '-1000000.1', margin_hedged: '-1' }), ['margin_hedged', 'swap_long'])
  t.end()
})

t.test(
  'tick size and tick value: needed where prices go by ticks, whole points, no contradiction',
  (t) => {
    const tick = (tick_size: string, tick_value: string, more: Partial<Symbol> = {}) =>
      fields({ tick_size, tick_value, ...more })
    t.same(tick('0', '0'), [])
    t.same(tick('0.00005', '0'), [], 'a step of prices alone')
    t.same(tick('0', '1'), ['tick_size'])
    t.same(tick('0.000005', '0'), ['tick_size'], 'a tenth of a point')
    const says = (tick_size: string, tick_value: string, calc_mode: Symbol['calc_mode']) =>
      faults({ tick_size, tick_value, calc_mode }).map(({ path, message }) => `${path} ${message}`)
    t.same(says('0', '1', 'forex'), ['tick_size is required with tick_value'])
    t.same(says('0', '1', 'futures'), ['tick_size is required with calc_mode futures'])
    t.same(says('1', '0', 'cfd_index'), ['tick_value is required with calc_mode cfd_index'])
    for (const calc_mode of ['futures', 'cfd_index'] as const) {
      const ticked = { calc_mode, digits: 2 } as const
      t.same(tick('0.25', '12.5', ticked), [])
      t.same(tick('0', '0', ticked), ['tick_size'])
      t.same(tick('0.25', '0', ticked), ['tick_value'])
      t.same(tick('0', '12.5', ticked), ['tick_size'])
      t.same(tick('0.001', '1', ticked), ['tick_size'], 'a tenth of a point')
      t.same(tick('-0.25', '12.5', ticked), ['tick_size'])
      t.same(tick('0.25', '12.00000001', ticked), [], 'eight decimals, whatever the digits')
      t.same(tick('0.25', '12.000000001', ticked), ['tick_value'])
      t.same(tick('0.0000000001', '0.0000000005', { calc_mode, digits: 10 }), [])
      t.same(tick('0.0000000001', '0.0000000005', { calc_mode, digits: 9 }), [
        'tick_size',
        'tick_value',
      ])
      const before = { ...EURUSD, calc_mode, tick_size: '0', tick_value: '0' }
      const faults = faultsOf(
        symbolKind,
        { ...before, description: 'other' },
        world([before]),
        before,
      )
      t.same(faults, [], 'one without a tick from before keeps it so')
    }
    t.same(tick('0.00001', '1'), [], '100000 x 0.00001')
    t.same(tick('0.00001', '2'), ['tick_value'], 'a lot gains the contract size, not this')
    t.same(tick('0.25', '12.5', { calc_mode: 'cfd_leverage', contract_size: '50', digits: 2 }), [])
    t.same(tick('0.25', '12', { calc_mode: 'cfd', contract_size: '50', digits: 2 }), ['tick_value'])
    t.same(tick('0.0000000005', '0.00005', { digits: 10 }), [], '100000 x 0.0000000005')
    for (const contract_size of ['100000.000000001', '0', '-100000']) {
      t.same(tick('0.00001', '1', { contract_size }), ['contract_size'], 'that fault alone')
    }
    t.end()
  },
)

t.test('sessions end after they begin, within a day, and do not overlap their own kind', (t) => {
  const session = (day: number, from_min: number, to_min: number, kind = 'trade') =>
    ({ day, from_min, to_min, kind }) as Symbol['sessions'][number]
  const of = (...sessions: Symbol['sessions'][number][]) => fields({ sessions })
  t.same(of(session(1, 0, 1440), session(2, 0, 1440)), [])
  t.same(of(session(1, 600, 1440), session(1, 0, 600)), [], 'one may begin where another ends')
  t.same(of(session(1, 0, 600), session(1, 0, 600, 'quote')), [], 'kinds are apart')
  t.same(of(session(1, 600, 600)), ['sessions'])
  t.same(of(session(1, 601, 600)), ['sessions'])
  t.same(of(session(1, 0, 601), session(1, 600, 1440)), ['sessions'])
  t.same(of(session(1, 600, 1440), session(1, 0, 601)), ['sessions'], 'in any order')
  t.same(of(session(1, 0, 600), session(1, 0, 600)), ['sessions'])
  t.end()
})

t.test('quote_source names an existing other symbol, in any case, and never leads back', (t) => {
  const [a, b, c] = [named(1, 'F\\A', 'F\\B'), named(2, 'F\\B', 'F\\C'), named(3, 'F\\C')] as const
  const chain = world([a, b, c])
  const source = (quote_source: string, self: SymbolRecord | null = null) =>
    faults({ quote_source }, chain, self).map(({ path, message }) => `${path}: ${message}`)
  t.same(source('f\\c'), [])
  t.same(source('F\\D'), ['quote_source: there is no symbol F\\D'])
  t.same(source('G\\C'), ['quote_source: there is no symbol G\\C'], 'the whole path counts')
  t.match(source('F\\C', c), [/must be another symbol/])
  t.match(source('F\\B', c), [/forms a circle: F\\B already takes its quotes from this symbol/])
  t.match(source('F\\A', c), [/forms a circle/])
  t.same(source('', c), [])
  const moved = faults({ path: 'F\\Z', quote_source: 'F\\C' }, chain, c)
  t.match(moved, [{ path: 'quote_source' }], 'also under a new path')
  const own = faults({ path: 'F\\New', quote_source: 'F\\new' }, chain)
  t.match(own, [{ path: 'quote_source', message: /cannot take its quotes from itself/ }])
  t.end()
})

t.test('a symbol that has a quote_source is changed without touching it', (t) => {
  const [a, b, c] = [named(1, 'F\\A', 'F\\B'), named(2, 'F\\B', 'F\\C'), named(3, 'F\\C')] as const
  const chain = world([a, b, c])
  for (const self of [a, b, c]) {
    t.same(faults({ description: 'other' }, chain, self), [], self.path)
    t.same(faults({ path: 'F\\Z' }, chain, self), [], `${self.path} moves`)
  }
  t.same(faults({ quote_source: 'F\\C' }, chain, a), [], 'nor is another source a circle')
  t.same(faults({ quote_source: '' }, chain, a), [])
  t.end()
})

t.test('a circle is found however long the chain is', (t) => {
  const count = 2_000
  const symbols = Array.from({ length: count }, (_, i) =>
    named(i + 1, `F\\S${i}`, i + 1 < count ? `F\\S${i + 1}` : ''),
  )
  const last = symbols.at(-1) as SymbolRecord
  t.match(faults({ quote_source: 'F\\S0' }, world(symbols), last), [{ message: /circle/ }])
  const [one, two] = [named(1, 'F\\A', 'F\\B'), named(2, 'F\\B', 'F\\A')]
  const broken = faults({ quote_source: 'F\\A' }, world([one, two, named(3, 'F\\C')]), null)
  t.same(broken, [], 'and a circle of others does not hold the check up')
  t.end()
})

t.test('what is left out: a pair names its currencies, anything else is in dollars', (t) => {
  const currencies = (input: object) => {
    const { base_currency, profit_currency, margin_currency } = symbolKind.defaults({ ...input })
    return [base_currency, profit_currency, margin_currency]
  }
  t.same(currencies({ path: 'Forex\\EURJPY' }), ['EUR', 'JPY', 'EUR'])
  t.same(currencies({ path: 'Forex\\EURJPY.ecn' }), ['EUR', 'JPY', 'EUR'])
  t.same(currencies({ path: 'Forex\\EURJPYX' }), ['USD', 'USD', 'USD'])
  t.same(currencies({ path: 'Forex\\EURJPY', profit_currency: 'USD' }), ['EUR', 'USD', 'EUR'])
  t.same(currencies({ path: 'I\\GER40', calc_mode: 'cfd', profit_currency: 'EUR' }), [
    'EUR',
    'EUR',
    'EUR',
  ])
  t.end()
})

t.test('a symbol is kept in one form: lists in their order, decimals without idle zeros', (t) => {
  const content = symbolKind.normal?.({
    ...EURUSD,
    contract_size: '100000.0',
    swap_long: '-0.50',
    filling: ['return', 'fok', 'return'],
    margin_rates: [
      { kind: 'sell', initial: '1.10', maintenance: '0.0' },
      { kind: 'buy', initial: '1.0', maintenance: '0.50' },
    ],
    sessions: [
      { day: 2, kind: 'trade', from_min: 0, to_min: 10 },
      { day: 1, kind: 'trade', from_min: 20, to_min: 30 },
      { day: 1, kind: 'trade', from_min: 0, to_min: 10 },
      { day: 3, kind: 'quote', from_min: 0, to_min: 10 },
    ],
  })
  t.match(content, {
    contract_size: '100000',
    swap_long: '-0.5',
    filling: ['fok', 'return'],
    margin_rates: [{ kind: 'buy' }, { kind: 'sell' }],
    sessions: [
      { kind: 'quote', day: 3 },
      { kind: 'trade', day: 1, from_min: 0 },
      { kind: 'trade', day: 1, from_min: 20 },
      { kind: 'trade', day: 2 },
    ],
  })
  // Whole: a text fits a pattern that it begins with.
  t.same([content?.contract_size, content?.swap_long], ['100000', '-0.5'])
  t.same(content?.margin_rates, [
    { kind: 'buy', initial: '1', maintenance: '0.5' },
    { kind: 'sell', initial: '1.1', maintenance: '0' },
  ])
  t.end()
})

t.test('once traded, a symbol keeps what its positions and histories are kept in', (t) => {
  const change = (after: Partial<Symbol>, traded: readonly number[], before = EURUSD) =>
    symbolKind.refuseChange?.(before, { ...before, ...after }, world([before], traded))
  for (const after of [
    { digits: 4 },
    { contract_size: '1000' },
    { calc_mode: 'cfd' },
    { base_currency: 'GBP' },
    { profit_currency: 'CHF' },
    { margin_currency: 'USD' },
  ] as const) {
    const [field] = Object.keys(after)
    t.equal(change(after, []), undefined, `${field} of an untraded symbol`)
    const refusal = change(after, [1])
    t.match(refusal, { code: 'conflict', message: new RegExp(`EURUSD has been traded.*${field}`) })
  }
  t.equal(change({ path: 'Forex\\EURUSD.new', trade_access: 'disabled' }, [1]), undefined)
  t.equal(change({ tick_size: '0.1', tick_value: '1' }, [1]), undefined)
  const futures = { ...EURUSD, calc_mode: 'futures' } as const
  t.match(change({ tick_value: '1' }, [1], futures), { code: 'conflict', message: /tick_value/ })
  t.end()
})

t.test('once traded, a symbol does not go', (t) => {
  const going = (traded: readonly number[]) => symbolKind.refuseDelete?.(EURUSD, world([], traded))
  t.equal(going([2]), undefined)
  t.match(going([1]), {
    ok: false,
    code: 'conflict',
    message:
      'The symbol EURUSD cannot be deleted, because it has been traded. ' +
      'Set trade_access to disabled instead.',
  })
  t.end()
})

t.test('a path that others quote from does not change but in its case', (t) => {
  const [source, user] = [named(1, 'F\\A'), named(2, 'F\\B', 'f\\a')]
  const rename = (path: string) =>
    symbolKind.refuseChange?.(source, { ...source, path }, world([source, user]))
  t.match(rename('F\\Z'), {
    code: 'conflict',
    message: /^The path cannot change yet: F\\B takes its quotes from F\\A\./,
  })
  t.match(rename('G\\A'), { code: 'conflict' }, 'the folder is a part of it')
  t.equal(rename('f\\A'), undefined)
  t.end()
})

const number = (min: number, max: number, digits: number) =>
  fc.integer({ min, max }).map((n) => trimmedTextFromScaled(n, digits))
const currency = fc.stringMatching(/^[A-Z0-9]{3,16}$/)

/** Valid by construction, up to every limit. */
const validSymbols: fc.Arbitrary<SymbolRecord> = fc
  .record({
    digits: fc.integer({ min: 0, max: 10 }),
    calc_mode: fc.constantFrom(...CALC_MODES),
    currencies: fc.tuple(currency, currency, currency),
    contract_size: fc.oneof(number(1, 2 ** 31 - 1, 8), fc.constant('1000000000')),
    ticks: fc.tuple(fc.integer({ min: 1, max: 9_999 }), number(1, 10 ** 9, 8)),
    step: fc.integer({ min: 1, max: 10 ** 8 }),
    steps: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
    limit: fc.constantFrom('0', '10000000'),
    margins: fc.tuple(number(0, 10 ** 9, 4), number(0, 10 ** 9, 8), fc.constant('1000000000')),
    rates: fc.subarray([...MARGIN_RATE_KINDS]).chain((kinds) =>
      fc.tuple(
        ...kinds.map((kind) =>
          fc.record({
            kind: fc.constant(kind),
            initial: number(0, 999_999, 6),
            maintenance: fc.constantFrom('0', '999999', '1.00000001'),
          }),
        ),
      ),
    ),
    swaps: fc.tuple(number(-(10 ** 9), 10 ** 9, 3), number(-(10 ** 9), 10 ** 9, 8)),
  })
  .map((given) => {
    const [first, more] = given.steps
    const isSized = !['futures', 'cfd_index'].includes(given.calc_mode)
    const [size, value] = isSized ? [0, '0'] : given.ticks
    const [base_currency, profit_currency, margin_currency] = given.currencies
    const [margin_initial, margin_maintenance, margin_hedged] = given.margins
    return {
      ...EURUSD,
      digits: given.digits,
      calc_mode: given.calc_mode,
      base_currency,
      profit_currency,
      margin_currency,
      contract_size: given.contract_size,
      tick_size: trimmedTextFromScaled(size, given.digits),
      tick_value: value,
      volume_step: trimmedTextFromScaled(given.step, 8),
      volume_min: trimmedTextFromScaled(given.step * (first + 1), 8),
      volume_max: trimmedTextFromScaled(given.step * (first + 1 + more), 8),
      volume_limit: given.limit,
      margin_initial,
      margin_maintenance,
      margin_hedged,
      margin_rates: given.rates,
      swap_long: given.swaps[0],
      swap_short: given.swaps[1],
    }
  })

t.test('whatever passes the checks compiles, with the factors of its profit and margin', (t) => {
  fc.assert(
    fc.property(validSymbols, (symbol) => {
      t.same(faults(symbol), [])
      const spec = compileBook({ ...NO_RECORDS, symbols: [symbol] }).symbolsById.get(symbol.id)
      return spec !== undefined && factorsOf(spec).profit.denominator > 0n
    }),
    { numRuns: 500 },
  )
  t.end()
})
