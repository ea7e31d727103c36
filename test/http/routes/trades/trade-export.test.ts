import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { readCsv } from '../../../../wire/format/csv.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { deposit, trade } from '../../../given/records/trades.js'

// Deals and closed positions as a file that a job makes.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)
const [ada, bob] = [await front.open(), await front.open({ group: 'real\\standard' })]
for (const login of [ada, bob]) {
  await deposit(front, login, '1000')
  const opened = await trade(front, login)
  await trade(front, login, { kind: 'close', position_id: opened.data['position_id'] })
}
const REAL_ONLY = front.signIn(
  1,
  { audience: 'staff', terminal: 'manager', rights: new Set(RIGHTS), groupScope: ['real\\*'] },
  'real',
)

const start = (body: object, as = 'admin') => front.ask('POST /admin/v1/trades/export', as, body)

async function exported(body: object, as = 'admin') {
  const { status, message, data } = await start(body, as)
  if (status !== 200) throw new Error(message)
  const id = Number(data['id'])
  const job = await front.over(id)
  const { text, headers } = await front.download(id, as)
  const table = readCsv(text, { recordsMax: 1e6, cellsMax: 100 })
  if (!table.ok) throw new Error(table.says)
  const [head = [], ...rows] = table.records.map(({ cells }) => cells)
  const records = rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]])))
  return { job, head, records, headers }
}

/** The rows of the window of the same list, once the tables have them. */
async function windowRows(path: string, count: number): Promise<Record<string, unknown>[]> {
  for (;;) {
    const { data } = await front.ask(`GET ${path}`, 'admin')
    const items = data['items'] as Record<string, unknown>[]
    if (items.length >= count) return items
  }
}

const texts = ({ origin: _, ...row }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]))

t.test('a file has the rows of the window, each once and by number', async (t) => {
  const deals = await windowRows('/admin/v1/deals/window', 6)
  const file = await exported({ list: 'deals' })
  t.same(file.records, deals.map(texts))
  t.match(file.job, { state: 'done', kind: 'trades.export', done: 6, total: 6 })
  const closed = await windowRows('/admin/v1/positions/closed/window', 2)
  t.same((await exported({ list: 'closed' })).records, closed.map(texts))
})

t.test('filters, period, columns and scope hold', async (t) => {
  const logins = async (body: object, as?: string) =>
    (await exported({ list: 'closed', ...body }, as)).records.map(({ login }) => Number(login))
  t.same(await logins({ login: bob }), [bob])
  t.same(await logins({ group: 'demo\\*' }), [ada])
  t.same(await logins({}, REAL_ONLY), [bob])
  t.same(await logins({ login: ada }, REAL_ONLY), [], 'an account out of scope has no rows')
  t.same(await logins({ to: '2020-01-01' }), [])
  const other = [{ field: 'symbol', op: 'eq', value: 'GBPUSD' }]
  t.same(await logins({ filter: JSON.stringify(other) }), [])
  const { head } = await exported({ list: 'deals', fields: 'at,id' })
  t.same(head, ['at', 'id'])
})

t.test('what no job could do is refused at once', async (t) => {
  const refused = { status: 400, code: 'invalid_input' }
  t.match(await start({ list: 'orders' }), { ...refused, fields: ['list'] })
  t.match(await start({ list: 'deals', fields: 'id,nope' }), { ...refused, fields: ['fields'] })
  t.match(await start({ list: 'deals', filter: '[{"field":"x"}]' }), refused)
  t.match(await start({ list: 'deals', from: '2026-02-30' }), { ...refused, fields: ['from'] })
  const blind = front.signIn(
    1,
    {
      audience: 'staff',
      terminal: 'manager',
      rights: new Set(['accounts.view']),
      groupScope: ['*'],
    },
    'blind',
  )
  t.match(await start({ list: 'deals' }, blind), { status: 403, code: 'forbidden' })
})
