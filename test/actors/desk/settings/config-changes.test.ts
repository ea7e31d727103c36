import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { ConfigDesk } from '../../../../actors/desk/settings/config-changes.js'
import { ConfigPlanner } from '../../../../actors/desk/settings/config-plan.js'
import { refuse } from '../../../../engine/code.js'
import { refuseField } from '../../../../engine/reasons/fault.js'
import { say } from '../../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { sessionsRepo } from '../../../../storage/repos/people/sessions.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { sessionUntil } from '../../../given/sessions.js'

// Changes of settings over a real desk with a real database: each is a version, an event and a line, or nothing.

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test, { demo: false })
  const desk = deskHandlers(front.desk)
  for (const day of [1, 2, 3]) {
    const input = { month: 5, day, description: `day ${day}` }
    const made = desk['config.create']({ actor: STAFF, kind: 'holidays', input })
    if (!made.ok) throw new Error(made.message)
  }
  const { version } = front.book
  front.changes.length = 0
  front.lines.length = 0
  return { front, desk, version }
}

t.test('another order is one version, one event and one line', (t) => {
  const { front, desk, version } = given(t)
  front.now += 5_000
  const ids = [1, 3, 2]
  t.same(desk['config.order']({ actor: STAFF, kind: 'holidays', ids }), { ok: true, value: ids })
  const { holidays } = front.desk.config.records
  t.same(
    holidays.map(({ id, position, version, updated_at }) => [id, position, version, updated_at]),
    [
      [1, 1, 1, '2026-03-02T10:00:00.000Z'],
      [3, 2, 2, '2026-03-02T10:00:05.000Z'],
      [2, 3, 2, '2026-03-02T10:00:05.000Z'],
    ],
  )
  const byId = [holidays[2], holidays[1]]
  t.same(front.changes, [{ version: version + 1, kind: 'holidays', changed: byId, removed: [] }])
  t.same(
    front.lines.map(({ actor, kind, text, changes }) => ({ actor, kind, text, changes })),
    [
      {
        actor: 1,
        kind: 'config',
        text: 'The order of holidays was changed',
        changes: [{ field: 'order', from: [1, 2, 3], to: ids }],
      },
    ],
  )
  front.desk.config.reload()
  t.same(front.desk.config.records.holidays, holidays, 'memory is what is on disk')
  t.end()
})

t.test('the order that there is already writes nothing', (t) => {
  const { front, desk, version } = given(t)
  const ids = [1, 2, 3]
  t.same(desk['config.order']({ actor: STAFF, kind: 'holidays', ids }), { ok: true, value: ids })
  t.same([front.changes, front.lines, front.book.version], [[], [], version])
  t.end()
})

t.test('a scope as it is stored bounds what is changed, and what it may become', (t) => {
  const front = new ConfigFront(t, { demo: true })
  const desk = deskHandlers(front.desk)
  const { db } = front.desk
  accountsRepo(db).insert(accountWithDefaults({ login: 7, group: 'managers\\dealers' }), 1)
  staffRepo(db).insert({ login: 7, rights: ['config.groups'], group_scope: ['demo\\*'] }, 1)
  const actor = { ...STAFF, login: 7 }
  const group = (path: string) =>
    front.book.records.groups.find((one) => one.path === path)?.id ?? 0
  const [own, other] = [group('demo\\standard'), group('real\\standard')]
  const update = (id: number, input: object) =>
    desk['config.update']({ actor, kind: 'groups', id, version: 1, input: { ...input } })
  const missing = { ok: false, code: 'not_found' }
  t.match(update(other, { leverage: 33 }), missing)
  t.match(update(own, { path: 'real\\mine' }), { ok: false })
  t.match(desk['config.remove']({ actor, kind: 'groups', id: other }), missing)
  t.match(desk['config.remove']({ actor, kind: 'groups', id: 999 }), missing)
  const create = (path: string) => desk['config.create']({ actor, kind: 'groups', input: { path } })
  t.match(create('real\\new'), { ok: false, code: 'forbidden' })
  t.same(front.changes, [])
  t.match(update(own, { leverage: 33 }), { ok: true, value: { leverage: 33, version: 2 } })
  t.match(create('demo\\new'), { ok: true })
  t.match(desk['config.remove']({ actor, kind: 'groups', id: group('demo\\new') }), { ok: true })
  t.end()
})

t.test('of a secret its line says that it was changed, and nothing else of it', (t) => {
  const { front, desk } = given(t)
  const kind = 'datafeeds'
  const input = {
    module: 'fix44',
    name: 'F',
    server: 'q.example.com:1',
    login: 'l',
    enabled: false,
  }
  const made = desk['config.create']({ actor: STAFF, kind, input })
  if (!made.ok) throw new Error(made.message)
  const { id } = made.value
  const update = (version: number, input: object) =>
    desk['config.update']({ actor: STAFF, kind, id, version, input: { ...input } })
  const line = () => {
    const { text, changes } = front.lines.at(-1) ?? {}
    return [text, changes]
  }
  const password = { field: 'password', from: null, to: null }
  t.match(update(1, { password: 'p' }), { ok: true, value: { has_password: true, version: 2 } })
  t.same(line(), ['Datafeed F was changed: password', [password]])
  update(2, { password: 'other', login: 'k' })
  const login = { field: 'login', from: 'l', to: 'k' }
  t.same(line(), ['Datafeed F was changed: login, password', [login, password]])
  const before = front.lines.length
  t.match(update(3, { password: 'other' }), { ok: true, value: { version: 3 } })
  t.equal(front.lines.length, before, 'it is so already')
  update(3, { password: '' })
  t.same(line(), ['Datafeed F was changed: password', [password]])
  t.match(update(3, { login: 'x' }), { ok: false, code: 'conflict', message: /version 4/ })
  t.end()
})

t.test('a record that gets a place moves the later ones, which is no change of theirs', (t) => {
  const { front, desk } = given(t)
  const add = (day: number, position?: number) => {
    const input = { month: 6, day, description: `day ${day}`, ...(position && { position }) }
    return desk['config.create']({ actor: STAFF, kind: 'holidays', input })
  }
  const places = () =>
    front.desk.config.records.holidays.map(({ id, position, version }) => [id, position, version])
  t.match(add(1, 2), { ok: true, value: { id: 4, position: 2 } })
  t.same(places(), [
    [1, 1, 1],
    [4, 2, 1],
    [2, 3, 1],
    [3, 4, 1],
  ])
  add(2, 99)
  add(3)
  t.same(places().slice(4), [
    [5, 5, 1],
    [6, 6, 1],
  ])
  const remove = { actor: STAFF, kind: 'holidays', id: 4 } as const
  t.same(desk['config.remove'](remove), { ok: true, value: null })
  t.same(places(), [
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
    [5, 4, 1],
    [6, 5, 1],
  ])
  t.match(desk['config.remove'](remove), { ok: false, code: 'not_found' })
  t.match(front.lines.at(-1), { text: 'Holiday 0000-06-01 day 1 was deleted', changes: [] })
  t.end()
})

t.test('an order names every record once', (t) => {
  const { front, desk, version } = given(t)
  for (const ids of [
    [],
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, 3, 3],
    [1, 1, 2],
    [1, 2, 4],
    [2, 2, 3, 3, 1],
  ]) {
    t.same(
      desk['config.order']({ actor: STAFF, kind: 'holidays', ids }),
      refuseField('ids', say('field.all_once', { noun: 'holiday' })),
      `${ids}`,
    )
  }
  t.same([front.changes, front.lines, front.book.version], [[], [], version])
  t.end()
})

t.test('a change without steps is no version, and one that is undone is told to nobody', (t) => {
  const { front, version } = given(t)
  const { desk } = front
  const [before] = desk.config.records.holidays
  if (before === undefined) throw new Error('it is made')
  const step = { id: 1, before, record: { ...before, day: 9, version: 2 }, secrets: {} }
  const full = refuse('unavailable', 'The disk is full.')
  const failing = {
    ...desk,
    change: (work: Parameters<typeof desk.change>[0]) =>
      desk.change((journal) => {
        work(journal)
        return full
      }),
  } as typeof desk
  const config = (of: typeof desk) => new ConfigDesk(of, new ConfigPlanner(of))
  const stands = () => {
    const inMemory = [desk.config.records.version, desk.config.records.holidays[0]?.day]
    desk.config.reload()
    return [inMemory, [desk.config.records.version, desk.config.records.holidays[0]?.day]]
  }
  const same = [
    [version, 1],
    [version, 1],
  ]
  t.same(
    config(desk).change(STAFF, 'holidays', () => [[], 'nothing']),
    { ok: true, value: 'nothing' },
  )
  t.same([front.changes, stands()], [[], same])
  t.same(
    config(failing).change(STAFF, 'holidays', () => [[step], 'day']),
    full,
  )
  t.same([front.changes, stands()], [[], same])
  t.same(
    config(desk).change(STAFF, 'holidays', () => [[step], 'day']),
    { ok: true, value: 'day' },
  )
  t.match(front.changes, [{ version: version + 1, changed: [{ id: 1, day: 9 }] }])
  t.equal(front.changes.length, 1)
  t.same(stands(), [
    [version + 1, 9],
    [version + 1, 9],
  ])
  t.end()
})

t.test('nobody trades a symbol that changed before they have heard of it', (t) => {
  const { front, desk } = given(t)
  const symbol = (path: string) => {
    const input = { path, calc_mode: 'cfd', contract_size: '1' }
    const made = desk['config.create']({ actor: STAFF, kind: 'symbols', input })
    if (!made.ok) throw new Error(made.message)
    return made.value.id
  }
  const [changed, gone, same, other] = ['A', 'B', 'C', 'D'].map((name) => symbol(`Forex\\${name}`))
  const asked = { actor: STAFF, kind: 'symbols', version: 1 } as const
  const { version } = front.book
  desk['config.update']({ ...asked, id: changed ?? 0, input: { description: 'x' } })
  desk['config.remove']({ ...asked, id: gone ?? 0 })
  desk['config.update']({ ...asked, id: same ?? 0, input: { calc_mode: 'cfd' } })
  t.equal(front.book.version, version + 2)
  const claims = (of: number) =>
    [changed, gone, same, other].map((id) => front.symbols.claim(id ?? 0, of))
  t.same(claims(version), [false, false, true, true])
  t.same(claims(version + 2), [true, true, true, true])
  t.end()
})

t.test('a change of another kind holds back no symbol of its number', (t) => {
  const { front, desk, version } = given(t)
  const asked = { actor: STAFF, kind: 'holidays', id: 3, version: 1 } as const
  t.match(desk['config.update']({ ...asked, input: { day: 9 } }), { ok: true })
  t.equal(front.symbols.claim(3, version), true)
  t.end()
})

t.test('sessions of a group that is closed end before the change is answered', (t) => {
  const { front, desk } = given(t)
  const { db } = front.desk
  const path = 'real\\one'
  const made = desk['config.create']({ actor: STAFF, kind: 'groups', input: { path } })
  if (!made.ok) throw new Error(made.message)
  accountsRepo(db).insert(accountWithDefaults({ login: 7, group: path }), 1)
  sessionsRepo(db).insert(sessionUntil('a', front.now * 2))
  const { id } = made.value
  const update = (version: number, input: object) =>
    desk['config.update']({ actor: STAFF, kind: 'groups', id, version, input: { ...input } })
  t.match(update(1, { leverage: 33 }), { ok: true })
  t.same([front.access, sessionsRepo(db).ofLogin(7).length], [[], 1])
  t.match(update(2, { enabled: false }), { ok: true })
  t.match(front.access, [{ type: 'sessions_closed', ids: ['a'] }])
  t.same(sessionsRepo(db).ofLogin(7), [])
  t.end()
})
