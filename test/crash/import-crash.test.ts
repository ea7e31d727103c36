import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { credentialsRepo } from '../../storage/repos/accounts/credentials.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import { csvLine, readCsv } from '../../wire/answer/csv.js'
import { scratch } from '../given/desk.js'
import { pause, ServerProcess, type StaffSession } from './server-process.js'

// Imports of accounts on a whole server: how long many take, one that is killed in its middle, one whose
// passwords were typed while others sign in. `node dist/test/crash/import-crash.test.js 20` kills so often, and
// with 10000 behind it opens so many.

const KILLS = Number(process.argv[2] ?? 2)
const MANY = Number(process.argv[3] ?? 2000)
/** The time that the contract gives ten thousand, on a quiet machine. */
const MANY_MAX_MS = 60_000
const SOME = 5000
/** Between two looks at what only has to come to its end. */
const LOOK_MS = 10

t.setTimeout(0)

interface JobData {
  readonly id: number
  readonly state: string
  readonly done: number
  readonly total: number | null
  readonly error: string
}

const dataDir = scratch(t)
const env = { DEMO_TICKS_PER_SEC: '1' }
let server = await ServerProcess.start({ dataDir, env })
let staff = await server.signInStaff()
t.teardown(() => server.terminate())

async function start(csv: string): Promise<number> {
  const body = { csv, dry_run: false }
  const made = await server.ask<{ job_id: number }>('POST /admin/v1/accounts/import', staff, body)
  if (made.status !== 200) throw new Error(made.message)
  return made.data.job_id
}

async function read(id: number, of: ServerProcess = server, as: StaffSession = staff) {
  const { data, status, message } = await of.ask<JobData>(`GET /admin/v1/jobs/${id}`, as)
  if (status !== 200) throw new Error(message)
  return data
}

async function over(id: number): Promise<JobData> {
  for (;;) {
    const job = await read(id)
    if (job.state !== 'waiting' && job.state !== 'running') return job
    await pause(LOOK_MS)
  }
}

async function result(id: number): Promise<string[][]> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/admin/v1/jobs/${id}/result`, {
    headers: staff.headers,
  })
  const table = readCsv(await answer.text(), { recordsMax: 1e6, cellsMax: 6 })
  if (!table.ok) throw new Error(`${table.line}:${table.column} ${table.says}`)
  return table.records.slice(1).map(({ cells }) => [...cells])
}

function stored<T>(look: (db: Sqlite) => T): T {
  const db = openReader(sqlitePath(dataDir))
  try {
    return look(db)
  } finally {
    db.close()
  }
}

const named = (prefix: string): number =>
  stored((db) =>
    Number(
      db
        .prepare<[string], number>('SELECT count(*) FROM accounts WHERE name LIKE ?')
        .pluck()
        .get(`${prefix} %`),
    ),
  )

const tableOf = (prefix: string, count: number, password = ''): string => {
  const rows = Array.from({ length: count }, (_, n) => [
    'demo\\standard',
    `${prefix} ${n}`,
    `${prefix}${n}@example.com`,
    ...(password === '' ? [] : [password]),
  ])
  const head = ['group', 'name', 'email', ...(password === '' ? [] : ['master_password'])]
  return [head, ...rows].map(csvLine).join('')
}

t.test('many accounts without passwords are there within a minute', async (t) => {
  const begun = performance.now()
  const job = await over(await start(tableOf('Many', MANY)))
  const took = performance.now() - begun
  t.match(job, { state: 'done', done: MANY, total: MANY, error: '' })
  t.equal(named('Many'), MANY)
  t.ok(took < MANY_MAX_MS, `${Math.round(took)} ms`)
  t.comment(`${MANY} accounts in ${Math.round(took)} ms`)
  const rows = await result(job.id)
  t.equal(new Set(rows.map(([, , login]) => login)).size, MANY, 'a login each')
})

t.test('a password that was made opens the account until it is changed', async (t) => {
  const csv = tableOf('Made', 1)
  const body = { csv, dry_run: false }
  const { data } = await server.ask<{
    items: { login: number; master_password: string }[]
  }>('POST /admin/v1/accounts/import', staff, body)
  const [{ login, master_password: password } = { login: 0, master_password: '' }] = data.items
  const signIn = (given: string) =>
    server.ask<{ access_token: string }>('POST /trader/v1/auth/login', undefined, {
      login,
      password: given,
      terminal: 'desktop',
    })
  const signed = await signIn(password)
  t.equal(signed.status, 200, signed.message)
  const trader = { headers: { authorization: `Bearer ${signed.data.access_token}` } }
  const barred = await server.ask('GET /trader/v1/account', trader)
  t.match(barred, { status: 403, code: 'auth.password_change_required' })
  const next = 'Mine-12-own!'
  const change = (current: string) =>
    server.ask('POST /trader/v1/auth/change-password', trader, {
      current_password: current,
      new_password: next,
    })
  t.match(await change('Wrong-12-own!'), { status: 401 })
  t.match(await change(password), { status: 200 })
  t.match(await signIn(password), { status: 401 })
  t.match(await signIn(next), { status: 200 })
  const hash = stored((db) => credentialsRepo(db).hash(login, 'master'))
  t.match(hash, /^\$argon2id\$/)
})

t.test(`an import that is killed ${KILLS} times carries out every record once`, async (t) => {
  const id = await start(tableOf('Some', SOME))
  let reached = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const from = reached
    let job = await read(id)
    while (job.state !== 'done' && job.done <= from) job = await read(id)
    await server.kill()
    const left = stored((db) => jobsRepo(db).get(id))
    t.equal(left?.state, 'running', `killed in its middle, at ${left?.done} of ${left?.total}`)
    t.ok((left?.done ?? 0) >= job.done, 'what was told is durable')
    t.equal(named('Some'), left?.done, 'as many accounts as records are done')
    reached = left?.done ?? 0
    server = await ServerProcess.start({ dataDir, env })
    staff = await server.signInStaff()
  }
  t.match(await over(id), { state: 'done', done: SOME, error: '' })
  t.equal(named('Some'), SOME)
  const rows = await result(id)
  t.same(
    rows.map(([line]) => Number(line)),
    Array.from({ length: SOME }, (_, n) => n + 2),
  )
  t.equal(new Set(rows.map(([, , login]) => login)).size, SOME)
  const [, , login, , password = ''] = rows[SOME - 1] ?? []
  const signIn = { login: Number(login), password, terminal: 'desktop' }
  const signed = await server.ask('POST /trader/v1/auth/login', undefined, signIn)
  t.equal(signed.status, 200, 'with the password of its row')
  t.equal(
    stored((db) => jobsRepo(db).get(id)?.state),
    'done',
  )
})

t.test('others sign in and trade on while passwords that were typed are hashed', async (t) => {
  const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
  await server.signInTrader(login)
  const id = await start(tableOf('Typed', 600, 'Typed-12-own!'))
  let job = await read(id)
  while (job.done === 0) job = await read(id)
  const begun = performance.now()
  const trader = await server.signInTrader(login)
  const took = performance.now() - begun
  t.match(await server.ask('GET /trader/v1/account', trader), { status: 200 })
  t.ok(took < 2000, `signed in after ${Math.round(took)} ms`)
  const busy = await read(id)
  t.match(busy, { state: 'running', total: 600 })
  t.ok(busy.done < 600, `${busy.done} are done`)
  await server.ask(`POST /admin/v1/jobs/${id}/cancel`, staff)
  const rows = await result(id)
  t.ok(rows.length >= busy.done && rows.length < 600, `${rows.length} rows of what was done`)
  t.equal(named('Typed'), rows.length)
  t.ok(rows.every(([, action, , , master]) => action === 'created' && master === ''))
  t.notOk(
    stored((db) => db.prepare('SELECT 1 FROM import_parts').get()),
    'nothing waits any more',
  )
})

t.test('the example of the document runs', async (t) => {
  const document = new URL('../../../docs/choices/imports.md', import.meta.url)
  const [, example = ''] =
    /```sh\n([\s\S]*?)```/.exec(readFileSync(fileURLToPath(document), 'utf8')) ?? []
  // The README's first lines leave behind cookies in a file and a csrf token.
  const signIn = `CSRF=$(curl -s -c jar -H content-type:application/json "$B/admin/v1/auth/login" \
    -d '{"login":1,"password":"'"$PASSWORD"'"}' | sed 's/.*"csrf_token":"\\([^"]*\\)".*/\\1/')\n`
  const { stdout, stderr, status } = spawnSync('sh', ['-e', '-c', signIn + example], {
    cwd: scratch(t),
    env: { ...process.env, B: `http://127.0.0.1:${server.port}`, PASSWORD: server.adminPassword },
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
  const answers = stdout
    .trim()
    .split(/(?<=\})(?=\{)/)
    .map((one) => JSON.parse(one))
  const row = (line: number, action: string) => ({ line, action, error: '' })
  t.match(answers, [
    { code: 'ok', data: { items: [row(2, 'create'), row(3, 'create')], job_id: null } },
    { code: 'ok', data: { items: [row(2, 'created'), row(3, 'created')], job_id: null } },
  ])
})
