import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { JOBS_OPEN_MAX, JOBS_OPEN_PER_OWNER_MAX } from '../../../../engine/limits/jobs.js'
import { fileDirectory, filePath } from '../../../../storage/paths.js'
import { jobsRepo } from '../../../../storage/repos/records/jobs.js'
import { attachmentHeaders } from '../../../../wire/answer/attachment.js'
import { readCsv } from '../../../../wire/format/csv.js'
import { moment, STAFF } from '../../../given/desk.js'
import { AccountFront, DEALER } from '../../../given/fronts/account-front.js'

// Exports of the list of accounts as jobs, on real threads: who sees them, what is in them, their bounds.

const front = await AccountFront.start(t)
const ada = await front.open({
  name: '=cmd|A1',
  last_name: 'Love, "Ada"',
  email: 'ada@example.com',
})
const bob = await front.open({ group: 'real\\standard', comment: '-5\nsecond line' })
/** Sessions of the administrator, with less than its profile. */
const less = (name: string, over: object): string =>
  front.signIn(1, { audience: 'staff', terminal: 'manager', groupScope: ['*'], ...over }, name)
const without = (right: string) => ({ rights: new Set(RIGHTS.filter((one) => one !== right)) })
const REAL_ONLY = less('real', { rights: new Set(RIGHTS), groupScope: ['real\\*'] })
const NO_STAFF = less('no staff', without('config.staff'))
const NO_NAMES = less('no names', without('accounts.name'))
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const keyed = (n: number) => ({ 'idempotency-key': uuid(n) })

/** The id of the file that a job's result is. */
const fileOf = (id: number): string => front.read((db) => jobsRepo(db).get(id)?.file) ?? ''
const contentOf = (id: number): string => filePath(front.dataDir, fileOf(id))

async function start(body: object = {}, as = 'admin', more: Record<string, string> = {}) {
  const answer = await front.ask('POST /admin/v1/accounts/export', as, body, more)
  return { ...answer, id: Number(answer.data?.['id'] ?? 0) }
}

async function exported(body: object = {}, as = 'admin') {
  const { id, status, message } = await start(body, as)
  if (status !== 200) throw new Error(message)
  const job = await front.over(id)
  const { text } = await front.download(id, as)
  const table = readCsv(text, { recordsMax: 1e6, cellsMax: 100 })
  if (!table.ok) throw new Error(table.says)
  const [head, ...rows] = table.records.map(({ cells }) => cells)
  const records = rows.map((cells) =>
    Object.fromEntries((head ?? []).map((name, at) => [name, cells[at]])),
  )
  return { id, job, text, records, logins: records.map(({ login }) => Number(login)) }
}

t.test('an export has every account of the scope once, by login, with its balances', async (t) => {
  const { job, records, logins, text, id } = await exported()
  t.same(logins, [1, DEALER, ada, bob])
  t.match(job, { state: 'done', done: 4, total: 4, error: '', kind: 'accounts.export' })
  t.match(records[2], {
    name: '=cmd|A1',
    last_name: 'Love, "Ada"',
    group: 'demo\\standard',
    currency: 'USD',
    balance: '0.00',
    enabled: 'true',
    archived_at: '',
  })
  t.match(text, ",'=cmd|A1,", 'no formula for a spreadsheet')
  t.equal(records[3]?.['comment'], '-5\nsecond line')
  t.equal(statSync(contentOf(id)).mode & 0o777, 0o600)
  const { headers, status } = await front.download(id, 'admin')
  t.equal(status, 200)
  t.same(headers, attachmentHeaders(`accounts-${id}.csv`))
  t.match(headers, [['content-disposition', `attachment; filename="accounts-${id}.csv"`]])
})

t.test(
  'what a list shows is what is exported: its rows, and its columns in their order',
  async (t) => {
    const filter = '[{"field":"group","op":"starts","value":"real"}]'
    const { text, job } = await exported({ filter, fields: 'balance,login,email' })
    t.match(job, { state: 'done', done: 1, total: 1 })
    t.same(text.trim().split('\r\n'), ['balance,login,email', `0.00,${bob},`])
    t.same((await exported({ search: 'love' })).logins, [ada])
    t.same((await exported({ group: 'real*', except: [bob] })).logins, [])
    t.same((await exported({ logins: [bob, ada, 4_000_000] })).logins, [ada, bob])
    t.same((await exported({ logins: [bob, ada] }, REAL_ONLY)).logins, [bob], 'within the scope')
    const hidden = await exported({ logins: [ada], fields: 'login,name' }, NO_NAMES)
    t.equal(hidden.text.trim(), `login\r\n${ada}`)
    for (const [body, field] of [
      [{ fields: 'login,nothing' }, 'fields'],
      [{ filter: '[]x' }, 'filter'],
      [{ filter: '[]', name: 'Ada' }, 'name'],
      [{ filter: '[]', logins: [ada] }, 'logins'],
    ] as const) {
      const refused = await start(body)
      t.match(refused, { code: 'invalid_input' })
      t.match(JSON.stringify(refused), field)
    }
  },
)

t.test('filters, scope and rights are those of the list', async (t) => {
  t.same((await exported({ group: 'demo*' })).logins, [ada])
  t.same((await exported({ login: bob })).logins, [bob])
  t.same((await exported({ email: 'ADA@' })).logins, [ada])
  t.same((await exported({}, REAL_ONLY)).logins, [bob])
  t.same((await exported({}, NO_STAFF)).logins, [ada, bob])
  const { records } = await exported({}, NO_NAMES)
  const columns = Object.keys(records[0] ?? {})
  for (const name of ['name', 'last_name', 'middle_name', 'comment']) {
    t.notOk(columns.includes(name), `${name} is left out`)
  }
  t.ok(columns.includes('email'))
  t.match(await start({ name: 'a' }, 'without names'), { status: 403 })
  t.match(await start({ email: 'a' }, 'without e-mails'), { status: 403 })
  for (const body of [{ name: 'x'.repeat(129) }, { login: 0 }, { page: 1 }, { group: '' }]) {
    t.match(await start(body), { status: 400, code: 'invalid_input' })
  }
})

t.test('a short list is answered at once, as the job would make it', async (t) => {
  const path = '/admin/v1/accounts/export'
  for (const as of ['admin', REAL_ONLY, NO_NAMES]) {
    const { status, text, headers } = await front.take(path, as)
    t.equal(status, 200)
    t.equal(text, (await exported({}, as)).text)
    t.same(headers, attachmentHeaders('accounts.csv'))
  }
  t.equal(
    (await front.take(`${path}?group=demo*&login=${ada}`, 'admin')).text.split('\r\n').length,
    3,
  )
  t.match(await front.take(`${path}?name=a`, NO_NAMES), { status: 403 })
  t.match(await front.take(path, 'without view'), { status: 403 })
  t.match(await front.take(`${path}?page=1`, 'admin'), { status: 400 })
  front.write((db) => {
    const long = 'x'.repeat(256)
    const insert = db.prepare(
      `INSERT INTO accounts (login, group_path, leverage, comment, address, city, created_at, updated_at)
       VALUES (?, 'real\\standard', 0, ?, ?, ?, 1, 1)`,
    )
    db.transaction(() => {
      for (let n = 0; n < 9000; n++) insert.run(100_000 + n, long, long, long)
    })()
  })
  const refused = await front.take(path, 'admin')
  t.match(refused, { status: 413, code: 'too_large' })
  t.equal((await exported()).logins.length, 9004, 'a job takes it')
  front.write((db) => db.exec('DELETE FROM accounts WHERE login >= 100000'))
})

t.test('a repeat under the key starts nothing, and the journal has a line', async (t) => {
  const first = await start({ login: ada }, 'admin', keyed(1))
  const again = await start({ login: ada }, 'admin', keyed(1))
  t.equal(again.id, first.id)
  t.match(await start({ login: bob }, 'admin', keyed(1)), { status: 409, code: 'conflict' })
  await front.over(first.id)
  const { data } = await front.ask('GET /admin/v1/journal?kind=job&limit=2', 'admin')
  t.match(data['items'], [
    { actor: null, text: `Job ${first.id} is done: accounts.export` },
    { actor: 1, text: `Job ${first.id} was asked for: accounts.export` },
  ])
})

t.test(
  "one's own jobs, all with config.servers; a result needs what it was made with",
  async (t) => {
    const asDealer = {
      login: DEALER,
      browser: false,
      audience: 'staff',
      terminal: 'manager',
    } as const
    front.signIn(
      DEALER,
      { ...asDealer, rights: new Set(['accounts.view']), groupScope: ['*'] },
      'dealer',
    )
    const { id, records } = await exported({}, 'dealer')
    t.ok(records.length > 0)
    t.notOk(Object.keys(records[0] ?? {}).includes('phone'))
    const list = async (as: string, query = '') => {
      const { data, status } = await front.ask(`GET /admin/v1/jobs${query}`, as)
      const items = (data?.['items'] ?? []) as { id: number; owner: number }[]
      return { status, items, total: data?.['total'] }
    }
    t.same(
      (await list('dealer')).items.map((job) => job.id),
      [id],
    )
    t.match(await list('dealer', '?owner=1'), { status: 403 })
    t.ok((await list('admin')).items.some(({ owner }) => owner === 1))
    t.match(await list('admin', `?owner=${DEALER}&state=done`), { total: 1, items: [{ id }] })
    t.match(await list('admin', '?owner=501&state=failed'), { total: 0 })
    t.match(await list('admin', '?limit=201'), { status: 400 })
    t.match(await list('admin', '?limit=200&page=9'), { status: 200, items: [] })
    t.match(await front.ask(`GET /admin/v1/jobs/${id}`, 'admin'), { data: { id, state: 'done' } })
    t.match(await front.download(id, 'admin'), { status: 200 })
    const other = await exported()
    t.match(await front.ask(`GET /admin/v1/jobs/${other.id}`, 'dealer'), { status: 404 })
    t.match(await front.download(other.id, 'dealer'), { status: 404 })
    t.match(await front.ask(`POST /admin/v1/jobs/${other.id}/cancel`, 'dealer'), { status: 404 })
    t.match(await front.ask('GET /admin/v1/jobs/999999', 'admin'), { status: 404 })
    for (const as of [NO_NAMES, REAL_ONLY, NO_STAFF]) {
      t.match(await front.download(other.id, as), { status: 403, code: 'forbidden' }, as)
    }
  },
)

t.test(
  'what is over cannot be cancelled, and a result is there when the job is done',
  async (t) => {
    const { id } = await exported()
    const refused = await front.ask(`POST /admin/v1/jobs/${id}/cancel`, 'admin')
    t.match(refused, { status: 409, code: 'conflict', message: /has already finished/ })
    t.match(await front.download(id, 'admin'), { status: 200 })
  },
)

t.test('files of a login are read four at a time', async (t) => {
  const { id } = await exported()
  const file = { id: fileOf(id), bytes: 1 }
  const readers = await Promise.all([1, 2, 3, 4].map(() => front.results.read(1, file)))
  t.ok(readers.every(({ ok }) => ok))
  t.match(await front.download(id, 'admin'), { status: 429, code: 'too_many_requests' })
  for (const reader of readers) if (reader.ok) reader.value.close()
  t.match(await front.download(id, 'admin'), { status: 200 })
  t.equal(front.results.open, 0)
})

t.test('a slice that cannot be carried out is tried again, and then the job fails', async (t) => {
  const { id } = await exported()
  const [directory, aside] = [fileDirectory(front.dataDir), `${front.dataDir}/aside`]
  renameSync(directory, aside)
  writeFileSync(directory, 'in the way')
  const job = await front.over((await start()).id)
  t.match(job, { state: 'failed', error: /The server failed on it/, done: 0 })
  t.match(await front.download(job.id, 'admin'), { status: 409, code: 'conflict' })
  rmSync(directory)
  t.match(await front.download(id, 'admin'), { status: 404 })
  renameSync(aside, directory)
  t.match(await front.download(id, 'admin'), { status: 200 })
  t.same((await exported()).logins, [1, DEALER, ada, bob], 'the next one is carried out')
})

t.test('a server without an archive of its logs archives none', async (t) => {
  const refused = await front.ask('POST /admin/v1/logs/archive', 'admin', {})
  t.match(refused, { status: 409, code: 'conflict', message: /LOG_ARCHIVE_DIR/ })
  // This was asked for before the settings lost it.
  const actor = { ...STAFF, login: 1 }
  const asked = { actor, kind: 'log.archive', request: {}, rights: [], scope: [] } as const
  const made = await front.supervisor.ask('jobs.create', asked)
  const id = made.ok ? made.value.id : 0
  t.match(await front.over(id), { state: 'failed', error: 'LOG_ARCHIVE_DIR is not set.' })
  const run = { kind: 'log.archive', begunAt: 5 } as const
  const first = await front.supervisor.ask('jobs.of_server', run)
  t.match(first, { ok: true, value: { owner: 0 } })
  const again = await front.supervisor.ask('jobs.of_server', run)
  t.same(again.ok && again.value.id, first.ok && first.value.id, 'a run has one job')
  await front.over(first.ok ? first.value.id : 0)
  t.match(await front.ask('GET /admin/v1/jobs?owner=1&limit=1', 'admin'), { status: 200 })
})

t.test('jobs of an owner and of all have a bound; cancelled ones make room', async (t) => {
  await front.jobs.stop()
  const ids: number[] = []
  for (let n = 0; n < JOBS_OPEN_PER_OWNER_MAX; n++) ids.push((await start()).id)
  t.match(await start(), { status: 429, code: 'too_many_requests' })
  const [first = 0] = ids
  t.match(await front.download(first, 'admin'), { status: 409, code: 'conflict' })
  const cancelled = await front.ask(`POST /admin/v1/jobs/${first}/cancel`, 'admin')
  t.match(cancelled, { status: 200, data: { state: 'cancelled', error: '' } })
  t.match(await front.ask(`POST /admin/v1/jobs/${first}/cancel`, 'admin'), { status: 200 })
  t.match(await start(), { status: 200 })
  front.write((db) => {
    const insert = db.prepare(
      `INSERT INTO jobs (owner, kind, request, rights, scope, state, created_at)
       VALUES (?, 'accounts.export', '{}', '[]', '[]', 'waiting', 1)`,
    )
    for (let n = JOBS_OPEN_PER_OWNER_MAX; n < JOBS_OPEN_MAX; n++) insert.run(10_000 + n)
  })
  const request = { actor: { ...STAFF, login: DEALER }, kind: 'accounts.export' as const }
  const more = { ...request, request: {}, rights: [], scope: [] }
  t.match(await front.supervisor.ask('jobs.create', more), { ok: false, code: 'unavailable' })
  front.write((db) => db.exec('DELETE FROM jobs WHERE owner = 10004'))
  t.match(await front.supervisor.ask('jobs.create', more), { ok: true })
  const taken = await front.supervisor.ask('jobs.take', null)
  const owners = taken.ok ? taken.value.jobs.map(({ owner }) => owner) : []
  t.same(owners, [1, DEALER], 'of each owner the oldest; of those who are no staff none')
  await moment()
  const failed = front.jobsHeard.filter(({ state, owner }) => state === 'failed' && owner >= 10_000)
  t.match(failed[0], { error: /no longer an active staff user/ })
})
