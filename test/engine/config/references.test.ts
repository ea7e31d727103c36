import t from 'tap'
import { type BookRecords, NO_RECORDS } from '../../../engine/config/book-records.js'
import { groupKind } from '../../../engine/config/kinds/group.js'
import { configDraft, configWorld, kindOf } from '../../../engine/config/kinds.js'
import type { LeverageSwitchRecord } from '../../../engine/config/records/leverage-switch.js'
import type { ServerSettingsRecord } from '../../../engine/config/records/server-settings.js'
import { someNames, type UsedBy } from '../../../engine/config/reference.js'
import { faultsOf, refuseGoing } from '../../../engine/config/references.js'
import { say } from '../../../engine/reasons/reasons.js'
import { CONFIRM_ALL, EURUSD, HEDGING_GROUP } from '../../given/book.js'
import { NO_FACTS } from '../../given/config-facts.js'

const AT = { created_at: '', updated_at: '', version: 1 }
const GROUP = { ...HEDGING_GROUP, path: 'real\\a' }
const PROFILE = { id: 4, name: 'Night', enabled: true, rules: [], ...AT }
const SETTINGS: ServerSettingsRecord = { ...kindOf('settings').defaults({}), id: 1, ...AT }
const DUE: LeverageSwitchRecord = {
  id: 1,
  group: 'real\\a',
  leverage_profile_id: 4,
  at: '2026-01-01T00:00:00.000Z',
  done_at: null,
  made_by: null,
  ...AT,
}

function world(records: Partial<BookRecords>) {
  return configWorld({ ...NO_RECORDS, ...records }, NO_FACTS)
}

const conflict = (message: string, ...used_by: readonly UsedBy[]) => ({
  ok: false,
  code: 'conflict',
  message,
  told: { used_by },
})
const OF_SERVER: UsedBy = { kind: 'settings', id: 1, key: 'of this server' }
const switchOf = (id: number, group: string): UsedBy => ({
  kind: 'leverage_switches',
  id,
  key: `${group} at ${DUE.at}`,
})

t.test('R1: what a record names is there, by its id or its name in any case', (t) => {
  const { check: _, ...kind } = { ...groupKind }
  const of = world({ leverage_profiles: [PROFILE] })
  const faults = (leverage_profile_id: number | null) => {
    const group = { ...GROUP, leverage_profile_id }
    return faultsOf({ ...kind, check: () => [] }, group, of, null)
  }
  t.same(faults(4), [])
  t.same(faults(null), [])
  t.same(faults(5), [
    {
      path: 'leverage_profile_id',
      ...say('field.no_record', { noun: 'leverage profile', key: 5 }),
    },
  ])
  const settings = kindOf('settings')
  const named = (real_group: string) => {
    return faultsOf(settings, { ...SETTINGS, real_group }, world({ groups: [GROUP] }), null)
  }
  t.same(named('REAL\\A'), [])
  t.same(named('real\\b'), [
    { path: 'real_group', ...say('field.no_record', { noun: 'group', key: 'real\\b' }) },
  ])
  t.end()
})

t.test('R1: a name that is not there is the only fault of its field, others are told too', (t) => {
  const settings = { ...SETTINGS, demo_group: 'x\\b', real: true, demo_deposit: '-1' }
  t.same(faultsOf(kindOf('settings'), settings, world({}), null), [
    { path: 'real_group', ...say('field.sign_up_group') },
    { path: 'demo_deposit', ...say('field.amount_positive') },
    { path: 'demo_group', ...say('field.no_record', { noun: 'group', key: 'x\\b' }) },
  ])
  t.same(faultsOf(kindOf('settings'), { ...settings, demo_group: '' }, world({}), null), [
    { path: 'real_group', ...say('field.sign_up_group') },
    { path: 'demo_deposit', ...say('field.amount_positive') },
  ])
  t.end()
})

t.test('R1: a name that outlives what it names stays good where it was, and nowhere new', (t) => {
  const of = world({ symbols: [EURUSD] })
  const faults = (default_watchlist: string[], self: ServerSettingsRecord | null) => {
    return faultsOf(kindOf('settings'), { ...SETTINGS, default_watchlist }, of, self)
  }
  const gone = {
    path: 'default_watchlist[1]',
    ...say('field.no_record', { noun: 'symbol', key: 'GONE' }),
  }
  const before = { ...SETTINGS, default_watchlist: ['Gone'] }
  t.same(faults(['eurusd', 'GONE'], before), [])
  t.same(faults(['EURUSD', 'GONE'], SETTINGS), [gone])
  t.same(faults(['EURUSD', 'GONE'], null), [gone])
  const moved = { ...SETTINGS, real_group: 'real\\a' }
  t.same(faultsOf(kindOf('settings'), moved, world({}), moved), [
    { path: 'real_group', ...say('field.no_record', { noun: 'group', key: 'real\\a' }) },
  ])
  t.end()
})

t.test('R2: what is named does not go, and it is said who names it', (t) => {
  const groups = kindOf('groups')
  const settings = [{ ...SETTINGS, real_group: 'Real\\A' }]
  t.equal(refuseGoing(groups, GROUP, world({ groups: [GROUP] })), undefined)
  t.match(
    refuseGoing(groups, GROUP, world({ groups: [GROUP], settings })),
    conflict(
      'The group real\\a cannot be deleted: it is the real_group of the server settings.',
      OF_SERVER,
    ),
  )
  t.match(
    refuseGoing(groups, GROUP, world({ groups: [GROUP], leverage_switches: [DUE] })),
    conflict(
      'The group real\\a cannot be deleted: a scheduled leverage switch names it.',
      switchOf(1, 'real\\a'),
    ),
  )
  const done = { ...DUE, done_at: DUE.at }
  t.equal(refuseGoing(groups, GROUP, world({ leverage_switches: [done] })), undefined)
  const other = { ...GROUP, id: 9, path: 'real\\ab' }
  t.equal(refuseGoing(groups, other, world({ groups: [GROUP, other], settings })), undefined)
  const routing = [{ ...CONFIRM_ALL, action: 'gateway' as const, dealers: [4] }]
  const profiles = kindOf('leverage_profiles')
  t.equal(refuseGoing(profiles, PROFILE, world({ routing })), undefined, 'a gateway of that id')
  const watched = [{ ...SETTINGS, default_watchlist: ['EURUSD'] }]
  const of = world({ symbols: [EURUSD], settings: watched })
  t.equal(refuseGoing(kindOf('symbols'), EURUSD, of), undefined, 'a watchlist outlives it')
  const source = { ...EURUSD, id: 2, path: 'F\\B', quote_source: EURUSD.path.toUpperCase() }
  const third = { ...source, id: 3, path: 'F\\C' }
  t.match(
    refuseGoing(kindOf('symbols'), EURUSD, world({ symbols: [EURUSD, source, third] })),
    conflict(
      'F\\B, F\\C take their quotes from EURUSD. Give it another quote_source first.',
      { kind: 'symbols', id: 2, key: 'B' },
      { kind: 'symbols', id: 3, key: 'C' },
    ),
  )
  t.end()
})

t.test('R2: in a draft it is as the draft has it, whatever the settings before said', (t) => {
  const profiles = kindOf('leverage_profiles')
  const base = world({ leverage_profiles: [PROFILE], leverage_switches: [DUE] })
  const refusal = conflict(
    `A switch of real\\a at ${DUE.at} names the leverage profile Night. Delete the switch first.`,
    switchOf(1, 'real\\a'),
  )
  const draft = configDraft(base)
  t.match(refuseGoing(profiles, PROFILE, draft), refusal)
  draft.take('leverage_switches', { changed: [], removed: [1] })
  t.equal(refuseGoing(profiles, PROFILE, draft), undefined, 'it has gone')
  t.match(refuseGoing(profiles, PROFILE, base), refusal, 'there it stays')
  draft.take('leverage_switches', { changed: [{ ...DUE, id: 2, group: 'b' }], removed: [] })
  t.match(refuseGoing(profiles, PROFILE, draft), {
    ...refusal,
    message: refusal.message.replace('real\\a', 'b'),
    told: { used_by: [switchOf(2, 'b')] },
  })
  const other = configDraft(base)
  other.take('leverage_switches', { changed: [{ ...DUE, leverage_profile_id: null }], removed: [] })
  t.equal(refuseGoing(profiles, PROFILE, other), undefined, 'it names it no more')
  t.end()
})

t.test('of many names the first few are said, and how many more there are', (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  t.equal(someNames(names.slice(0, 1)), 'a')
  t.equal(someNames(names.slice(0, 5)), 'a, b, c, d, e')
  t.equal(someNames(names.slice(0, 6)), 'a, b, c, d, e and 1 more')
  t.equal(someNames(names), 'a, b, c, d, e and 2 more')
  t.end()
})
