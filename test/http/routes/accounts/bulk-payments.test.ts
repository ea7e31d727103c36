import { randomUUID } from 'node:crypto'
import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { PAYMENTS_PER_REQUEST_MAX } from '../../../../engine/limits/bulk.js'
import { PAYMENT_IDS_MAX, PAYMENT_IDS_PER_CALLER_MAX } from '../../../../engine/limits/requests.js'
import { REQUEST_KEY_MS } from '../../../../storage/repos/trades/request-keys.js'
import { STAFF } from '../../../given/desk.js'
import { type AccountAnswer, AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { recordsOf } from '../../../given/records/trades.js'

// Money of many accounts at once, on real shards and a real desk.

const front = await AccountFront.start(t)

interface Item {
  readonly login: number
  readonly action: string
  readonly amount: string
  readonly request_id: string
  readonly comment?: string
}

function item(login: number, over: Partial<Item> = {}): Item {
  return { login, action: 'deposit', amount: '10.00', request_id: randomUUID(), ...over }
}

function bulk(items: readonly object[], as = 'admin', more: object = {}): Promise<AccountAnswer> {
  return front.ask('POST /admin/v1/accounts/balance/bulk', as, { items, ...more })
}

async function rows(items: readonly object[], as = 'admin', more: object = {}) {
  const answer = await bulk(items, as, more)
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data as unknown as Record<string, unknown>[]
}

async function balance(login: number): Promise<unknown> {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  return data['balance']
}

t.test('each item is a payment row, in the order of items, done or rejected', async (t) => {
  const [one, two, yen] = [await front.open(), await front.open(), await front.open({ group: YEN })]
  const items = [
    item(two, { amount: '5', comment: 'Prize' }),
    item(one),
    item(99_999),
    item(one, { action: 'withdraw', amount: '10.01' }),
    item(yen, { amount: '7' }),
    item(yen, { amount: '7.5' }),
    item(two, { amount: '-1' }),
    item(two, { action: 'correction', amount: '-2.00' }),
  ]
  const answered = await rows(items)
  const none = { deal_id: null, projection_seq: null, status: 'rejected', side: null }
  t.match(answered, [
    { login: two, amount: '5.00', code: 'ok', status: 'done', side: null, message: '' },
    { login: one, amount: '10.00', code: 'ok', status: 'done' },
    { login: 99_999, code: 'not_found', ...none },
    { login: one, code: 'trade.no_money', amount: '10.01', ...none },
    { login: yen, amount: '7', status: 'done' },
    { login: yen, code: 'invalid_input', ...none },
    { login: two, code: 'invalid_input', ...none },
    { login: two, amount: '-2.00', status: 'done' },
  ])
  t.same(
    answered.map(({ request_id }) => request_id),
    items.map(({ request_id }) => request_id),
  )
  t.same([await balance(one), await balance(two), await balance(yen)], ['10.00', '3.00', '7'])
  const [record] = await recordsOf(front, two)
  t.match(record?.note, { actor: 1, kind: 'balance', text: /deposit 5.00 USD \(Prize\)/ })
  for (const login of [one, two, yen]) {
    const records = await recordsOf(front, login)
    checkLedger(records, replay(records, login))
  }
})

t.test('a repeat answers the same rows and moves nothing again', async (t) => {
  const logins = await Promise.all([front.open(), front.open(), front.open()])
  const items = logins.map((login) => item(login))
  const first = await rows(items)
  t.same(await rows(items), first)
  const twice = item(logins[0] as number)
  const both = await rows([twice, { ...twice, request_id: twice.request_id.toUpperCase() }])
  t.same(both[0], both[1], 'one that is there twice is one payment')
  t.equal(await balance(logins[0] as number), '20.00')
  const more = item(logins[1] as number)
  const next = await rows([...items, more])
  t.same(next.slice(0, 3), first, 'what a first one did not come to is done')
  t.equal(await balance(logins[1] as number), '20.00')
})

t.test(
  'a payment whose request_id was used with another amount, action or login is an error row conflict; the other items go on',
  async (t) => {
    const [one, other] = [await front.open(), await front.open()]
    const paid = item(one)
    await rows([paid])
    const conflict = { code: 'conflict', status: 'rejected', deal_id: null }
    const again = [
      { ...paid, amount: '10.01' },
      { ...paid, action: 'bonus' },
      { ...paid, comment: 'x' },
      { ...paid, login: other },
      item(other),
    ]
    t.match(await rows(again), [conflict, conflict, conflict, conflict, { status: 'done' }])
    t.match(await rows([paid], 'admin', { skip_margin_check: true }), [conflict])
    const shared = randomUUID()
    t.match(await rows([item(one, { request_id: shared }), item(other, { request_id: shared })]), [
      { login: one, status: 'done' },
      { login: other, ...conflict },
    ])
    const alone = { action: 'deposit', amount: '1', request_id: randomUUID() }
    const path = (login: number) => `POST /admin/v1/accounts/${login}/balance`
    t.match(await front.ask(path(one), 'admin', alone), { status: 200 })
    t.match(await rows([{ login: other, ...alone }]), [conflict], 'paid by the other route')
    t.match(await rows([{ login: one, ...alone }]), [{ status: 'done' }], 'the same payment')
    t.same([await balance(one), await balance(other)], ['21.00', '10.00'])
  },
)

t.test('skip_margin_check is of all items', async (t) => {
  const login = await front.open()
  const charge = () => item(login, { action: 'charge', amount: '5.00' })
  t.match(await rows([charge()]), [{ code: 'trade.no_money' }])
  t.match(await rows([charge()], 'admin', { skip_margin_check: true }), [{ amount: '-5.00' }])
})

t.test('an account out of scope is not there', async (t) => {
  const login = await front.open()
  t.match(await rows([item(login)], 'real only'), [{ code: 'not_found', status: 'rejected' }])
  t.equal(await balance(login), '0.00')
})

t.test('bodies may be 4 MiB and no more, and hold 10,000 items and no more', async (t) => {
  const login = await front.open()
  const paid = item(login, { comment: 'x'.repeat(64) })
  const many = new Array<Item>(PAYMENTS_PER_REQUEST_MAX).fill(paid)
  const body = JSON.stringify({ items: many })
  t.ok(body.length > 1024 * 1024)
  const padded = (bytes: number) => Buffer.from(body.padEnd(bytes))
  const path = 'POST /admin/v1/accounts/balance/bulk'
  const large = await front.ask(path, 'admin', padded(4 * 1024 * 1024))
  t.equal(large.status, 200, large.message)
  t.equal(await balance(login), '10.00')
  const larger = await front.ask(path, 'admin', padded(4 * 1024 * 1024 + 1))
  t.match(larger, { status: 413, code: 'too_large' })
  t.match(await bulk([...many, paid]), { status: 400, fields: ['items'] })
  t.match(await bulk([]), { status: 400, fields: ['items'] })
  t.match(await bulk([{ ...paid, request_id: 'one' }]), { fields: ['items[0].request_id'] })
  t.match(await bulk([{ ...paid, side: 'buy' }]), { status: 400 })
})

t.test('a shard that ends leaves its items unknown, and a repeat finishes them', async (t) => {
  const logins = [await front.open(), await front.open()]
  const items = logins.map((login) => item(login))
  const [dying = 0] = logins
  const { answer, back } = await front.killWith(dying, 'balance', true, () => rows(items))
  const cut = await answer
  t.match(cut[0], { status: 'rejected' })
  t.match(cut[1], { status: 'done' })
  await back
  let again = await rows(items)
  while (again[0]?.['status'] !== 'done') {
    if (again[0]?.['code'] !== 'unavailable') throw new Error(String(again[0]?.['message']))
    again = await rows(items)
  }
  t.same(again[1], cut[1])
  for (const login of logins) t.equal(await balance(login), '10.00')
})

t.test('so many request ids of a caller are kept, for seven days', async (t) => {
  const config = new ConfigFront(t)
  const { desk } = config
  const claim = (id: string, login: number, caller = 1) =>
    deskHandlers(desk)['payments.claim']({
      actor: { ...STAFF, login: caller },
      payments: [[id, login]],
    })
  const sweep = () => deskHandlers(desk)['payments.sweep'](null)
  const id = randomUUID()
  t.match(claim(id, 1001), { ok: true, value: [true] })
  t.match(claim(id, 1002), { ok: true, value: [false] })
  const count = (caller: number, ids: number) =>
    desk.db.exec(`INSERT OR REPLACE INTO payment_id_counts VALUES (${caller}, ${ids})`)
  count(1, PAYMENT_IDS_PER_CALLER_MAX)
  t.match(claim(randomUUID(), 1001), { ok: false, code: 'too_many_requests' })
  t.match(claim(id, 1001), { ok: true, value: [true] }, 'a repeat is none more')
  t.match(claim(randomUUID(), 1001, 2), { ok: true }, 'others go on')
  count(3, PAYMENT_IDS_MAX - PAYMENT_IDS_PER_CALLER_MAX - 1)
  t.match(claim(randomUUID(), 1001, 2), { ok: false, code: 'unavailable' })
  count(3, 0)
  count(1, 1)
  config.now += REQUEST_KEY_MS - 1
  t.match(claim(id, 1002), { value: [false] })
  t.match(sweep(), { value: 0 })
  config.now += 1
  t.match(claim(id, 1002), { value: [true] }, 'shards do not remember it any more')
  t.match(sweep(), { value: 1 })
  t.same(desk.db.prepare('SELECT * FROM payment_id_counts ORDER BY caller').all(), [
    { caller: 1, ids: 1 },
    { caller: 2, ids: 0 },
    { caller: 3, ids: 0 },
  ])
})
