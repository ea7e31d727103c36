import t from 'tap'
import {
  importPlan,
  namesInSteps,
  type ProviderSymbol,
  type SeenName,
} from '../../../../engine/config/kinds/imported-symbol.js'
import { feedRecord, symbolRecord } from '../../../actors/links/feeds/given-feed.js'
import { whole } from '../../../given/whole.js'

const LISTED: ProviderSymbol = {
  name: 'GBPUSD',
  digits: undefined,
  description: '',
  currency: '',
  contractSize: '',
  minVolume: '',
  maxVolume: '',
  volumeStep: '',
}

function imported(
  seen: Omit<SeenName, 'name'>,
  name = 'GBPUSD',
  module: 'fix44' | 'dde' = 'fix44',
) {
  const feed = feedRecord({ name: 'Prime', module, import_symbol_settings: true })
  const { create } = whole(importPlan(feed, new Map(), [{ name, ...seen }]))
  const {
    path: _,
    trade_access: __,
    ...settings
  } = create[0]?.input ?? { path: '', trade_access: 'full' }
  return settings
}

t.test(
  'digits are those that FIX tells, or the default’s; those of DDE are what was quoted',
  (t) => {
    for (const [told, wanted] of [
      [3, { digits: 3 }],
      [0, { digits: 0 }],
      [undefined, {}],
    ] as const) {
      t.strictSame(imported({ digits: 5, listed: { ...LISTED, digits: told } }), wanted)
    }
    t.strictSame(imported({ digits: 5 }), {}, 'quoted, and not listed')
    t.strictSame(imported({ digits: 5 }, 'GBPUSD', 'dde'), { digits: 5 })
    t.end()
  },
)

t.test('what a list does not say, or lots cannot, is left to the defaults', (t) => {
  const sized = (change: Partial<ProviderSymbol>) => {
    return imported({ digits: 0, listed: { ...LISTED, ...change } })
  }
  t.strictSame(sized({ minVolume: '1000' }), { volume_min: '0.01' })
  t.strictSame(sized({ minVolume: '1000', contractSize: 'x' }), { contract_size: 'x' })
  t.strictSame(sized({ maxVolume: 'x', volumeStep: '-1000' }), {})
  t.strictSame(sized({ minVolume: '0.0001', maxVolume: '300', contractSize: '3' }), {
    contract_size: '3',
    volume_max: '100',
  })
  t.strictSame(sized({ description: '  Cable ', currency: 'USD' }), { description: 'Cable' })
  const cfd = { calc_mode: 'cfd', contract_size: '1' }
  const other = (currency: string) =>
    imported({ digits: 0, listed: { ...LISTED, currency } }, 'DE40')
  t.strictSame(other('EUR'), { ...cfd, profit_currency: 'EUR' })
  t.strictSame(other('eur'), cfd)
  t.end()
})

t.test('a thousand names, and as many symbols, are gone through in steps', (t) => {
  const feed = feedRecord({ name: 'Prime', symbols: ['*'] })
  const seen = Array.from({ length: 1_000 }, (_, n) => ({ name: `N${n}`, digits: 2 }))
  t.equal([...importPlan(feed, new Map(), seen)].length, 5)
  t.equal(whole(importPlan(feed, new Map(), seen)).create.length, 1_000)
  const symbols = seen.map(({ name }, n) => symbolRecord(n + 1, `All\\${name}`, 2))
  t.equal([...namesInSteps(symbols)].length, 5)
  const known = whole(namesInSteps(symbols))
  t.equal(known.size, 1_000)
  t.equal(known.get('n999'), symbols[999])
  t.same(whole(importPlan(feed, known, seen)).create, [], 'all of them are there')
  t.end()
})
