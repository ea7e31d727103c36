import t from 'tap'
import { LOGIN } from '../../given/account.js'
import { givenBook } from '../../given/book.js'
import { GivenShard } from '../../given/floors/shard.js'
import { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'

// Goal: over the socket, in both codecs, a change that was made from what is not so any more is refused with what is so
// now, and leaves nothing behind.

for (const codec of ['json', 'msgpack'] as const) {
  t.test(`a change is of what it was made from, in ${codec}`, (t) => {
    const book = givenBook()
    const shard = new GivenShard({ book, prices: new GivenPrices(book) })
    shard.profile().grantIds(100, 1000).deposit('10000')
    const socket = shard.socket({ codec })
    const ask = (op: 'trade' | 'check', body: object) =>
      shard.request(socket, op, { ...body }) as { code: string; data: Record<string, unknown> }
    const limit = { kind: 'place', order_kind: 'limit', price: '1.15000' }
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1', stop_loss: '1.14' }
    const { position_id } = ask('trade', open).data
    const { order_id } = ask('trade', { ...open, ...limit }).data
    const records = shard.records(LOGIN).length
    const stops = { kind: 'stops', position_id, stop_loss: '1.15' }
    const change = { kind: 'change', order_id, price: '1.15100' }
    for (const [body, data] of [
      [
        { ...stops, stop_loss_was: '1.139' },
        { field: 'stop_loss', now: '1.14000' },
      ],
      [
        { ...stops, take_profit_was: '1.2' },
        { field: 'take_profit', now: null },
      ],
      [
        { ...stops, trailing_pts_was: 9 },
        { field: 'trailing_pts', now: null },
      ],
      [
        { ...change, price_was: '1.14999' },
        { field: 'price', now: '1.15000' },
      ],
      [
        { ...change, trigger_price_was: '1.1' },
        { field: 'trigger_price', now: null },
      ],
    ] as const) {
      for (const op of ['check', 'trade'] as const) {
        const { code, data: told } = ask(op, body)
        t.match([code, told], ['conflict', data], `${op} ${JSON.stringify(body)}`)
      }
    }
    t.match(ask('trade', { ...open, price_was: '1' }), { code: 'invalid_input' }, 'of none')
    t.equal(shard.records(LOGIN).length, records, 'nothing of it is kept')
    const keyed = { ...stops, client_order_id: 'a-1' }
    t.match(ask('trade', { ...keyed, stop_loss_was: '1.14' }), { code: 'ok' })
    t.match(ask('trade', keyed), { code: 'ok' }, 'a repeat may leave out what it was made from')
    t.match(ask('trade', { ...stops, stop_loss_was: '1.14' }), { code: 'ok' }, 'it is so already')
    t.match(ask('trade', { ...change, price_was: '1.15', stop_loss_was: '1.140' }), { code: 'ok' })
    checkLedger(shard.records(LOGIN), shard.account())
    t.end()
  })
}
