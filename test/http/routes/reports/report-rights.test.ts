import t, { type Test } from 'tap'
import { reportHandlersFor } from '../../../given/reports.js'
import { makeStaff, staffFront } from '../../../given/staff.js'

// Who runs which reports, and who sees and ends whose jobs. Nothing carries them out here: they wait.

const PATH = '/admin/v1/reports'
const JOBS = `${PATH}/jobs`
const [READER, OTHER] = ['login 501', 'login 502']

async function given(test: Test) {
  const front = staffFront(test)
  for (const login of [501, 502]) {
    const rights = ['reports', 'reports.export', 'accounts.name']
    await makeStaff(front, login, { rights, group_scope: ['real\\*'] })
  }
  const line = { path: 'Desk\\*', view: true, export: false, depth_days: 10 }
  const { version } = (await front.ask('GET /admin/v1/staff/501/reports')).data
  await front.ask('PUT /admin/v1/staff/501/reports', 'admin', { version, lines: [line] })
  for (const [name, module] of [
    ['Desk\\Deals', 'deals'],
    ['Night\\Deals', 'deals'],
    ['Desk\\Journal', 'journal'],
  ]) {
    const params = { groups: 'real\\a*', company: 'Firm' }
    await front.ask(`POST ${PATH}/configs`, 'admin', { name, module, params })
  }
  const run = (body: object, as = READER) =>
    front.ask(`POST ${JOBS}`, as, { format: 'json', ...body })
  return { front, run, ...reportHandlersFor(front) }
}

t.test(
  'a reader runs what lines open, within their depth, a configurator any module',
  async (t) => {
    const { run } = await given(t)
    t.match((await run({ config_id: 1 })).data, {
      state: 'queued',
      name: 'Desk\\Deals',
      requested_by: 501,
      params: {
        from: '2026-02-20',
        to: null,
        groups: 'real\\a*',
        in_reach: ['real\\*'],
        config: { company: 'Firm' },
        server: 'trade',
      },
    })
    t.match(await run({ config_id: 2 }), { status: 404 })
    t.match(await run({ config_id: 3 }), { status: 403, message: /right journal/ })
    t.match(await run({ module: 'deals' }), { status: 403, message: /config\.reports/ })
    const early = { config_id: 1, params: { from: '2026-02-19' } }
    t.match(await run(early), { status: 400, fields: ['params.from'] })
    const own = { config_id: 1, params: { from: '2026-02-20', groups: 'real\\b*' } }
    t.match((await run(own)).data.params, { groups: 'real\\b*' })
    t.match((await run({ module: 'deals' }, 'admin')).data, { config_id: null, name: 'Deals' })
  },
)

t.test("a job is its owner's and the configurators', and in no list of all jobs", async (t) => {
  const { front, run } = await given(t)
  const { id } = (await run({ config_id: 1 })).data
  t.match(await front.ask(`GET ${JOBS}/${id}`, OTHER), { status: 404, code: 'not_found' })
  t.match(await front.ask(`POST ${JOBS}/${id}/cancel`, OTHER), { status: 404 })
  t.match((await front.ask(`GET ${JOBS}/${id}`, READER)).data, { state: 'queued', sections: [] })
  t.match((await front.ask(`GET ${JOBS}`, READER)).data, { total: 1, items: [{ id }] })
  t.match((await front.ask(`GET ${JOBS}`, OTHER)).data, { total: 0 })
  t.match((await front.ask(`GET ${JOBS}?all=true`)).data, { total: 1, items: [{ id }] })
  t.match(await front.ask(`GET ${JOBS}?all=true`, READER), { status: 403, code: 'forbidden' })
  for (const path of [`jobs/${id}`, `jobs/${id}/result`]) {
    t.match(await front.ask(`GET /admin/v1/${path}`), { status: 404 }, path)
  }
  t.match(await front.ask(`POST /admin/v1/jobs/${id}/cancel`), { status: 404 })
  t.match((await front.ask('GET /admin/v1/jobs')).data, { total: 0 })
})

t.test('a configurator has to do with the jobs of others within their scope', async (t) => {
  const { front, run } = await given(t)
  const one = (as: string, id: number) =>
    ['GET /', 'GET /download', 'POST /cancel', 'DELETE /'].map((what) => {
      const [method, more] = what.split(' /')
      return front.ask(`${method} ${JOBS}/${id}${more === '' ? '' : `/${more}`}`, as)
    })
  const statuses = async (as: string, id: number) =>
    (await Promise.all(one(as, id))).map(({ status }) => status)
  const configure = ['config.reports', 'reports.export', 'accounts.name', 'config.staff']
  await makeStaff(front, 503, { rights: configure, group_scope: ['real\\*'] })
  await makeStaff(front, 504, { rights: configure, group_scope: ['*'] })
  const [narrow, wide] = ['login 503', 'login 504']
  const { id: all } = (await run({ module: 'deals' }, 'admin')).data
  const { id: journal } = (await run({ module: 'journal' }, 'admin')).data
  const { id: real } = (await run({ config_id: 1 })).data
  t.same(await statuses(narrow, all), [403, 403, 403, 403], 'it reaches beyond the scope')
  t.same(await statuses(narrow, journal), [403, 403, 403, 403])
  t.same(await statuses(wide, journal), [403, 403, 403, 403], 'the journal needs its own right')
  t.match(await one(wide, journal)[0], { message: /right journal/ })
  const showing = configure.slice(2)
  for (const [at, lacking] of showing.entries()) {
    const rights = configure.filter((right) => right !== lacking)
    await makeStaff(front, 505 + at, { rights, group_scope: ['*'] })
    const as = `login ${505 + at}`
    t.same(await statuses(as, all), [403, 403, 403, 403], 'it shows what they may not see')
    t.match(await one(as, all)[0], { message: new RegExp(`right ${lacking}`) })
  }
  t.match((await front.ask(`GET ${JOBS}/${all}`)).data, { state: 'queued' }, 'nothing happened')
  for (const [as, id] of [
    [narrow, real],
    [wide, all],
  ] as const) {
    t.match(await front.ask(`GET ${JOBS}/${id}`, as), { status: 200 }, 'whoever asked for it')
    t.match(await front.ask(`GET ${JOBS}/${id}/download`, as), { message: /is queued/ })
    t.match((await front.ask(`POST ${JOBS}/${id}/cancel`, as)).data, { state: 'cancelled' })
    t.match(await front.ask(`DELETE ${JOBS}/${id}`, as), { status: 200 })
  }
})

t.test('a job is cancelled once and deleted when it is over', async (t) => {
  const { front, run } = await given(t)
  const { id } = (await run({ config_id: 1 })).data
  t.match(await front.ask(`DELETE ${JOBS}/${id}`, READER), { status: 409, code: 'conflict' })
  const cancel = () => front.ask(`POST ${JOBS}/${id}/cancel`, READER)
  t.match((await cancel()).data, { state: 'cancelled', finished_at: /./ })
  t.match((await cancel()).data, { state: 'cancelled' })
  t.match(await front.ask(`GET ${JOBS}/${id}/download`, READER), { status: 403 }, 'no line exports')
  t.match(await front.ask(`GET ${JOBS}/${id}/download`), { status: 409, message: /is cancelled/ })
  t.match(await front.ask(`DELETE ${JOBS}/${id}`, READER), { status: 200, data: null })
  t.match(await front.ask(`GET ${JOBS}/${id}`, READER), { status: 404 })
})

t.test('jobs outlive their configuration, and go with the months of their owner', async (t) => {
  const { front, run, sweep } = await given(t)
  const { id } = (await run({ config_id: 1 })).data
  await front.ask(`POST ${JOBS}/${id}/cancel`, READER)
  await front.ask(`DELETE ${PATH}/configs/1`)
  front.now += 40 * 86_400_000
  sweep()
  const read = () => front.ask(`GET ${JOBS}/${id}`, READER)
  t.match((await read()).data, { config_id: 1, name: 'Desk\\Deals', state: 'cancelled' })
  const { version } = (await front.ask('GET /admin/v1/staff/501')).data
  await front.ask('PATCH /admin/v1/staff/501', 'admin', { version, reports_months: 1 })
  sweep()
  t.match(await read(), { status: 404 })
})
