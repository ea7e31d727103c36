import t from 'tap'
import {
  importPlan,
  type ProviderSymbol,
  type SeenName,
} from '../../../engine/config/imported-symbol.js'
import { feedRecord } from '../../actors/links/feeds/given-feed.js'

const LISTED: ProviderSymbol = {
  ...{ name: 'GBPUSD', digits: undefined, description: '', currency: '' },
  ...{ contractSize: '', minVolume: '', maxVolume: '', volumeStep: '' },
}

function imported(seen: Omit<SeenName, 'name'>, name = 'GBPUSD') {
  const feed = feedRecord({ name: 'Prime', import_symbol_settings: true })
  const { create } = importPlan(feed, new Map(), [{ name, ...seen }])
  const {
    path: _,
    trade_access: __,
    ...settings
  } = create[0]?.input ?? { path: '', trade_access: 'full' }
  return settings
}

t.test(
  'digits are those that the provider tells, else those that were seen, else the default’s',
  (t) => {
    for (const [told, digits, wanted] of [
      [3, 5, { digits: 3 }],
      [0, 5, { digits: 0 }],
      [0, 0, { digits: 0 }],
      [undefined, 5, { digits: 5 }],
      [undefined, 0, {}],
    ] as const) {
      t.strictSame(imported({ digits, listed: { ...LISTED, digits: told } }), wanted)
    }
    t.strictSame(imported({ digits: 5 }), { digits: 5 }, 'without a list')
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
    ...{ contract_size: '3', volume_max: '100' },
  })
  t.strictSame(sized({ description: '  Cable ', currency: 'USD' }), { description: 'Cable' })
  const cfd = { calc_mode: 'cfd', contract_size: '1' }
  const other = (currency: string) =>
    imported({ digits: 0, listed: { ...LISTED, currency } }, 'DE40')
  t.strictSame(other('EUR'), { ...cfd, profit_currency: 'EUR' })
  t.strictSame(other('eur'), cfd)
  t.end()
})
