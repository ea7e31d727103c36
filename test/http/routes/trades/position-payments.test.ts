import { randomUUID } from 'node:crypto'
import t from 'tap'
import { namedUuid } from '../../../../actors/thread/random.js'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { PAYMENTS_PER_REQUEST_MAX } from '../../../../engine/limits/bulk.js'
import type { Session } from '../../../../http/exchange/session.js'
import { type AccountAnswer, AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, trade } from '../../../given/records/trades.js'

// Payments for open positions, on real shards, a real desk and real tables.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
const pound = await front.quoted('GBPUSD')
front.price(euro.id, 110_000, 110_010)
front.price(pound.id, 130_000, 130_010)

const PLAIN = staff(
  'plain',
  RIGHTS.filter((right) => right !== 'confirm_actions'),
)
const CAREFUL = staff('careful', RIGHTS)
const PATH = '/admin/v1/positions/payments'
const SIDES = { buy: { action: 'deposit', comment: 'Dividend' }, sell: { action: 'charge' } }

function staff(name: string, rights: readonly string[], groupScope = ['*']): string {
  const over: Partial<Session> = { audience: 'staff', terminal: 'manager', groupScope }
  return front.signIn(1, { ...over, rights: new Set(rights) }, name)
}

type Row = Readonly<Record<string, unknown>>

function ask(body: object, as = PLAIN, key?: string): Promise<AccountAnswer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return front.ask(`POST ${PATH}`, as, body, headers)
}

async function paid(items: readonly object[], more: object = {}): Promise<Row[]> {
  const answer = await ask({ ...SIDES, items, ...more })
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data as unknown as Row[]
}

async function preview(body: object, as = PLAIN) {
  const answer = await front.ask(`POST ${PATH}/preview`, as, body)
  return { ...answer, items: (answer.data?.['items'] ?? []) as Row[] }
}

async function opened(login: number, side: string, volume: string, symbol = 'EURUSD') {
  const answer = await trade(front, login, { ...OPEN, side, volume, symbol })
  if (answer.status !== 200) throw new Error(answer.message)
}

async function balance(login: number): Promise<unknown> {
  return (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data['balance']
}

async function settled(login: number): Promise<number> {
  const records = await recordsOf(front, login)
  checkLedger(records, replay(records, login))
  return records.length
}

t.test(
  'a preview sums lots and prices them for every account with such positions, at once',
  async (t) => {
    const [one, two] = [await funded(front), await funded(front)]
    await opened(one, 'buy', '0.10')
    await opened(one, 'buy', '0.20')
    await opened(one, 'sell', '0.05')
    await opened(two, 'sell', '0.30', 'GBPUSD')
    const buy = { amount_per_lot: '10.05', tax_percent: '50' }
    const answer = await preview({ buy, sell: { amount_per_lot: '-2' } })
    t.match(answer.data, { rates_needed: [] })
    t.match(answer.items, [
      {
        login: one,
        group: 'demo\\standard',
        currency: 'USD',
        lots_buy: '0.3',
        lots_sell: '0.05',
        amount_buy: '1.51',
        amount_sell: '-0.10',
        amount: null,
        net_side: null,
      },
      { login: two, lots_buy: '0', lots_sell: '0.3', amount_buy: '0.00', amount_sell: '-0.60' },
    ])
    t.match(answer.items[0]?.['request_id'], /^[0-9a-f-]{36}$/)
    t.match(answer.data['totals'], [
      { currency: 'USD', accounts: 2, amount_buy: '1.51', amount_sell: '-0.70' },
    ])
    const net = await preview({ buy, sell: { amount_per_lot: '1' }, net: true })
    t.match(net.items, [
      { login: one, amount: '1.26', net_side: 'buy', amount_buy: null, amount_sell: null },
      { login: two, amount: '0.30', net_side: 'sell' },
    ])
    for (const symbols of ['GBPUSD', 'gbp*', 'Forex\\Majors\\GBPUSD', '*,!EURUSD']) {
      t.match((await preview({ buy, symbols })).items, [{ login: two }], symbols)
    }
    t.same((await preview({ buy, symbols: 'nothing' })).items, [])
    t.match((await preview({ buy, symbols: 'GBPUSD', skip_zero: true })).items, [])
    t.same((await preview({ buy, groups: 'real\\*' })).items, [])
    t.equal((await preview({ buy, groups: '*' })).items.length, 2)
    const elsewhere = staff('elsewhere', RIGHTS, ['real\\*'])
    t.same((await preview({ buy }, elsewhere)).items, [], 'out of scope')
    const euros = { buy: { ...buy, currency: 'EUR' } }
    const unknown = await preview(euros)
    t.match(unknown.items[0], { amount_buy: null })
    t.same(unknown.data['rates_needed'], [{ pair: 'EUR->USD', rate: '0' }])
    const known = await preview({ ...euros, rates: { 'EUR->USD': '1.1' } })
    t.match(known.items[0], { amount_buy: '1.66' })
    t.same(known.data['rates_needed'], [{ pair: 'EUR->USD', rate: '1.1' }])
    t.same([await settled(one), await settled(two)], [4, 2], 'nothing is paid')
  },
)

t.test('what a preview does not take is 400', async (t) => {
  const buy = { amount_per_lot: '1' }
  for (const body of [
    {},
    { buy: {} },
    { buy: { amount_per_lot: 1 } },
    { buy: { ...buy, tax_percent: '100.1' } },
    { buy: { ...buy, tax_percent: '-1' } },
    { buy, rates: { EURUSD: '1' } },
    { buy, more: 1 },
    { buy, rates: { 'EUR->USD': '-1' } },
    { buy, groups: 'x'.repeat(129) },
    { buy, symbols: 'x'.repeat(1025) },
    { buy: { ...buy, currency: 'usd' } },
    {
      buy,
      rates: Object.fromEntries(Array.from({ length: 257 }, (_, n) => [`A${n + 100}->USD`, '1'])),
    },
  ]) {
    t.match(await preview(body), { status: 400, code: 'invalid_input' })
  }
})

t.test(
  'each item and side with an amount that is not zero is one payment of its own',
  async (t) => {
    const [one, two] = [await front.open(), await front.open()]
    const id = randomUUID()
    const rows = await paid([
      { login: one, request_id: id, amount_buy: '12.75', amount_sell: '3.00' },
      { login: two, request_id: randomUUID(), amount_buy: '0.00', amount_sell: '0' },
      { login: two, request_id: randomUUID(), amount_sell: '1' },
      { login: 99_999, request_id: randomUUID(), amount_buy: '1' },
      { login: two, request_id: randomUUID(), side: 'buy', amount: '5' },
    ])
    t.match(rows, [
      { login: one, side: 'buy', request_id: id, amount: '12.75', status: 'done', code: 'ok' },
      {
        login: one,
        side: 'sell',
        request_id: namedUuid(id, 'sell'),
        amount: '-3.00',
        status: 'done',
      },
      { login: two, side: 'sell', status: 'rejected', code: 'trade.no_money', deal_id: null },
      { login: 99_999, side: 'buy', status: 'rejected', code: 'not_found' },
      { login: two, side: 'buy', status: 'done' },
    ])
    t.same([await balance(one), await balance(two)], ['9.75', '5.00'])
    t.same([await settled(one), await settled(two)], [2, 1])
  },
)

t.test('the sell payment has the UUID of version 5 of the id and the word sell', async (t) => {
  // By Python: uuid.uuid5(uuid.UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), 'python.org').
  const space = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  t.equal(namedUuid(space, 'python.org'), '886313e1-3b8a-5372-9b90-0c9aee199e5d')
  t.equal(namedUuid(space.toUpperCase(), 'sell'), namedUuid(space, 'sell'))
})

t.test(
  'a repeat pays nobody twice; another amount, side or login is a conflict of its row',
  async (t) => {
    const [one, two] = [await front.open(), await front.open()]
    const id = randomUUID()
    const item = { login: one, request_id: id, amount_buy: '10' }
    const both = { buy: SIDES.buy, sell: SIDES.buy }
    const first = await paid([item], both)
    t.same(await paid([item], both), first)
    const fresh = { login: two, request_id: randomUUID(), amount_buy: '1' }
    for (const other of [
      { ...item, amount_buy: '11' },
      { ...item, login: two },
      { login: one, request_id: id, side: 'sell', amount: '10' },
    ]) {
      t.match(await paid([other, fresh], both), [{ code: 'conflict' }, { status: 'done' }])
    }
    const net = { login: one, request_id: id, side: 'buy', amount: '10' }
    t.match(await paid([net], both), [{ status: 'done', deal_id: first[0]?.['deal_id'] }])
    t.same([await balance(one), await balance(two)], ['10.00', '1.00'])
    t.equal(await settled(one), 1)
  },
)

t.test(
  'who holds confirm_actions confirms it once, and not again under the same key',
  async (t) => {
    const login = await front.open()
    const body = { ...SIDES, items: [{ login, request_id: randomUUID(), amount_buy: '7' }] }
    t.match(await ask(body, CAREFUL), { status: 403, code: 'confirmation_required' })
    const params = { action: 'payments', params: body }
    const { data } = await front.ask('POST /admin/v1/confirmations', CAREFUL, params)
    const confirmed = { confirm_token: data['confirm_token'], confirm_code: data['code'] }
    const other = { ...body, skip_margin_check: true, ...confirmed }
    t.match(await ask(other, CAREFUL), { code: 'confirmation_required' }, 'of other params')
    t.equal(await balance(login), '0.00')
    const key = randomUUID()
    const first = await ask({ ...body, ...confirmed }, CAREFUL, key)
    t.match(first, { status: 200, data: [{ status: 'done' }] })
    t.same((await ask(body, CAREFUL, key)).data, first.data)
    t.same((await ask({ ...body, ...confirmed }, CAREFUL, key)).data, first.data)
    t.match(
      await ask({ ...body, ...confirmed }, CAREFUL),
      { code: 'confirmation_required' },
      'used',
    )
    t.match(await ask({ ...body, skip_margin_check: true }, CAREFUL, key), { code: 'conflict' })
    t.equal(await balance(login), '7.00')
    const few = staff('few', ['trades.edit'])
    t.match(await front.ask('POST /admin/v1/confirmations', few, params), { code: 'forbidden' })
    const lines = await front.ask('GET /admin/v1/journal?kind=payments', 'admin')
    t.match(lines.data['items'], [{ actor: 1, text: 'Payments for positions: 1 to 1 accounts' }])
  },
)

t.test('rows that a dead shard left unknown are finished by a repeat', async (t) => {
  const logins = [await front.open(), await front.open(), await front.open({ group: YEN })]
  const items = Array.from({ length: 300 }, (_, n) => {
    return { login: logins[n % 3], request_id: randomUUID(), amount_buy: '2', amount_sell: '1' }
  })
  const { answer, back } = await front.killWith(logins[0] as number, 'balance', true, () =>
    paid(items),
  )
  const rows = await answer
  t.equal(rows.length, 600)
  await back
  let again = rows
  while (again.some(({ status }) => status !== 'done')) again = await paid(items)
  const ids = items.flatMap(({ request_id }) => [request_id, namedUuid(request_id, 'sell')])
  t.same(
    again.map(({ request_id }) => request_id),
    ids,
  )
  t.same(await Promise.all(logins.map(balance)), ['100.00', '100.00', '100'])
  for (const login of logins) t.equal(await settled(login), 200)
})

t.test('what payments do not take is 400, and nobody is paid', async (t) => {
  const login = await front.open()
  const request_id = randomUUID()
  const item = { login, request_id, amount_buy: '1' }
  for (const body of [
    {},
    { ...SIDES, items: [] },
    { ...SIDES, items: [{ login, request_id }] },
    { items: [item] },
    { sell: SIDES.sell, items: [item] },
    { ...SIDES, items: [item], x: 1 },
    { ...SIDES, items: [item, { login, request_id, amount: '1' }] },
    { ...SIDES, items: [item, { login, request_id, side: 'buy' }] },
    { ...SIDES, items: [item, { ...item, amount: '1', side: 'buy' }] },
    { ...SIDES, items: [{ ...item, request_id: 'x' }] },
    { ...SIDES, items: [{ ...item, amount_buy: 1 }] },
    { ...SIDES, buy: { action: 'nonsense' }, items: [item] },
    { ...SIDES, items: new Array<object>(PAYMENTS_PER_REQUEST_MAX + 1).fill(item) },
  ]) {
    t.match(await ask(body), { status: 400, code: 'invalid_input' })
  }
  t.equal(await balance(login), '0.00')
})
