import t from 'tap'
import type { ConfigFront } from '../../../given/fronts/config-front.js'
import { makeStaff, STAFF_PATH, staffFront } from '../../../given/staff.js'

// Goal: whoever keeps to some groups changes the leverage of no other, by no way round it.

const PROFILES = '/admin/v1/leverage-profiles'
const SWITCHES = '/admin/v1/leverage-switches'
const CLERK = 'login 501'
const DEMO = 'demo\\standard'
const REAL = 'real\\ecn'
const RULE = {
  name: 'All',
  mask: '*',
  range_basis: 'volume',
  tiers: [{ range_to: '0', initial: '1', maintenance: '1' }],
}

/** 501 may change leverage below `demo`; profile 1 is used there, profile 2 by a real group. */
async function given(test: Parameters<typeof staffFront>[0]): Promise<ConfigFront> {
  const front = staffFront(test)
  await makeStaff(front, 501, {
    rights: ['config.leverage', 'config.groups'],
    group_scope: ['demo\\*'],
  })
  for (const name of ['ours', 'theirs']) {
    await front.ask(`POST ${PROFILES}`, 'admin', { name, rules: [RULE] })
  }
  use(front, DEMO, 1)
  use(front, REAL, 2)
  return front
}

function use(front: ConfigFront, path: string, profile: number | null): void {
  const group = front.book.records.groups.find((one) => one.path === path)
  front.change('groups', group?.id ?? 0, { leverage_profile_id: profile })
}

const at = (second: number): string => `2026-03-03T10:00:0${second}Z`
const change = (group: string, second: number) => ({
  group,
  leverage_profile_id: 1,
  at: at(second),
})

t.test(
  'a switch of a group out of scope is not made, whether the group is there or not',
  async (t) => {
    const front = await given(t)
    const make = (group: string) => front.ask(`POST ${SWITCHES}`, CLERK, change(group, 1))
    const forbidden = { status: 403, code: 'forbidden' }
    for (const group of [REAL, 'REAL/ecn', 'real\\none', 'managers\\dealers']) {
      t.match(await make(group), forbidden, group)
    }
    t.match(await make('demo\\none'), { status: 400, fields: ['group'] })
    const made = await make('demo/standard')
    t.match(made, { status: 200, data: { group: DEMO, made_by: 501 } }, 'a slash reads the same')
    t.match(await make(DEMO), { status: 409, code: 'conflict' }, 'one a group and time')
  },
)

t.test(
  'a switch out of scope is not seen, changed or deleted, nor is one moved there',
  async (t) => {
    const front = await given(t)
    for (const group of [DEMO, REAL]) await front.ask(`POST ${SWITCHES}`, 'admin', change(group, 1))
    const missing = { status: 404, code: 'not_found' }
    t.same((await front.ask(`GET ${SWITCHES}`)).data.length, 2)
    t.same((await front.ask(`GET ${SWITCHES}`, CLERK)).data.length, 1)
    t.match(await front.ask(`GET ${SWITCHES}/1`, CLERK), { data: { group: DEMO } })
    const body = { version: 1, leverage_profile_id: null }
    for (const id of [2, 99]) {
      const message = `There is no leverage switch ${id}.`
      t.match(await front.ask(`GET ${SWITCHES}/${id}`, CLERK), { ...missing, message })
      t.match(await front.ask(`PATCH ${SWITCHES}/${id}`, CLERK, body), { ...missing, message })
      t.match(await front.ask(`DELETE ${SWITCHES}/${id}`, CLERK), { ...missing, message })
    }
    const patch = (over: object) => front.ask(`PATCH ${SWITCHES}/1`, CLERK, { version: 1, ...over })
    t.match(await patch({ group: REAL }), { status: 403, code: 'forbidden' })
    t.match(
      await patch({ at: at(1) }),
      { status: 200, data: { version: 1, made_by: 1 } },
      'as it is',
    )
    t.match(await patch({ at: at(2) }), { status: 200, data: { version: 2, made_by: 501 } })
    t.match(await front.ask(`DELETE ${SWITCHES}/1`, CLERK), { status: 200 })
  },
)

t.test('the desk goes by the scope as it is stored, whatever the front holds', async (t) => {
  const front = await given(t)
  await front.ask(`POST ${SWITCHES}`, 'admin', change(REAL, 1))
  const rights = new Set(['config.leverage', 'config.groups'])
  front.name('late', { login: 501, rights, groupScope: ['*'] })
  const body = { version: 1, leverage_profile_id: null }
  t.match(await front.ask(`PATCH ${SWITCHES}/1`, 'late', body), { status: 404 })
  t.match(await front.ask(`DELETE ${SWITCHES}/1`, 'late'), { status: 404 })
  t.match(await front.ask('PATCH /admin/v1/groups/real%5Cecn', 'late', { ...body, version: 2 }), {
    status: 404,
  })
  const group = { path: 'real\\new', currency: 'EUR' }
  t.match(await front.ask('POST /admin/v1/groups', 'late', group), { status: 403 })
  await front.ask(`POST ${STAFF_PATH}/501/disable`, 'admin')
  t.match(await front.ask(`POST ${SWITCHES}`, CLERK, change(DEMO, 1)), { status: 403 })
})

t.test('a profile that groups out of scope use is read, not changed', async (t) => {
  const front = await given(t)
  t.same((await front.ask(`GET ${PROFILES}/2`, CLERK)).data.groups, [])
  const touch: readonly (readonly [what: string, body?: object])[] = [
    [`PATCH ${PROFILES}/2`, { version: 1, enabled: false }],
    [`POST ${PROFILES}/2/rules`, { version: 1, rule: RULE }],
    [`PUT ${PROFILES}/2/rules/order`, { version: 1, order: [1] }],
    [`PATCH ${PROFILES}/2/rules/1`, { version: 1, mask: 'EURUSD' }],
    [`DELETE ${PROFILES}/2/rules/1?version=1`],
    [`DELETE ${PROFILES}/2`],
  ]
  for (const [what, body] of touch) {
    const refused = await front.ask(what, CLERK, body)
    t.match(refused, { status: 403, code: 'forbidden' }, what)
    t.notMatch(refused.message, /real/, 'which group it is is not said')
  }
  const patch = (id: number, version: number) =>
    front.ask(`PATCH ${PROFILES}/${id}`, CLERK, { version, enabled: version % 2 === 0 })
  t.match(await patch(1, 1), { status: 200 }, 'used by groups of the scope alone')
  use(front, REAL, 1)
  t.match(await patch(1, 2), { status: 403 })
  t.match(await patch(2, 1), { status: 200 }, 'nobody uses it now')
  await front.ask(`POST ${SWITCHES}`, 'admin', { ...change(REAL, 1), leverage_profile_id: 2 })
  t.match(await patch(2, 2), { status: 403 }, 'a switch is to give it to a group')
  t.match(await front.ask(`DELETE ${SWITCHES}/1`), { status: 200 })
  t.match(await patch(2, 2), { status: 200 })
  t.match(await front.ask(`DELETE ${PROFILES}/2`, CLERK), { status: 200 })
})

t.test('settings of the server and new accounts take a group with slashes', async (t) => {
  const front = await given(t)
  const { data } = await front.ask('GET /admin/v1/settings')
  const body = { ...data, demo_group: 'demo/standard', real_group: 'Real/ecn' }
  for (const field of ['id', 'created_at', 'updated_at']) delete body[field]
  t.match(await front.ask('PUT /admin/v1/settings', 'admin', body), {
    status: 200,
    data: { demo_group: DEMO, real_group: 'Real\\ecn' },
  })
  const gone = await front.ask('DELETE /admin/v1/groups/real%5Cecn')
  t.match(gone, { status: 409, message: /real_group/ })
})
