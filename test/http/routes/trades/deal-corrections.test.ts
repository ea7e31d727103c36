import { randomUUID } from 'node:crypto'
import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, settled, trade } from '../../../given/records/trades.js'

// Prices of many deals, corrected at once, on real shards, a real desk and real tables.

const front = await AccountFront.shared()
const euro = await front.quoted('EURUSD')
const AT = [110_000, 110_010] as const
front.price(euro.id, ...AT)

const PLAIN = staff('plain', 'confirm_actions')
const CAREFUL = staff('careful')

function staff(name: string, ...without: string[]): string {
  const rights = new Set<string>(RIGHTS.filter((right) => !without.includes(right)))
  const all = { audience: 'staff', terminal: 'manager', rights, groupScope: ['*'] }
  return front.signIn(1, all as never, name)
}

type Row = Readonly<Record<string, unknown>>

function correct(body: object, as = PLAIN, key?: string): Promise<AccountAnswer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return front.ask('POST /admin/v1/deals/correct', as, body, headers)
}

async function rows(body: object, as = PLAIN, key?: string): Promise<readonly Row[]> {
  const answer = await correct(body, as, key)
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data['results'] as Row[]
}

interface Made {
  readonly position: number
  readonly deal: number
}

async function done(login: number, over: object = {}): Promise<Made> {
  const { status, data, message } = await trade(front, login, { ...OPEN, ...over })
  if (status !== 200) throw new Error(message)
  const deals = await settled(front, 'GET /trader/v1/deals', login, data['projection_seq'])
  return { position: Number(data['position_id']), deal: Number(deals.items[0]?.['id']) }
}

/** Bought wrongly at 1.10010; `closed` of its tenth of a lot at 1.10000. */
async function bought(over: object = {}, closed = ''): Promise<Made & { login: number }> {
  const login = await funded(front, over)
  const made = await done(login)
  if (closed !== '') {
    await done(login, { kind: 'close', position_id: made.position, volume: closed })
  }
  return { login, ...made }
}

async function balance(login: number): Promise<unknown> {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  return (data['money'] as Record<string, unknown>)['balance']
}

async function held(login: number, id: number) {
  const records = await recordsOf(front, login)
  const account = replay(records, login)
  checkLedger(records, account)
  const audit = await front.ask(`POST /admin/v1/accounts/${login}/check`, 'admin')
  return { position: account.positions.get(id), records, differences: audit.data['differences'] }
}

t.test(
  'open positions have the other price, closed ones the difference, both at once',
  async (t) => {
    const [open, part, gone] = [await bought(), await bought({}, '0.04'), await bought({}, '0.10')]
    const items = [open, part, gone].map(({ deal }) => ({ id: deal, price: '1.10000' }))
    const planned = await rows({ items, preview: true })
    const told = (login: number, price_open: string | null, amount: string) => ({
      login,
      price_open,
      amount,
      status: 'planned',
      code: 'ok',
    })
    t.match(planned, [
      told(open.login, '1.10000', '0.00'),
      told(part.login, '1.10000', '0.40'),
      told(gone.login, null, '1.00'),
    ])
    t.equal(await balance(gone.login), '9999.00', 'a preview does nothing')
    const key = randomUUID()
    const body = { items, reason: 'a spike', comment: 'Corrected fill' }
    const made = await rows(body, PLAIN, key)
    t.match(
      made.map(({ status, deal_id }) => [status, typeof deal_id]),
      [
        ['done', 'object'],
        ['done', 'number'],
        ['done', 'number'],
      ],
    )
    for (const { login, position } of [open, part]) {
      t.match((await held(login, position)).position, { priceOpen: 110_000, version: Number })
    }
    t.equal(await balance(open.login), '10000.00')
    t.equal(await balance(part.login), '10000.00')
    t.equal(await balance(gone.login), '10000.00')
    const { records, differences } = await held(part.login, part.position)
    t.same(differences, [], 'its deals and corrections make it what it is')
    t.match(records.at(-1), {
      events: [
        { type: 'deal', action: 'correction', profit: 40, comment: 'Corrected fill', dealer: 1 },
        { type: 'correction', id: part.position, priceOpen: 110_000 },
      ],
      note: {
        actor: 1,
        kind: 'trade',
        text: /open price 1.10000, 0.40 USD, Corrected fill \(a spike\)/,
      },
    })
    const journal = await front.ask('GET /admin/v1/journal?kind=deal_corrections', 'admin')
    t.match(journal.data['items'], [
      { actor: 1, text: 'Prices of 3 deals are corrected, of 3 positions (a spike)' },
    ])
    t.same(await rows(body, PLAIN, key), made, 'a repeat is given what came of it')
    t.same((await held(part.login, part.position)).records.length, records.length)

    const again = await rows({ items })
    t.same(
      again.map(({ status, code }) => [status, code]),
      [
        ['rejected', 'conflict'],
        ['rejected', 'conflict'],
        ['done', 'ok'],
      ],
      'a position is corrected once, whoever asks',
    )
    t.equal(again[2]?.['deal_id'], made[2]?.['deal_id'], 'and is told what came of it then')
    const other = await rows({ items: [{ id: gone.deal, price: '1.09990' }] })
    t.match(other, [{ status: 'rejected', code: 'conflict' }])
    t.equal(await balance(gone.login), '10000.00')
  },
)

t.test(
  'a position that changed since it was planned is left as it is, and said to be',
  async (t) => {
    const { login, position, deal } = await bought()
    const items = [{ id: deal, price: '1.10005' }]
    const asked = rows({ items })
    const { price_open } = (
      await front.ask(`PATCH /admin/v1/positions/${position}`, 'admin', {
        take_profit: '1.30000',
      })
    ).data
    const [row] = await asked
    const now = (await held(login, position)).position
    if (row?.['status'] === 'done') t.match(now, { priceOpen: 110_005 })
    else t.match([row?.['code'], price_open], ['conflict', '1.10010'])
    await rows({ items })
    t.match((await held(login, position)).position, { priceOpen: 110_005, takeProfit: 130_000 })
  },
)

t.test('an average has its share, and what deals do not tell is left for others', async (t) => {
  const login = await funded(front, { group: 'real\\ecn' })
  const first = await done(login)
  front.price(euro.id, 110_020, 110_030)
  const second = await done(login, { volume: '0.20' })
  t.equal(second.position, first.position)
  t.match(await rows({ items: [{ id: second.deal, price: '1.10010' }] }), [
    { status: 'done', price_open_before: '1.10023', price_open: '1.10010', amount: '0.00' },
  ])
  t.match((await held(login, first.position)).position, { priceOpen: 110_010, openRest: 0 })
  t.match(
    await rows({ items: [{ id: first.deal, price: '1.10000' }], preview: true }),
    [{ status: 'rejected', code: 'conflict' }],
    'corrected before',
  )
  front.price(euro.id, ...AT)
})

t.test('what is wrong is said of its row, and nothing of it is done', async (t) => {
  const { login, deal, position } = await bought()
  const money = (await front.ask(`GET /admin/v1/accounts/${login}/deals`, 'admin')).data[
    'items'
  ] as Row[]
  const deposit = Number(money.find(({ entry }) => entry === 'balance')?.['id'])
  const items = [
    { id: deposit, price: '1.10000' },
    { id: 999_999_999, price: '1.10000' },
  ]
  t.match((await correct({ items, preview: true })).data, { missing: [deposit, 999_999_999] })
  for (const price of ['1.100101', '1200.00000', '0.00001', '1.10010']) {
    const wrong = { items: [{ id: deal, price }] }
    t.match(await rows(wrong), [{ status: 'rejected', code: 'trade.invalid_price' }], price)
  }
  const twice = {
    items: [
      { id: deal, price: '1.1' },
      { id: deal, price: '1.2' },
    ],
  }
  t.match(await correct(twice), { status: 400, code: 'invalid_input' })
  t.match((await held(login, position)).position, { priceOpen: 110_010, version: 1 })
  for (const right of ['trades.manager', 'accounts.balance']) {
    const { status } = await correct({ items: twice.items.slice(1) }, staff(right, right))
    t.equal(status, 403, right)
  }
  const narrow = front.signIn(
    1,
    {
      audience: 'staff',
      terminal: 'manager',
      rights: new Set(RIGHTS),
      groupScope: ['real\\ecn'],
    } as never,
    'narrow',
  )
  const unseen = { items: [{ id: deal, price: '1.1' }], preview: true }
  t.match((await correct(unseen, narrow)).data, { missing: [deal], results: [] })
})

t.test('money that is not there is taken only where that is said', async (t) => {
  const { login, deal } = await bought({}, '0.10')
  await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', {
    action: 'withdraw',
    amount: '9999.00',
    request_id: randomUUID(),
  })
  const items = [{ id: deal, price: '1.10020' }]
  t.match(await rows({ items }), [{ status: 'rejected', code: 'trade.no_money' }])
  t.match(await rows({ items, skip_margin_check: true }), [{ status: 'done', amount: '-1.00' }])
  t.equal(await balance(login), '-1.00')
})

t.test('who confirms what cannot be undone types a code for exactly this', async (t) => {
  const { deal } = await bought()
  const params = { items: [{ id: deal, price: '1.10000' }] }
  t.match(await correct(params, CAREFUL), { code: 'confirmation_required' })
  const asked = await front.ask('POST /admin/v1/confirmations', CAREFUL, {
    action: 'deal_corrections',
    params,
  })
  const confirmed = { confirm_token: asked.data['confirm_token'], confirm_code: asked.data['code'] }
  const other = { items: [{ id: deal, price: '1.10001' }], ...confirmed }
  t.match(await correct(other, CAREFUL), { code: 'confirmation_required' })
  const key = randomUUID()
  t.match(await rows({ ...params, ...confirmed }, CAREFUL, key), [{ status: 'done' }])
  t.match(await rows(params, CAREFUL, key), [{ status: 'done' }], 'a repeat takes none')
})
