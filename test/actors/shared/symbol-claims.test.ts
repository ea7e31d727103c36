import t from 'tap'
import { BOARD_SYMBOLS_MAX } from '../../../actors/shared/price-board.js'
import {
  SYMBOL_USE_BYTES,
  SymbolClaims,
  SymbolFence,
} from '../../../actors/shared/symbol-claims.js'
import { givenBook } from '../../given/book.js'
import { GivenShard, tradingShard } from '../../given/floors/shard.js'

function given() {
  const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
  let version = 7
  return {
    memory,
    claims: new SymbolClaims(memory),
    fence: new SymbolFence(memory),
    version: () => version,
    raise: () => version++,
  }
}

t.test('a symbol is traded once a shard claimed it', (t) => {
  const { claims, fence } = given()
  t.equal(fence.isTraded(1), false)
  t.equal(claims.claim(1, 7), true)
  t.equal(fence.isTraded(1), true)
  t.equal(fence.isTraded(2), false)
  t.end()
})

t.test('while the desk asks, no shard begins to trade the symbol', (t) => {
  const { memory, claims, fence, version } = given()
  const other = new SymbolClaims(memory)
  other.claim(2, 7)
  fence.during(1, version, () => {
    t.equal(claims.claim(1, 7), false)
    t.equal(fence.isTraded(1), false, 'a shard that gave way leaves no trace')
    t.equal(claims.claim(3, 7), true, 'other symbols are free')
  })
  fence.during(2, version, () => t.equal(other.claim(2, 7), true, 'it trades already'))
  t.equal(claims.claim(1, 7), true, 'nothing was changed')
  t.end()
})

t.test('after a change only those begin who have heard of it', (t) => {
  const { claims, fence, version, raise } = given()
  fence.during(1, version, () => raise())
  t.equal(claims.claim(1, 7), false)
  t.equal(claims.claim(1, 8), true)
  t.end()
})

t.test('a desk that ended in the middle of a change holds nothing up', (t) => {
  const { claims, fence, version, memory } = given()
  t.throws(() =>
    fence.during(1, version, () => {
      throw new Error('the disk is gone')
    }),
  )
  t.equal(claims.claim(1, 7), false)
  new SymbolFence(memory).settle(7)
  t.equal(claims.claim(1, 7), true)
  t.end()
})

t.test(
  'a trade of a fenced symbol is refused, not kept under its id, and then goes through',
  (t) => {
    const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
    const fence = new SymbolFence(memory)
    const book = givenBook()
    const shard = tradingShard({ book, symbols: new SymbolClaims(memory) })
    const socket = shard.socket()
    const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', client_order_id: 'a' }
    fence.during(
      1,
      () => book.version,
      () => {
        t.match(shard.request(socket, 'trade', order), { code: 'unavailable' })
      },
    )
    t.equal(fence.isTraded(1), false)
    t.match(shard.request(socket, 'trade', order), { code: 'ok' })
    t.equal(fence.isTraded(1), true)
    t.end()
  },
)

t.test('a shard that reads its log knows what was traded', (t) => {
  const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
  const before = tradingShard()
  const order = { kind: 'open', symbol: 'XAUUSD', side: 'buy', volume: '0.01' }
  t.match(before.request(before.socket(), 'trade', order), { code: 'ok' })
  const claims = new SymbolClaims(memory)
  const again = new GivenShard({ symbols: claims }).profile()
  for (const record of before.records()) again.core.ledger.replay(record)
  const fence = new SymbolFence(memory)
  t.equal(fence.isTraded(5), true)
  t.equal(fence.isTraded(1), false)
  fence.during(
    5,
    () => 1,
    () => t.equal(claims.claim(5, 1), true),
  )
  t.end()
})

t.test('a desk that starts again leaves what shards have not heard of yet', (t) => {
  const { claims, fence, version, raise, memory } = given()
  fence.during(1, version, () => raise())
  new SymbolFence(memory).settle(8)
  t.equal(claims.claim(1, 7), false)
  t.equal(claims.claim(1, 8), true)
  t.end()
})

t.test('a number beyond the board is no symbol that is traded', (t) => {
  const { claims, fence, version } = given()
  t.equal(claims.claim(BOARD_SYMBOLS_MAX, 7), false)
  t.equal(claims.claim(BOARD_SYMBOLS_MAX - 1, 7), true)
  t.same(
    [BOARD_SYMBOLS_MAX - 1, BOARD_SYMBOLS_MAX].map((id) => fence.isTraded(id)),
    [true, false],
  )
  t.equal(
    fence.duringAll([BOARD_SYMBOLS_MAX], version, () => 'done'),
    'done',
  )
  t.end()
})
