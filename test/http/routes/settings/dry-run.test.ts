import t, { type Test } from 'tap'
import { lastSegment } from '../../../../engine/names/group-path.js'
import type { Sqlite } from '../../../../storage/sqlite/open.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Settings as they would be: what a dry run answers, and that it leaves nothing behind.

const STANDARD = '/admin/v1/groups/demo%5Cstandard'
const HOLIDAYS = '/admin/v1/holidays'
const KEY = { 'idempotency-key': '0f0e0d0c-0b0a-4908-8706-050403020100' }

/** A row with these values; its other columns are 0 or empty. */
function insert(db: Sqlite, table: string, values: Readonly<Record<string, unknown>>): void {
  const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[]
  const row = columns.map(({ name, type }) => values[name] ?? (type === 'TEXT' ? '' : 0))
  db.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
}

/** Two accounts with trades in two symbols, and an archived one. */
function given(t: Test): { front: ConfigFront; idOf: (name: string) => number } {
  const front = new ConfigFront(t)
  const { db } = front.desk
  const idOf = (name: string): number =>
    front.book.records.symbols.find(({ path }) => lastSegment(path) === name)?.id ?? 0
  const account =
    'INSERT INTO accounts (login, group_path, created_at, updated_at, archived_at) VALUES (?, ?, 1, 1, ?)'
  for (const [login, group, archived] of [
    [1001, 'demo\\standard', null],
    [1002, 'real\\standard', null],
    [1003, 'demo\\standard', 1],
  ] as const) {
    db.prepare(account).run(login, group, archived)
  }
  insert(db, 'positions', { id: 1, login: 1001, symbol_id: idOf('EURUSD') })
  insert(db, 'positions', { id: 2, login: 1001, symbol_id: idOf('EURUSD') })
  insert(db, 'positions', { id: 3, login: 1002, symbol_id: idOf('XAUUSD') })
  insert(db, 'open_orders', { id: 4, login: 1001, symbol_id: idOf('XAUUSD') })
  return { front, idOf }
}

t.test('whether a secret is the one that is stored it does not tell', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const mail = { name: 'Main', sender_email: 'desk@example.com', server: 'smtp.example.com:587' }
  await front.ask('POST /admin/v1/mail-servers', 'admin', { ...mail, password: 'first' })
  const patch = async (change: object, query = '?dry_run=true') =>
    (await front.ask(`PATCH /admin/v1/mail-servers/1${query}`, 'admin', { version: 1, ...change }))
      .data
  const right = await patch({ password: 'first' })
  t.match(right, { version: 2, has_password: true })
  t.same(await patch({ password: 'second' }), right)
  t.match(await patch({ name: 'Main' }), { version: 1 }, 'left out it changes nothing')
  t.match(
    await patch({ password: 'first' }, ''),
    { version: 1 },
    'nor does it where it is carried out',
  )
})

t.test('it answers the record as it would be, and what it would work on', async (t) => {
  const { front, idOf } = given(t)
  const affects = (accounts: number, groups: number, positions: number, orders: number) => ({
    affects: { accounts, groups, positions, orders },
  })
  const group = { version: 1, leverage: 50 }
  t.match((await front.ask(`PATCH ${STANDARD}?dry_run=true`, 'admin', group)).data, {
    leverage: 50,
    version: 2,
    ...affects(1, 1, 2, 1),
  })
  const same = { version: 1, leverage: 100 }
  t.match((await front.ask(`PATCH ${STANDARD}?dry_run=true`, 'admin', same)).data, {
    version: 1,
    ...affects(0, 0, 0, 0),
  })
  const symbol = (as?: string) =>
    front.ask(`PATCH /admin/v1/symbols/${idOf('XAUUSD')}?dry_run=true`, as, {
      version: 1,
      spread_pts: 7,
    })
  t.match((await symbol()).data, { spread_pts: 7, ...affects(2, 2, 1, 1) })
  t.match((await symbol('admin in demo\\*')).data, affects(1, 1, 0, 1), 'in scope alone')
  const holiday = { month: 12, day: 25, symbols: ['EURUSD'] }
  const tried = await front.ask(`POST ${HOLIDAYS}?dry_run=true`, 'admin', holiday, KEY)
  t.match(tried.data, { id: 1, position: 1, ...affects(1, 1, 2, 0) })
  const free = await front.ask('DELETE /admin/v1/groups/real%5Cecn?dry_run=true')
  t.match(free.data, { path: 'real\\ecn', ...affects(0, 1, 0, 0) })
})

t.test('it is refused as the change would be', async (t) => {
  const { front } = given(t)
  const patch = (query: string, body: object) =>
    front.ask(`PATCH ${STANDARD}?${query}`, 'admin', body)
  t.match(await patch('dry_run=true', { version: 9 }), { status: 409, data: { version: 1 } })
  t.match(await patch('dry_run=true', { version: 1, leverage: 0 }), { fields: ['leverage'] })
  t.match(await patch('dry_run=yes', { version: 1 }), { status: 400, fields: ['dry_run'] })
  t.match(await front.ask(`DELETE ${STANDARD}?dry_run=true`), { status: 409 })
})

t.test('nothing is written, told or remembered', async (t) => {
  const { front } = given(t)
  const before = [front.desk.config.records.version, front.lines.length, front.changes.length]
  const holiday = { month: 12, day: 25 }
  await front.ask(`POST ${HOLIDAYS}?dry_run=true`, 'admin', holiday, KEY)
  await front.ask(`PATCH ${STANDARD}?dry_run=true`, 'admin', { version: 1, leverage: 50 })
  await front.ask('DELETE /admin/v1/groups/real%5Cecn?dry_run=true')
  const { data } = await front.ask('GET /admin/v1/settings')
  const put = { ...data, utc_offset_min: data.utc_offset_min + 60 }
  const tried = await front.ask('PUT /admin/v1/settings?dry_run=true', 'admin', put)
  t.match(tried.data, { utc_offset_min: put.utc_offset_min, affects: { accounts: 3 } })
  const after = [front.desk.config.records.version, front.lines.length, front.changes.length]
  t.same(after, before)
  t.match((await front.ask(`GET ${STANDARD}`)).data, { version: 1, leverage: 100 })
  t.equal((await front.ask('GET /admin/v1/groups/real%5Cecn')).status, 200)
  t.same((await front.ask('GET /admin/v1/settings')).data, data)
  const made = await front.ask(`POST ${HOLIDAYS}`, 'admin', holiday, KEY)
  t.match(made, { status: 200, data: { id: 1 } }, 'its key is free')
})
