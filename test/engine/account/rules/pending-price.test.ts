import t from 'tap'
import { checkLevels, requestedLevels } from '../../../../engine/account/rules/pending-price.js'
import { givenBook, symbolIn } from '../../../given/book.js'

const SYMBOL = symbolIn(givenBook({ symbols: { EURUSD: { stops_level_pts: 10 } } }), 'EURUSD')
const QUOTE = { bid: 117_000, ask: 117_020, at: 0 }

t.test('levels that are given are taken, and those that are not stay', (t) => {
  const held = { price: 5, triggerPrice: 7 }
  t.strictSame(requestedLevels(SYMBOL, { price: '', triggerPrice: '' }), {
    price: 0,
    triggerPrice: 0,
  })
  t.strictSame(requestedLevels(SYMBOL, { price: '', triggerPrice: '' }, held), held)
  t.strictSame(requestedLevels(SYMBOL, { price: '1.1', triggerPrice: '' }, held), {
    price: 110_000,
    triggerPrice: 7,
  })
  t.strictSame(requestedLevels(SYMBOL, { price: '', triggerPrice: '1.1' }, held), {
    price: 5,
    triggerPrice: 110_000,
  })
  for (const [asked, field] of [
    [{ price: '0', triggerPrice: '0' }, 'price'],
    [{ price: '1.1', triggerPrice: '0' }, 'trigger_price'],
  ] as const) {
    t.strictSame(requestedLevels(SYMBOL, asked, held), {
      ok: false,
      code: 'trade.invalid_price',
      message: `${field}: EURUSD has prices of 5 decimals in steps of 0.00001, above 0.`,
      reason: 'trade.invalid_price.steps',
      params: { field, symbol: 'EURUSD', digits: 5, step: '0.00001' },
      numbers: { field, distance_pts: null, nearest: '0.00001' },
    })
  }
  t.end()
})

t.test('the nearest that would do is on the ticks, on the side that does', (t) => {
  const symbol = symbolIn(givenBook({ symbols: { EURUSD: { tick_size: '0.00011' } } }), 'EURUSD')
  for (const [side, kind, nearest] of [
    [1, 'limit', '1.17018'],
    [-1, 'limit', '1.17007'],
  ] as const) {
    const levels = { price: side === 1 ? 117_020 : 117_000, triggerPrice: 0 }
    t.match(checkLevels(symbol, side, kind, levels, QUOTE), { numbers: { nearest } })
  }
  t.end()
})

t.test('the limit of a stop limit is its trigger, or better', (t) => {
  for (const [side, triggerPrice, way] of [
    [1, 117_100, 'lower'],
    [-1, 116_900, 'higher'],
  ] as const) {
    const told = (price: number) => {
      return checkLevels(SYMBOL, side, 'stop_limit', { price, triggerPrice }, QUOTE)
    }
    t.equal(told(triggerPrice), undefined)
    t.equal(told(triggerPrice - side), undefined)
    const nearest = (triggerPrice / 1e5).toFixed(5)
    t.strictSame(told(triggerPrice + side), {
      ok: false,
      code: 'trade.invalid_price',
      message: `price: of a stop limit it is its trigger_price ${nearest} or ${way}.`,
      numbers: { field: 'price', distance_pts: 0, nearest },
    })
  }
  const odd = symbolIn(givenBook({ symbols: { EURUSD: { tick_size: '0.00007' } } }), 'EURUSD')
  for (const [side, price, nearest] of [
    [1, 117_110, '1.17096'],
    [-1, 116_890, '1.16900'],
  ] as const) {
    const levels = { price, triggerPrice: side === 1 ? 117_100 : 116_900 }
    t.match(checkLevels(odd, side, 'stop_limit', levels, QUOTE), { numbers: { nearest } })
  }
  t.end()
})
