import t from 'tap'
import { type FindAsk, findQueries } from '../../../../actors/queries/find-query.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { RIGHTS, type Right } from '../../../../engine/access/rights.js'
import { sqlitePath } from '../../../../storage/paths.js'
import { openReader } from '../../../../storage/sqlite/open.js'
import { AccountFront, CAREFUL, DEALER } from '../../../given/fronts/account-front.js'
import { funded, OPEN, settled, trade } from '../../../given/records/trades.js'

// What staff find by a few words or a number, and what they do not.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
const ada = await funded(front, {
  name: 'Ada Augusta',
  last_name: 'King-Lovelace',
  email: 'ada.lovelace@example.com',
  phone: '+49 (0)151 234-567',
})
const bob = await front.open({ name: 'Jean-Luc', last_name: 'Müller', group: 'real\\standard' })
const cid = await front.open({ name: 'ada', middle_name: 'Muller', group: CAREFUL, ...passwords })
const eve = await front.open({ name: 'Søren Łukasz', last_name: 'Großstraße-Straße' })
const done = await trade(front, ada, OPEN)
const { order_id, deal_id, position_id } = done.data as Record<string, number>
const pending = { kind: 'place', order_kind: 'limit', price: '1.05' }
const rests = await trade(front, ada, { ...OPEN, ...pending })
await settled(
  front,
  'GET /admin/v1/deals',
  'admin',
  rests.data['projection_seq'] ?? done.data['projection_seq'],
)

type Row = Readonly<Record<string, unknown>>

/** Sessions of the administrator, whom the desk knows, with less. */
const less = (name: string, rights: readonly string[], groupScope = ['*']) => {
  const own = { rights: new Set(rights), groupScope }
  return front.signIn(1, { audience: 'staff', terminal: 'manager', ...own }, `less ${name}`)
}
const without = (right: Right) =>
  less(
    right,
    RIGHTS.filter((one) => one !== right),
  )
const AS = {
  'real only': less('real', RIGHTS, ['real\\*']),
  'without trades': without('trades.view'),
  'without view': without('accounts.view'),
  'without staff': without('config.staff'),
  'without names': without('accounts.name'),
  'without e-mails': without('accounts.email'),
  'without phones': without('accounts.phone'),
  'staff viewer': less('viewer', ['accounts.view', 'config.staff']),
}

async function find(q: string, as = 'admin') {
  const answer = await front.ask(`GET /admin/v1/find?q=${encodeURIComponent(q)}`, as)
  const rows = (kind: string) => (answer.data?.[kind] ?? []) as Row[]
  return { ...answer, rows, logins: rows('accounts').map(({ login }) => Number(login)) }
}

t.test('accounts are found by the beginnings of their words', async (t) => {
  const cases: [string, number[]][] = [
    ['lovel', [ada]],
    ['KING', [ada]],
    ['ada', [cid, ada]],
    ['aug ada', [ada]],
    ['ada xyz', []],
    ['luc', [bob]],
    ['jean-l', [bob]],
    ['MÜLL', [bob, cid]],
    ['mul', [bob, cid]],
    ['Luc muller', [bob]],
    ['strasse soren', [eve]],
    ['ovelace', []],
    ['ada.lov', [ada]],
    ['example.com', []],
    ['+49151234', [ada]],
    ['0049 151 234', [ada]],
    ['49151', [ada]],
    [String(bob), [bob]],
  ]
  for (const [q, logins] of cases) {
    const found = await find(q)
    t.same(found.logins.toSorted(), logins.toSorted(), q)
    t.match(found.data, { is_complete: true, not_reached: [] })
  }
  const [row] = (await find('lovel')).rows('accounts')
  t.match(row, { login: ada, group: 'demo\\standard', name: 'Ada Augusta', middle_name: '' })
})

t.test('a change of an account changes what it is found by', async (t) => {
  const changed = { version: 1, name: 'Grace Brewster', phone: '+1 555 0199' }
  const account = await front.ask(`GET /admin/v1/accounts/${bob}`, 'admin')
  const version = Number(account.data['version'])
  await front.ask(`PATCH /admin/v1/accounts/${bob}`, 'admin', { ...changed, version })
  t.same((await find('luc')).logins, [])
  t.same((await find('brew')).logins, [bob])
  t.same((await find('15550')).logins, [bob])
  t.same((await find('mül')).logins, [bob, cid], 'what was not changed stays')
})

t.test('demo accounts come after all others, and more than the limit are named', async (t) => {
  const of = (group: string) => front.open({ last_name: 'Zeta', group })
  const [demo, real] = [await of('demo\\standard'), await of('real\\standard')]
  t.same((await find('zeta')).logins, [real, demo])
  t.equal((await find('zeta')).data['has_more_accounts'], false)
  const first = await front.ask('GET /admin/v1/find?q=zeta&limit=1', 'admin')
  t.match(first.data, { accounts: [{ login: real }], has_more_accounts: true })
  t.equal((first.data['accounts'] as Row[]).length, 1)
})

t.test('trades are found by their numbers, by who may see them', async (t) => {
  const trading = { login: ada, symbol: 'EURUSD' }
  t.match((await find(String(order_id))).rows('orders'), [
    { ...trading, id: order_id, is_open: false },
  ])
  t.match((await find(String(deal_id))).rows('deals'), [{ ...trading, id: deal_id, action: 'buy' }])
  const positions = (await find(String(position_id))).rows('positions')
  t.match(positions, [{ ...trading, id: position_id, is_open: true }])
  const resting = Number(rests.data['order_id'])
  t.match((await find(String(resting))).rows('orders'), [
    { ...trading, id: resting, is_open: true },
  ])
  const other = await find(String(order_id), AS['real only'])
  t.same([other.rows('orders'), other.rows('positions')], [[], []], 'out of scope')
})

t.test('lists take the number of one order or deal', async (t) => {
  const cases: [string, number, string][] = [
    ['orders/history', Number(order_id), ''],
    ['deals', Number(deal_id), `&login=${ada}&symbol=eurusd`],
    ['orders', Number(rests.data['order_id']), ''],
  ]
  for (const [what, id, more] of cases) {
    const found = await front.ask(`GET /admin/v1/${what}?id=${id}${more}`, 'admin')
    t.match(found.data, { total: 1, items: [{ id, login: ada }] }, what)
    for (const [other, as] of [
      ['', 'real only'],
      [`&login=${bob}`, 'admin'],
      ['&symbol=USDJPY', 'admin'],
      ['&group=real*', 'admin'],
    ] as const) {
      const none = await front.ask(`GET /admin/v1/${what}?id=${id}${other}`, as)
      t.match(none.data, { total: 0, items: [] }, `${what} ${other}`)
    }
  }
  const late = await front.ask(`GET /admin/v1/deals?id=${deal_id}&from=2100-01-01`, 'admin')
  t.match(late.data, { total: 0 })
})

t.test('groups, symbols, staff and settings are found by parts of their names', async (t) => {
  t.match((await find('standard')).rows('groups'), [
    { path: 'demo\\standard' },
    { path: 'real\\standard' },
  ])
  t.match((await find('real\\st')).rows('groups'), [{ path: 'real\\standard' }])
  t.match((await find('standard', AS['real only'])).rows('groups'), [{ path: 'real\\standard' }])
  t.match((await find('usdj')).rows('symbols'), [{ name: 'USDJPY' }])
  t.match((await find(String(DEALER))).rows('staff'), [{ login: DEALER, active: true }])
  const [feed] = (await find('simul')).rows('settings')
  t.match(feed, { kind: /^(datafeeds|gateways)$/, id: Number, name: /simul/i })
})

t.test('a kind that rights do not open is absent, and a hidden text finds nothing', async (t) => {
  const trades = await find(String(order_id), AS['without trades'])
  t.same(
    Object.keys(trades.data).filter((kind) => /orders|deals|positions/.test(kind)),
    [],
  )
  t.notOk('accounts' in (await find('ada', AS['without view'])).data)
  t.notOk('staff' in (await find('ada', AS['without staff'])).data)
  t.same((await find('King', AS['without names'])).logins, [])
  const mailed = await find('ada.lov', AS['without names'])
  t.match(mailed.rows('accounts'), [{ login: ada, name: null, email: 'ada.lovelace@example.com' }])
  t.same((await find('ada.lovelace', AS['without e-mails'])).logins, [])
  t.same((await find('49151', AS['without phones'])).logins, [])
  const staff = await find('administrator', AS['staff viewer'])
  t.notOk('settings' in staff.data)
})

t.test('what was not reached in its time is named', (t) => {
  const db = openReader(sqlitePath(front.dataDir))
  t.teardown(() => db.close())
  let now = 0
  const clock = { ...systemClock(), monotonic: () => now++ * 20 }
  const asked: FindAsk = {
    number: null,
    typed: 'x',
    words: ['ada'],
    phone: null,
    limit: 10,
    fields: ['name'],
    accountsOf: ['demo\\standard', CAREFUL],
    tradesOf: ['demo\\standard'],
  }
  const slow = findQueries(db, clock).find(asked)
  t.match(slow, { ok: true, value: { notReached: ['positions', 'accounts'], orders: [] } })
  t.end()
})

t.test('what is asked has a word, up to 128 characters', async (t) => {
  for (const query of [
    'q=',
    'q=%20',
    `q=${'x'.repeat(129)}`,
    'q=a&limit=11',
    'q=a&limit=0',
    'q=a&page=1',
  ]) {
    const refused = await front.ask(`GET /admin/v1/find?${query}`, 'another administrator')
    t.match(refused, { status: 400, code: 'invalid_input' }, query)
  }
})
