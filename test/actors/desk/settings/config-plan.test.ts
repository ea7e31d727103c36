import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { SYSTEM } from '../../../../actors/desk/actor.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { DraftView } from '../../../../actors/desk/settings/config-draft.js'
import { ConfigPlanner, fieldOf, gapsClosed } from '../../../../actors/desk/settings/config-plan.js'
import type { ConfigKindName } from '../../../../engine/config/config-records.js'
import {
  SECRET_MASK,
  SSL_CERTIFICATE,
  SSL_KEY,
} from '../../../../engine/config/kinds/connection.js'
import type { HolidayRecord } from '../../../../engine/config/records/holiday.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { PAIR_A, PAIR_B } from '../../../given/key-pairs.js'

// What a change of one record comes to before anything is written: its steps and its line, or why it may not be.

const AT = '2026-03-02T10:00:00.000Z'
const FEED = { module: 'fix44', name: 'F', server: 'q.example.com:1', login: 'l', enabled: false }

type Test = ConstructorParameters<typeof ConfigFront>[0]

function given(test: Test, holidays = 3) {
  const front = new ConfigFront(test, { demo: false })
  const handlers = deskHandlers(front.desk)
  const make = (kind: ConfigKindName, input: object): number => {
    const made = handlers['config.create']({ actor: STAFF, kind, input: { ...input } })
    if (!made.ok) throw new Error(made.message)
    return made.value.id
  }
  for (let day = 1; day <= holidays; day++) {
    make('holidays', { month: 5, day, description: `day ${day}` })
  }
  const planner = new ConfigPlanner(front.desk)
  const { config } = front.desk
  const update = (kind: ConfigKindName, id: number, input: object, more: object = {}) =>
    planner.update(config, { actor: STAFF, kind, id, input: { ...input }, ...more })
  const create = (kind: ConfigKindName, input: object, actor = STAFF) =>
    planner.create(config, { actor, kind, input: { ...input } })
  const made = (kind: ConfigKindName, input: object, actor = STAFF) =>
    planner.made(config, { actor, kind, input: { ...input } })
  front.now += 5_000
  return { front, config, handlers, planner, make, update, create, made }
}

/** A staff user who reaches the demo groups alone. */
function reaching(front: ConfigFront, rights: string[]) {
  const { db } = front.desk
  accountsRepo(db).insert(accountWithDefaults({ login: 7, group: 'managers\\dealers' }), 1)
  staffRepo(db).insert({ login: 7, rights: rights as never, group_scope: ['demo\\*'] }, 1)
  return { ...STAFF, login: 7 }
}

const stale = (record: Pick<HolidayRecord, 'version' | 'updated_at'>) => ({
  ok: false,
  code: 'conflict',
  message: `This holiday has changed: it is now at version ${record.version}. Read it again, then repeat the change.`,
  reason: 'conflict.changed',
  params: { noun: 'holiday', version: record.version },
  told: { version: record.version, updated_at: record.updated_at, updated_by: STAFF.login, record },
})

t.test('a new record is planned with its place, and those behind it move', (t) => {
  const { config, create } = given(t)
  const input = { month: 6, day: 1, description: 'new', enabled: undefined }
  const content = {
    year: 0,
    month: 6,
    day: 1,
    description: 'new',
    enabled: true,
    from_min: 0,
    to_min: 1440,
    symbols: ['*'],
  }
  const at = '2026-03-02T10:00:05.000Z'
  const [first, second, third] = config.records.holidays
  const moved = (before: typeof first, position: number) => ({
    id: before?.id,
    before,
    secrets: {},
    record: { ...before, position, updated_at: at },
  })
  const planned = (position: number, ...moves: object[]) => {
    const record = { id: 4, ...content, position, created_at: at, updated_at: at, version: 1 }
    const { symbols, ...rest } = content
    const changes = Object.entries({ ...rest, position, symbols })
    return {
      did: 'created',
      record,
      text: 'Holiday 0000-06-01 new was created',
      steps: [{ id: 4, before: null, record, secrets: {} }, ...moves],
      changes: changes.map(([field, to]) => ({ field, from: null, to })),
    }
  }
  for (const position of [undefined, 0, 4, 5, 99]) {
    t.strictSame(create('holidays', { ...input, position }), planned(4), `${position}`)
  }
  t.same(create('holidays', { ...input, position: 3 }), planned(3, moved(third, 4)))
  t.same(
    create('holidays', { ...input, position: 1 }),
    planned(1, moved(first, 2), moved(second, 3), moved(third, 4)),
  )
  t.end()
})

t.test('kinds that number no places are given none', (t) => {
  const { create, make, config } = given(t)
  make('datafeeds', { ...FEED, name: 'other' })
  for (const [kind, input] of [
    ['datafeeds', FEED],
    ['groups', { path: 'demo\\new' }],
  ] as const) {
    const planned = create(kind, input)
    t.match(planned, { did: 'created', steps: { length: 1 } })
    t.notOk('position' in ('record' in planned ? planned.record : {}), kind)
  }
  t.equal(fieldOf({}, 'position'), 0)
  t.same(gapsClosed('datafeeds', config, 1), [])
  t.end()
})

t.test('records close up to where one has gone, with what they are', (t) => {
  const { config, planner } = given(t)
  t.same(gapsClosed('holidays', config, 1), [])
  const planned = planner.remove(config, { actor: STAFF, kind: 'holidays', id: 2 })
  const [, gone, third] = config.records.holidays
  t.same(planned, {
    did: 'removed',
    record: gone,
    changes: [],
    steps: [{ id: 2, before: gone, record: null, secrets: {} }],
    text: 'Holiday 0000-05-02 day 2 was deleted',
  })
  const draft = new DraftView(config)
  if ('steps' in planned) draft.take('holidays', planned.steps)
  t.same(gapsClosed('holidays', draft, Date.parse(AT) + 1), [
    {
      id: 3,
      before: third,
      secrets: {},
      record: { ...third, position: 2, updated_at: '2026-03-02T10:00:00.001Z' },
    },
  ])
  t.same(
    planner.remove(config, { actor: STAFF, kind: 'holidays', id: 9 }),
    because('not_found.record', { noun: 'holiday', id: 9 }),
  )
  t.end()
})

t.test('a change is one of the version that it names, or is so already', (t) => {
  const { config, update } = given(t)
  const before = config.records.holidays[0] as HolidayRecord
  const same = { did: 'same', record: before }
  const record = { ...before, day: 9, updated_at: '2026-03-02T10:00:05.000Z', version: 2 }
  const changed = {
    did: 'changed',
    record,
    steps: [{ id: 1, before, record, secrets: {} }],
    text: 'Holiday 0000-05-01 day 1 was changed: day',
    changes: [{ field: 'day', from: 1, to: 9 }],
  }
  const wrong = { ok: false, code: 'invalid_input' }
  for (const version of [undefined, 1]) {
    for (const sameIsFine of [undefined, true, false]) {
      const more = { version, sameIsFine }
      t.same(update('holidays', 1, { day: 9 }, more), changed)
      t.same(update('holidays', 1, { day: 1, month: undefined }, more), same)
      t.match(update('holidays', 1, { day: 32 }, more), wrong)
    }
  }
  for (const sameIsFine of [undefined, true, false]) {
    const more = { version: 2, sameIsFine }
    t.same(update('holidays', 1, { day: 9 }, more), stale(before))
    t.same(update('holidays', 1, { day: 1 }, more), sameIsFine === true ? same : stale(before))
    t.same(update('holidays', 1, { day: 32 }, more), stale(before))
  }
  t.same(update('holidays', 9, { day: 9 }), because('not_found.record', { noun: 'holiday', id: 9 }))
  t.end()
})

t.test('a record that is replaced goes back to its defaults, but for what is given', (t) => {
  const { update, make } = given(t, 0)
  const dated = { year: 2027, month: 5, day: 1, from_min: 60 }
  const id = make('holidays', { ...dated, description: 'x', symbols: ['EUR*'] })
  const input = { month: 6, position: 1 }
  t.match(update('holidays', id, input, { replaces: true }), {
    record: {
      id,
      year: 0,
      month: 6,
      day: 1,
      from_min: 0,
      description: '',
      symbols: ['*'],
      position: 1,
      version: 2,
    },
  })
  for (const replaces of [undefined, false]) {
    const record = { ...dated, id, month: 6, description: 'x', symbols: ['EUR*'], version: 2 }
    t.match(update('holidays', id, input, { replaces }), { record })
  }
  t.end()
})

t.test('a name is of one record, and its own is no other', (t) => {
  const { update, create } = given(t)
  const taken = {
    ok: false,
    code: 'conflict',
    message: 'The name 0000-05-02 day 2 already belongs to another holiday. Choose another name.',
  }
  t.match(create('holidays', { month: 5, day: 2, description: 'day 2' }), taken)
  t.match(update('holidays', 1, { day: 2, description: 'day 2' }), taken)
  t.match(update('holidays', 2, { description: 'DAY 2' }), { did: 'changed' })
  t.end()
})

t.test('of secrets it is told that they changed, and not that they are there', (t) => {
  const { config, update, create, make } = given(t, 0)
  const created = create('datafeeds', { ...FEED, password: 'p' })
  if (!('changes' in created)) throw new Error('it is made')
  t.same(Object.keys(created.steps[0]?.secrets ?? {}), ['password'])
  t.notOk('password' in created.record, 'it is nowhere in the record')
  t.same(created.changes.at(-1), { field: 'password', from: null, to: null })
  t.same(
    created.changes.filter(({ field }) => field.startsWith('has_')),
    [],
  )
  const id = make('datafeeds', { ...FEED, password: 'p' })
  const password = [{ field: 'password', from: null, to: null }]
  t.match(update('datafeeds', id, { password: 'p' }), { did: 'same' })
  t.match(update('datafeeds', id, { password: 'q' }), { did: 'changed', changes: password })
  t.match(update('datafeeds', id, { password: '' }), { did: 'changed', changes: password })
  const other = update('datafeeds', id, { login: 'm' })
  t.match(other, { did: 'changed', changes: [{ field: 'login', from: 'l', to: 'm' }] })
  if (!('steps' in other)) throw new Error('it is changed')
  t.same(other.steps[0]?.secrets, config.secretsOf('datafeeds', id), 'it keeps what it had')
  t.end()
})

t.test('a key that is sealed has to be that of its certificate', (t) => {
  const { update, create, make } = given(t, 0)
  const params = (certificate: string, key: string) => ({
    ...FEED,
    params: [
      { name: SSL_CERTIFICATE, value: certificate },
      { name: SSL_KEY, value: key },
    ],
  })
  const stranger = {
    ok: false,
    code: 'invalid_input',
    fields: [{ message: `does not belong to ${SSL_CERTIFICATE}: set both from the same key pair` }],
  }
  t.match(create('datafeeds', params(PAIR_A.certificate, PAIR_B.key)), stranger)
  const id = make('datafeeds', params(PAIR_A.certificate, PAIR_A.key))
  t.match(update('datafeeds', id, params(PAIR_B.certificate, SECRET_MASK)), stranger)
  t.match(update('datafeeds', id, params(PAIR_B.certificate, PAIR_B.key)), { did: 'changed' })
  t.match(update('datafeeds', id, params(PAIR_A.certificate, SECRET_MASK)), { did: 'same' })
  t.end()
})

t.test('what would be made is there already where all of it but its place is so', (t) => {
  const { front, config, make, made } = given(t)
  const [holiday] = config.records.holidays
  const named = { month: 5, day: 1, description: 'day 1' }
  t.same(made('holidays', named), { did: 'same', record: holiday })
  t.same(made('holidays', { ...named, position: 3 }), { did: 'same', record: holiday })
  t.equal(made('holidays', { ...named, to_min: 60 }), undefined)
  t.equal(made('holidays', { ...named, to_min: 60, position: 3 }), undefined)
  t.equal(made('holidays', { ...named, day: 9 }), undefined)
  const id = make('datafeeds', { ...FEED, password: 'p' })
  t.match(made('datafeeds', { ...FEED, password: 'p' }), { did: 'same', record: { id } })
  t.equal(made('datafeeds', { ...FEED, password: 'q' }), undefined)
  t.match(made('datafeeds', FEED), { did: 'same' }, 'a secret that is left out stays')
  for (const path of ['demo\\one', 'real\\one']) make('groups', { path })
  const actor = reaching(front, ['config.groups'])
  t.match(made('groups', { path: 'demo\\one' }, actor), { did: 'same' })
  t.equal(made('groups', { path: 'real\\one' }, actor), undefined)
  t.match(made('groups', { path: 'real\\one' }), { did: 'same' })
  t.end()
})

t.test('a switch of leverage may not come to be of a group out of reach', (t) => {
  const { front, handlers, planner, config, make, update } = given(t, 0)
  for (const path of ['demo\\one', 'real\\one']) make('groups', { path })
  const at = '2026-03-03T10:00:00.000Z'
  const id = make('leverage_switches', { group: 'demo\\one', at })
  const actor = reaching(front, ['config.leverage'])
  const outside = because('forbidden.group_scope', { group: 'real\\one' })
  const asked = { kind: 'leverage_switches', id, input: { group: 'real\\one' } } as const
  t.same(planner.update(config, { ...asked, actor }), outside)
  t.match(planner.update(config, { ...asked, actor: STAFF }), { did: 'changed' })
  const done = { actor: SYSTEM, input: { done_at: at } }
  t.match(handlers['config.update']({ ...asked, ...done, version: 1 }), { ok: true })
  t.match(update('leverage_switches', id, { at: '2026-03-04T10:00:00.000Z' }), {
    ok: false,
    code: 'conflict',
    message:
      'This leverage switch has already been carried out and cannot be changed. Create a new one.',
  })
  t.end()
})
