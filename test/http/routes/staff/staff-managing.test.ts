import fc from 'fast-check'
import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { accept } from '../../../../actors/thread/ask.js'
import { addressAllowed } from '../../../../engine/access/address.js'
import type { StaffProfile } from '../../../../engine/access/staff-profile.js'
import { groupScope } from '../../../../engine/names/group-path.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import type { ConfigFront } from '../../../given/fronts/config-front.js'
import { DEALERS, makeStaff, STAFF_PATH as PATH, staffFront } from '../../../given/staff.js'

// Goal: nobody gets at what they do not have by way of another staff user, whom they sign in as, change
// or make.

const LEADER = {
  rights: ['config.staff', 'config.groups', 'accounts.view', 'journal', 'trades.view'],
  group_scope: ['managers\\*', 'demo\\*', '!demo\\vip'],
  ip_allow: ['10.1.0.0/16', '2001:db8::/32'],
  logs_months: 6,
  reports_months: 12,
}
/** A profile that reaches as far as the leader's, and not a step further. */
const EQUAL = { ...LEADER, group_scope: ['demo\\*', '!demo\\vip'] }
const FURTHER: readonly (readonly [what: string, over: object])[] = [
  ['a right', { rights: ['accounts.balance'] }],
  ['the whole scope', { group_scope: ['*'] }],
  ['another folder', { group_scope: ['real\\standard'] }],
  ['a scope without the exclusion', { group_scope: ['demo\\*'] }],
  ['any address', { ip_allow: [] }],
  ['another network', { ip_allow: ['10.1.2.3', '10.2.0.1'] }],
  ['a wider network', { ip_allow: ['10.0.0.0/8'] }],
  ['a wider one of IPv6', { ip_allow: ['2001:db8::/31'] }],
  ['any history', { logs_months: 0 }],
  ['a longer history', { logs_months: 7 }],
  ['longer reports', { reports_months: 13 }],
]
const MINE = 'login 501'
const FORBIDDEN = { status: 403, code: 'forbidden' }

/** Every way to act on a staff user. */
const STEPS: readonly (readonly [what: string, body?: object])[] = [
  [`PATCH ${PATH}/502`, { version: 1, mailbox_name: 'x' }],
  [`PATCH ${PATH}/502`, { version: 1, active: false }],
  [`POST ${PATH}/502/disable`],
  [`POST ${PATH}/502/reset-otp`],
  [`PUT ${PATH}/502/reports`, { version: 1, lines: [] }],
  [`DELETE ${PATH}/502`],
  ['GET /admin/v1/accounts/502/journal'],
  ['GET /admin/v1/accounts/502'],
  ['GET /admin/v1/accounts/502/deals'],
]

async function given(test: Parameters<typeof staffFront>[0], over: object): Promise<ConfigFront> {
  const front = staffFront(test)
  await makeStaff(front, 501, LEADER)
  await makeStaff(front, 502, { ...EQUAL, ...over })
  return front
}

t.test('a colleague who reaches further in anything is not managed, by no step', async (t) => {
  for (const [what, over] of FURTHER) {
    const front = await given(t, over)
    for (const [step, body] of STEPS) {
      t.match(await front.ask(step, MINE, body), FORBIDDEN, `${what}: ${step}`)
    }
    const rules = deskHandlers(front.desk)['staff.password_rules']
    const actor = { login: 501, ip: '', requestId: '' }
    t.match(rules({ actor, login: 502 }), { ok: false, code: 'forbidden' }, `${what}: password`)
    const set = deskHandlers(front.desk)['staff.set_password']({ actor, login: 502, hash: 'h' })
    t.match(set, { ok: false, code: 'forbidden' })
    t.match(await front.ask(`GET ${PATH}/502`, MINE), { status: 200 }, 'but seen')
  }
})

t.test('one who reaches as far is', async (t) => {
  const front = await given(t, {})
  for (const [step, body] of STEPS.filter(([step]) => !/accounts/.test(step))) {
    const { version } = (await front.ask(`GET ${PATH}/502`)).data
    const answer = await front.ask(step, MINE, body && { ...body, version })
    t.match(answer, { status: 200 }, step)
  }
})

t.test(
  'nobody grants addresses beyond their own, and leaves them out to hand on theirs',
  async (t) => {
    const front = staffFront(t)
    await makeStaff(front, 501, LEADER)
    const create = (over: object) => front.ask(`POST ${PATH}`, MINE, { login: 502, ...over })
    for (const ip_allow of [[], ['10.0.0.0/8'], ['10.1.0.1', '192.0.2.1'], ['::/0']]) {
      t.match(await create({ ip_allow }), { ...FORBIDDEN, message: /ip_allow/ }, ip_allow.join())
    }
    t.match((await create({})).data, { ip_allow: LEADER.ip_allow })
    const patch = (ip_allow: string[], version: number) =>
      front.ask(`PATCH ${PATH}/502`, MINE, { version, ip_allow })
    t.match(await patch([], 1), FORBIDDEN)
    t.match(await patch(['10.1.7.0/24', '::ffff:10.1.0.0/112'], 1), { status: 200 })
  },
)

t.test(
  'what lies beyond the own reach is refused by its name, and with how far that is',
  async (t) => {
    const front = staffFront(t)
    await makeStaff(front, 501, LEADER)
    const refusals: readonly (readonly [over: object, message: string])[] = [
      [
        { rights: ['journal', 'accounts.balance', 'config.symbols'] },
        'You cannot grant rights that you do not have yourself: accounts.balance, config.symbols.',
      ],
      [
        { logs_months: 7 },
        'logs_months: you cannot grant more than the 6 months that you have yourself.',
      ],
      [
        { reports_months: 13 },
        'reports_months: you cannot grant more than the 12 months that you have yourself.',
      ],
      [
        { reports_months: 0 },
        'reports_months: you cannot grant more than the 12 months that you have yourself.',
      ],
      [
        { ip_allow: [] },
        'ip_allow: you can allow only addresses that are allowed for you. An empty list would allow every address.',
      ],
      [
        { group_scope: ['demo\\a', '*'] },
        'group_scope: * reaches beyond your own scope. Choose a narrower mask.',
      ],
      [
        { group_scope: ['demo\\*'] },
        'group_scope: demo\\* includes groups that your own scope excludes. Add !demo\\vip.',
      ],
    ]
    for (const [over, message] of refusals) {
      const made = await front.ask(`POST ${PATH}`, MINE, { ...EQUAL, login: 502, ...over })
      t.match(made, { ...FORBIDDEN, message })
    }
  },
)

t.test('a group of staff who reach further is not disabled', async (t) => {
  for (const [what, over] of FURTHER) {
    const front = await given(t, over)
    const disable = (as: string) =>
      front.ask('PATCH /admin/v1/groups/managers%5Cdealers', as, { version: 1, enabled: false })
    front.name('leader', {
      login: 501,
      group: 'managers\\desk',
      rights: new Set(LEADER.rights),
      groupScope: LEADER.group_scope,
      ipAllow: LEADER.ip_allow,
      logsMonths: 6,
      reportsMonths: 12,
    })
    t.match(await disable('leader'), FORBIDDEN, what)
    t.match(await disable('admin'), { status: 200 })
  }
})

const PATHS = ['demo\\a', 'demo\\vip', 'real\\a', DEALERS, 'managers\\x', 'x', '']
const ADDRESSES = ['10.1.2.3', '10.1.255.1', '10.2.0.1', '192.0.2.9', '2001:db8::1', '2001:db9::1']
const months = fc.constantFrom(0, 1, 6, 12)
const profile: fc.Arbitrary<Omit<StaffProfile, 'mailbox_name'>> = fc.record({
  rights: fc.subarray(['accounts.view', 'journal', 'config.staff'] as const).map((all) => [...all]),
  group_scope: fc.array(
    fc.constantFrom(
      '*',
      'managers\\*',
      'demo\\*',
      'real\\*',
      '!demo\\vip',
      '!real\\*',
      'demo\\a,x',
    ),
    { maxLength: 4 },
  ),
  ip_allow: fc.uniqueArray(
    fc.constantFrom('10.1.0.0/16', '10.0.0.0/8', '10.1.2.3', '192.0.2.0/24', '2001:db8::/32'),
    { maxLength: 3 },
  ),
  logs_months: months,
  reports_months: months,
})

/**
 * The things that can be had with a profile, place by place: nothing here knows how the desk compares two.
 */
function reached({
  rights,
  group_scope,
  ip_allow,
  ...history
}: Omit<StaffProfile, 'mailbox_name'>) {
  const scope = groupScope(group_scope)
  const months = (count: number, name: string) =>
    [1, 6, 12, 999].filter((month) => count === 0 || month <= count).map((m) => `${name} ${m}`)
  return new Set<string>([
    ...rights,
    ...PATHS.filter((path) => scope.covers(path)).map((path) => `group ${path}`),
    ...ADDRESSES.filter((one) => addressAllowed(ip_allow, one)).map((one) => `from ${one}`),
    ...months(history.logs_months, 'logs'),
    ...months(history.reports_months, 'reports'),
  ])
}

t.test('whatever one step of managing leads to lies within what its maker has', async (t) => {
  const front = staffFront(t)
  const { desk } = front
  desk.db.pragma('synchronous = OFF')
  const staff = staffRepo(desk.db)
  const handlers = deskHandlers(desk)
  const actor = { login: 501, ip: '', requestId: '' }
  const steps: Readonly<Record<string, (change: object) => { readonly ok: boolean }>> = {
    password: () => handlers['staff.set_password']({ actor, login: 502, hash: 'h' }),
    otp: () => handlers['staff.reset_otp']({ actor, login: 502 }),
    reports: () => handlers['staff.set_reports']({ actor, login: 502, version: 1, lines: [] }),
    disable: () => handlers['staff.disable']({ actor, login: 502 }),
    update: (change) => handlers['staff.update']({ actor, login: 502, version: 1, change }),
    create: (change) => handlers['staff.create']({ actor, login: 503, profile: change }),
  }
  let done = 0
  const step = fc.constantFrom(...Object.keys(steps))
  const change = fc
    .tuple(profile, fc.subarray(Object.keys(LEADER)))
    .map(([all, names]) =>
      Object.fromEntries(Object.entries(all).filter(([n]) => names.includes(n))),
    )
  const property = fc.property(profile, profile, step, change, (own, target, name, change) => {
    // Else nobody would be seen.
    const mine = { ...own, group_scope: [...own.group_scope, 'managers\\*'] }
    desk.change(() => {
      for (const login of [501, 502, 503]) staff.remove(login)
      staff.insert({ login: 501, ...mine }, 1)
      staff.insert({ login: 502, ...target }, 1)
      return accept(null)
    })
    if (!steps[name]?.(change).ok) return
    done++
    const held = staff.get(name === 'create' ? 503 : 502)
    if (held === undefined) throw new Error('a user who was changed is there')
    const more = [...reached(held as never)].filter((one) => !reached(mine).has(one))
    if (more.length > 0) throw new Error(`${name} leads to ${more.join(', ')}`)
  })
  fc.assert(property, { numRuns: 3_000 })
  t.ok(done > 100, `${done} steps were taken`)
})
