import t from 'tap'
import { LOGIN } from '../../given/account.js'
import { givenBook, NETTING } from '../../given/book.js'
import { tradingShard } from '../../given/floors/shard.js'
import { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
const LIMIT = { ...OPEN, kind: 'place', order_kind: 'limit', price: '1.16000' }
/** Read in one pass, and by the general decoder. */
const WAYS = [{}, { comment: 'für später' }]

for (const codec of ['json', 'msgpack'] as const) {
  t.test(`what a request says without need is taken where it is so (${codec})`, (t) => {
    const shard = tradingShard()
    const socket = shard.socket({ codec })
    const asked = (body: object) => shard.request(socket, 'trade', { ...body })
    const opened = (side = 'buy') => {
      const { data } = asked({ ...OPEN, side })
      return (data as { position_id: number }).position_id
    }
    const placed = () => (asked(LIMIT)['data'] as { order_id: number }).order_id
    for (const way of WAYS) {
      for (const said of [
        { symbol: 'EURUSD' },
        { symbol: 'eurUSD', side: 'sell', order_kind: 'market' },
        { side: 'buy' },
      ]) {
        const body = { kind: 'close', position_id: opened(), ...said, ...way }
        t.match(shard.request(socket, 'check', body), { code: 'ok' })
        t.match(asked(body), { code: 'ok' }, JSON.stringify(said))
      }
      const id = opened()
      const stops = { kind: 'stops', position_id: id, stop_loss: '1.10000', ...way }
      t.match(asked({ ...stops, symbol: 'eurusd', side: 'buy' }), { code: 'ok' })
      const by = { kind: 'close_by', position_id: id, by_position_id: opened('sell'), ...way }
      t.match(asked({ ...by, symbol: 'EURUSD', side: 'buy', order_kind: 'market' }), { code: 'ok' })
      const order_id = placed()
      const so = { symbol: 'EURUSD', side: 'buy', order_kind: 'limit', ...way }
      t.match(asked({ kind: 'change', order_id, price: '1.16001', ...so }), {
        code: /^(ok|trade.placed)$/,
      })
      t.match(asked({ kind: 'delete', order_id, ...so }), { code: 'ok' })
    }
    t.equal(shard.account().positions.size, 0)
    checkLedger(shard.records(LOGIN), shard.account())
    t.end()
  })

  t.test(`and refused where it is not (${codec})`, (t) => {
    const shard = tradingShard()
    const socket = shard.socket({ codec })
    const asked = (body: object) => shard.request(socket, 'trade', { ...body })
    const { position_id } = asked(OPEN)['data'] as { position_id: number }
    const { order_id } = asked(LIMIT)['data'] as { order_id: number }
    const records = shard.records(LOGIN).length
    for (const way of WAYS) {
      for (const [body, message] of [
        [
          { kind: 'close', position_id, symbol: 'GBPUSD' },
          /^symbol: must be EURUSD, the symbol of position \d+$/,
        ],
        [{ kind: 'close', position_id, symbol: 'NONE' }, /^symbol: must be EURUSD/],
        [{ kind: 'close', position_id, order_kind: 'limit' }, /^order_kind: must be market/],
        [
          { kind: 'close', position_id, expiration: 'day' },
          /^expiration: is not allowed with the kind close/,
        ],
        [
          { kind: 'stops', position_id, stop_loss: '1.1', side: 'sell' },
          /^side: must be buy, the side of position/,
        ],
        [
          { kind: 'change', order_id, price: '1.15', symbol: 'GBPUSD' },
          /^symbol: must be \w+, the symbol of order \d+/,
        ],
        [
          { kind: 'change', order_id, price: '1.15', side: 'sell' },
          /^side: must be buy, the side of order \d+$/,
        ],
        [
          { kind: 'delete', order_id, order_kind: 'stop' },
          /^order_kind: must match the kind of order \d+: limit$/,
        ],
      ] as const) {
        const refused = { code: 'invalid_input', message }
        t.match(asked({ ...body, ...way }), refused, JSON.stringify(body))
        t.match(shard.request(socket, 'check', { ...body, ...way }), refused)
      }
    }
    const gone = { kind: 'close', position_id: 999, symbol: 'GBPUSD' }
    t.match(asked(gone), { code: 'trade.position_unknown' }, 'of what is not there nothing is so')
    t.equal(shard.records(LOGIN).length, records)
    checkLedger(shard.records(LOGIN), shard.account())
    t.end()
  })
}

t.test('a symbol is found in any case, and told as it is written', (t) => {
  const symbols = { EURUSD: { path: 'Forex\\EurUsd.m' } }
  for (const group of [undefined, NETTING]) {
    const book = givenBook({ symbols })
    const prices = new GivenPrices(book, { 'EurUsd.m': ['1.17000', '1.17010'] })
    const shard = tradingShard({ book, prices }).profile(group ? { group } : {})
    const socket = shard.socket()
    for (const symbol of ['EurUsd.m', 'EURUSD.M', 'eurusd.m']) {
      const told = shard.turn(() => shard.send(socket, 'trade', { ...OPEN, symbol }))
      t.match(told.find(({ kind }) => kind === 'reply')?.value, { code: 'ok' }, symbol)
      const deal = told.find(({ value }) => value['event'] === 'deal')?.value['data']
      t.match(deal, { symbol: 'EurUsd.m' })
      t.match(shard.request(socket, 'check', { ...LIMIT, symbol }), { code: 'ok' })
    }
    const subscribed = shard.turn(() =>
      shard.send(socket, 'subscribe', { symbols: ['eurusd.M', 'EurUsd.m'] }),
    )
    t.match(subscribed.find(({ kind }) => kind === 'control')?.value, { symbols: [1] })
    t.match(shard.request(socket, 'trade', { ...OPEN, symbol: 'eurusd' }), {
      code: 'trade.symbol_unknown',
      message: 'There is no symbol eurusd. Choose one from the list of symbols.',
    })
    checkLedger(shard.records(LOGIN), shard.account())
  }
  t.end()
})
