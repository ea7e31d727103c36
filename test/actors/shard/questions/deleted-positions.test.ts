import t from 'tap'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { tradingShard } from '../../../given/floors/shard.js'
import { checkLedger } from '../../../given/records/ledger.js'

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }

t.test('what staff delete of an account is one record, told once to each of its terminals', (t) => {
  const shard = tradingShard()
  const [first, second] = [shard.socket(), shard.socket({ codec: 'msgpack' })]
  for (let n = 0; n < 3; n++) shard.request(first, 'trade', OPEN)
  const ids = [...shard.account().positions.keys()]
  const { seq } = shard.account()
  const records = shard.records(LOGIN).length
  const request = { login: LOGIN, ids: [...ids, 7], request_id: 'one', digest: 1, by: DOER }
  const remove = (change: object = {}) =>
    shard.turn(() => shard.ask(5, { op: 'delete_positions', request: { ...request, ...change } }))
  const told = remove()
  t.match(told.find(({ kind }) => kind === 'answer')?.value, {
    value: ['ok', 'ok', 'ok', 'trade.position_unknown'],
  })
  for (const socket of [first, second]) {
    const heard = told.filter(({ kind, target }) => kind === 'event' && target === socket)
    const rows = ids.map((id, i) => ({
      event: 'correction',
      seq: String(seq + 1 + i),
      data: { id, volume: '0', closed_at: /Z$/ },
    }))
    t.match(
      heard.map(({ value }) => value),
      rows,
    )
    t.equal(heard.length, 3)
  }
  t.equal(shard.records(LOGIN).length, records + 1)

  const again = remove()
  t.match(again.find(({ kind }) => kind === 'answer')?.value, {
    value: ['ok', 'ok', 'ok', 'trade.position_unknown'],
  })
  t.same(
    again.filter(({ kind }) => kind === 'event'),
    [],
    'a repeat tells nothing',
  )
  const other = remove({ digest: 2 })
  t.match(other.find(({ kind }) => kind === 'answer')?.value, {
    value: ['conflict', 'conflict', 'conflict', 'conflict'],
  })
  t.equal(shard.records(LOGIN).length, records + 1)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})
