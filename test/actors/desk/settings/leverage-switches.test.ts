import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { serverSchedule } from '../../../../actors/schedule/server-schedule.js'
import { ServerCondition } from '../../../../actors/server/condition.js'
import { silentLogger } from '../../../../actors/thread/logger.js'
import { refuse } from '../../../../engine/code.js'
import type { ConfigFront } from '../../../given/fronts/config-front.js'
import { makeStaff, STAFF_PATH, staffFront } from '../../../given/staff.js'
import { settled, TimedClock } from '../../../given/timed-clock.js'

const START = Date.parse('2026-03-02T10:00:00Z')
const after = (ms: number): string => new Date(START + ms).toISOString()

/** The schedule of a server over a desk in this thread, on a clock in the hands of the test. */
function given(test: { teardown(run: () => unknown): unknown }) {
  const front = staffFront(test)
  const clock = new TimedClock(START)
  Object.defineProperty(front, 'now', { get: () => clock.at })
  const handlers = deskHandlers(front.desk) as unknown as Record<
    string,
    (asked: unknown) => unknown
  >
  const condition = new ServerCondition(
    silentLogger,
    () => undefined,
    () => 0,
  )
  const state = { isAway: false, isTrusted: true, asked: [] as string[] }
  const schedule = serverSchedule({
    clock,
    logger: silentLogger,
    backup: undefined,
    files: { retain: async () => ({}) },
    supervisor: {
      accounts: { change: async () => refuse('unavailable', 'Nothing is archived here.') } as never,
      condition,
      get book() {
        return front.book
      },
      get isClockTrusted() {
        return state.isTrusted
      },
      ask: async (name: string, asked: unknown) => {
        if (name === 'leverage.carry_out') state.asked.push(name)
        if (state.isAway) return refuse('unavailable', 'The desk is starting again.')
        return structuredClone(handlers[name]?.(structuredClone(asked))) as never
      },
    },
    retention: { bounds: async () => [], trim: () => undefined, stop: async () => undefined },
  })
  front.onChange = () => schedule.arm()
  test.teardown(() => schedule.stop())
  const start = async (): Promise<void> => {
    await schedule.start()
    await settled()
  }
  return { front, clock, condition, state, start, advance: (ms: number) => clock.pass(ms) }
}

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
  const { front, state, start, advance } = given(t)
  await start()
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'demo\\standard', 9_000, null)
  await scheduled(front, 'demo\\standard', 5_000, 1)
  await advance(4_999)
  t.same(state.asked, [])
  await advance(1)
  t.equal(profileOf(front, 'demo\\standard'), 1)
  t.match(front.desk.config.records.leverage_switches, [
    { id: 2, done_at: after(5_000) },
    { id: 1, done_at: null },
  ])
  await advance(4_000)
  t.equal(profileOf(front, 'demo\\standard'), null)
  t.equal(state.asked.length, 2, 'each once')
  await advance(600_000)
  t.equal(state.asked.length, 2)
})

t.test('those that were due while the server was down are carried out at the start', async (t) => {
  const { front, clock, state, start } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 2_000, null)
  await scheduled(front, 'real\\ecn', 1_000, 1)
  await scheduled(front, 'real\\standard', 3_000, 1)
  clock.at += 3_600_000
  await start()
  t.equal(profileOf(front, 'real\\ecn'), null, 'the oldest first')
  t.equal(profileOf(front, 'real\\standard'), 1)
  t.equal(state.asked.length, 3)
})

t.test('one far away comes at its time although the wall clock is set meanwhile', async (t) => {
  const { front, clock, start, advance } = given(t)
  await start()
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 100 * 3_600_000, 1)
  await advance(90 * 3_600_000)
  clock.at += 3_500_000
  await advance(9 * 3_600_000)
  t.equal(profileOf(front, 'real\\ecn'), null)
  await advance(160_000)
  t.equal(profileOf(front, 'real\\ecn'), 1)
})

t.test('while nothing can be written it is tried every minute, and a note says so', async (t) => {
  const { front, condition, state, start, advance } = given(t)
  await start()
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  state.isAway = true
  await advance(181_000)
  t.equal(state.asked.length, 4)
  t.same(condition.notes, ['A leverage switch failed: The desk is starting again.'])
  state.isAway = false
  await advance(60_000)
  t.equal(profileOf(front, 'real\\ecn'), 1)
  t.same(condition.notes, [])
})

t.test('nothing is carried out by a clock that is not trusted', async (t) => {
  const { front, state, start, advance } = given(t)
  await start()
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  state.isTrusted = false
  await advance(600_000)
  t.same(state.asked, [])
  state.isTrusted = true
  await advance(1_000)
  t.equal(profileOf(front, 'real\\ecn'), 1)
})

t.test('the desk carries out nothing before its time, whoever asks', async (t) => {
  const { front } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  t.same(deskHandlers(front.desk)['leverage.carry_out'](null), { ok: true, value: null })
  t.equal(profileOf(front, 'real\\ecn'), null)
})

t.test('what can no longer be carried out is journaled and done with', async (t) => {
  const { front, state, start, advance } = given(t)
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
  await start()
  await advance(1_000)
  t.match(front.lines.at(-2)?.text, /was not carried out: there is no group real\\ecn/)
  t.match(config.records.leverage_switches, [{ done_at: after(1_000) }])
  t.equal(state.asked.length, 1)
})

/** A leader of the demo groups has scheduled a switch of one of them. */
async function ofLeader(test: { teardown(run: () => unknown): unknown }) {
  const all = given(test)
  const { front, start } = all
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  const rights = ['config.leverage', 'config.groups']
  await makeStaff(front, 501, { rights, group_scope: ['demo\\*'] })
  await scheduled(front, 'demo\\standard', 1_000, 1, 'login 501')
  await start()
  return all
}

t.test('a switch is carried out in the name of who made it', async (t) => {
  const { front, advance } = await ofLeader(t)
  await advance(1_000)
  t.equal(profileOf(front, 'demo\\standard'), 1)
  t.match(front.lines.at(-2), {
    actor: 501,
    text: 'Group demo\\standard was changed: leverage_profile_id',
  })
  const marked = front.desk.config.records.leverage_switches
  t.match(marked, [{ made_by: 501, done_at: after(1_000) }])
})

t.test('its maker must hold the right and reach the group when it is due', async (t) => {
  const patch = (front: ConfigFront, body: object) =>
    front.ask(`PATCH ${STAFF_PATH}/501`, 'admin', { version: 1, ...body })
  for (const [lose, why] of [
    [(front: ConfigFront) => patch(front, { rights: ['config.groups'] }), /right config.leverage/],
    [
      (front: ConfigFront) => patch(front, { group_scope: ['real\\*'] }),
      /scope of 501, who created/,
    ],
    [(front: ConfigFront) => front.ask(`POST ${STAFF_PATH}/501/disable`), /right config.leverage/],
  ] as const) {
    const { front, state, advance } = await ofLeader(t)
    t.match(await lose(front), { status: 200 })
    await advance(1_000)
    t.equal(profileOf(front, 'demo\\standard'), null)
    t.match(front.lines.at(-2), { actor: null, text: /was not carried out/ })
    t.match(front.lines.at(-2)?.text, why)
    t.match(front.desk.config.records.leverage_switches, [{ done_at: after(1_000) }])
    t.equal(state.asked.length, 1)
  }
})

t.test('one from before its maker was kept is the own of the server', async (t) => {
  const { front, start, advance } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  front.desk.db.exec(
    "UPDATE settings SET body = json_remove(body, '$.made_by') WHERE kind = 'leverage_switches'",
  )
  front.desk.config.reload()
  t.match((await front.ask('GET /admin/v1/leverage-switches')).data, [{ made_by: 1 }])
  await start()
  await advance(1_000)
  t.equal(profileOf(front, 'real\\ecn'), 1)
  t.match(front.lines.at(-2), { actor: null, text: /Group real.ecn was changed/ })
})

t.test('one that could not be written is neither journaled nor done with', async (t) => {
  const { front, advance } = given(t)
  await front.ask('POST /admin/v1/leverage-profiles', 'admin', { name: 'night' })
  await scheduled(front, 'real\\ecn', 1_000, 1)
  await advance(1_000)
  const full = refuse('unavailable', 'The disk is full.')
  const { change } = front.desk
  const fails = [true]
  Object.assign(front.desk, {
    change: (work: Parameters<typeof change>[0]) => (fails.shift() === true ? full : change(work)),
  })
  front.lines.length = 0
  const carryOut = deskHandlers(front.desk)['leverage.carry_out']
  t.same(carryOut(null), full)
  t.same(front.lines, [])
  t.match(front.book.records.leverage_switches, [{ done_at: null }])
  t.match(carryOut(null), { ok: true })
  t.match(front.book.records.leverage_switches, [{ done_at: after(1_000) }])
})
