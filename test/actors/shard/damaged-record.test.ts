import t from 'tap'
import { STOPPED_AT, tradingShard } from '../../given/floors/shard.js'

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
const flipped = (bytes: Uint8Array): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  copy[copy.length - 5] = (copy[copy.length - 5] as number) ^ 1
  return copy
}

t.test('a request with a damaged record is refused and not decided again', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const order = { ...BUY, client_order_id: 'a' }
  t.match(shard.request(socket, 'trade', order), { code: 'ok' })
  const { lastRecordSeq, seq } = shard.account()
  shard.disk.damage(lastRecordSeq, flipped)
  t.match(shard.request(socket, 'trade', order), {
    code: 'unavailable',
    message: new RegExp(`record ${lastRecordSeq} of the log`),
  })
  t.equal(shard.account().seq, seq, 'nothing happened')
  t.same(shard.damaged, [lastRecordSeq], 'and somebody was told')
  t.match(shard.request(socket, 'resume', { seq: '0' }), { code: 'resume_gone' })
  t.match(shard.request(socket, 'trade', { ...BUY, client_order_id: 'b' }), { code: 'ok' })
  t.same(shard.setAside, [], 'the account trades on')
  t.end()
})

t.test('that holds for the oldest record that the log still has, too', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const order = { ...BUY, client_order_id: 'a' }
  t.match(shard.request(socket, 'trade', order), { code: 'ok' })
  const { lastRecordSeq } = shard.account()
  shard.log.trim(lastRecordSeq, 100)
  t.equal(shard.core.records.oldestSeq, lastRecordSeq)
  shard.disk.damage(lastRecordSeq, flipped)
  t.match(shard.request(socket, 'trade', order), { code: 'unavailable' })
  t.equal(shard.account().positions.size, 1)
  t.same(shard.damaged, [lastRecordSeq])
  t.end()
})

t.test('an id whose record was trimmed is as good as new', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const order = { ...BUY, client_order_id: 'a' }
  t.match(shard.request(socket, 'trade', order), { code: 'ok' })
  t.match(shard.request(socket, 'trade', BUY), { code: 'ok' })
  shard.log.trim(shard.account().lastRecordSeq, 100)
  t.match(shard.request(socket, 'trade', order), { code: 'ok' })
  t.equal(shard.account().positions.size, 3)
  t.same(shard.damaged, [])
  t.end()
})

t.test('while trading is stopped, what was decided is still told', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const order = { ...BUY, client_order_id: 'a' }
  const { data } = shard.request(socket, 'trade', order)
  shard.core.halt(STOPPED_AT)
  t.match(shard.request(socket, 'trade', order), { code: 'ok', data })
  t.match(shard.request(socket, 'trade', { ...BUY, client_order_id: 'b' }), {
    code: 'unavailable',
    message: 'Trading has been stopped since 2026-01-05T09:30:00.000Z. Try again later.',
  })
  shard.core.halt(null)
  t.match(shard.request(socket, 'trade', { ...BUY, client_order_id: 'b' }), { code: 'ok' })
  t.end()
})
