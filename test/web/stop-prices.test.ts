import t from 'tap'
import { pageModule } from '../given/page-module.js'

// Stops of a ticket that are typed as points or money: exact, never more of a loss than was typed, never less of a gain.

interface Place {
  readonly side: 'buy' | 'sell'
  readonly which: 'stop_loss' | 'take_profit'
  readonly unit: 'price' | 'points' | 'money'
  readonly typed: string
  readonly from?: string | null
  readonly tick?: string
  readonly pointValue?: string | null
}

const NUMBERS = { digits: 5, typedDigits: 5 }

const CASES: readonly (readonly [Place, string | null])[] = [
  [{ side: 'buy', which: 'stop_loss', unit: 'price', typed: '1,1' }, '1.1'],
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '200' }, '1.15206'],
  [{ side: 'buy', which: 'take_profit', unit: 'points', typed: '200' }, '1.15606'],
  [{ side: 'sell', which: 'stop_loss', unit: 'points', typed: '200' }, '1.15606'],
  [{ side: 'sell', which: 'take_profit', unit: 'points', typed: '200' }, '1.15206'],
  [{ side: 'buy', which: 'stop_loss', unit: 'money', typed: '20.05' }, '1.15206'],
  [{ side: 'buy', which: 'take_profit', unit: 'money', typed: '20.05' }, '1.15607'],
  [{ side: 'sell', which: 'stop_loss', unit: 'money', typed: '20.05' }, '1.15606'],
  [
    { side: 'buy', which: 'stop_loss', unit: 'money', typed: '20', pointValue: '0.333333' },
    '1.15346',
  ],
  // To the ticks of the symbol: nearer for a stop, further for a target.
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '3', tick: '0.00005' }, '1.15405'],
  [{ side: 'sell', which: 'stop_loss', unit: 'points', typed: '6', tick: '0.00005' }, '1.15410'],
  [{ side: 'buy', which: 'take_profit', unit: 'points', typed: '6', tick: '0.00005' }, '1.15415'],
  [{ side: 'sell', which: 'take_profit', unit: 'points', typed: '3', tick: '0.00005' }, '1.15400'],
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '' }, null],
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '0' }, null],
  // A fraction of a point is none: it is not cut off.
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '50.9' }, null],
  [{ side: 'sell', which: 'take_profit', unit: 'points', typed: '50,5' }, null],
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '200.0' }, '1.15206'],
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '115406' }, null],
  [{ side: 'buy', which: 'stop_loss', unit: 'points', typed: '200', from: null }, null],
  [{ side: 'buy', which: 'stop_loss', unit: 'money', typed: '20', pointValue: null }, null],
  [{ side: 'buy', which: 'stop_loss', unit: 'money', typed: '0.05' }, null],
]

t.test('where a stop is', async (t) => {
  const { stopPrice } = await pageModule<{
    stopPrice(place: Required<Place> & typeof NUMBERS): string | null
  }>('web/trader/ticket/stop-prices.ts')
  for (const [place, wanted] of CASES) {
    const whole = { from: '1.15406', ...NUMBERS, tick: '0', pointValue: '0.1', ...place }
    t.equal(stopPrice(whole), wanted, JSON.stringify(place))
  }
})
