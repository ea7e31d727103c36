import t from 'tap'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import { groupsScope } from '../../../../engine/config/kind.js'
import { leverageSwitchKind } from '../../../../engine/config/kinds/leverage-switch.js'
import { configWorld } from '../../../../engine/config/kinds.js'
import type { LeverageSwitchRecord } from '../../../../engine/config/records/leverage-switch.js'
import { because, say } from '../../../../engine/reasons/reasons.js'
import { NO_FACTS } from '../../../given/config-facts.js'

const NOON = '2026-01-05T12:00:00.000Z'
const WORLD = configWorld(NO_RECORDS, { ...NO_FACTS, now: Date.parse(NOON) })
const LATER = '2026-01-05T12:00:00.001Z'
const DUE: LeverageSwitchRecord = {
  id: 1,
  group: 'real\\a',
  leverage_profile_id: 4,
  at: LATER,
  done_at: null,
  made_by: 7,
  created_at: '',
  updated_at: '',
  version: 1,
}
const DONE: LeverageSwitchRecord = { ...DUE, done_at: NOON }

t.test('a switch is to come, unless it stays where it was or is done', (t) => {
  const { check } = leverageSwitchKind
  const wrong = [{ path: 'at', ...say('field.time_to_come') }]
  t.same(check(DUE, WORLD, null), [])
  t.same(check({ ...DUE, at: NOON }, WORLD, null), wrong, 'now is not to come')
  t.same(check({ ...DUE, at: NOON }, WORLD, DUE), wrong)
  t.same(check({ ...DUE, at: NOON }, WORLD, { ...DUE, at: NOON }), [])
  t.same(check({ ...DONE, at: NOON }, WORLD, DUE), [])
  t.end()
})

t.test('one that was carried out is changed no more', (t) => {
  const refuse = (before: LeverageSwitchRecord, after: LeverageSwitchRecord) => {
    return leverageSwitchKind.refuseChange?.(before, after, WORLD)
  }
  t.same(refuse(DONE, DONE), because('conflict.switch_done'))
  t.equal(refuse(DUE, DONE), undefined, 'it is carried out')
  t.equal(refuse(DUE, DUE), undefined)
  t.equal(refuse(DONE, DUE), undefined)
  t.end()
})

t.test('who changes something of it is its maker, the server itself is none', (t) => {
  const given = (input: object, before: LeverageSwitchRecord | null, by: number | null) => {
    return leverageSwitchKind.given?.(input as Record<string, unknown>, before, by)
  }
  t.same(given({ at: LATER }, null, 9), { at: LATER, made_by: 9 })
  t.same(given({ at: '2027-01-01T00:00:00Z' }, DUE, 9), {
    at: '2027-01-01T00:00:00Z',
    made_by: 9,
  })
  t.same(given({ at: LATER, group: 'real/a' }, DUE, 9), { at: LATER, group: 'real/a' })
  t.same(given({ done_at: NOON }, DUE, null), { done_at: NOON })
  t.end()
})

t.test('it is kept with a path of backslashes and a time in UTC', (t) => {
  t.same(leverageSwitchKind.defaults({}), {
    group: '',
    leverage_profile_id: null,
    at: '',
    done_at: null,
    made_by: null,
  })
  t.same(leverageSwitchKind.defaults({ group: 'a' }).group, 'a')
  const given = { ...DUE, group: 'real/a', at: '2026-01-05T13:00:00+01:00' }
  t.same(leverageSwitchKind.normal?.(given), { ...DUE, at: NOON })
  t.equal(leverageSwitchKind.nameOf(DUE), `real\\a at ${LATER}`)
  t.same(groupsScope(leverageSwitchKind)?.groupsOf(DUE), ['real\\a'])
  t.end()
})

t.test('its group and its profile are named until it is done', (t) => {
  const [groups, profiles] = leverageSwitchKind.refers
  if (groups === undefined || profiles === undefined) throw new Error('it names both')
  const named = (due: LeverageSwitchRecord) => [groups.namedIn(due), profiles.namedIn(due)]
  t.same(named({ ...DUE, group: 'real/a' }), [
    [{ path: 'group', key: 'real\\a' }],
    [{ path: 'leverage_profile_id', key: 4 }],
  ])
  t.same(named({ ...DUE, leverage_profile_id: null })[1], [])
  t.same(named(DONE), [[], []])
  type Going = (named: object, by: readonly LeverageSwitchRecord[]) => string
  t.equal(
    (groups.whenGoing as Going)({ path: 'real\\a' }, [DUE]),
    'The group real\\a cannot be deleted: a scheduled leverage switch names it.',
  )
  t.equal(
    (profiles.whenGoing as Going)({ name: 'Night' }, [DUE]),
    `A switch of real\\a at ${LATER} names the leverage profile Night. Delete the switch first.`,
  )
  t.end()
})
