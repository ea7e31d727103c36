import t, { type Test } from 'tap'
import { reportHandlersFor } from '../../../given/reports.js'
import { makeStaff, staffFront } from '../../../given/staff.js'

// Schedules of reports, with the clock moved by hand. It begins on Monday, the 2nd of March 2026, at 10:00.

const PATH = '/admin/v1/reports/schedules'
const MAKER = 'login 501'
const DAILY = { config_id: 1, cron: '0 6 * * *', format: 'csv' }

async function given(test: Test) {
  const front = staffFront(test)
  await makeStaff(front, 501, {
    rights: ['config.reports', 'reports.export'],
    group_scope: ['real\\*'],
  })
  await front.ask('POST /admin/v1/reports/configs', 'admin', {
    name: 'Night\\Deals',
    module: 'deals',
    params: { period: 'yesterday' },
  })
  const create = (over: object = {}, as = MAKER) =>
    front.ask(`POST ${PATH}`, as, { ...DAILY, ...over })
  const jobs = async () => (await front.ask('GET /admin/v1/reports/jobs?all=true')).data
  return { front, create, jobs, ...reportHandlersFor(front) }
}

t.test('a schedule has five fields, an opened configuration and addresses', async (t) => {
  const { front, create } = await given(t)
  const whole = { ...DAILY, email_to: 'a@example.com,b@example.com' }
  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  const made = await front.ask(`POST ${PATH}`, MAKER, whole, key)
  t.same((await front.ask(`POST ${PATH}`, MAKER, whole, key)).data, made.data, 'once')
  t.equal((await front.ask(`GET ${PATH}`)).data.length, 1)
  t.match(made.data, {
    ...DAILY,
    email_to: 'a@example.com, b@example.com',
    requested_by: 501,
    next_run_at: '2026-03-03T06:00:00.000Z',
    last_run_at: null,
    last_job_id: null,
    version: 1,
  })
  for (const [over, field] of [
    [{ cron: '0 6 * *' }, 'cron'],
    [{ cron: '0 0 6 * * *' }, 'cron'],
    [{ cron: '0 0 31 2 *' }, 'cron'],
    [{ config_id: 9 }, 'config_id'],
    [{ email_to: 'nobody' }, 'email_to'],
    [{ format: 'pdf' }, 'format'],
  ] as const) {
    t.match(await create(over), { status: 400, fields: [field] }, JSON.stringify(over))
  }
  t.match(await create({}, 'only reports'), { status: 403 })
  const { version } = (await front.ask('GET /admin/v1/staff/501')).data
  await front.ask('PATCH /admin/v1/staff/501', 'admin', { version, rights: ['config.reports'] })
  t.match(await create({ email_to: 'a@example.com' }), { status: 403, code: 'forbidden' })
})

t.test('a change names the version, and makes the schedule its maker’s', async (t) => {
  const { front, create } = await given(t)
  await create()
  const patch = (body: object) => front.ask(`PATCH ${PATH}/1`, 'admin', body)
  t.match((await patch({ version: 1, format: 'csv' })).data, { version: 1, requested_by: 501 })
  t.match((await patch({ version: 1, cron: '30 11 * * *' })).data, {
    version: 2,
    requested_by: 1,
    next_run_at: '2026-03-02T11:30:00.000Z',
  })
  t.match(await patch({ version: 1, cron: '0 1 * * *' }), { status: 409, code: 'conflict' })
  t.match(front.lines.at(-1), { text: 'Report schedule 1 was changed: cron' })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 200, data: null })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 404 })
})

t.test('each time is run once, what was missed by one run, of the period before', async (t) => {
  const { front, create, step, jobs } = await given(t)
  await create()
  t.match(step(), { did: 0, next: Date.parse('2026-03-03T06:00:00Z') })
  front.now = Date.parse('2026-03-06T07:00:00Z')
  t.match(step(), { did: 1, next: Date.parse('2026-03-07T06:00:00Z') })
  t.equal(step().did, 0)
  t.match(await jobs(), {
    total: 1,
    items: [{ requested_by: 501, format: 'csv', params: { from: '2026-03-05', to: '2026-03-05' } }],
  })
  t.match((await front.ask(`GET ${PATH}`)).data, [{ last_job_id: 1, error: '' }])
})

t.test(
  'a clock that is put on and back by days runs each time once, and none is forgotten',
  async (t) => {
    const { front, create, step, jobs } = await given(t)
    const due = async () => (await front.ask(`GET ${PATH}`)).data[0].next_run_at
    await create()
    front.now = Date.parse('2026-06-01T07:00:00Z')
    // One that is made while the clock is wrong, and never run by it.
    await create({ cron: '0 6 2 6 *' })
    t.match(step(), { did: 1, next: Date.parse('2026-06-02T06:00:00Z') })
    // By up to an hour nothing is run again.
    front.now -= 3_600_000
    t.match(step(), { did: 0, next: Date.parse('2026-06-02T06:00:00Z') })
    front.now = Date.parse('2026-03-03T07:00:00Z')
    t.match(step(), { did: 0, next: Date.parse('2026-03-04T06:00:00Z') })
    t.match(front.lines.at(-1), { kind: 'job', text: /put back.* of 1 report schedules/ })
    const { length } = front.lines
    t.equal(step().did, 0)
    t.equal(front.lines.length, length, 'said once')
    front.now = Date.parse('2026-03-04T06:00:00Z')
    t.equal(step().did, 1)
    t.equal(step().did, 0)
    t.equal((await jobs()).total, 2)
    t.equal(await due(), '2026-03-05T06:00:00.000Z')
  },
)

t.test('one that fails is tried at its times, and said once', async (t) => {
  const { front, create, step, jobs } = await given(t)
  await create({ cron: '* * * * *' })
  await front.ask('PATCH /admin/v1/reports/configs/1', 'admin', { version: 1, enabled: false })
  const { length } = front.lines
  for (let minute = 1; minute <= 10; minute++) {
    front.now += 60_000
    t.equal(step().did, 1)
    t.equal(step().did, 0)
  }
  front.now += 30 * 86_400_000
  t.equal(step().did, 1)
  t.equal(step().did, 0)
  t.equal(front.lines.length, length + 1)
  t.equal((await jobs()).total, 0)
})

t.test('who may have no more jobs runs later, who may not run it at all says why', async (t) => {
  const { front, create, step, jobs } = await given(t)
  for (let n = 0; n < 5; n++) await create()
  front.now = Date.parse('2026-03-03T06:00:00Z')
  for (let n = 0; n < 5; n++) step()
  t.equal((await jobs()).total, 4)
  t.match((await front.ask(`GET ${PATH}`)).data[4], {
    error: /4 of your jobs/,
    next_run_at: '2026-03-03T06:01:00.000Z',
  })
  await front.ask('POST /admin/v1/reports/jobs/1/cancel')
  front.now += 60_000
  t.equal(step().did, 1)
  t.equal((await jobs()).total, 5)
  const disabled = { version: 1, enabled: false }
  await front.ask('PATCH /admin/v1/reports/configs/1', 'admin', disabled)
  front.now += 86_400_000
  for (let n = 0; n < 5; n++) step()
  t.match((await front.ask(`GET ${PATH}`)).data[0], { error: /configuration is disabled/ })
  t.match(step(), { did: 0, failing: 5 })
  await front.ask('POST /admin/v1/staff/501/disable')
  await front.ask('PATCH /admin/v1/reports/configs/1', 'admin', { version: 2, enabled: true })
  front.now += 86_400_000
  for (let n = 0; n < 5; n++) step()
  t.match((await front.ask(`GET ${PATH}`)).data[0], {
    error: /no longer an active staff user/,
    next_run_at: '2026-03-06T06:00:00.000Z',
  })
})

t.test('a run that is late is of the day of its time', async (t) => {
  const { front, create, step, jobs } = await given(t)
  await front.ask('POST /admin/v1/reports/configs', 'admin', {
    name: 'Day\\Deals',
    module: 'deals',
    params: { period: 'today' },
  })
  await create({ config_id: 2, cron: '55 23 * * *' })
  // Nobody was there at the time of the 4th of March, the newest of three.
  front.now = Date.parse('2026-03-05T00:10:00Z')
  t.equal(step().did, 1)
  t.match(await jobs(), { items: [{ params: { from: '2026-03-04', to: '2026-03-04' } }] })
})

t.test('who may export no more e-mails no more', async (t) => {
  const { front, create, step, jobs } = await given(t)
  await create({ email_to: 'a@example.com' })
  const { version } = (await front.ask('GET /admin/v1/staff/501')).data
  await front.ask('PATCH /admin/v1/staff/501', 'admin', { version, rights: ['config.reports'] })
  front.now = Date.parse('2026-03-03T06:00:00Z')
  t.match(step(), { did: 1, failing: 1 })
  t.equal((await jobs()).total, 0)
  t.match((await front.ask(`GET ${PATH}`)).data, [{ error: /needs the right reports.export/ }])
})

t.test('a clock that is set otherwise has other times', async (t) => {
  const { front, create, step } = await given(t)
  await create()
  t.match(step(), { next: Date.parse('2026-03-03T06:00:00Z') })
  const set = (await front.ask('GET /admin/v1/settings')).data
  await front.ask('PUT /admin/v1/settings', 'admin', { ...set, utc_offset_min: 120 })
  t.match(step(), { did: 0, next: Date.parse('2026-03-03T04:00:00Z') })
  t.match(front.lines.at(-1), { kind: 'job', text: /clock was set.* of 1 report schedules/ })
})

t.test('schedules go with their configuration', async (t) => {
  const { front, create } = await given(t)
  await create()
  await front.ask('DELETE /admin/v1/reports/configs/1')
  t.same((await front.ask(`GET ${PATH}`)).data, [])
})
