import { randomUUID } from 'node:crypto'
import t from 'tap'
import { moment } from '../../../given/desk.js'
import { type AccountAnswer, AccountFront, YEN } from '../../../given/fronts/account-front.js'

const front = await AccountFront.shared()

type Move = Readonly<Record<string, unknown>>

function move(login: number, over: Move, as = 'admin'): Promise<AccountAnswer> {
  const body = { action: 'deposit', amount: '100.00', request_id: randomUUID(), ...over }
  return front.ask(`POST /admin/v1/accounts/${login}/balance`, as, body)
}

async function money(login: number): Promise<{ balance: string; credit: string; seq: string }> {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  return data['money'] as { balance: string; credit: string; seq: string }
}

t.test('a balance operation is a deal, answered as one payment row', async (t) => {
  const login = await front.open()
  const request_id = randomUUID()
  const moved = await move(login, { amount: '10000.5', comment: 'First', request_id })
  t.match(moved, {
    status: 200,
    code: 'ok',
    data: { login, request_id, amount: '10000.50', code: 'ok', status: 'done', side: null },
  })
  t.type(moved.data['deal_id'], 'number')
  t.match(moved.data['projection_seq'], /^[1-9]\d*$/)
  t.match(await money(login), { balance: '10000.50', credit: '0.00', seq: '1' })
})

t.test('the same request_id answers the same row and moves nothing again', async (t) => {
  const login = await front.open()
  const request_id = randomUUID()
  const first = await move(login, { request_id })
  t.same((await move(login, { request_id })).data, first.data)
  t.same((await move(login, { request_id: request_id.toUpperCase() })).data, first.data)
  t.same((await move(login, { request_id, amount: '100' })).data, first.data)
  t.match(await money(login), { balance: '100.00', seq: '1' })
})

t.test('the journal tells who moved money, once, however often it was asked', async (t) => {
  const login = await front.open()
  const request_id = randomUUID()
  const once = { amount: '12.5', comment: 'Prize', request_id }
  for (let i = 0; i < 3; i++) t.equal((await move(login, once)).status, 200)
  await move(login, { action: 'withdraw', amount: '99.00' })
  await move(login, { action: 'withdraw', amount: '2.50' })
  const query = `GET /admin/v1/journal?login=${login}&kind=balance`
  let items: { text: string }[] = []
  // The lines come with the rows, in the log's order.
  while (items.length < 2) {
    await moment()
    items = (await front.ask(query, 'admin')).data['items'] as { text: string }[]
  }
  t.same(
    items.map(({ text }) => text),
    [`Account ${login}: withdraw 2.50 USD`, `Account ${login}: deposit 12.50 USD (Prize)`],
  )
  t.match(items[0], { actor: 1, login, ip: '127.0.0.1' })
})

t.test('the same request_id with another body is a conflict and moves nothing', async (t) => {
  const login = await front.open()
  const request_id = randomUUID()
  await move(login, { request_id })
  const others = [{ amount: '100.01' }, { action: 'bonus' }, { comment: 'x' }]
  for (const other of [...others, { skip_margin_check: true }]) {
    t.match(await move(login, { request_id, ...other }), { status: 409, code: 'conflict' })
  }
  t.match(await money(login), { balance: '100.00', seq: '1' })
})

t.test('a request_id is of one account: for another one it is a conflict', async (t) => {
  const [one, other] = [await front.open(), await front.open()]
  const request_id = randomUUID()
  t.equal((await move(one, { request_id })).status, 200)
  for (const id of [request_id, request_id.toUpperCase()]) {
    t.match(await move(other, { request_id: id }), { status: 409, code: 'conflict' })
  }
  t.match(await money(other), { balance: '0.00', seq: '0' })
  t.equal(
    (await move(one, { request_id })).status,
    200,
    'and it stays the first account of the two',
  )
})

t.test('each action applies its own sign; correction and compensation take one', async (t) => {
  const login = await front.open()
  const steps = [
    ['deposit', '100.00', '100.00', '0.00'],
    ['withdraw', '10.00', '90.00', '0.00'],
    ['bonus', '5.00', '95.00', '0.00'],
    ['charge', '1.00', '94.00', '0.00'],
    ['commission', '2.00', '92.00', '0.00'],
    ['correction', '-2.00', '90.00', '0.00'],
    ['compensation', '-1.00', '89.00', '0.00'],
    ['correction', '1.00', '90.00', '0.00'],
    ['credit_in', '50.00', '90.00', '50.00'],
    ['credit_out', '20.00', '90.00', '30.00'],
  ] as const
  for (const [action, amount, balance, credit] of steps) {
    t.match(await move(login, { action, amount }), { status: 200 }, action)
    t.match(await money(login), { balance, credit }, action)
  }
})

t.test('positive actions refuse zero and below, signed ones refuse zero', async (t) => {
  const login = await front.open()
  const positive = ['deposit', 'withdraw', 'credit_in', 'credit_out', 'bonus', 'charge']
  for (const action of [...positive, 'commission']) {
    for (const amount of ['0', '0.00', '-0.01']) {
      t.match(await move(login, { action, amount }), { status: 400, code: 'invalid_input' }, action)
    }
  }
  for (const action of ['correction', 'compensation']) {
    t.match(await move(login, { action, amount: '0.00' }), { status: 400, code: 'invalid_input' })
  }
  t.match(await money(login), { balance: '0.00', seq: '0' })
})

t.test('the whole balance can be withdrawn, and not a cent more', async (t) => {
  const login = await front.open()
  await move(login, {})
  const more = await move(login, { action: 'withdraw', amount: '100.01' })
  t.match(more, { status: 409, code: 'trade.no_money' })
  t.match(await move(login, { action: 'withdraw', amount: '100.00' }), { status: 200 })
  t.match(await money(login), { balance: '0.00' })
})

t.test('credit beyond what was given is not taken back', async (t) => {
  const login = await front.open()
  await move(login, { action: 'credit_in' })
  const more = await move(login, { action: 'credit_out', amount: '100.01' })
  t.match(more, { status: 409, code: 'trade.no_money' })
})

t.test('skip_margin_check lets a balance go below zero', async (t) => {
  const login = await front.open()
  const over = { action: 'charge', amount: '5.00', skip_margin_check: true }
  t.match(await move(login, over), { status: 200 })
  t.match(await money(login), { balance: '-5.00' })
})

t.test('an amount has at most the decimals of the currency', async (t) => {
  const login = await front.open()
  t.match(await move(login, { amount: '0.01' }), { status: 200 })
  t.match(await move(login, { amount: '0.001' }), { status: 400, code: 'invalid_input' })
  const yen = await front.open({ group: YEN })
  t.match(await move(yen, { amount: '1' }), { status: 200, data: { amount: '1' } })
  t.match(await move(yen, { amount: '1.5' }), { status: 400, code: 'invalid_input' })
})

t.test('a sum that exact money cannot hold is refused', async (t) => {
  const login = await front.open()
  // 2^50 cents, of balance and credit together.
  t.match(await move(login, { amount: '11258999068426.23' }), { status: 200 })
  t.match(await move(login, { action: 'credit_in', amount: '0.01' }), { status: 200 })
  for (const action of ['deposit', 'credit_in', 'bonus', 'correction', 'compensation']) {
    t.match(await move(login, { action, amount: '0.01' }), { status: 400, code: 'invalid_input' })
  }
  t.match(await move(login, { action: 'withdraw', amount: '0.01' }), { status: 200 })
  const other = await front.open()
  for (const amount of ['11258999068426.25', '90071992547409.91', '90071992547409.92']) {
    t.match(await move(other, { amount }), { status: 400, code: 'invalid_input' })
  }
  const below = { action: 'withdraw', amount: '90071992547409.91', skip_margin_check: true }
  t.match(await move(other, below), { status: 400, code: 'invalid_input' })
})

t.test('the body of a balance operation is checked field by field', async (t) => {
  const login = await front.open()
  t.match(await move(login, { comment: 'x'.repeat(64) }), { status: 200 })
  const faults = [
    { comment: 'x'.repeat(65) },
    { comment: 'a bell \u0007' },
    { action: 'gift' },
    { amount: 100 },
    { amount: '1e3' },
    { amount: '+1' },
    { amount: '' },
    { amount: '01' },
    { request_id: 'r-1' },
    { skip_margin_check: 1 },
    { force: true },
    { action: undefined },
    { amount: undefined },
    { request_id: undefined },
  ]
  for (const one of faults) {
    const refused = await move(login, one)
    t.match(refused, { status: 400, code: 'invalid_input' }, JSON.stringify(one))
    t.same(refused.fields, Object.keys(one))
  }
})

t.test('money of a staff account is moved only with rights covering it', async (t) => {
  t.match(await move(1, {}, 'without edit'), { status: 403, code: 'forbidden' })
  t.match(await move(1, {}), { status: 200 })
})
