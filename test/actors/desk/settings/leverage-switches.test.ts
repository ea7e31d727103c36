import t from 'tap'
import { configDesk } from '../../../../actors/desk/settings/config.js'
import { LeverageSwitches } from '../../../../actors/desk/settings/leverage-switches.js'
import type { Timer } from '../../../../actors/thread/clock.js'
import type { ConfigFront } from '../../../given/config-front.js'
import { makeStaff, STAFF_PATH, staffFront } from '../../../given/staff.js'

/** The desk's clock with its one timer in the hands of the test. */
function given(test: { teardown(run: () => unknown): unknown }) {
  const front = staffFront(test)
  const waits: { ms: number; run: () => void }[] = []
  Object.assign(front.clock, {
    after: (ms: number, run: () => void): Timer => {
      const wait = { ms, run }
      waits.push(wait)
      return { cancel: () => void waits.splice(waits.indexOf(wait), 1) }
    },
  })
  const switches = new LeverageSwitches(front.desk, configDesk(front.desk))
  const advance = (ms: number): void => {
    front.now += ms
    for (const { run } of waits.splice(0)) run()
  }
  return { front, switches, waits, advance }
}

const START = Date.parse('2026-03-02T10:00:00Z')
const after = (ms: number): string => new Date(START + ms).toISOString()

async function scheduled(
  front: ConfigFront,
  group: string,
  ms: number,
  profile: number | null,
  by = 'admin',
) {
  const body = { group, leverage_profile_id: profile, at: after(ms) }
  const made = await front.ask('POST /admin/v1/leverage-switches', by, body)
  t.equal(made.status, 200, made.message)
}

const profileOf = (front: ConfigFront, path: string) =>
  front.book.records.groups.find((group) => group.path === path)?.leverage_profile_id

t.test('a switch is carried out at its time, once, and stays as a record', async (t) => {
  const { front, switches, waits, advance } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'demo\\standard', 5_000, 1)
  await scheduled(front, 'demo\\standard', 9_000, null)
  switches.arm()
  t.same(
    waits.map(({ ms }) => ms),
    [5_000],
  )
  advance(5_000)
  t.equal(profileOf(front, 'demo\\standard'), 1)
  t.match(front.desk.config.records.leverage_switches, [
    { id: 1, done_at: after(5_000) },
    { id: 2, done_at: null },
  ])
  t.same(
    waits.map(({ ms }) => ms),
    [4_000],
    'the next one waits',
  )
  advance(4_000)
  t.equal(profileOf(front, 'demo\\standard'), null)
  t.same(waits, [])
})

t.test('one that was due while the server was down is carried out at the start', async (t) => {
  const { front, switches, advance } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  front.now += 3_600_000
  switches.arm()
  advance(0)
  t.equal(profileOf(front, 'real\\ecn'), 1)
})

t.test('one far away is looked at again, because the wall clock may be set', async (t) => {
  const { front, switches, waits, advance } = given(t)
  await scheduled(front, 'real\\ecn', 100 * 3_600_000, null)
  switches.arm()
  t.equal(waits[0]?.ms, 3_600_000)
  advance(3_600_000)
  t.equal(waits[0]?.ms, 3_600_000)
})

t.test('what can no longer be carried out is journaled and done with', async (t) => {
  const { front, switches, waits, advance } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  const ecn = front.book.records.groups.find(({ path }) => path === 'real\\ecn')
  const actor = { login: 1, ip: '', requestId: '' }
  const { config } = front.desk
  front.desk.change(() => {
    config.remove('groups', ecn?.id ?? 0)
    return { ok: true, value: actor }
  })
  config.reload()
  switches.arm()
  advance(1_000)
  t.match(front.lines.at(-2)?.text, /was not carried out: there is no group real\\ecn/)
  t.match(config.records.leverage_switches, [{ done_at: after(1_000) }])
  t.same(waits, [])
})

/** A leader of the demo groups has scheduled a switch of one of them. */
async function ofLeader(test: { teardown(run: () => unknown): unknown }) {
  const all = given(test)
  const { front, switches } = all
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  const rights = ['config.leverage', 'config.groups']
  await makeStaff(front, 501, { rights, group_scope: ['demo\\*'] })
  await scheduled(front, 'demo\\standard', 1_000, 1, 'login 501')
  switches.arm()
  return all
}

t.test('a switch is carried out in the name of who made it', async (t) => {
  const { front, advance } = await ofLeader(t)
  advance(1_000)
  t.equal(profileOf(front, 'demo\\standard'), 1)
  t.match(front.lines.at(-2), {
    ...{ actor: 501, text: 'Group demo\\standard was changed: leverage_profile_id' },
  })
  const marked = front.desk.config.records.leverage_switches
  t.match(marked, [{ made_by: 501, done_at: after(1_000) }])
})

t.test('its maker must hold the right and reach the group when it is due', async (t) => {
  const patch = (front: ConfigFront, body: object) =>
    front.ask(`PATCH ${STAFF_PATH}/501`, 'admin', { version: 1, ...body })
  for (const [lose, why] of [
    [(front: ConfigFront) => patch(front, { rights: ['config.groups'] }), /right config.leverage/],
    [(front: ConfigFront) => patch(front, { group_scope: ['real\\*'] }), /scope of its maker 501/],
    [(front: ConfigFront) => front.ask(`POST ${STAFF_PATH}/501/disable`), /right config.leverage/],
  ] as const) {
    const { front, waits, advance } = await ofLeader(t)
    t.match(await lose(front), { status: 200 })
    advance(1_000)
    t.equal(profileOf(front, 'demo\\standard'), null)
    t.match(front.lines.at(-2), { actor: null, text: /was not carried out/ })
    t.match(front.lines.at(-2)?.text, why)
    t.match(front.desk.config.records.leverage_switches, [{ done_at: after(1_000) }])
    t.same(waits, [])
  }
})

t.test('one from before its maker was kept is the own of the server', async (t) => {
  const { front, switches, advance } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  front.desk.db.exec(
    "UPDATE settings SET body = json_remove(body, '$.made_by') WHERE kind = 'leverage_switches'",
  )
  front.desk.config.reload()
  t.match((await front.ask('GET /admin/v1/leverage-switches')).data, [{ made_by: 1 }])
  switches.arm()
  advance(1_000)
  t.equal(profileOf(front, 'real\\ecn'), 1)
  t.match(front.lines.at(-2), { actor: null, text: /Group real.ecn was changed/ })
})
