import { randomUUID } from 'node:crypto'
import t from 'tap'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, recordsOf, settled, trade } from '../../../given/records/trades.js'

// The corrections that staff make of open positions, on real shards and a real desk.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const POSITIONS = 'GET /admin/v1/positions'
const patch = (id: number, body: object, as = 'admin') =>
  front.ask(`PATCH /admin/v1/positions/${id}`, as, body)
const PLAIN = front.plain()
const remove = (ids: readonly number[], as = PLAIN, headers = {}) =>
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
    status: 200,
    code: 'ok',
    data: { id, price_open: '1.20000', take_profit: '1.30000', stop_loss: null, version: 2 },
  })
  t.match((await patch(id, { take_profit: '0', comment: 'agreed' })).data, {
    price_open: '1.20000',
    take_profit: null,
    comment: 'agreed',
    version: 3,
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
    t.match(await patch(id, { comment: 'x' }, 'without managing'), {
      status: 403,
      code: 'forbidden',
    })
    t.match(await patch(id, { comment: 'x' }, 'without trading'), { status: 200 })
    await trade(front, login, { kind: 'close', position_id: id })
    t.match(await patch(id, { comment: 'x' }), { status: 409, code: 'trade.position_unknown' })
  },
)

t.test('positions are deleted once, each with its result, and their deals stay', async (t) => {
  const [one, other] = [await holder(), await holder({ group: 'demo\\standard' })]
  const key = { 'idempotency-key': randomUUID() }
  const ids = [other.id, 999_999_999, one.id, one.id]
  const answer = await remove(ids, PLAIN, key)
  const rows = [one, other]
    .sort((a, b) => a.id - b.id)
    .map(({ id, login }) => ({ error: null, id, login, result: 'deleted' }))
  t.same(answer.data, {
    deleted: 2,
    items: [...rows, { error: 'not_found', id: 999_999_999, login: null, result: 'not_found' }],
  })
  const records = await recordsOf(front, one.login)
  t.same((await remove(ids, PLAIN, key)).data, answer.data, 'a repeat with the same key')
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

t.test('a position out of scope reads like none, and a key is a UUID', async (t) => {
  const { id } = await holder()
  const gone = { error: 'not_found', login: null, result: 'not_found' }
  t.same((await remove([id, 999_999_999], front.plain('real\\*'))).data, {
    deleted: 0,
    items: [
      { ...gone, id },
      { ...gone, id: 999_999_999 },
    ],
  })
  t.match(await remove([]), { status: 400, fields: ['ids'] })
  t.match(await remove(Array.from({ length: 1001 }, (_, i) => i + 1)), { status: 400 })
  t.match(await remove([id], PLAIN, { 'idempotency-key': 'one' }), { status: 400 })
  t.match(await front.ask(`GET /admin/v1/positions/${id}`, 'admin'), { status: 200 })
})

t.test(
  'all of an account that is deleted is one record, told to its terminals and the journal',
  async (t) => {
    const login = await funded(front)
    const opened = await Promise.all([0, 1, 2].map(() => trade(front, login)))
    const ids = opened.map(({ data }) => Number(data['position_id']))
    await trade(front, login, { kind: 'close', position_id: ids[2] })
    const before = (await recordsOf(front, login)).length
    const answer = await remove([...ids, 999_999_998])
    t.match(answer.data, {
      deleted: 2,
      items: [
        { id: ids[0], login, result: 'deleted' },
        { id: ids[1], login, result: 'deleted' },
        { id: ids[2], login, result: 'not_found', error: 'trade.position_unknown' },
        { id: 999_999_998, login: null, result: 'not_found' },
      ],
    })
    const records = await recordsOf(front, login)
    t.equal(records.length, before + 1)
    const last = records.at(-1)
    t.match(last?.events, [
      { type: 'correction', id: ids[0], volume: 0 },
      { type: 'correction', id: ids[1], volume: 0 },
    ])
    const said = `position ${ids[0]} of EURUSD, position ${ids[1]} of EURUSD were deleted, their deals stay`
    t.equal(last?.note?.text, `Account ${login}: ${said}`)
    checkLedger(records, replay(records, login))
  },
)

t.test('a key is of one body: another one under it changes nothing', async (t) => {
  const { login, id } = await holder()
  const second = Number((await trade(front, login)).data['position_id'])
  const key = { 'idempotency-key': randomUUID() }
  t.match((await remove([id], PLAIN, key)).data, { deleted: 1 })
  t.match((await remove([id, second], PLAIN, key)).data, {
    deleted: 0,
    items: [
      { id, login, result: 'error', error: 'conflict' },
      { id: second, login, result: 'error', error: 'conflict' },
    ],
  })
  t.match((await remove([id], PLAIN, key)).data, { deleted: 1 }, 'the first answer')
  const records = await recordsOf(front, login)
  t.same([...replay(records, login).positions.keys()], [second])
})

t.test('a position is found in the moment in which it was opened', async (t) => {
  const login = await funded(front)
  for (let n = 0; n < 5; n++) {
    const id = Number((await trade(front, login)).data['position_id'])
    t.match(await front.ask(`GET /admin/v1/positions/${id}`, 'admin'), { data: { id, login } })
    const next = Number((await trade(front, login)).data['position_id'])
    t.match(await patch(next, { comment: 'at once' }), { status: 200, data: { id: next } })
    const last = Number((await trade(front, login)).data['position_id'])
    t.match((await remove([last])).data, { deleted: 1, items: [{ id: last, login }] })
  }
  const records = await recordsOf(front, login)
  checkLedger(records, replay(records, login))
})

t.test('many accounts are done at once, each whole', async (t) => {
  const holders: { login: number; ids: number[] }[] = []
  for (let n = 0; n < 40; n++) {
    const login = await funded(front)
    const opened = await Promise.all([trade(front, login), trade(front, login)])
    holders.push({ login, ids: opened.map(({ data }) => Number(data['position_id'])) })
  }
  const ids = holders.flatMap((one) => one.ids)
  const { data } = await remove(ids)
  t.equal(data['deleted'], 80)
  const items = data['items'] as { id: number; login: number }[]
  t.same(
    items.map(({ id }) => id),
    ids.toSorted((a, b) => a - b),
  )
  for (const { login } of holders) {
    const records = await recordsOf(front, login)
    t.equal(records.at(-1)?.events.length, 2)
    checkLedger(records, replay(records, login))
  }
})

t.test('what trading did nothing of, for one reason, is answered with that', async (t) => {
  const { login, id } = await holder()
  const { back } = await front.killShardOf(login)
  t.match(await remove([id]), { status: 503, code: 'unavailable' })
  await back
  const dying = await front.killWith(login, 'delete_positions', false, () => remove([id]))
  t.match(await dying.answer, { status: 504, code: 'trade.timeout' })
  await dying.back
  t.match(await front.ask(`GET /admin/v1/positions/${id}`, 'admin'), { status: 200 })
  for (;;) {
    const { status, data } = await remove([id])
    if (status === 503) continue
    t.match(data, { deleted: 1 })
    break
  }
  const archived = await holder()
  const profile = {
    login: archived.login,
    group: 'demo\\standard',
    leverage: 100,
    enabled: true,
    trading_enabled: true,
    limit_positions: 0,
    limit_orders: 0,
    archived: true,
  }
  front.supervisor.shardOf(archived.login).profile(profile, Number.MAX_SAFE_INTEGER)
  t.match(await remove([archived.id]), { status: 403, code: 'trade.disabled' })
  t.match((await remove([archived.id, 999_999_997])).data, {
    deleted: 0,
    items: [{ error: 'trade.disabled', result: 'error' }, { result: 'not_found' }],
  })
})

t.test('who holds confirm_actions confirms a deletion, which holds under its key', async (t) => {
  const { id } = await holder()
  const ask = (body: object, headers = {}) =>
    front.ask('POST /admin/v1/positions/delete', 'careful', body, headers)
  const needed = { status: 403, code: 'confirmation_required' }
  t.match(await ask({ ids: [id] }), needed)
  const confirmed = await front.confirmation('positions_delete', { ids: [id] })
  t.match(await ask({ ids: [id, id + 1], ...confirmed }), needed, 'of other positions')
  const key = { 'idempotency-key': randomUUID() }
  const answer = await ask({ ids: [id], ...confirmed }, key)
  t.match(answer, { status: 200, data: { deleted: 1 } })
  t.same((await ask({ ids: [id], ...confirmed }, key)).data, answer.data, 'the answer was lost')
  t.match(await ask({ ids: [id], ...confirmed }), needed, 'under no key it is used')
})
