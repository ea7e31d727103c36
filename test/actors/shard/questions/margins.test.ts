import t from 'tap'
import { SET_ASIDE } from '../../../../actors/shard/log/quarantine.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { type GivenShard, tradingShard } from '../../../given/floors/shard.js'
import { GivenPrices } from '../../../given/prices.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Goal: the margin of an account is told whole: its money, and by symbol what holds how much of it.

type MarginRates = SymbolRecord['margin_rates']

function asked(shard: GivenShard, login = LOGIN) {
  const told = shard.turn(() => shard.ask(1, { op: 'margin', request: { login } }))
  const answer = told.find(({ kind }) => kind === 'answer')?.value
  return answer?.['ok'] === true ? JSON.parse(String(answer['text'])) : answer
}

t.test('the margin of an account is told by symbol, in the order of their names', (t) => {
  const book = givenBook()
  const prices = new GivenPrices(book)
  const shard = tradingShard({ book, prices })
  const socket = shard.socket()
  const trade = (body: object) => {
    t.match(shard.request(socket, 'trade', { volume: '0.1', ...body }), { code: /ok|placed/ })
  }
  t.match(asked(shard), { login: LOGIN, currency: 'USD', items: [], money: { margin: '0.00' } })
  trade({ kind: 'open', symbol: 'USDJPY', side: 'sell' })
  trade({ kind: 'open', symbol: 'EURUSD', side: 'buy' })
  const place = { kind: 'place', order_kind: 'limit', side: 'buy', volume: '0.02' }
  trade({ ...place, symbol: 'GBPUSD', price: '1.10000' })
  for (let n = 0; n < 2; n++) trade({ ...place, symbol: 'USDJPY', price: '100.000' })
  const { leverage, money, items } = asked(shard)
  t.equal(leverage, 100)
  const none = { volume_buy: '0', volume_sell: '0', volume_orders: '0' }
  t.same(items, [
    { symbol: 'EURUSD', ...none, volume_buy: '0.1', margin: '117.01' },
    { symbol: 'GBPUSD', ...none, volume_orders: '0.02', margin: '27.00' },
    { symbol: 'USDJPY', ...none, volume_sell: '0.1', volume_orders: '0.04', margin: '140.00' },
  ])
  t.equal(money.margin, '284.01')
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('the margin of an account that is unknown, or cannot be told, is refused', (t) => {
  const shard = tradingShard().profile({ login: LOGIN + 1 })
  Object.defineProperty(shard.account(LOGIN + 1), 'credit', {
    get() {
      throw new Error('given')
    },
  })
  t.same(asked(shard, LOGIN + 2), because('not_found.account', { login: LOGIN + 2 }))
  t.same(asked(shard, LOGIN + 1), SET_ASIDE, 'its money cannot be found')
  t.same(asked(shard, LOGIN + 1), SET_ASIDE)
  t.end()
})

t.test('a symbol that takes no margin is told with none', (t) => {
  const free = ['buy', 'sell', 'buy_limit'].map((kind) => ({
    kind,
    initial: '0',
    maintenance: '0',
  })) as MarginRates
  const book = givenBook({ symbols: { EURUSD: { margin_rates: free } } })
  const shard = tradingShard({ book, prices: new GivenPrices(book) })
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' }
  shard.request(shard.socket(), 'trade', open)
  t.match(asked(shard).items, [{ symbol: 'EURUSD', volume_buy: '0.1', margin: '0.00' }])
  t.end()
})
