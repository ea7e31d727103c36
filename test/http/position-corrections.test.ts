import { randomUUID } from 'node:crypto'
import t from 'tap'
import { AccountFront } from '../given/account-front.js'
import { replay } from '../given/ledger.js'
import { funded, recordsOf, settled, trade } from '../given/trades.js'

// What staff make of open positions, on real shards and a real desk.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const POSITIONS = 'GET /admin/v1/positions'
const patch = (id: number, body: object, as = 'admin') =>
  front.ask(`PATCH /admin/v1/positions/${id}`, as, body)
const remove = (ids: readonly number[], as = 'admin', headers = {}) =>
  front.ask('POST /admin/v1/positions/delete', as, { ids }, headers)

/** An account with an open position that the tables know. */
async function holder(over: object = {}): Promise<{ login: number; id: number }> {
  const login = await funded(front, over)
  const opened = await trade(front, login)
  const id = Number(opened.data['position_id'])
  await settled(front, POSITIONS, 'admin', opened.data['projection_seq'])
  return { login, id }
}

async function balance(login: number): Promise<unknown> {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  return (data['money'] as Record<string, unknown>)['balance']
}

t.test('a position is as staff say, what they leave out stays, and no money moves', async (t) => {
  const { login, id } = await holder()
  const before = await balance(login)
  const answer = await patch(id, { price_open: '1.20000', take_profit: '1.30000', version: 1 })
  t.match(answer, {
    ...{ status: 200, code: 'ok' },
    data: { id, price_open: '1.20000', take_profit: '1.30000', stop_loss: '0.00000', version: 2 },
  })
  t.match((await patch(id, { take_profit: '0', comment: 'agreed' })).data, {
    ...{ price_open: '1.20000', take_profit: '0.00000', comment: 'agreed', version: 3 },
  })
  t.equal(await balance(login), before)
  const [record] = (await recordsOf(front, login)).slice(-1)
  t.match(record, { events: [{ type: 'correction', id }], note: { actor: 1, kind: 'trade' } })
  t.match(record?.note?.text, /position \d+, buy 0.1 EURUSD, is corrected to open price 1.20000/)
})

t.test('what staff leave as it is makes no record, and is answered as it is', async (t) => {
  const { login, id } = await holder()
  await patch(id, { take_profit: '1.30000', comment: 'agreed' })
  const records = (await recordsOf(front, login)).length
  const answer = await patch(id, { take_profit: '1.3', comment: 'agreed', version: 2 })
  t.match(answer, { status: 200, data: { take_profit: '1.30000', comment: 'agreed', version: 2 } })
  t.equal((await recordsOf(front, login)).length, records)
})

t.test(
  'a position at another version, one that is gone and a wrong price are refused',
  async (t) => {
    const { login, id } = await holder()
    t.match(await patch(id, { version: 9, comment: 'x' }), { status: 409, code: 'conflict' })
    t.match(await patch(id, { price_open: '1.123456' }), {
      status: 409,
      code: 'trade.invalid_price',
    })
    t.match(await patch(id, {}), { status: 400, code: 'invalid_input' })
    t.match(await patch(999_999_999, { comment: 'x' }), { status: 404, code: 'not_found' })
    t.match(await patch(id, { comment: 'x' }, 'real only'), { status: 404, code: 'not_found' })
    t.match(await patch(id, { comment: 'x' }, 'without trading'), {
      status: 403,
      code: 'forbidden',
    })
    await trade(front, login, { kind: 'close', position_id: id })
    t.match(await patch(id, { comment: 'x' }), { status: 409, code: 'trade.position_unknown' })
  },
)

t.test('positions are deleted once, each with its result, and their deals stay', async (t) => {
  const [one, other] = [await holder(), await holder({ group: 'demo\\standard' })]
  const key = { 'idempotency-key': randomUUID() }
  const ids = [other.id, 999_999_999, one.id, one.id]
  const answer = await remove(ids, 'admin', key)
  const rows = [one, other]
    .sort((a, b) => a.id - b.id)
    .map(({ id, login }) => ({ error: null, id, login, result: 'deleted' }))
  t.same(answer.data, {
    deleted: 2,
    items: [...rows, { error: 'not_found', id: 999_999_999, login: null, result: 'not_found' }],
  })
  const records = await recordsOf(front, one.login)
  t.same((await remove(ids, 'admin', key)).data, answer.data, 'a repeat with the same key')
  t.match((await remove([one.id])).data, { deleted: 0, items: [{ result: 'not_found' }] })
  t.equal((await recordsOf(front, one.login)).length, records.length, 'changed nothing again')
  t.equal(await balance(one.login), '10000.00')
  t.equal(replay(records, one.login).positions.size, 0)
  await settled(front, POSITIONS, 'admin', records.at(-1)?.seq)
  t.match(await front.ask(`GET /admin/v1/positions/${one.id}`, 'admin'), { status: 404 })
  const closed = await front.ask(`GET /admin/v1/accounts/${one.login}/positions/closed`, 'admin')
  t.match(closed.data, { total: 0 }, 'it was not closed')
  const deals = await front.ask(`GET /admin/v1/accounts/${one.login}/deals`, 'admin')
  t.match(deals.data, { total: 2 })
})

t.test('a position out of scope is not deleted; both rights are needed, and a UUID', async (t) => {
  const { id } = await holder()
  t.match((await remove([id], 'real only')).data, {
    deleted: 0,
    items: [{ id, result: 'forbidden', login: null }],
  })
  t.match(await remove([id], 'without trading'), { status: 403, code: 'forbidden' })
  t.match(await remove([]), { status: 400, fields: ['ids'] })
  t.match(await remove(Array.from({ length: 1001 }, (_, i) => i + 1)), { status: 400 })
  t.match(await remove([id], 'admin', { 'idempotency-key': 'one' }), { status: 400 })
  t.match(await front.ask(`GET /admin/v1/positions/${id}`, 'admin'), { status: 200 })
})
