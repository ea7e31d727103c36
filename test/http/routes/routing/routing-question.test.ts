import t from 'tap'
import { AccountFront, DEALER } from '../../../given/fronts/account-front.js'
import { funded, OPEN, trade } from '../../../given/records/trades.js'

// Goal: the test of the routing rules takes a trade request as an account would send it, and sees in it
// what trading would.

const front = await AccountFront.shared()
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)
const login = await funded(front)

const test = (body: object) => front.ask('POST /admin/v1/routing/test', 'admin', { login, ...body })

async function rejecting(position: number, conditions: object[], over: object = {}) {
  const rule = { name: `r${position}`, action: 'reject', action_value: 'tested', position }
  const made = await front.ask('POST /admin/v1/routing', 'admin', { ...rule, conditions, ...over })
  if (made.status !== 200) throw new Error(made.message)
  return made.data['id']
}

async function id(body: object, field: string): Promise<number> {
  const { code, message, data } = await trade(front, login, body)
  if (code !== 'ok' && code !== 'trade.placed') throw new Error(`${code} ${message}`)
  return Number(data[field])
}

t.test('each kind of request is decided as the test says', async (t) => {
  const long = await id({ ...OPEN, volume: '0.30' }, 'position_id')
  const short = await id({ ...OPEN, side: 'sell' }, 'position_id')
  const place = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' }
  const order_id = await id({ ...place, volume: '0.07', price: '1.05000' }, 'order_id')
  const is = (field: string, value: string) => ({ field, op: 'eq', value })
  const rows: [body: object, conditions: object[], over?: object][] = [
    [
      { ...OPEN, price: '1.10010', deviation_pts: 3, stop_loss: '1.05', client_order_id: 'x' },
      [is('deviation_pts', '3'), is('side', 'buy'), is('volume', '0.1')],
    ],
    [OPEN, [{ field: 'comment', op: 'ne', value: 'mine' }]],
    [{ kind: 'close', position_id: long }, [is('side', 'sell'), is('volume', '0.3')]],
    [{ kind: 'close', position_id: long, volume: '0.04' }, [is('volume', '0.04')]],
    [{ kind: 'close', position_id: short }, [is('side', 'buy'), is('volume', '0.1')]],
    [
      { kind: 'close_by', position_id: long, by_position_id: short },
      [is('kind', 'close_by'), is('side', 'sell'), is('volume', '0.1')],
    ],
    [
      { kind: 'stops', position_id: long, stop_loss: '1.05000', comment: 'mine' },
      [is('side', 'buy'), is('volume', '0.3'), is('comment', 'mine')],
    ],
    [{ ...place, volume: '0.09', price: '1.05000' }, [is('volume', '0.09')], LIMITS],
    [{ kind: 'change', order_id, price: '1.04000' }, [is('volume', '0.07')], LIMITS],
    [{ kind: 'delete', order_id }, [is('symbol', 'Forex\\Majors\\*'), is('side', 'buy')], LIMITS],
  ]
  for (const [body, conditions, over] of rows) {
    const rule_id = await rejecting(1, [...conditions, is('login', String(login))], over)
    const { kind } = body as { kind: string }
    t.match((await test(body)).data, { rule_id, walk: [{ rule_id, matched: true }] }, kind)
    const own = await trade(front, login, body)
    t.match(own, { code: 'trade.rejected', message: 'tested' }, `${kind} is rejected by it`)
    await front.ask(`DELETE /admin/v1/routing/${rule_id}`, 'admin')
    t.match((await test(body)).data, { action: 'confirm_market_price' })
  }
})

const LIMITS = { order_kinds: ['limit'] }

t.test('what the server asks by itself is tested as it asks it', async (t) => {
  const position_id = await id({ ...OPEN, volume: '0.20' }, 'position_id')
  const side = [{ field: 'side', op: 'eq', value: 'sell' }]
  const rule_id = await rejecting(1, side, { request_kinds: ['sl', 'tp', 'stop_out'] })
  for (const kind of ['sl', 'tp', 'stop_out']) {
    t.match((await test({ kind, position_id })).data, { rule_id }, kind)
  }
  t.match((await test({ kind: 'close', position_id })).data, { rule_id: 1 })
  await front.ask(`DELETE /admin/v1/routing/${rule_id}`, 'admin')
})

t.test('what cannot be a request of the account is named', async (t) => {
  const held = await id(OPEN, 'position_id')
  const rows: [body: object, fields: string[]][] = [
    [{ kind: 'open' }, ['symbol', 'side', 'volume']],
    [{ kind: 'open', symbol: 'EURUSD', volume: '1' }, ['side']],
    [{ kind: 'close', position_id: 999 }, ['position_id']],
    [{ kind: 'delete', order_id: 999 }, ['order_id']],
    [{ kind: 'close_by', position_id: 999, by_position_id: 1 }, ['position_id']],
    [{ ...OPEN, login: 999_999 }, ['login']],
    [{ ...OPEN, colour: 'red' }, ['colour']],
    [{ ...OPEN, volume: '0.123456789' }, ['volume']],
    [{ ...OPEN, volume: '99999999' }, ['volume']],
    [{ kind: 'close', position_id: held, volume: '99999999' }, ['volume']],
  ]
  for (const [body, fields] of rows) {
    t.match(await test(body), { status: 400, fields }, JSON.stringify(body))
  }
})

t.test('a rule that passes without a dealer is passed while there is none', async (t) => {
  const rule = { name: 'desk', position: 1, action: 'online_dealers' }
  const strict = await front.ask('POST /admin/v1/routing', 'admin', rule)
  t.match((await test(OPEN)).data, { rule_id: strict.data['id'], action: 'online_dealers' })
  t.match(await trade(front, login), { code: 'trade.no_connection' })
  const path = `/admin/v1/routing/${strict.data['id']}`
  await front.ask(`PATCH ${path}`, 'admin', { version: 1, skip_no_dealer: true })
  t.match((await test(OPEN)).data, {
    action: 'confirm_market_price',
    walk: [{ matched: false, why: /none of its dealers is online/ }, { matched: true }],
  })
  t.match(await trade(front, login), { code: 'ok' })
  await front.ask(`DELETE ${path}`, 'admin')
})

t.test('of an account out of scope it says what it says of one that is not there', async (t) => {
  const mine = await funded(front)
  const theirs = await id(OPEN, 'position_id')
  const ask = (body: object, as: string) => front.ask('POST /admin/v1/routing/test', as, body)
  const missing = 987_654
  for (const body of [
    OPEN,
    { ...OPEN, symbol: 'NOSUCH' },
    { ...OPEN, volume: '0.123456789' },
    { kind: 'open' },
    { kind: 'close', position_id: theirs },
    { kind: 'close', position_id: theirs + 1_000 },
    { kind: 'delete', order_id: 1 },
  ]) {
    const asked = await ask({ ...body, login }, 'real only')
    const gone = await ask({ ...body, login: missing }, 'real only')
    t.match(asked, { status: 400, fields: ['login'] }, JSON.stringify(body))
    const plain = (answer: object, of: number) =>
      JSON.stringify({ ...answer, request_id: '' }).replaceAll(String(of), 'N')
    t.equal(plain(asked, login), plain(gone, missing), 'to the letter')
  }
  const staff = await ask({ ...OPEN, login: DEALER }, 'without staff')
  t.match(staff, { status: 400, fields: ['login'] })
  const other = await ask({ kind: 'close', login: mine, position_id: theirs }, 'admin')
  t.match(other, { status: 400, fields: ['position_id'] }, 'a position is of the account alone')
})
