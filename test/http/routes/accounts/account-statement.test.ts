import { createHash } from 'node:crypto'
import t from 'tap'
import { STATEMENT_ROWS_MAX } from '../../../../engine/limits/long-answers.js'
import { sqlitePath } from '../../../../storage/paths.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { Ledger } from '../../../given/records/ledger.js'
import { deposit, OPEN, recordsOf, trade } from '../../../given/records/trades.js'

// The statement of an account, as staff and its holder download it.

const front = await AccountFront.shared()
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const path = (login: number, query = '') => `/admin/v1/accounts/${login}/statement${query}`

/** Asked again while the tables stay behind, as they may on a busy machine. */
async function page(login: number, query = '', as = 'admin') {
  for (;;) {
    const taken = await front.take(path(login, query), as)
    if (taken.code !== 'unavailable') return taken
  }
}

/** A figure as the API says it: pages are printed with thousands apart and a minus. */
function figure(printed: string): string {
  return printed.replaceAll(',', '').replace('\u2212', '-')
}

/** The amounts above the tables, by their labels. */
function sumsIn(html: string): Record<string, string> {
  const table = html.match(/<table class="sums">.*?<\/table>/s)?.[0] ?? ''
  const rows = [...table.matchAll(/<tr[^>]*><th[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)<\/td>/g)]
  return Object.fromEntries(rows.map(([, label, amount = '']) => [label, figure(amount)]))
}

/** Texts of the cells of the table below a heading. */
function rowsIn(html: string, heading: string): string[][] {
  const table = html.match(new RegExp(`<h2>${heading} .*?(?=<h2>|<footer>)`, 's'))?.[0] ?? ''
  const body = table.match(/<tbody>.*<\/tbody>/s)?.[0] ?? ''
  return [...body.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text = '']) => figure(text)),
  )
}

async function must(login: number, body: object): Promise<Record<string, unknown>> {
  const done = await trade(front, login, body)
  if (done.status !== 200) throw new Error(done.message)
  return done.data
}

t.test('sums, deals, closed and open positions and orders are those of the tables', async (t) => {
  const login = await front.open({ name: 'Ada', last_name: 'Byron', leverage: 50 })
  await deposit(front, login, '1000.00')
  const { position_id } = await must(login, OPEN)
  front.price(euro.id, 110_110, 110_120)
  await must(login, { kind: 'close', position_id })
  await must(login, { ...OPEN, stop_loss: '1.05' })
  await must(login, { ...OPEN, kind: 'place', order_kind: 'limit', price: '1.05', volume: '0.02' })
  const { status, text, headers } = await page(login)
  t.equal(status, 200)
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  t.match(sumsIn(text), {
    'Balance at the beginning': '0.00',
    'Deposits and withdrawals': '1000.00',
    'Profit and loss': '10.00',
    'Balance at the end': data['balance'],
  })
  const deals = rowsIn(text, 'Deals')
  const listed = await front.ask(`GET /admin/v1/accounts/${login}/deals`, 'admin')
  const items = (listed.data['items'] as { id: number }[]).toReversed()
  t.same(
    deals.map(([id]) => Number(id)),
    items.map(({ id }) => id),
  )
  t.equal(deals.at(-1)?.at(-2), data['balance'], 'the last line has the balance')
  t.match(rowsIn(text, 'Closed positions'), [[String(position_id), 'EURUSD', 'Buy']])
  t.match(rowsIn(text, 'Open positions now'), [
    [/^\d+$/, /:/, 'EURUSD', 'Buy', '0.1', '1.10120', '1.05000'],
  ])
  t.match(rowsIn(text, 'Pending orders now'), [
    [/^\d+$/, /:/, 'EURUSD', 'Buy limit', '0.02', '1.05000'],
  ])
  for (const told of ['Ada Byron', '1:50', 'USD', 'Account type']) t.ok(text.includes(told), told)
  t.match(
    new Map(headers).get('content-disposition'),
    `attachment; filename="statement-${login}.html"`,
  )
  const ledger = new Ledger(login)
  for (const record of await recordsOf(front, login)) ledger.add(record)
  t.equal(
    `${ledger.balance / 100n}.${String(ledger.balance % 100n).padStart(2, '0')}`,
    data['balance'],
  )
})

/** The line below the rows of a table. */
function totalsIn(html: string, heading: string): string[] {
  const table = html.match(new RegExp(`<h2>${heading} .*?(?=<h2>|<footer>)`, 's'))?.[0] ?? ''
  const foot = table.match(/<tfoot>.*<\/tfoot>/s)?.[0] ?? ''
  return [...foot.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text = '']) => figure(text))
}

t.test('each kind of amount is summed by itself', async (t) => {
  const login = await front.open()
  await deposit(front, login, '1000.00')
  front.price(euro.id, 110_000, 110_010)
  const { position_id } = await must(login, OPEN)
  front.price(euro.id, 110_110, 110_120)
  await must(login, { kind: 'close', position_id })
  await page(login)
  const tables = openWriter(sqlitePath(front.dataDir))
  const costs = 'swap = -125, commission = -700, fee = -31'
  tables.exec(`
    UPDATE deals SET ${costs}, credit = 5000 WHERE login = ${login} AND position_id <> 0;
    UPDATE closed_positions SET ${costs} WHERE login = ${login};
    UPDATE account_states SET balance = balance - 1712, credit = 10000 WHERE login = ${login}`)
  tables.close()
  const { text } = await page(login)
  t.same(sumsIn(text), {
    'Balance at the beginning': '0.00',
    'Deposits and withdrawals': '1000.00',
    'Profit and loss': '10.00',
    Swaps: '-2.50',
    Commissions: '-14.00',
    Fees: '-0.62',
    'Balance at the end': '992.88',
    'Credit at the end': '100.00',
  })
  const drawn = [...text.matchAll(/<tr class="sum"><th[^>]*>([^<]*)/g)].map(([, label]) => label)
  t.same(drawn, ['Balance at the beginning', 'Balance at the end'], 'the lines that sum up')
  t.same(totalsIn(text, 'Deals').filter(Boolean), [
    'Total',
    '1010.00',
    '-2.50',
    '-14.00',
    '-0.62',
    '100.00',
    '992.88',
  ])
  t.same(totalsIn(text, 'Closed positions').filter(Boolean), [
    'Total',
    '10.00',
    '-1.25',
    '-7.00',
    '-0.31',
  ])
  t.same(
    rowsIn(text, 'Deals').map((cells) => cells.slice(-7, -1)),
    [
      ['1000.00', '0.00', '0.00', '0.00', '0.00', '1000.00'],
      ['0.00', '-1.25', '-7.00', '-0.31', '50.00', '991.44'],
      ['10.00', '-1.25', '-7.00', '-0.31', '50.00', '992.88'],
    ],
  )
})

t.test(
  'the credit at the end of a period is that of now less what was given after it',
  async (t) => {
    const login = await front.open()
    await deposit(front, login, '100')
    await deposit(front, login, '30')
    await page(login)
    const tables = openWriter(sqlitePath(front.dataDir))
    tables.exec(`
    UPDATE deals SET profit = 0, credit = 10000, at = 1000 WHERE login = ${login} AND profit = 10000;
    UPDATE deals SET profit = 0, credit = 3000 WHERE login = ${login} AND profit = 3000;
    UPDATE account_states SET balance = 0, credit = 13000 WHERE login = ${login}`)
    tables.close()
    const sums = async (query: string) => sumsIn((await page(login, query)).text)
    t.match(await sums(''), { 'Credit at the end': '130.00' })
    t.match(await sums('?to=2001-01-01'), { 'Credit at the end': '100.00' })
    t.match(await sums('?to=1969-01-01'), { 'Credit at the end': '0.00' })
  },
)

t.test('a period has its deals, and begins and ends with its balances', async (t) => {
  const login = await front.open()
  await deposit(front, login, '100')
  await deposit(front, login, '30')
  await deposit(front, login, '7')
  t.match(await page(login), { status: 200 }, 'it waits for the tables')
  const listed = await front.ask(`GET /admin/v1/accounts/${login}/deals`, 'admin')
  const [third = '', second = ''] = (listed.data['items'] as { at: string }[]).map(({ at }) => at)
  const { text, code } = await page(login, `?from=${second}&to=${second}`)
  t.equal(code, 'ok')
  const inPeriod = rowsIn(text, 'Deals').length
  const sums = sumsIn(text)
  const [begin, paid, end] = [
    'Balance at the beginning',
    'Deposits and withdrawals',
    'Balance at the end',
  ].map((label) => Number(sums[label])) as [number, number, number]
  t.equal(begin + paid, end, JSON.stringify(sums))
  t.ok(inPeriod >= 1)
  const before = await page(login, '?to=2001-01-01')
  t.match(sumsIn(before.text), { 'Balance at the beginning': '0.00', 'Balance at the end': '0.00' })
  const later = await page(login, '?from=2999-01-01')
  t.match(sumsIn(later.text), {
    'Balance at the beginning': '137.00',
    'Balance at the end': '137.00',
  })
  t.same(rowsIn(later.text, 'Deals'), [])
  t.ok(third !== '')
  t.match(await page(login, '?from=&to='), { status: 200 }, 'empty is left out')
  const wrong = ['?from=2026-02-30', '?from=2026-02-02&to=2026-02-01', '?from=x', '?other=1']
  for (const query of wrong) t.match(await page(login, query), { status: 400 }, query)
})

t.test('what others wrote is text, and style and script are the only ones', async (t) => {
  const login = await front.open({ name: '<script>alert(1)</script>', last_name: '"&\'' })
  const body = { action: 'deposit', amount: '5', comment: '</td><img src=x onerror=alert(2)>' }
  const request_id = '0b5a4c0e-6a51-4b3f-9d0a-3f1c2d4e5f61'
  const paid = { ...body, request_id }
  t.match(await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', paid), {
    status: 200,
  })
  const { text, headers } = await page(login)
  t.notMatch(text, /<script>alert|<img|onerror=alert\(2\)>/)
  t.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;'))
  t.ok(text.includes('&lt;img src=x onerror=alert(2)&gt;'))
  const hashOf = (tag: string): string => {
    const [own = '', ...others] = text.split(`<${tag}>`).slice(1)
    t.same(others, [])
    return createHash('sha256')
      .update(own.split(`</${tag}>`)[0] ?? '')
      .digest('base64')
  }
  const allowed = `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script')}'; base-uri`
  const policy = new Map(headers).get('content-security-policy') ?? ''
  t.ok(policy.includes(allowed))
  t.ok(policy.includes('sandbox'), 'where it is opened from here nothing runs')
  t.ok(text.includes(allowed), 'also when it is kept as a file')
  t.notMatch(text, /https?:|url\(|<link/)
})

t.test(
  'its holder has the same one, without what staff keep; names need their right',
  async (t) => {
    const kept = { comment: 'difficult person', color: '#aa0000', lead_campaign: 'spring7' }
    const login = await front.open({ name: 'Ada' })
    const patched = await front.ask(`PATCH /admin/v1/accounts/${login}`, 'admin', {
      version: 1,
      ...kept,
    })
    t.match(patched, { status: 200 })
    await deposit(front, login, '50')
    const name = front.signIn(login, {})
    const own = await front.take('/trader/v1/statement', name)
    t.equal(own.status, 200)
    t.match(sumsIn(own.text), { 'Balance at the end': '50.00' })
    t.ok(own.text.includes('Ada'))
    for (const { text } of [own, await page(login)]) {
      t.notMatch(text, /difficult|#aa0000|spring7/)
    }
    t.notMatch((await page(login, '', 'without names')).text, /Ada/)
    t.match(await front.take(path(login), name), { status: 403 })
  },
)

t.test('so many deals are a statement, and one more is a shorter period', async (t) => {
  const login = await front.open()
  const items = Array.from({ length: STATEMENT_ROWS_MAX }, (_, i) => ({
    login,
    action: 'deposit',
    amount: '0.01',
    request_id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  }))
  const paid = await front.ask('POST /admin/v1/accounts/balance/bulk', 'admin', { items })
  t.match(paid, { status: 200 })
  const whole = await page(login)
  t.match(sumsIn(whole.text), { 'Balance at the end': '50.00' })
  t.equal(rowsIn(whole.text, 'Deals').length, STATEMENT_ROWS_MAX)
  await deposit(front, login, '1')
  t.match(await page(login), { status: 400, code: 'invalid_input' })
  t.match(await page(login, '?from=2999-01-01'), { status: 200 })
})

t.test('a statement is e-mailed only to an address and through a mail server', async (t) => {
  const login = await front.open()
  const send = (body: object, as = 'admin') =>
    front.ask(`POST /admin/v1/accounts/${login}/statement/email`, as, body)
  t.match(await send({ from: '2026-02-30' }), { status: 400, fields: ['from'] })
  t.match(await send({}), { status: 409, code: 'conflict' }, 'no mail server')
  t.match(await send({}, 'real only'), { status: 404 })
  const { headers } = await page(login, '?disposition=inline')
  t.equal(
    headers.find(([name]) => name.toLowerCase() === 'content-disposition'),
    undefined,
  )
})
