import t, { type Test } from 'tap'
import { makeStaff, staffFront } from '../../../given/staff.js'

// Configurations of reports, and which of them somebody may run.

const PATH = '/admin/v1/reports'
const READER = 'login 501'

async function given(test: Test, over: object = {}) {
  const front = staffFront(test)
  await makeStaff(front, 501, {
    rights: ['reports', 'reports.export'],
    group_scope: ['real\\*'],
    ...over,
  })
  const create = (name: string, more: object = {}) =>
    front.ask(`POST ${PATH}/configs`, 'admin', { name, module: 'trades', ...more })
  const open = async (...lines: object[]) => {
    const version = (await front.ask('GET /admin/v1/staff/501/reports')).data.version
    const whole = lines.map((line) => ({ view: true, export: false, depth_days: 0, ...line }))
    const put = await front.ask('PUT /admin/v1/staff/501/reports', 'admin', {
      version,
      lines: whole,
    })
    if (put.status !== 200) throw new Error(put.message)
  }
  const list = async (as = READER) =>
    (await front.ask(`GET ${PATH}`, as)).data as Record<string, unknown>[]
  return { front, create, open, list }
}

t.test('a configuration has its defaults and a name in parts, once', async (t) => {
  const { front, create } = await given(t)
  const made = await create('Daily\\Trades', { params: { groups: 'real\\*', note: 'x' } })
  t.match(made.data, { id: 1, enabled: true, position: 1, version: 1, params: { note: 'x' } })
  t.match(await create('daily\\TRADES'), { status: 409, code: 'conflict' })
  for (const name of ['a\\', '\\a', 'a\\\\b', 'a*', 'a,b', '!a', ' ']) {
    t.match(await create(name), { status: 400, fields: ['name'] }, name)
  }
  t.match(await create('b', { module: 'other' }), { status: 400, fields: ['module'] })
  t.match(await create('b', { params: { '': 'x' } }), { status: 400, fields: ['params'] })
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, 'x']))
  t.match(await create('b', { params: many }), { status: 400 })
  const patch = (body: object) => front.ask(`PATCH ${PATH}/configs/1`, 'admin', body)
  t.match((await patch({ version: 1, params: {} })).data, { params: {}, version: 2 })
  t.match(await patch({ version: 1, enabled: false }), { status: 409, code: 'conflict' })
  t.match(await front.ask(`DELETE ${PATH}/configs/1`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/configs/1`), { status: 404, code: 'not_found' })
})

t.test('a new one is the last unless it names a place, and all can be put in order', async (t) => {
  const { front, create } = await given(t)
  for (const name of ['a', 'b']) await create(name)
  await create('c', { position: 1 })
  const names = async () =>
    (await front.ask(`GET ${PATH}/configs`)).data.map(({ name }: { name: string }) => name)
  t.same(await names(), ['c', 'a', 'b'])
  t.match(await front.ask(`PUT ${PATH}/configs/order`, 'admin', { ids: [2, 1] }), { status: 400 })
  await front.ask(`PUT ${PATH}/configs/order`, 'admin', { ids: [2, 1, 3] })
  t.same(await names(), ['b', 'a', 'c'])
  const move = (id: number, version: number, position: number) =>
    front.ask(`PATCH ${PATH}/configs/${id}`, 'admin', { version, position })
  t.match((await move(3, 2, 1)).data, { position: 1, version: 3 })
  t.same(await names(), ['c', 'b', 'a'])
  t.match((await move(2, 2, 0)).data, { position: 3 })
  t.same(await names(), ['c', 'a', 'b'])
  t.match((await move(3, 3, 2)).data, { position: 2 })
  t.same(await names(), ['a', 'c', 'b'])
})

t.test('a reader is shown what is enabled and opened by a line, a configurator all', async (t) => {
  const { create, open, list } = await given(t)
  await create('Desk\\A')
  await create('Desk\\B', { enabled: false })
  await create('Night\\C')
  t.same(await list(), [], 'without lines')
  await open({ path: 'Desk\\*' }, { path: 'Night\\*', view: false })
  t.match(await list(), [
    { name: 'Desk\\A', can_export: false, daily: true, oldest_from: null, inputs: ['from', 'to'] },
  ])
  const all = await list('admin')
  t.same(
    all.map(({ name }) => name),
    ['Desk\\A', 'Desk\\B', 'Night\\C'],
  )
  t.ok(all.every((one) => one['can_export'] === true))
})

t.test('a line allows export and bounds the depth; the widest of several counts', async (t) => {
  const { front, create, open, list } = await given(t)
  await create('A')
  await open({ path: 'A', depth_days: 10 })
  t.match(await list(), [{ can_export: false, oldest_from: '2026-02-20' }])
  await open({ path: 'A', depth_days: 10 }, { path: '*', depth_days: 30, export: true })
  t.match(await list(), [{ can_export: true, oldest_from: '2026-01-31' }])
  const { version } = (await front.ask('GET /admin/v1/staff/501')).data
  await front.ask('PATCH /admin/v1/staff/501', 'admin', {
    version,
    reports_months: 1,
    rights: ['reports'],
  })
  t.match(await list(), [{ can_export: false, oldest_from: '2026-02-02' }], 'and the months')
})

t.test('configurations move between servers by their names', async (t) => {
  const { front, create } = await given(t)
  await create('Desk\\A', { params: { groups: 'real\\*', period: 'last_month' } })
  const exported = await front.ask('POST /admin/v1/config/transfer/export', 'admin', {
    kinds: { reports: null },
  })
  const [item] = exported.data.kinds.reports
  t.match(exported.data.key_fields, { reports: 'name' })
  t.same(Object.keys(item).sort(), ['enabled', 'export_removed', 'module', 'name', 'params'])
  t.same(item.export_removed, [])
  const taken = await front.ask('POST /admin/v1/config/transfer/import', 'admin', {
    file: {
      format: 'app-config',
      version: 1,
      kinds: {
        reports: [
          { ...item, name: 'desk\\a', params: { groups: 'demo\\*' } },
          { ...item, name: 'B', enabled: 'false' },
          { ...item, name: 'C', params: { period: 'ever' } },
        ],
      },
    },
  })
  t.match(taken.data.items, [
    { action: 'updated', changes: ['params'], key: 'desk\\a' },
    { action: 'created', key: 'B' },
    { action: 'error', error: /params\.period/ },
  ])
  t.match((await front.ask(`GET ${PATH}/configs`)).data, [
    { name: 'Desk\\A', params: { groups: 'demo\\*' }, version: 2 },
    { name: 'B', enabled: false },
  ])
})
