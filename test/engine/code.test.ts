import t from 'tap'
import {
  CODES,
  isPassing,
  isRefusal,
  isSuccess,
  type Refusal,
  refusalData,
  refuse,
  refuseFor,
  refuseTooMany,
  refuseWith,
} from '../../engine/code.js'

t.test('a refusal says what it says and no more', (t) => {
  const plain = { ok: false, code: 'conflict', message: 'No.' }
  t.strictSame(refuse('conflict', 'No.'), plain)
  const numbers = { field: 'price', now: '1.2' }
  t.strictSame(refuseWith(numbers, 'conflict', 'No.'), { ...plain, numbers })
  t.strictSame(refuseFor(5, 'conflict', 'No.'), { ...plain, retryAfterMs: 5 })
  const many = { ok: false, code: 'trade.too_many_requests', message: 'No.' }
  t.strictSame(refuseTooMany(5, 'No.'), {
    ...many,
    numbers: { retry_after_ms: 5 },
    retryAfterMs: 5,
  })
  t.strictSame(refuseTooMany(null, 'No.'), { ...many, numbers: { retry_after_ms: null } })
  t.end()
})

t.test('the data of a refusal is all that it has besides its words', (t) => {
  const ids = { order_id: 1, deal_id: 2, position_id: 3 }
  const offer = { bid: '1', ask: '2', quote_id: 'q', until: 'u' }
  const numbers = { limit: 7 }
  const data = (more: Partial<Refusal>) => refusalData({ ...refuse('conflict', 'No.'), ...more })
  t.equal(data({}), undefined)
  for (const only of [{ ids }, { offer }, { numbers }]) {
    t.strictSame(data(only), Object.values(only)[0])
  }
  t.strictSame(data({ ids, offer }), { ...ids, ...offer })
  t.strictSame(data({ ids, numbers }), { ...ids, ...numbers })
  t.strictSame(data({ offer, numbers }), { ...offer, ...numbers })
  t.strictSame(data({ ids, offer, numbers }), { ...ids, ...offer, ...numbers })
  t.end()
})

t.test('refusals are told from events, waits and data', (t) => {
  t.ok(isRefusal(refuse('conflict', 'No.')))
  for (const other of [
    null,
    undefined,
    7,
    'no',
    [],
    [refuse('conflict', 'No.')],
    { ok: true, code: 'ok' },
    { ok: false },
    { ok: false, code: 7 },
    { code: 'conflict' },
  ]) {
    t.notOk(isRefusal(other), JSON.stringify(other))
  }
  t.end()
})

t.test('codes that pass by themselves, and those that answer what was accepted', (t) => {
  t.same(
    CODES.filter((code) => isPassing({ code })),
    ['trade.requote', 'trade.price_changed', 'trade.busy', 'trade.too_many_requests'],
  )
  t.same(CODES.filter(isSuccess), ['ok', 'trade.placed', 'trade.partial', 'trade.pending'])
  t.end()
})
