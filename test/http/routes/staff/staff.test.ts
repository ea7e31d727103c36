import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { findErrors } from '../../../../wire/check/validate.js'
import { StaffPageView, StaffView } from '../../../../wire/schema/people/staff.js'
import { DEALERS, LEADER, makeStaff, STAFF_PATH as PATH, staffFront } from '../../../given/staff.js'

t.test('create attaches a profile to an existing account, whose version increments', async (t) => {
  const front = staffFront(t)
  const made = await front.ask(`POST ${PATH}`, 'admin', {
    login: 501,
    rights: ['trades.view', 'accounts.view', 'trades.view'],
    group_scope: ['real\\*', '!real\\vip', 'real\\*'],
    ip_allow: ['10.0.0.0/8', '::1'],
    mailbox_name: 'Desk',
    logs_months: 12,
    reports_months: 120,
  })
  t.equal(findErrors(StaffView, made.data, 0), null)
  t.same(made.data, {
    login: 501,
    active: true,
    group: DEALERS,
    name: 'Name 501',
    email: '',
    rights: ['accounts.view', 'trades.view'],
    group_scope: ['real\\*', '!real\\vip'],
    ip_allow: ['10.0.0.0/8', '::1'],
    mailbox_name: 'Desk',
    logs_months: 12,
    reports_months: 120,
    last_access: null,
    last_ip: '',
    version: 1,
    otp_enabled: false,
    created_at: '2026-03-02T10:00:00.000Z',
    updated_at: '2026-03-02T10:00:00.000Z',
    warnings: [],
  })
  t.equal(accountsRepo(front.desk.db).get(501)?.version, 2)
  t.same((await front.ask(`GET ${PATH}/501`)).data, made.data)
  t.match(front.lines.at(-1), { kind: 'staff', login: 501, text: 'Staff user 501 was created' })
  t.match(front.access, [{ type: 'access', facts: { login: 501, staff: { logsMonths: 12 } } }])
})

t.test('login is required, positive and existing, in a staff group of the scope', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  const create = (login: unknown, as = 'admin') => front.ask(`POST ${PATH}`, as, { login })
  for (const login of [undefined, 0, -1, 1.5, '502']) {
    t.match(await create(login), { status: 400, fields: ['login'] }, String(login))
  }
  t.match(await create(999), { status: 404, code: 'not_found' })
  t.match(await create(601), { status: 400, fields: ['login'] }, 'no staff group')
  t.match(await create(507), { status: 400, fields: ['login'] }, 'a lookalike folder')
  t.match(await create(505, 'login 501'), { status: 400, fields: ['login'] }, 'out of scope')
  t.match(await create(502, 'login 501'), { status: 200 })
  t.match(await create(505), { status: 200 }, 'administrators, in any case')
  t.match(await create(506), { status: 200 }, 'managers at any depth')
})

t.test('a duplicate profile is 409, an unknown field 400', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  t.match(await front.ask(`POST ${PATH}`, 'admin', { login: 501 }), { status: 409 })
  for (const field of ['id', 'active', 'group', 'name', 'email', 'version', 'created_at']) {
    const answer = await front.ask(`POST ${PATH}`, 'admin', { login: 502, [field]: 1 })
    t.match(answer, { status: 400, fields: [field] })
  }
})

t.test('an archived account becomes no staff user', async (t) => {
  const front = staffFront(t)
  accountsRepo(front.desk.db).update(501, { archived_at: front.now }, front.now)
  t.match(await front.ask(`POST ${PATH}`, 'admin', { login: 501 }), { status: 409 })
})

t.test('each limit of a profile holds at the limit and not beyond it', async (t) => {
  const front = staffFront(t)
  const many = (count: number, of: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => of(i))
  const address = (i: number): string => `10.0.0.${i}`
  const mask = (i: number): string => `real\\${i}`
  const rows: [body: object, status: number, field?: string][] = [
    [{ logs_months: 120, reports_months: 120 }, 200],
    [{ logs_months: 121 }, 400, 'logs_months'],
    [{ reports_months: 121 }, 400, 'reports_months'],
    [{ logs_months: -1 }, 400, 'logs_months'],
    [{ logs_months: 0, reports_months: 0 }, 200],
    [{ ip_allow: many(64, address) }, 200],
    [{ ip_allow: [...many(64, address), address(0)] }, 200],
    [{ ip_allow: many(65, address) }, 400, 'ip_allow'],
    [{ ip_allow: ['10.0.0.0/33'] }, 400, 'ip_allow[0]'],
    [{ ip_allow: ['10.0.0.1', 'host'] }, 400, 'ip_allow[1]'],
    [{ ip_allow: ['2001:db8::/32', '10.1.2.3'] }, 200],
    [{ ip_allow: [] }, 200],
    [{ group_scope: many(64, mask) }, 200],
    [{ group_scope: [...many(64, mask), mask(0)] }, 200],
    [{ group_scope: many(65, mask) }, 400, 'group_scope'],
    [{ group_scope: [...many(63, mask), 'a,b'] }, 400, 'group_scope'],
    [{ group_scope: ['!real\\*'] }, 400, 'group_scope'],
    [{ group_scope: ['!real\\*', '*'] }, 200],
    [{ group_scope: [] }, 400, 'group_scope'],
    [{ group_scope: ['*', '!'] }, 400, 'group_scope[1]'],
    [{ group_scope: [' , '] }, 400, 'group_scope[0]'],
    [{ group_scope: ['m'.repeat(128)] }, 200],
    [{ group_scope: ['m'.repeat(129)] }, 400, 'group_scope[0]'],
    [{ mailbox_name: 'n'.repeat(128) }, 200],
    [{ mailbox_name: 'n'.repeat(129) }, 400, 'mailbox_name'],
    [{ rights: [...RIGHTS, 'reports'] }, 200],
    [{ rights: ['reports', 'everything'] }, 400, 'rights[1]'],
  ]
  for (const [body, status, field] of rows) {
    const what = JSON.stringify(body).slice(0, 60)
    const made = await front.ask(`POST ${PATH}`, 'admin', { login: 502, ...body })
    t.equal(made.status, status, `create ${what}`)
    if (field !== undefined) t.same(made.fields, [field])
    if (status === 200) await front.ask(`DELETE ${PATH}/502`)
  }
  await makeStaff(front, 502, { group_scope: ['demo\\*'] })
  for (const [body, status, field] of rows) {
    const { version } = (await front.ask(`GET ${PATH}/502`)).data
    const changed = await front.ask(`PATCH ${PATH}/502`, 'admin', { version, ...body })
    t.equal(changed.status, status, `change ${JSON.stringify(body).slice(0, 60)}`)
    if (field !== undefined) t.same(changed.fields, [field])
  }
})

t.test('nobody grants rights, groups or history that they do not hold', async (t) => {
  const front = staffFront(t)
  const scope = ['managers\\*', 'real\\*', '!real\\vip']
  await makeStaff(front, 501, { ...LEADER, group_scope: scope, logs_months: 6, reports_months: 12 })
  const refused = { status: 403, code: 'forbidden' }
  const rows: [over: object, status: number][] = [
    [{ rights: ['trades.view'] }, 403],
    [{ rights: ['accounts.view', 'config.staff'] }, 200],
    [{ logs_months: 6, reports_months: 12 }, 200],
    [{ logs_months: 7 }, 403],
    [{ logs_months: 0 }, 403],
    [{ reports_months: 13 }, 403],
    [{ reports_months: 0 }, 403],
    [{ group_scope: ['*'] }, 403],
    [{ group_scope: ['demo\\a'] }, 403],
    [{ group_scope: ['real\\*'] }, 403],
    [{ group_scope: ['real\\*', '!real\\v*'] }, 200],
    [{ group_scope: ['real\\standard'] }, 200],
  ]
  for (const [over, status] of rows) {
    const what = JSON.stringify(over)
    const made = await front.ask(`POST ${PATH}`, 'login 501', { login: 502, ...over })
    t.match(made, status === 200 ? { status } : refused, `create ${what}`)
    if (status === 200) await front.ask(`DELETE ${PATH}/502`)
  }
  const made = await front.ask(`POST ${PATH}`, 'login 501', { login: 502 })
  t.match(made.data, { logs_months: 6, reports_months: 12 }, 'left out: the own limits')
  t.match(made.data, { rights: [], group_scope: [] }, 'left out: nothing')
  for (const [over, status] of rows) {
    const { version } = (await front.ask(`GET ${PATH}/502`)).data
    const changed = await front.ask(`PATCH ${PATH}/502`, 'login 501', { version, ...over })
    t.match(changed, status === 200 ? { status } : refused, `change ${JSON.stringify(over)}`)
  }
})

t.test('a user who holds what is beyond the own is not changed, nor narrowed', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, { ...LEADER, logs_months: 6 })
  await makeStaff(front, 502, { group_scope: ['*'] })
  const same = { logs_months: 0, group_scope: ['*'] }
  for (const over of [
    { ...same, mailbox_name: 'Desk' },
    { logs_months: 6, group_scope: [] },
  ]) {
    const body = { version: 1, ...over }
    t.match(await front.ask(`PATCH ${PATH}/502`, 'login 501', body), { status: 403 })
  }
})

t.test('the list has staff groups of the scope, by group, login, name and page', async (t) => {
  const front = staffFront(t)
  for (const login of [501, 502, 504, 506]) await makeStaff(front, login, { ...LEADER })
  accountsRepo(front.desk.db).update(502, { name: 'Émile Ämter' }, front.now)
  const logins = async (query: string, as = 'admin'): Promise<number[]> => {
    const listed = await front.ask(`GET ${PATH}${query}`, as)
    t.equal(findErrors(StaffPageView, listed.data, 0), null)
    return listed.data.items.map((one: { login: number }) => one.login)
  }
  t.same(await logins(''), [1, 501, 502, 504, 506])
  t.same(
    await logins('', 'login 501'),
    [501, 502, 1].sort((a, b) => a - b),
    'managers alone',
  )
  t.same(await logins('?group=*%5Ceast'), [506])
  t.same(await logins('?group=real*'), [])
  t.same(await logins('?login=0'), [1, 501, 502, 504, 506], '0 is any')
  t.same(await logins('?login=502'), [502])
  t.same(await logins('?login=504', 'login 501'), [])
  t.same(await logins('?name=NAME%20%35'), [501, 504, 506])
  t.same(await logins(`?name=${encodeURIComponent('ämt')}`), [502], 'any case of any letter')
  t.same(await logins('?name=%25'), [], 'no wildcard')
  const page = await front.ask(`GET ${PATH}?limit=2&page=2`)
  t.match(page.data, { page: 2, total: 5, items: [{ login: 502 }, { login: 504 }] })
  t.notMatch(JSON.stringify(page.data), /password|hash/, 'passwords are never returned')
  for (const query of ['limit=0', 'limit=1001', 'page=0', 'login=x', 'nothing=1']) {
    t.match(await front.ask(`GET ${PATH}?${query}`), { status: 400 }, query)
  }
  t.match(await front.ask(`GET ${PATH}?limit=1000`), { status: 200 })
})

t.test('a user with a right that the caller lacks is read, and not changed', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  await makeStaff(front, 502, { rights: ['accounts.view', 'trades.view'] })
  const rows: [string, object?][] = [
    [`PATCH ${PATH}/502`, { version: 1, name: 'x' }],
    [`DELETE ${PATH}/502`],
    [`POST ${PATH}/502/disable`],
    [`POST ${PATH}/502/reset-otp`],
    [`PUT ${PATH}/502/reports`, { version: 1, lines: [] }],
  ]
  for (const [what, body] of rows) {
    t.match(await front.ask(what, 'login 501', body), { status: 403, code: 'forbidden' }, what)
  }
  for (const what of [`GET ${PATH}/502`, `GET ${PATH}/502/reports`]) {
    t.match(await front.ask(what, 'login 501'), { status: 200 }, what)
  }
})

t.test('report lines are the whole list, by path, under the version of the user', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501)
  const url = `${PATH}/501/reports`
  t.same((await front.ask(`GET ${url}`)).data, { version: 1, lines: [] })
  const daily = { path: 'Daily*', view: true, export: false, depth_days: 30 }
  const all = { path: '*', view: true, export: true, depth_days: 0 }
  const put = (version: number, lines: object[]) =>
    front.ask(`PUT ${url}`, 'admin', { version, lines })
  const set = await put(1, [daily, all, daily])
  t.same(set.data, { version: 2, lines: [all, daily] }, 'repeats are dropped')
  t.same((await front.ask(`GET ${url}`)).data, set.data)
  t.match(front.lines.at(-1), { kind: 'staff', login: 501, changes: [{ field: 'reports' }] })
  const lines = front.lines.length
  t.same((await put(2, [daily, all])).data, set.data, 'the same again changes nothing')
  t.equal(front.lines.length, lines)
  t.match(await put(1, []), { status: 409, code: 'conflict' })
  for (const other of [{ view: false }, { export: true }, { depth_days: 0 }]) {
    const refused = await put(2, [daily, { ...daily, path: 'DAILY*', ...other }])
    t.match(refused, { status: 400, fields: ['lines[1].path'] }, JSON.stringify(other))
  }
  const { path: _, ...nameless } = daily
  for (const line of [nameless, { ...daily, more: 1 }, { ...daily, depth_days: -1 }]) {
    t.match(await put(2, [line]), { status: 400 }, JSON.stringify(line))
  }
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...all, path: `${i}` }))
  t.match(await put(2, many(257)), { status: 400, fields: ['lines'] })
  t.match(await put(2, [...many(256), ...many(1)]), { status: 200 })
  t.match((await put(3, [])).data, { version: 4, lines: [] })
})

t.test('reports are opened by who manages reports, or may see them', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  await makeStaff(front, 502, { group_scope: ['managers\\desk'] })
  const line = { path: 'Daily*', view: true, export: false, depth_days: 30 }
  const own = { version: 1, lines: [line] }
  await front.ask(`PUT ${PATH}/501/reports`, 'admin', own)
  const put = (lines: object[], version = 1) =>
    front.ask(`PUT ${PATH}/502/reports`, 'login 501', { version, lines })
  for (const over of [{ path: '*' }, { export: true }, { depth_days: 0 }, { depth_days: 31 }]) {
    const refused = await put([{ ...line, ...over }])
    t.match(refused, { status: 403, code: 'forbidden' }, JSON.stringify(over))
  }
  t.match(await put([{ ...line, path: 'Daily 2', depth_days: 7 }]), { status: 200 })
})

t.test(
  'the rights are listed with what they open, and whether the caller holds them',
  async (t) => {
    const front = staffFront(t)
    const { data } = await front.ask(`GET ${PATH}/rights`, 'only config.staff')
    t.equal(data.length, RIGHTS.length)
    for (const { name, description, held } of data) {
      t.ok(description.length > 5, name)
      t.equal(held, name === 'config.staff')
    }
  },
)

t.test('one-time codes of another are reset; the own ones need a code', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  await makeStaff(front, 502)
  const accounts = accountsRepo(front.desk.db)
  const lines = front.lines.length
  t.match(await front.ask(`POST ${PATH}/502/reset-otp`), { status: 200, data: null })
  t.equal(front.lines.length, lines, 'none were set')
  for (const login of [501, 502])
    accountsRepo(front.desk.db).update(login, { otp_enabled: true }, front.now)
  t.match(await front.ask(`GET ${PATH}/502`), { data: { otp_enabled: true } })
  t.match(await front.ask(`POST ${PATH}/501/reset-otp`, 'login 501'), { status: 403 })
  t.match(await front.ask(`POST ${PATH}/502/reset-otp`, 'login 501'), { status: 200, data: null })
  t.equal(accounts.get(502)?.otp_enabled, false)
  t.match(front.lines.at(-1), { kind: 'account.otp', actor: 501, login: 502 })
})

t.test('rights that were taken away count at once', async (t) => {
  const front = staffFront(t)
  await makeStaff(front, 501, LEADER)
  await front.ask(`POST ${PATH}/501/disable`)
  const late = await front.ask(`GET ${PATH}/501`, 'login 501')
  t.match(late, { status: 403, code: 'forbidden' })
})

t.test('whoever decides on applications without seeing names is warned of', async (t) => {
  const front = staffFront(t)
  const rights = ['applications', 'accounts.view']
  const made = await front.ask(`POST ${PATH}`, 'admin', { login: 501, rights })
  const warnings = [
    'It decides on applications without seeing who applies: accounts.name is missing.',
  ]
  t.same(made.data.warnings, warnings)
  t.same((await front.ask(`GET ${PATH}/501`)).data.warnings, warnings)
  const named = { version: made.data.version, rights: [...rights, 'accounts.name'] }
  t.same((await front.ask(`PATCH ${PATH}/501`, 'admin', named)).data.warnings, [])
})
