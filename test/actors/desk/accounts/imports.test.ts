import t, { type Test } from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { openDesk } from '../../../../actors/desk/desk.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { isMadeHash } from '../../../../actors/sign-in/made-hash.js'
import {
  IMPORTS_RECEIVED_BYTES_MAX,
  JOB_RESULTS_BYTES_MAX,
  JOBS_KEPT_MS,
} from '../../../../engine/limits/jobs.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { jobsRepo } from '../../../../storage/repos/records/jobs.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import { readCsv } from '../../../../wire/format/csv.js'
import type { ImportItem } from '../../../../wire/thread/account-import.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// The durable part of an import that is a job, slice by slice, without the thread that reads and hashes.

const ACTOR = { ...STAFF, login: 1 }

function given(t: Test) {
  const front = new ConfigFront(t)
  const { desk } = front
  const { db } = desk
  const ask = deskHandlers(desk)
  const start = (total: number, over: { dryRun?: boolean; scope?: readonly string[] } = {}) => {
    const parts = [
      { first: 0, line: 2, text: 'Secret12!x' },
      { first: 2, line: 4, text: 'later' },
    ]
    const made = ask['imports.start']({
      actor: ACTOR,
      rights: ['accounts.edit'],
      scope: over.scope ?? ['*'],
      total,
      parts,
      received: 0,
      request: { dry_run: over.dryRun ?? false, columns: ['group'] },
    })
    if (!made.ok) throw new Error(made.message)
    return made.value.id
  }
  const item = (line: number, login = 0, group = 'demo\\standard'): ImportItem => ({
    line,
    login,
    error: '',
    account: {
      group,
      details: { name: `n${line}` },
      hashes: {},
    },
  })
  const advance = (id: number, from: number, items: readonly ImportItem[]) =>
    ask['imports.advance']({ id, from, items })
  const rows = (id: number) => {
    const text = ask['imports.result']({ id })
    const table = readCsv(text.ok ? text.value : '', { recordsMax: 1e5, cellsMax: 6 })
    if (!table.ok) throw new Error(table.says)
    return table.records.slice(1).map(({ cells }) => cells)
  }
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0
  const accounts = () => count('SELECT count(*) FROM accounts')
  return { front, db, ask, start, item, advance, rows, count, accounts, job: jobsRepo(db).get }
}

t.test('a slice counts once, with its accounts, its rows and how far the job is', (t) => {
  const { start, ask, advance, item, rows, accounts, job, count, front } = given(t)
  const id = start(3)
  t.match(job(id), { state: 'waiting', total: 3, done: 0, kind: 'accounts.import' })
  t.match(ask['imports.part']({ id }), {
    value: { next: 0, part: { line: 2, text: 'Secret12!x' } },
  })
  const before = accounts()
  t.match(advance(id, 0, [item(2)]), { ok: true, value: true })
  t.match(job(id), { state: 'running', done: 1, place: '1' })
  t.equal(accounts(), before + 1)
  t.match(advance(id, 0, [item(2)]), { ok: true, value: true }, 'told twice')
  t.equal(accounts(), before + 1, 'and made once')
  t.match(ask['imports.part']({ id }), { value: { next: 1, part: { first: 0 } } })
  t.match(advance(id, 1, [item(3)]), { ok: true, value: true })
  t.match(ask['imports.part']({ id }), { value: { next: 2, part: { first: 2, text: 'later' } } })
  t.equal(count('SELECT count(*) FROM import_parts'), 1, 'what is done goes')
  t.match(advance(id, 2, [item(4)]), { ok: true, value: false })
  t.match(job(id), { state: 'done', done: 3 })
  t.match(advance(id, 3, [item(5)]), { ok: true, value: false }, 'it is over')
  t.match(ask['imports.part']({ id }), { ok: true, value: null })
  t.equal(accounts(), before + 3)
  t.equal(count('SELECT count(*) FROM import_parts'), 0)
  t.same(
    rows(id).map(([line, action]) => [line, action]),
    [
      ['2', 'created'],
      ['3', 'created'],
      ['4', 'created'],
    ],
  )
  const text = ask['imports.result']({ id })
  t.equal(job(id)?.bytes, text.ok ? Buffer.byteLength(text.value) : 0)
  const lines = front.lines.filter(({ kind }) => kind === 'account.created')
  t.equal(lines.length, 3)
  t.match(lines[0], { actor: 1 })
  t.end()
})

t.test('passwords are sealed where they lie, and gone once they were shown', (t) => {
  const { start, ask, advance, item, rows, job, db, front } = given(t)
  const id = start(3)
  advance(id, 0, [item(2), item(3)])
  const [first = []] = rows(id)
  const [, , login = '', , master = '', investor = ''] = first
  t.match(master, /^[A-Za-z0-9]{20}$/)
  t.match(investor, /^[A-Za-z0-9]{20}$/)
  t.not(master, investor)
  const hash = credentialsRepo(db).hash(Number(login), 'master')
  t.match(hash, /^\$hmac-sha256\$[\w-]{43}$/)
  const everything = JSON.stringify([
    ...['import_parts', 'import_rows', 'jobs', 'journal', 'credentials'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    ),
    front.lines,
  ])
  for (const secret of [master, investor, 'Secret12!x']) t.notOk(everything.includes(secret))
  advance(id, 2, [item(4)])
  t.match(ask['imports.shown']({ actor: ACTOR, id }), { ok: true })
  t.same(
    rows(id).map(([line, action, of, , ...passwords]) => [line, action, Number(of) > 0, passwords]),
    ['2', '3', '4'].map((line) => [line, 'created', true, ['', '']]),
  )
  const text = ask['imports.result']({ id })
  t.equal(job(id)?.bytes, text.ok ? Buffer.byteLength(text.value) : 0)
  t.ok(front.lines.some(({ text }) => text === `The passwords that job ${id} made were shown`))
  const told = front.lines.length
  ask['imports.shown']({ actor: ACTOR, id })
  t.equal(front.lines.length, told, 'said once')
  t.end()
})

t.test('one that is stopped keeps the rows of what it did, and does no more', (t) => {
  const { start, ask, advance, item, rows, job, count, accounts, db, front } = given(t)
  const id = start(3)
  advance(id, 0, [item(2)])
  const before = accounts()
  t.match(ask['jobs.cancel']({ actor: ACTOR, id }), { ok: true, value: { state: 'cancelled' } })
  t.match(advance(id, 1, [item(3)]), { ok: true, value: false })
  t.equal(accounts(), before)
  t.equal(rows(id).length, 1)
  t.equal(count('SELECT count(*) FROM import_parts'), 0)
  t.ok((job(id)?.bytes ?? 0) > 0)
  const second = start(3)
  advance(second, 0, [item(2)])
  const profile = staffRepo(db).get(1)
  if (profile === undefined) return t.fail('the administrator is there')
  const rights = profile.rights.filter((one) => one !== 'accounts.edit')
  staffRepo(db).update(profile, { rights }, 2)
  t.match(advance(second, 1, [item(3)]), { ok: true, value: false }, 'the right was taken away')
  t.match(job(second), { state: 'failed', error: /accounts\.edit/ })
  t.equal(rows(second).length, 1)
  front.now += JOBS_KEPT_MS + 1
  ask['jobs.sweep'](null)
  t.equal(count('SELECT count(*) FROM import_rows'), 0, 'rows go with their job')
  return t.end()
})

t.test('its rows are no file, and those of all imports have a bound', (t) => {
  const { start, advance, item, job, count, db } = given(t)
  const id = start(1)
  advance(id, 0, [item(2)])
  t.match(job(id), { state: 'done', file: '' })
  t.equal(count('SELECT count(*) FROM files'), 0)
  const full = db.prepare<[number, number]>('UPDATE jobs SET bytes = ? WHERE id = ?')
  full.run(JOB_RESULTS_BYTES_MAX, id)
  t.type(start(1), 'number', 'at the bound')
  full.run(JOB_RESULTS_BYTES_MAX + 1, id)
  t.throws(() => start(1), { message: /space for results of jobs is full/ })
  t.end()
})

t.test('scope, group and login are looked up as they are when the record is carried out', (t) => {
  const { start, advance, item, rows, accounts, db } = given(t)
  const id = start(9, { scope: ['demo\\*'] })
  const before = accounts()
  const wrong: ImportItem = { line: 8, login: 77, error: 'email: is odd', account: null }
  advance(id, 0, [
    item(2, 5000),
    item(3, 5000),
    item(4, 1),
    item(5, 0, 'real\\standard'),
    item(6, 0, 'demo\\gone'),
    item(7, 1e12),
    wrong,
  ])
  t.same(
    rows(id).map(([line, action, login, error]) => [line, action, login, error]),
    [
      ['2', 'created', '5000', ''],
      ['3', 'exists', '5000', ''],
      ['4', 'exists', '1', ''],
      ['5', 'error', '', 'group: real\\standard is outside your scope.'],
      ['6', 'error', '', 'group: there is no group demo\\gone.'],
      ['7', 'error', '1000000000000', 'login: must be 999999999999 or less.'],
      ['8', 'error', '77', 'email: is odd'],
    ],
  )
  t.equal(accounts(), before + 1)
  const stored = db
    .prepare('SELECT name, must_change_password FROM accounts WHERE login = 5000')
    .get()
  t.same(stored, { name: 'n2', must_change_password: 1 })
  t.end()
})

t.test('a dry run says the same of later slices, and draws and writes nothing', (t) => {
  const { start, advance, item, rows, accounts, front, count } = given(t)
  const id = start(4, { dryRun: true })
  const counters = "SELECT group_concat(name || next) FROM counters WHERE name = 'login'"
  const before = [accounts(), count(counters), count('SELECT count(*) FROM credentials')]
  const told = front.lines.length
  advance(id, 0, [item(2, 5000), item(3)])
  advance(id, 2, [item(4, 5000), item(5, 5001)])
  t.same(
    rows(id).map(([, action, login]) => [action, login]),
    [
      ['create', '5000'],
      ['create', ''],
      ['exists', '5000'],
      ['create', '5001'],
    ],
  )
  t.same([accounts(), count(counters), count('SELECT count(*) FROM credentials')], before)
  t.same(
    front.lines.slice(told).map(({ kind }) => kind),
    ['job'],
    'that it is done',
  )
  t.end()
})

t.test('a dry run knows the logins of its own slice, and groups that are disabled', (t) => {
  const { start, ask, advance, item, rows, front } = given(t)
  const { id: group = 0 } = front.book.records.groups.find(({ path }) => path === 'real\\ecn') ?? {}
  front.change('groups', group, { enabled: false })
  const items = [item(2, 5000), item(3, 5000), item(4, 0, 'REAL\\ecn'), item(5, 5001, 'none')]
  const id = start(9, { dryRun: true })
  advance(id, 0, items)
  const none = ['', '']
  const expected = [
    ['2', 'create', '5000', '', ...none],
    ['3', 'exists', '5000', '', ...none],
    ['4', 'error', '', 'group: the group real\\ecn is disabled: choose another group', ...none],
    ['5', 'error', '5001', 'group: there is no group none.', ...none],
  ]
  t.same(rows(id), expected)
  const looked = ask['imports.look']({ actor: ACTOR, items })
  const told = looked.ok ? looked.value : []
  t.same(
    told.map(({ line, action, login, error }) => [`${line}`, action, `${login ?? ''}`, error]),
    expected.map((cells) => cells.slice(0, 4)),
  )
  t.end()
})

t.test('passwords are made where none were typed, and those that were typed stay', (t) => {
  const { start, advance, item, rows, db } = given(t)
  const id = start(9)
  const typed = (line: number, login: number, hashes: object): ImportItem => {
    const { account, ...rest } = item(line, login)
    return { ...rest, account: account && { ...account, hashes } }
  }
  advance(id, 0, [
    typed(2, 5000, {}),
    typed(3, 5001, { master: 'm' }),
    typed(4, 5002, { investor: 'i' }),
    typed(5, 5003, { master: 'm', investor: 'i', phone: 'p' }),
  ])
  const made = /^[A-Za-z0-9]{20}$/
  t.match(
    rows(id).map((cells) => cells.slice(2)),
    [
      ['5000', '', made, made],
      ['5001', '', '', made],
      ['5002', '', made, ''],
      ['5003', '', '', ''],
    ],
  )
  t.same(
    rows(id).map((cells) => cells.slice(4).map((text) => text.length)),
    [
      [20, 20],
      [0, 20],
      [20, 0],
      [0, 0],
    ],
  )
  const must = db.prepare<[], number>(
    'SELECT must_change_password FROM accounts WHERE login >= 5000 ORDER BY login',
  )
  t.same(must.pluck().all(), [1, 0, 1, 0], 'who was given a master password changes it')
  const hash = credentialsRepo(db).hash
  t.same([hash(5001, 'master'), hash(5002, 'investor'), hash(5003, 'phone')], ['m', 'i', 'p'])
  for (const [login, kind] of [
    [5000, 'master'],
    [5000, 'investor'],
    [5001, 'investor'],
    [5002, 'master'],
  ] as const) {
    t.ok(isMadeHash(hash(login, kind) ?? ''), `${login} ${kind}`)
  }
  t.end()
})

t.test('with another key what waits cannot be read: the job fails and says so', (t) => {
  const { start, advance, item, db, job, front } = given(t)
  const id = start(3)
  advance(id, 0, [item(2)])
  const { clock, shards } = front.desk
  const other = openDesk(
    db,
    clock,
    shards,
    openSeal(new Uint8Array(32).fill(9), () => new Uint8Array(12)),
  )
  const asked = deskHandlers(other)
  t.match(asked['imports.part']({ id }), { ok: true, value: null })
  t.match(job(id), { state: 'failed', error: /cannot be read any more/ })
  const text = asked['imports.result']({ id })
  t.match(text.ok ? text.value : '', /2,created,\d+,,,\r\n/, 'the rows without their passwords')
  t.end()
})

t.test('a table that comes in parts is a job with the last of them, or nothing', (t) => {
  const { ask, advance, item, count, job, db, front } = given(t)
  const part = (n: number) => ({ first: 2 * n, line: 2 + 2 * n, text: `Secret12!x ${n}` })
  const received = (receipt: number, n: number): number => {
    const told = ask['imports.receive']({ receipt, parts: [part(n)] })
    if (!told.ok) throw new Error(told.message)
    return told.value
  }
  const parts = () => count('SELECT count(*) FROM import_parts')
  const receipt = received(0, 0)
  t.equal(received(receipt, 1), receipt)
  const other = received(0, 0)
  t.not(other, receipt)
  const everything = JSON.stringify(db.prepare('SELECT * FROM import_parts').all())
  t.notOk(everything.includes('Secret12'), 'sealed')
  const start = (named: number, before: number) =>
    ask['imports.start']({
      actor: ACTOR,
      rights: ['accounts.edit'],
      scope: ['*'],
      total: 6,
      parts: [part(2)],
      received: before,
      request: { dry_run: false, columns: ['group'], receipt: named },
    })
  t.match(start(receipt, 3), { ok: false, code: 'unavailable' }, 'not all of them are there')
  const made = start(receipt, 2)
  if (!made.ok) throw new Error(made.message)
  const { id } = made.value
  t.match(job(id), { total: 6, state: 'waiting' })
  for (const from of [0, 2, 4]) {
    t.match(ask['imports.part']({ id }), { value: { next: from, part: part(from / 2) } })
    advance(id, from, [item(from + 2), item(from + 3)])
  }
  t.match(job(id), { state: 'done', done: 6 })
  t.equal(parts(), 1, 'those of the other')
  t.match(ask['imports.abandon']({ receipt: other }), { ok: true })
  t.equal(parts(), 0)
  const lost = received(0, 0)
  deskHandlers(front.desk)
  t.equal(parts(), 0, 'a start of the desk removes them')
  t.match(start(lost, 1), { ok: false, code: 'unavailable' })
  db.prepare('INSERT INTO import_parts VALUES (-1, 0, ?)').run(
    'x'.repeat(IMPORTS_RECEIVED_BYTES_MAX),
  )
  t.match(ask['imports.receive']({ receipt: 0, parts: [] }), { ok: true }, 'as many bytes arrive')
  db.prepare('INSERT INTO import_parts VALUES (-2, 0, ?)').run('x')
  t.match(ask['imports.receive']({ receipt: 0, parts: [] }), { ok: false, code: 'unavailable' })
  t.equal(parts(), 2)
  t.match(ask['imports.receive']({ receipt: 1, parts: [] }), { ok: false, code: 'unavailable' })
  t.equal(parts(), 1, 'of one that is refused what had come goes')
  t.match(ask['imports.receive']({ receipt: 0, parts: [] }), { ok: true })
  t.end()
})

t.test('who may not open accounts is told nothing of a row', (t) => {
  const { front } = given(t)
  const { db } = front.desk
  accountsRepo(db).insert(accountWithDefaults({ login: 7, group: 'managers\\dealers' }), 1)
  staffRepo(db).insert({ login: 7, rights: ['accounts.view'], group_scope: ['*'] }, 1)
  const look = (login: number) =>
    deskHandlers(front.desk)['imports.look']({ actor: { ...STAFF, login }, items: [] })
  t.match([look(7), look(99)], [{ code: 'forbidden' }, { code: 'forbidden' }])
  t.same(look(1), { ok: true, value: [] })
  t.end()
})
