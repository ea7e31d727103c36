import { join } from 'node:path'
import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { accountImportsRepo } from '../../../storage/repos/accounts/account-imports.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../storage/repos/accounts/credentials.js'
import { countersRepo } from '../../../storage/repos/counters.js'
import { idRangesRepo } from '../../../storage/repos/id-ranges.js'
import { metaRepo, requestKeySecretOf } from '../../../storage/repos/meta.js'
import { oneTimeCodesRepo } from '../../../storage/repos/people/one-time-codes.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { gatewayTransactionsRepo } from '../../../storage/repos/records/gateway-transactions.js'
import { jobsRepo } from '../../../storage/repos/records/jobs.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { newsRepo } from '../../../storage/repos/records/news.js'
import { rememberedAnswersRepo } from '../../../storage/repos/records/remembered-answers.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { dealWrites } from '../../../storage/repos/trades/deal-writes.js'
import { dealsRepo } from '../../../storage/repos/trades/deals.js'
import { conditions } from '../../../storage/repos/trades/open-filter.js'
import { paymentIdsRepo } from '../../../storage/repos/trades/payment-ids.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { projectionWrites } from '../../../storage/repos/trades/projection-writes.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import type { FileState } from '../../../wire/stored/stored-file.js'
import type { GatewayTransaction } from '../../../wire/thread/provider-records.js'
import { deal } from '../../wire/record/sample-records.js'

// The rows of tables that have no test of their own beside this one, each read back whole.

const db = openWriter(join(t.testdir(), 'openfloor.sqlite'))
db.pragma('synchronous = OFF')
migrate(db)
t.teardown(() => db.close())
const rows = (sql: string): unknown[] => db.prepare(sql).raw().all()

t.test('of each kind the newest range of a shard is known', (t) => {
  const ranges = idRangesRepo(db)
  const earlier = { earlierNext: 0, earlierEnd: 0 }
  ranges.set(0, { kind: 'order', next: 1, end: 101, ...earlier })
  ranges.set(1, { kind: 'order', next: 101, end: 201, ...earlier })
  ranges.set(0, { kind: 'deal', next: 1, end: 101, ...earlier })
  const newest = { kind: 'order', next: 201, end: 301, earlierNext: 90, earlierEnd: 101 } as const
  ranges.set(0, newest)
  t.same(ranges.get(0, 'order'), newest)
  t.same(rows('SELECT kind, shard, "next", "end" FROM id_ranges ORDER BY kind, shard'), [
    ['deal', 0, 1, 101],
    ['order', 0, 201, 301],
    ['order', 1, 101, 201],
  ])
  t.end()
})

t.test('a shard of which nothing is in the tables is at 0, and each is where it was set', (t) => {
  const projection = projectionRepo(db)
  projectionWrites(db).setCursor(3, 40)
  projectionWrites(db).setCursor(4, 7)
  projectionWrites(db).setCursor(3, 41)
  t.strictSame([2, 3, 4].map(projection.cursor), [0, 41, 7])
  t.equal(projection.seq(), 0)
  projectionWrites(db).setSeq(48)
  t.equal(projection.seq(), 48)
  t.end()
})

t.test('counters and facts are the last that was set', (t) => {
  const counters = countersRepo(db)
  t.equal(counters.next('client', 7), 7)
  counters.setNext('client', 8)
  counters.setNext('login', 100)
  counters.setNext('client', 9)
  t.same([counters.next('client', 7), counters.next('login', 7)], [9, 100])
  const meta = metaRepo(db)
  t.equal(meta.get('seeded_at'), undefined)
  meta.set('seeded_at', 'a')
  meta.set('demo_trader', 'c')
  meta.set('seeded_at', 'b')
  t.same([meta.get('seeded_at'), meta.get('demo_trader')], ['b', 'c'])
  meta.remove('seeded_at')
  t.same([meta.get('seeded_at'), meta.get('demo_trader')], [undefined, 'c'])
  meta.set('request_key_secret', '0123456789abcdef')
  t.same(requestKeySecretOf(db), { low: 0x01234567, high: 0x89abcdef | 0 })
  for (const bad of ['0123456789abcde', '0123456789abcdef0', '0123456789abcdeg']) {
    meta.set('request_key_secret', bad)
    t.throws(() => requestKeySecretOf(db), { message: 'the tables have their key secret' })
  }
  meta.remove('request_key_secret')
  t.throws(() => requestKeySecretOf(db), { message: 'the tables have their key secret' })
  t.end()
})

t.test('a payment id is known by its bytes, and each caller’s are counted', (t) => {
  const ids = paymentIdsRepo(db)
  const [a, b, c] = ['a', 'b', 'c'].map((x) => `1b4e28ba-2fa1-11d2-883f-0016d3cca42${x}`)
  ids.add(a as string, { login: 5, caller: 1, at: 10 })
  ids.add(b as string, { login: 6, caller: 1, at: 11 })
  ids.add(c as string, { login: 7, caller: 2, at: 12 })
  t.same(ids.get((a as string).toUpperCase().replaceAll('-', '')), { login: 5, caller: 1, at: 10 })
  const counts = (): number[] => [ids.countOf(1), ids.countOf(2), ids.countOf(3), ids.countAll()]
  t.same(counts(), [2, 1, 0, 3])
  ids.remove(c as string, { login: 7, caller: 2, at: 12 })
  t.same([ids.get(c as string), ...counts()], [undefined, 2, 0, 0, 2])
  t.equal(ids.removeUntil(9, 5), 0)
  t.equal(ids.removeUntil(11, 1), 1, 'the oldest first')
  t.same(
    [ids.get(a as string), ids.get(b as string)?.login, ...counts()],
    [undefined, 6, 1, 0, 0, 1],
  )
  t.equal(ids.removeUntil(11, 5), 1)
  t.same(counts(), [0, 0, 0, 0])
  t.end()
})

t.test('the accounts that changed are looked up, however many have not', (t) => {
  const accounts = accountsRepo(db)
  db.exec('SAVEPOINT here')
  db.exec(`INSERT INTO accounts (login, group_path, created_at, updated_at, change_number)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
    SELECT i, 'demo', 0, 0, i FROM n`)
  t.same(
    accounts.changedAfter(49_998).map(([number, , login]) => [number, login]),
    [
      [49_999, 49_999],
      [50_000, 50_000],
    ],
  )
  const all = db.prepare('SELECT count(*) FROM accounts WHERE change_number + 0 > 0')
  const least = (ask: () => unknown): number => {
    let best = Number.POSITIVE_INFINITY
    for (let n = 0; n < 10; n++) {
      const begun = performance.now()
      ask()
      best = Math.min(best, performance.now() - begun)
    }
    return best
  }
  const [looked, gone] = [least(() => accounts.changedAfter(50_000)), least(() => all.get())]
  t.ok(looked < gone / 10, `${looked.toFixed(3)} ms, through all of them ${gone.toFixed(3)} ms`)
  db.exec('ROLLBACK TO here; RELEASE here')
  t.end()
})

t.test(
  'accounts are found by login, parts of texts and groups, each alone and all at once',
  (t) => {
    const accounts = accountsRepo(db)
    t.same([accounts.newestChange(), accounts.changedAfter(0)], [0, []], 'before the first')
    const add = (login: number, group: string, name: string, email: string): void =>
      accountsRepo(db).insert(accountWithDefaults({ login, group, name, email }), 5)
    db.exec('SAVEPOINT here')
    add(11, 'demo\\a', 'Ada', 'ada@x')
    add(12, 'DEMO\\A', 'Änne', '')
    add(13, 'real', '', 'b_c@x')
    const logins = (found: readonly unknown[][]): unknown[] => found.map(([login]) => login)
    for (const [filter, wanted] of [
      [{}, [11, 12, 13]],
      [{ login: 12 }, [12]],
      [{ name: '' }, [11, 12, 13]],
      [{ name: 'D' }, [11]],
      [{ name: 'ä' }, [12]],
      [{ email: '_' }, [13]],
      [{ name: 'a', email: 'X' }, [11]],
      [{ groups: ['demo\\A'] }, [11, 12]],
      [{ groups: [] }, []],
      [{ login: 11, groups: ['real'] }, []],
    ] as const) {
      const said = JSON.stringify(filter)
      t.same(logins(accounts.page(filter, 0, 9)), wanted, said)
      t.same(
        logins(accounts.after(filter, 11, 9)),
        wanted.filter((login) => login > 11),
        said,
      )
      t.equal(accounts.countMatching(filter), wanted.length, said)
    }
    t.same(logins(accounts.page({}, 1, 1)), [12])
    t.same(logins(accounts.after({}, 0, 2)), [11, 12])
    t.same(logins(accounts.rowsOf([13, 11, 99])).toSorted(), [11, 13])
    t.equal(accounts.newestChange(), 3)
    db.exec('ROLLBACK TO here; RELEASE here')
    t.end()
  },
)

t.test('who was here last is noted, and is no change of the account', (t) => {
  const accounts = accountsRepo(db)
  db.exec('SAVEPOINT here')
  accountsRepo(db).insert(accountWithDefaults({ login: 11, group: 'a' }), 5)
  accountsRepo(db).insert(accountWithDefaults({ login: 12, group: 'a' }), 6)
  const [before, newest] = [accounts.get(11), accounts.newestChange()]
  accountsRepo(db).touchAccess(11, '10.0.0.1', 7)
  t.same(accounts.get(11), { ...before, last_access: 7, last_ip: '10.0.0.1' })
  t.match(accounts.get(12), { last_access: null, last_ip: '' })
  t.equal(accounts.newestChange(), newest)
  db.exec('ROLLBACK TO here; RELEASE here')
  t.end()
})

t.test('a deal has all that it was, whichever of its rarer parts it has', (t) => {
  db.exec('SAVEPOINT here')
  const deals = dealsRepo(db)
  const written = dealWrites(db)
  t.equal(deals.before(1, 99), 0)
  const rare = [
    {},
    { volumeClosed: 1 },
    { commissionDue: -1 },
    { dealer: 1 },
    { externalId: 'x' },
    { volumeClosed: 2, commissionDue: 3, dealer: 4, externalId: 'y', clientOrderId: 'z' },
  ]
  const made = rare.map((over, at) => ({ ...deal(1), id: 101 + at, ...over }))
  for (const [at, one] of made.entries()) written.add(1, 11 + at, one, at === 0 ? 0 : 100 + at)
  written.flush()
  for (const [at, one] of made.entries()) {
    const stored = { ...one, login: 1, seq: 11 + at }
    t.same(deals.linked(101 + at), { deal: stored, previousId: at === 0 ? 0 : 100 + at })
  }
  t.same([deals.before(1, 104), deals.before(1, 101), deals.before(2, 104)], [103, 0, 0])
  const after = (seq: number): number[] =>
    [...deals.chainAfter(106, seq)].map(({ commissionDue }) => commissionDue)
  t.same([after(14), after(16), after(0)], [[3, 0], [], [3, 0, 0, -1, 0, 0]])
  t.same([deals.chainLength(106, 9), deals.chainLength(106, 3), deals.chainLength(0, 9)], [6, 4, 0])
  db.exec('ROLLBACK TO here; RELEASE here')
  t.end()
})

t.test('a deal that waits to be written is made what it was all the same', (t) => {
  db.exec('SAVEPOINT here')
  const deals = dealsRepo(db)
  const written = dealWrites(db)
  const plain = {
    ...deal(1),
    id: 101,
    volumeClosed: 0,
    commissionDue: 0,
    dealer: 0,
    externalId: '',
  }
  written.add(1, 11, { ...plain, profit: 5 }, 0)
  written.restore(1, { ...plain, type: 'restored_deal', profit: 7, seq: 12, previousId: 3 })
  written.flush()
  const stored = { ...plain, profit: 7, login: 1, seq: 12 }
  t.same(deals.linked(101), { deal: stored, previousId: 3 })
  db.exec('ROLLBACK TO here; RELEASE here')
  t.end()
})

t.test('a filter of open rows is the conditions that it names', (t) => {
  t.same(conditions({}), { where: '', values: [] })
  t.same(conditions({ hasStops: false }), { where: '', values: [] })
  const stops = '(stop_loss <> 0 OR take_profit <> 0)'
  t.same(conditions({ hasStops: true }), { where: `WHERE ${stops}`, values: [] })
  const reach = { sql: 'login IN (?)', value: 'v' }
  t.same(conditions({ reach, hasStops: true, symbolId: 2, login: 1 }), {
    where: `WHERE login = ? AND symbol_id = ? AND login IN (?) AND ${stops}`,
    values: [1, 2, 'v'],
  })
  t.end()
})

t.test('the journal’s newest line has a time, and is none before the first', (t) => {
  const journal = journalRepo(db)
  t.equal(journal.newestAt(), 0)
  db.exec('SAVEPOINT here')
  const entry = { actor: 1, login: 7, kind: 'test', text: '', changes: [], ip: '', requestId: '' }
  for (const at of [5, 9, 7]) journalRepo(db).append(entry, at)
  t.equal(journal.newestAt(), 7)
  db.exec('ROLLBACK TO here; RELEASE here')
  t.end()
})

t.test('a hash is replaced where it is the one that was read', (t) => {
  accountsRepo(db).insert(accountWithDefaults({ login: 1, group: 'a', name: 'Änne' }), 5)
  accountsRepo(db).insert(accountWithDefaults({ login: 2, group: 'B' }), 5)
  const credentials = credentialsRepo(db)
  credentials.set(1, 'master', 'm1', 10)
  credentials.set(1, 'investor', 'i1', 11)
  credentials.set(1, 'api', 'a1', 12)
  credentials.set(2, 'master', 'm1', 13)
  credentials.set(1, 'master', 'm2', 14)
  t.same([credentials.hash(1, 'master'), credentials.hash(2, 'api')], ['m2', undefined])
  t.notOk(credentials.rehash(1, 'master', 'm1', 'm3'))
  t.ok(credentials.rehash(1, 'master', 'm2', 'm3'))
  t.same(credentials.others(1, 'api'), [
    { kind: 'investor', hash: 'i1' },
    { kind: 'master', hash: 'm3' },
  ])
  t.same(rows('SELECT login, kind, hash, changed_at FROM credentials ORDER BY login, kind'), [
    [1, 'api', 'a1', 12],
    [1, 'investor', 'i1', 11],
    [1, 'master', 'm3', 14],
    [2, 'master', 'm1', 13],
  ])
  t.end()
})

t.test('a step of one-time codes is used once, and none before it', (t) => {
  const codes = oneTimeCodesRepo(db)
  t.notOk(codes.use(1, 5))
  codes.put(1, 'first', 10)
  t.same(
    [codes.use(1, 5), codes.use(1, 5), codes.use(1, 4), codes.use(1, 6)],
    [true, false, false, true],
  )
  t.same(codes.get(1), { secret: 'first', used_step: 6, made_at: 10 })
  codes.put(1, 'second', 20)
  t.same(codes.get(1), { secret: 'second', used_step: 0, made_at: 20 })
  t.same([codes.remove(1), codes.remove(1), codes.get(1)], [true, false, undefined])
  t.end()
})

t.test('a staff user has what was said of it, and is found by login, name and group', (t) => {
  const staff = staffRepo(db)
  staff.insert({ login: 1, rights: ['a.b'], group_scope: ['*'] }, 10)
  staff.insert({ login: 2, rights: [], group_scope: [], active: false, mailbox_name: 'x' }, 11)
  const first = {
    login: 1,
    rights: ['a.b'],
    group_scope: ['*'],
    ip_allow: [],
    mailbox_name: '',
    logs_months: 0,
    reports_months: 0,
    active: true,
    reports: [],
    created_at: 10,
    updated_at: 10,
    version: 1,
  }
  t.same(staff.get(1), first)
  t.same(staff.get(2), {
    ...first,
    login: 2,
    rights: [],
    group_scope: [],
    active: false,
    mailbox_name: 'x',
    created_at: 11,
    updated_at: 11,
  })
  const change = {
    rights: ['c'],
    group_scope: ['d*'],
    ip_allow: ['10.0.0.0/8'],
    mailbox_name: 'y',
    logs_months: 2,
    reports_months: 3,
    active: false,
    reports: [{ name: 'accounts', type: 'demo', file: 'x.csv' }] as never[],
  }
  staff.update(first, change, 20)
  t.same(staff.get(1), { ...first, ...change, updated_at: 20, version: 2 })
  const found = (filter: object) => [
    staff.logins({ groups: ['A', 'b'], ...filter }, 0, 9),
    staff.countMatching({ groups: ['A', 'b'], ...filter }),
  ]
  t.same(found({}), [[1, 2], 2])
  t.same(found({ groups: ['b'] }), [[2], 1])
  t.same(found({ login: 2 }), [[2], 1])
  t.same(found({ name: 'ÄN' }), [[1], 1])
  t.same(found({ name: 'no' }), [[], 0])
  t.same(staff.logins({ groups: ['a', 'b'] }, 1, 1), [2])
  t.same([staff.remove(2), staff.remove(2), staff.get(2)], [true, false, undefined])
  t.end()
})

t.test('ids of settings are given once each, and a name is one in any case', (t) => {
  const settings = settingsRepo(db)
  t.equal(settings.nextId('holidays'), 1)
  t.same([settingsRepo(db).takeId('holidays'), settingsRepo(db).takeId('holidays')], [1, 2])
  settingsRepo(db).leaveOut('holidays', 10)
  settingsRepo(db).leaveOut('groups', 5)
  t.same([settingsRepo(db).takeId('holidays'), settings.nextId('groups')], [13, 6])
  const row = { id: 1, name: 'Abc', body: { a: [1] }, created_at: 10, updated_at: 11 }
  settingsRepo(db).insert('holidays', row)
  settingsRepo(db).insert('groups', { ...row, name: 'other' })
  t.same(settings.named('holidays', 'aBC'), { ...row, version: 1 })
  t.equal(settings.named('groups', 'abc'), undefined)
  const update = { id: 1, name: 'x', version: 7, body: { secrets: {} }, updated_at: 12 }
  settingsRepo(db).update('holidays', update, 501)
  t.equal(settings.updatedBy('holidays', 1), 501)
  const changed = {
    id: 1,
    name: 'x',
    version: 7,
    body: { secrets: {} },
    created_at: 10,
    updated_at: 12,
  }
  t.same(settings.get('holidays', 1), changed)
  t.same(settings.list('holidays'), [changed])
  t.same(settings.get('groups', 1)?.name, 'other')
  t.equal(settings.hasSecrets(), true)
  settingsRepo(db).remove('holidays', 1)
  t.same([settings.get('holidays', 1), settings.hasSecrets()], [undefined, false])
  const version = settings.version()
  t.same([settingsRepo(db).raiseVersion(), settings.version()], [version + 1, version + 1])
  t.end()
})

t.test('a remembered answer is its caller’s, the last of its key, until it is old', (t) => {
  const answers = rememberedAnswersRepo(db)
  const one = { login: 1, request_key: 'k', digest: 'd', answer: 'é', at: 10 }
  t.same(answers.sumsOf(1), { answers: 0, bytes: 0 })
  answers.put({ ...one, answer: 'before' })
  answers.put(one)
  answers.put({ ...one, request_key: 'l', answer: 'abc', at: 9 })
  answers.put({ ...one, login: 2, at: 11 })
  t.same(answers.get(1, 'k'), one)
  t.equal(answers.get(3, 'k'), undefined)
  t.same(answers.sumsOf(1), { answers: 2, bytes: 5 })
  t.equal(answers.removeUntil(8, 9), 0)
  t.equal(answers.removeUntil(10, 1), 1, 'the oldest first')
  t.same([answers.get(1, 'k'), answers.get(1, 'l')], [one, undefined])
  t.equal(answers.removeUntil(10, 9), 1)
  t.same(answers.sumsOf(2), { answers: 1, bytes: 2 })
  t.end()
})

t.test('sums of files are of those that take up room, of a kind and an owner', (t) => {
  const files = filesRepo(db)
  t.same([files.any(), files.sums()], [false, { files: 0, bytes: 0 }])
  const add = (id: string, state: FileState, bytes: number, over: object = {}) => {
    const said = { owner: 1, kind: 'import', name: 'a', media: 'm', sha256: 's' } as const
    const file = { ...said, id, state, bytes, created_at: 1, expires_at: null, ...over }
    files.insert(file)
    return file
  }
  const growing = add('a', 'growing', 1, { expires_at: 5 })
  add('b', 'new', 2, { owner: 2 })
  add('c', 'whole', 4, { kind: 'job_result', expires_at: 6 })
  add('d', 'gone', 8)
  add('e', 'lost', 16, { expires_at: 5 })
  t.same(files.sums(), { files: 3, bytes: 7 })
  t.same(files.sumsOfKind('import'), { files: 2, bytes: 3 })
  t.same(files.sumsOfOwner('import', 1), { files: 1, bytes: 1 })
  const changed = files.update(growing, { state: 'whole', bytes: 9, sha256: null, expires_at: 7 })
  t.same(changed, { ...growing, state: 'whole', bytes: 9, sha256: null, expires_at: 7 })
  t.same(files.get('a'), { ...changed, refs: 0 })
  t.same(
    [files.after('b', 2), [...files.each()].map(({ id }) => id)],
    [
      [files.get('c'), files.get('d')],
      ['a', 'b', 'c', 'd', 'e'],
    ],
  )
  t.equal(files.expireUntil(4, 9), 0)
  t.equal(files.expireUntil(7, 2), 2)
  t.equal(files.expireUntil(7, 2), 1, 'one that is gone already is not marked again')
  t.same(files.gone(9).toSorted(), ['a', 'c', 'd', 'e'])
  files.markGone('b')
  t.same([files.forget('b'), files.forget('b'), files.get('b')], [true, false, undefined])
  t.throws(() => files.update({ ...changed, id: 'x' }, {}), {
    message: 'a file that is changed is there',
  })
  t.end()
})

t.test('a file whose state is not gone is not forgotten, and all are gone through', (t) => {
  const files = filesRepo(db)
  const said = { owner: 9, kind: 'import', name: 'a', media: 'm', sha256: null } as const
  const rest = { state: 'whole', bytes: 1, created_at: 1, expires_at: null } as const
  const ids = Array.from({ length: 2001 }, (_, index) => `z${String(index).padStart(5, '0')}`)
  db.transaction(() => {
    for (const id of ids) files.insert({ ...said, ...rest, id })
  })()
  t.notOk(files.forget('z00000'))
  t.same(
    [...files.each()].flatMap(({ id, owner }) => (owner === 9 ? [id] : [])),
    ids,
  )
  t.end()
})

t.test('a job is read back whole, and the oldest open one of each owner is next', (t) => {
  const jobs = jobsRepo(db)
  const asked = {
    kind: 'accounts.export',
    request: { a: [1] },
    rights: ['r'],
    scope: ['*'],
  } as const
  const add = (owner: number, file = '', at = 10) =>
    jobsRepo(db).insert({ ...asked, owner, file }, at)
  jobsRepo(db).leaveOut(10)
  const first = add(1, 'f', 11)
  t.equal(first.id, 11, 'ten numbers were left out before there was any')
  t.same(first, {
    ...asked,
    id: first.id,
    owner: 1,
    file: 'f',
    state: 'waiting',
    done: 0,
    total: null,
    error: '',
    via: null,
    place: '',
    bytes: 0,
    created_at: 11,
    starts_at: null,
    started_at: null,
    finished_at: null,
  })
  const [second, third] = [add(1), add(2)]
  const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id)
  t.same(jobs.firstOpen(0), [first, third])
  t.same(
    [jobs.countOpen(0), jobs.countOpen(0, 1), jobs.countOpen(0, 3)],
    [3, 2, 0].map((ready) => ({ ready, later: 0 })),
  )
  const change = {
    state: 'done',
    done: 3,
    total: 4,
    error: 'e',
    place: 'p',
    bytes: 5,
    started_at: 12,
    finished_at: 13,
  } as const
  t.same(jobsRepo(db).update(first, change), { ...first, ...change })
  t.same(jobs.get(first.id), { ...first, ...change })
  jobsRepo(db).update(second, { state: 'running', bytes: 7 })
  t.same(ids(jobs.firstOpen(0)), [second.id, third.id])
  t.same(jobs.withFiles(), [{ id: first.id, file: 'f' }])
  t.equal(jobs.bytesOfRows(), 7)
  t.equal(jobs.newestOf(1, 'accounts.export')?.id, second.id)
  t.equal(jobs.newestOf(1, 'log.archive'), undefined)
  const page = (filter: object, offset = 0, limit = 9) => {
    const { rows, total } = jobs.page(filter, offset, limit)
    return [ids(rows), total]
  }
  t.same(page({}), [[third.id, second.id, first.id], 3])
  t.same(page({}, 1, 1), [[second.id], 3])
  t.same(page({ owner: 1 }), [[second.id, first.id], 2])
  t.same(page({ state: 'done', owner: 1 }), [[first.id], 1])
  t.same(page({ state: 'done', owner: 2 }), [[], 0])
  t.throws(() => jobsRepo(db).update({ ...first, id: 999 }, {}), {
    message: 'a job that is changed is there',
  })
  t.equal(jobsRepo(db).removeUntil(12, 9), 0)
  t.equal(jobsRepo(db).removeUntil(13, 9), 1)
  for (const job of [second, third]) jobsRepo(db).update(job, { state: 'done', finished_at: 20 })
  const newest = add(1)
  jobsRepo(db).update(newest, { state: 'failed', finished_at: 30 })
  const open = add(1)
  t.equal(jobsRepo(db).removeBeyond(1, 1), 1)
  t.same(page({}), [[open.id, newest.id, third.id], 3])
  jobsRepo(db).leaveOut(10)
  t.equal(add(3).id, open.id + 11)
  t.end()
})

t.test(
  'parts of an import wait under its receipt, and go once nothing is left to do of them',
  (t) => {
    const imports = accountImportsRepo(db)
    imports.receive(7, { first: 0, sealed: 'ab' })
    imports.receive(7, { first: 10, sealed: 'cde' })
    imports.receive(8, { first: 0, sealed: 'f' })
    t.same([imports.partsReceived(7), imports.partsReceived(9), imports.receivedBytes()], [2, 0, 6])
    t.equal(imports.adopt(7, 70), 2)
    imports.addPart(70, { first: 20, sealed: 'g' })
    t.same([imports.partsReceived(7), imports.receivedBytes()], [0, 1])
    t.same(
      [0, 9, 10, 25].map((record) => imports.partOf(70, record)?.first),
      [0, 0, 10, 20],
    )
    t.same(imports.partOf(70, 10), { first: 10, sealed: 'cde' })
    t.equal(imports.partOf(71, 10), undefined)
    imports.removePartsBefore(70, 19)
    t.same(rows('SELECT first FROM import_parts WHERE job = 70 ORDER BY first'), [[10], [20]])
    imports.receive(9, { first: 0, sealed: 'h' })
    imports.removeReceipt(8)
    t.same(rows('SELECT job, first FROM import_parts WHERE job < 0'), [[-9, 0]])
    imports.removeReceipts()
    t.same(rows('SELECT job, first FROM import_parts'), [
      [70, 10],
      [70, 20],
    ])
    imports.addRows(70, { first: 5, plain: 'é', sealed: 's' }, [100, 101])
    imports.addRows(70, { first: 0, plain: 'ab', sealed: null }, [])
    t.same(imports.rows(70), [
      { first: 0, plain: 'ab', sealed: null },
      { first: 5, plain: 'é', sealed: 's' },
    ])
    t.same([imports.claimedAmong(70, [102, 101]), imports.claimedAmong(71, [101])], [[101], []])
    t.same([imports.hide(70), imports.hide(71)], [4, 0])
    t.same(imports.rows(70)[1], { first: 5, plain: 'é', sealed: null })
    t.end()
  },
)

t.test(
  'transactions of a gateway are read newest first by each condition, and old ones go',
  (t) => {
    const kept = gatewayTransactionsRepo(db)
    const plain: GatewayTransaction = {
      gateway: 3,
      at: 100,
      kind: 'execution',
      state: 'filled',
      login: 1,
      orderId: 7,
      sentId: 's',
      symbol: 'EURUSD',
      source: 'EUR/USD',
      side: 'buy',
      volume: '1.00',
      price: '1.10000',
      quantity: '100000',
      providerPrice: '1.1',
      total: '1.00',
      average: '1.10',
      text: 't',
      externalId: 'x',
      execution: 'e',
    }
    t.same([kept.lastOf(3), kept.firstOf(3), [...kept.gateways()]], [0, 0, []])
    gatewayTransactionsRepo(db).add(1, plain)
    gatewayTransactionsRepo(db).add(2, {
      ...plain,
      at: 101,
      login: 2,
      orderId: 8,
      symbol: 'Äbc',
      state: '',
    })
    gatewayTransactionsRepo(db).add(3, { ...plain, at: 102, login: 99, kind: 'order' })
    gatewayTransactionsRepo(db).add(4, { ...plain, at: 90 })
    gatewayTransactionsRepo(db).add(9, { ...plain, gateway: 5 })
    t.same(kept.page({ gateway: 3, before: 2 }, 9), [{ ...plain, n: 1 }])
    const found = (filter: object, limit = 9) =>
      kept.page({ gateway: 3, ...filter }, limit).map(({ n }) => n)
    t.same(found({}), [4, 3, 2, 1])
    t.same(found({}, 2), [4, 3])
    t.same(found({ from: 100, to: 101 }), [2, 1])
    t.same(found({ login: 2 }), [2])
    t.same(found({ orderId: 8 }), [2])
    t.same(found({ symbol: 'äBC' }), [2])
    t.same(found({ kind: 'order' }), [3])
    t.same(found({ state: '' }), [2])
    t.same(found({ accounts: { groups: ['a'], gone: false } }), [4, 1])
    t.same(found({ accounts: { groups: ['A'], gone: true } }), [4, 3, 1])
    t.same(
      [kept.lastOf(3), kept.firstOf(3), kept.firstOf(5), [...kept.gateways()]],
      [4, 1, 9, [3, 5]],
    )
    t.equal(gatewayTransactionsRepo(db).removeOlder(3, 100, 9), 0)
    t.equal(gatewayTransactionsRepo(db).removeOlder(3, 102, 1), 1)
    t.equal(gatewayTransactionsRepo(db).removeOlder(3, 102, 9), 1)
    t.same(found({}), [4, 3])
    t.equal(gatewayTransactionsRepo(db).removeOlder(3, 103, 9), 2)
    t.equal(gatewayTransactionsRepo(db).removeOlder(3, 103, 9), 0)
    t.same(
      [
        gatewayTransactionsRepo(db).removeBefore(5, 9),
        gatewayTransactionsRepo(db).removeBefore(5, 10),
      ],
      [0, 1],
    )
    t.end()
  },
)

t.test('news come once of a feed, are found by each condition, and are bounded', (t) => {
  const news = newsRepo(db)
  const plain = {
    feed: 1,
    key: 'k',
    at: 100,
    receivedAt: 200,
    headline: 'Äb',
    text: 'é',
    isCut: true,
  }
  const first = newsRepo(db).add(plain) ?? 0
  t.equal(newsRepo(db).add({ ...plain, text: 'other' }), undefined)
  const { key: _, text: __, ...fields } = plain
  t.same(news.get(first), { ...fields, id: first, text: 'é' })
  const second =
    newsRepo(db).add({ ...plain, feed: 2, at: 101, isCut: false, headline: 'x%y' }) ?? 0
  const third =
    newsRepo(db).add({ ...plain, key: 'l', at: 102, receivedAt: 201, headline: 'xzy' }) ?? 0
  t.equal(news.get(second)?.isCut, false)
  t.equal(news.get(999), undefined)
  const found = (filter: object, limit = 9) => news.page(filter, limit).map(({ id }) => id)
  t.same(news.page({ before: second }, 9), [{ ...fields, id: first }])
  t.same(found({}), [third, second, first])
  t.same(found({}, 1), [third])
  t.same(found({ feed: 1 }), [third, first])
  t.same(found({ from: 101, to: 101 }), [second])
  t.same(found({ text: 'äB' }), [first])
  t.same(found({ text: 'X%' }), [second])
  // Of the bytes of their texts and headlines: 5, 5 and 5.
  newsRepo(db).bound(3, 15)
  t.same(found({}), [third, second, first])
  newsRepo(db).bound(3, 14)
  t.same(found({}), [third, second])
  newsRepo(db).bound(1, 15)
  t.same(found({}), [third])
  t.same(rows('SELECT id FROM news_texts'), [[third]])
  t.same([newsRepo(db).removeOlder(201, 9), newsRepo(db).removeOlder(202, 9)], [0, 1])
  t.end()
})
