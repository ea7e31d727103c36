import t from 'tap'
import {
  decimalFaults,
  faultsOfTerms,
  plainTerms,
} from '../../../../engine/config/kinds/symbol-terms.js'
import type { SymbolTerms } from '../../../../engine/config/records/symbol.js'

/** What is wrong, as `field: message`. */
function faults(terms: Partial<SymbolTerms>): string[] {
  return faultsOfTerms(terms).map(({ path, message }) => `${path}: ${message}`)
}

t.test('a decimal is within its bounds, with so many places', (t) => {
  const told = (text: string, min: 'above' | 'zero' | 'any', digits?: number): string[] => {
    const wrong = decimalFaults('field', text, min, '20', digits)
    return wrong.map(({ path, message }) => `${path} ${message}`)
  }
  const decimals = 'field must have at most 8 decimals'
  for (const [text, above, zero, any] of [
    ['20', [], [], []],
    ['0.00000001', [], [], []],
    ['0', ['field must be above zero'], [], []],
    ['-1', ['field must be above zero'], ['field must not be negative'], []],
    ['-20', ['field must be above zero'], ['field must not be negative'], []],
    ['20.00000001', ...Array(3).fill(['field must be 20 or less'])],
    ['0.000000001', ...Array(3).fill([decimals])],
    ['x', ...Array(3).fill([decimals])],
  ] as const) {
    t.same([told(text, 'above'), told(text, 'zero'), told(text, 'any')], [above, zero, any], text)
  }
  t.same(told('-20.1', 'any'), ['field must be -20 or more'])
  t.same(told('0.01', 'any', 2), [])
  t.same(told('0.001', 'any', 2), ['field must have at most 2 decimals'])
  t.end()
})

t.test('volumes that are given fit together, and those that are not say nothing', (t) => {
  const step = 'volume_step: must divide the range from volume_min to volume_max into whole steps'
  const most = 'volume_max: must not be less than volume_min'
  const limit = 'volume_limit: must be 0 for no limit, or at least volume_min'
  for (const [terms, wanted] of [
    [{}, []],
    [{ volume_min: '0.03', volume_max: '1.03', volume_step: '0.1' }, []],
    [{ volume_min: '0.03', volume_max: '1.07', volume_step: '0.1' }, [step]],
    [{ volume_min: '0.03', volume_step: '0.1' }, []],
    [{ volume_min: '0.03', volume_max: '1' }, []],
    [{ volume_min: '1', volume_max: '1', volume_step: '3' }, []],
    [{ volume_min: '0.03', volume_max: '0.01' }, [most]],
    [{ volume_min: '0.03', volume_max: '0.01', volume_step: '0.03' }, [most]],
    [{ volume_max: '0.01', volume_step: '0.03', volume_limit: '0.001' }, []],
    [{ volume_min: '1', volume_limit: '0.9' }, [limit]],
    [{ volume_min: '1', volume_limit: '1' }, []],
    [{ volume_min: '1', volume_limit: '0' }, []],
    [{ volume_min: '3', volume_max: '1', volume_limit: '2' }, [most, limit]],
    [{ volume_min: 'x', volume_max: '1' }, ['volume_min: must have at most 8 decimals']],
    [{ volume_min: '0', volume_max: '1' }, ['volume_min: must be above zero']],
  ] as const) {
    t.same(faults(terms), wanted, JSON.stringify(terms))
  }
  t.end()
})

t.test('each of the numbers has its own bounds', (t) => {
  for (const [field, least, most] of [
    ['volume_min', null, '1000000'],
    ['volume_max', null, '1000000'],
    ['volume_step', null, '1000000'],
    ['volume_limit', '0', '10000000'],
    ['margin_initial', '0', '1000000000'],
    ['margin_maintenance', '0', '1000000000'],
    ['margin_hedged', '0', '1000000000'],
    ['swap_long', '-1000000', '1000000'],
    ['swap_short', '-1000000', '1000000'],
  ] as const) {
    t.same(faults({ [field]: most }), [], field)
    t.same(faults({ [field]: `${most}.1` }), [`${field}: must be ${most} or less`])
    if (least !== null) t.same(faults({ [field]: least }), [], field)
    const below = { '0': 'not be negative', '-1000000': 'be -1000000 or more' }
    const wrong = least === null ? 'be above zero' : below[least]
    const text = least === null ? '0' : least === '0' ? '-0.1' : `${least}.1`
    t.same(faults({ [field]: text }), [`${field}: must ${wrong}`])
  }
  t.end()
})

t.test('margin rates: once a kind, within their bounds, at their places', (t) => {
  const rate = (kind: 'buy' | 'sell', initial: string, maintenance: string) => {
    return { kind, initial, maintenance }
  }
  t.same(faults({ margin_rates: [rate('buy', '0', '999999'), rate('sell', '999999', '0')] }), [])
  t.same(faults({ margin_rates: [rate('buy', '1', '1'), rate('buy', '-1', '999999.1')] }), [
    'margin_rates: has more than one row for buy',
    'margin_rates[1].initial: must not be negative',
    'margin_rates[1].maintenance: must be 999999 or less',
  ])
  t.end()
})

t.test('terms are kept as plain numbers and rates in one order, and nothing is added', (t) => {
  t.strictSame(plainTerms({}), {})
  t.strictSame(plainTerms({ swap_long: '-01.50', volume_min: '1.0' }), {
    swap_long: '-1.5',
    volume_min: '1',
  })
  const margin_rates = [
    { kind: 'sell', initial: '1.0', maintenance: '02' },
    { kind: 'buy_limit', initial: '0.50', maintenance: '0.0' },
    { kind: 'buy', initial: '3', maintenance: '4' },
  ] as const
  t.strictSame(plainTerms({ margin_rates, description: 'as it is' }), {
    margin_rates: [
      { kind: 'buy', initial: '3', maintenance: '4' },
      { kind: 'sell', initial: '1', maintenance: '2' },
      { kind: 'buy_limit', initial: '0.5', maintenance: '0' },
    ],
    description: 'as it is',
  })
  t.end()
})
