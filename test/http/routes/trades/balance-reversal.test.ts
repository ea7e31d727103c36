import { randomUUID } from 'node:crypto'
import t from 'tap'
import { moment } from '../../../given/desk.js'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, recordsOf, trade } from '../../../given/records/trades.js'

// Goal: a balance operation is reversed by its opposite, once, whoever asks for it and however often.

const front = await AccountFront.start(t)
front.price((await front.quoted('EURUSD')).id, 110_000, 110_010)

const WHY = { reason: 'Paid to the wrong client' }

const reverse = (login: number, id: unknown, body: object = WHY, as = 'admin') =>
  front.ask(`POST /admin/v1/accounts/${login}/deals/${id}/reverse`, as, body)

/** Books an operation; answers its deal. */
async function booked(login: number, action: string, amount: string): Promise<unknown> {
  const body = { action, amount, request_id: randomUUID() }
  const { data } = await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  return data['deal_id']
}

async function money(login: number): Promise<unknown> {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  const { balance, credit } = data['money'] as Record<string, unknown>
  return [balance, credit]
}

/** The newest line about money of the account, once there are `count`. */
async function newestLine(login: number, count: number): Promise<Record<string, unknown>> {
  for (;;) {
    const what = `GET /admin/v1/journal?login=${login}&kind=balance`
    const { items } = (await front.ask(what, 'admin')).data as { items: Record<string, unknown>[] }
    if (items.length >= count) return items[0] ?? {}
    await moment()
  }
}

const CASES = [
  ['deposit', '12.50', 'withdraw', '-12.50'],
  ['withdraw', '12.50', 'deposit', '12.50'],
  ['credit_in', '7.00', 'credit_out', '-7.00'],
  ['bonus', '3.00', 'correction', '-3.00'],
  ['charge', '3.00', 'correction', '3.00'],
  ['correction', '-4.00', 'correction', '4.00'],
] as const

for (const [action, amount, opposite, moved] of CASES) {
  t.test(`reverses ${action} ${amount} by ${opposite}, and names the deal`, async (t) => {
    const login = await funded(front)
    const before = await money(login)
    const id = await booked(login, action, amount)
    const done = await reverse(login, id)
    t.match(done, {
      status: 200,
      data: { login, reversed_deal_id: id, action: opposite, amount: moved },
    })
    t.same(await money(login), before)
    const records = await recordsOf(front, login)
    const [record] = records.slice(-1)
    const deal = { action: opposite, comment: `Reversal of deal ${id}`, dealer: 1 }
    t.match(record?.events, [{ type: 'deal', id: done.data['deal_id'], ...deal }])
    const text = new RegExp(
      `^Account ${login}: .* USD \\(Reversal of deal ${id}\\): ${WHY.reason}$`,
    )
    t.match(await newestLine(login, 3), { actor: 1, text })
    checkLedger(records, replay(records, login))
  })
}

t.test('gives the first result to everyone who reverses the deal again', async (t) => {
  const login = await funded(front)
  const id = await booked(login, 'deposit', '25.00')
  const same = await Promise.all([
    reverse(login, id),
    reverse(login, id, { reason: 'Another one' }, 'another administrator'),
  ])
  const [first] = same as [AccountAnswer, AccountAnswer]
  const { projection_seq: _, ...result } = first.data
  for (const answer of [...same, await reverse(login, id, { reason: 'Later' })]) {
    t.match(answer, { status: 200, data: result })
  }
  t.same(await money(login), ['10000.00', '0.00'])
  // The shard forgets its keys after a week; the tables do not.
  front.write((db) => db.exec('DELETE FROM request_key_batches'))
  await front.killShardOf(login).then(({ back }) => back)
  t.match(await reverse(login, id), { status: 200, data: result })
  t.same(await money(login), ['10000.00', '0.00'])
})

t.test('refuses deals that are no balance operation or not of the account', async (t) => {
  const login = await funded(front)
  const other = await funded(front)
  const opened = await trade(front, login)
  t.match(await reverse(login, opened.data['deal_id']), {
    status: 409,
    data: { reason: 'conflict.deal_no_payment' },
  })
  const theirs = await booked(other, 'deposit', '5.00')
  for (const id of [theirs, 999_999_999]) {
    t.match(await reverse(login, id), { status: 404, data: { reason: 'not_found.deal' } })
  }
  t.match(await reverse(login, theirs, { reason: '' }), { status: 400, code: 'invalid_input' })
  t.match(await reverse(other, theirs, WHY, 'without balance'), { status: 403 })
  t.match(await reverse(other, theirs, WHY, 'real only'), { status: 404 })
})

t.test('is tried again after the account had too little money', async (t) => {
  const login = await front.open()
  const id = await booked(login, 'deposit', '50.00')
  const spent = await booked(login, 'withdraw', '20.00')
  t.match(await reverse(login, id), { status: 409, code: 'trade.no_money' })
  t.match(await reverse(login, spent), { status: 200 })
  t.match(await reverse(login, id), { status: 200, data: { amount: '-50.00' } })
  t.same(await money(login), ['0.00', '0.00'])
})

t.test('needs a code from staff who confirm actions, and none for a repeat', async (t) => {
  const login = await funded(front)
  const id = await booked(login, 'deposit', '25.00')
  t.match(await reverse(login, id, WHY, 'careful'), { code: 'confirmation_required' })
  const confirmed = await front.confirmation('reversal', { login, id, ...WHY })
  t.match(await reverse(login, id, { ...WHY, ...confirmed }, 'careful'), { status: 200 })
  t.match(await reverse(login, id, WHY, 'careful'), { status: 200 })
  t.same(await money(login), ['10000.00', '0.00'])
})
