import { randomUUID } from 'node:crypto'
import t from 'tap'
import { moment } from '../../../given/desk.js'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { deposit, funded, OPEN, trade } from '../../../given/records/trades.js'

// Refused requests, from the trader's answer to what staff read of them, on real threads and after a restart.

type Row = Readonly<Record<string, unknown>>

const first = await AccountFront.start(t)
const euro = await first.quoted('EURUSD')
first.price(euro.id, 110_000, 110_010)

async function listed(front: AccountFront, login: number, count: number): Promise<AccountAnswer> {
  for (;;) {
    const answer = await front.ask(`GET /admin/v1/accounts/${login}/refusals`, 'admin')
    if (answer.status !== 200 || Number(answer.data['total']) >= count) return answer
    await moment()
  }
}

async function rejectAll(front: AccountFront, login: number, text: string): Promise<Row> {
  const rule = {
    name: 'too large',
    position: 1,
    action: 'reject',
    action_value: text,
    conditions: [{ field: 'login', op: 'eq', value: String(login) }],
  }
  const made = await front.ask('POST /admin/v1/routing', 'admin', rule)
  if (made.status !== 200) throw new Error(made.message)
  return made.data
}

t.test('staff read what was asked, why it was refused and by whom', async (t) => {
  const login = await first.open({})
  const poor = await trade(first, login, { ...OPEN, client_order_id: 'poor-1' })
  t.equal(poor.code, 'trade.no_money')
  const strange = await trade(first, login, { kind: 'open', side: 'buy', volume: '0.10' })
  t.equal(strange.code, 'invalid_input')
  await deposit(first, login, '10000.00')
  const rule = await rejectAll(first, login, 'Too large for this account.')
  const sent = { ...OPEN, client_order_id: 'large-1' }
  const large = await trade(first, login, sent)
  t.match(large, { code: 'trade.rejected', message: 'Too large for this account.' })
  t.same(large.data, {
    reason: 'trade.rejected.rule_text',
    params: { text: 'Too large for this account.' },
  })
  const again = await trade(first, login, sent)
  t.match(again, { code: large.code, data: large.data }, 'a repeat gets the first answer')
  const { data } = await listed(first, login, 3)
  t.equal(data['total'], 3, 'and is no request of its own')
  t.match(data['items'], [
    {
      login,
      code: 'trade.rejected',
      reason: 'trade.rejected.rule_text',
      params: { text: 'Too large for this account.' },
      kind: 'open',
      symbol: 'EURUSD',
      request: sent,
      rule_id: rule['id'],
      rule: 'too large',
      dealer: null,
      bid: '1.10000',
      ask: '1.10010',
      ip: '127.0.0.1',
      client_order_id: 'large-1',
      staff: null,
    },
    { code: 'invalid_input', request: { kind: 'open', side: 'buy', volume: '0.10' }, symbol: null },
    { code: 'trade.no_money', data: { needed: '110.01', free: '0.00' }, rule_id: null },
  ])
  const [row] = data['items'] as Row[]
  for (const id of ['large-1', row?.['request_id']]) {
    const why = await first.ask(`GET /admin/v1/trades/requests/${id}?login=${login}`, 'admin')
    t.same(why.data, row)
    const found = await first.ask(`GET /admin/v1/find?q=${id}`, 'admin')
    t.match(found.data['requests'], [{ login, code: 'trade.rejected', client_order_id: 'large-1' }])
  }
  const only = `GET /admin/v1/accounts/${login}/refusals?code=trade.no_money`
  t.match((await first.ask(only, 'admin')).data, { total: 1 })
})

t.test('a refusal for staff names them, and rights and scope hold', async (t) => {
  const login = await funded(first)
  const done = await first.ask(`POST /admin/v1/accounts/${login}/trade`, 'admin', {
    ...OPEN,
    volume: '900.00',
    client_order_id: randomUUID(),
  })
  t.not(done.status, 200)
  const { data } = await listed(first, login, 1)
  t.match(data['items'], [{ code: done.code, staff: 1 }])
  const path = `GET /admin/v1/accounts/${login}/refusals`
  t.match(await first.ask(path, 'without trades'), { status: 403, code: 'forbidden' })
  t.match(await first.ask(path, 'real only'), { status: 404, code: 'not_found' })
  const [row] = data['items'] as Row[]
  const one = `GET /admin/v1/trades/requests/${row?.['client_order_id']}?login=${login}`
  t.match(await first.ask(one, 'real only'), { status: 404, code: 'not_found' })
  t.match(await first.ask(one, 'admin'), { status: 200 })
})

t.test('rows outlive a restart', async (t) => {
  const login = await first.open({})
  await trade(first, login, { ...OPEN, client_order_id: 'before' })
  // An orderly stop keeps what waits.
  const later = await first.later(t, 0)
  const { data } = await listed(later, login, 1)
  t.match(data['items'], [{ code: 'trade.no_money', client_order_id: 'before' }])
})
