import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { credentialsRepo } from '../../storage/repos/accounts/credentials.js'
import { csvLine, readCsv } from '../../wire/format/csv.js'
import { scratch } from '../given/desk.js'
import { JobServer, stored } from './job-server.js'

// Imports of accounts on a whole server: how long many take, one that is killed in its middle, one whose
// passwords were typed while others sign in. `node dist/test/crash/import-crash.test.js 20` kills so often, and
// with 10000 behind it opens so many.

const KILLS = Number(process.argv[2] ?? 1)
const MANY = Number(process.argv[3] ?? 1000)
/** The time that the contract gives ten thousand, on a quiet machine. */
const MANY_MAX_MS = 60_000
const SOME = 5000

t.setTimeout(0)

const dataDir = scratch(t)
const jobs = await JobServer.start({ dataDir, env: { DEMO_TICKS_PER_SEC: '1' } })
t.teardown(() => jobs.server.terminate())

async function start(csv: string): Promise<number> {
  const body = { csv, dry_run: false }
  const { server, staff } = jobs
  const made = await server.ask<{ job_id: number }>('POST /admin/v1/accounts/import', staff, body)
  if (made.status !== 200) throw new Error(made.message)
  return made.data.job_id
}

async function result(id: number): Promise<string[][]> {
  const answer = await jobs.made(id, 'result')
  const table = readCsv(await answer.text(), { recordsMax: 1e6, cellsMax: 6 })
  if (!table.ok) throw new Error(`${table.line}:${table.column} ${table.says}`)
  return table.records.slice(1).map(({ cells }) => [...cells])
}

const named = (prefix: string): number =>
  stored(dataDir, (db) =>
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
  const job = await jobs.over(await start(tableOf('Many', MANY)))
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
  const { data } = await jobs.server.ask<{
    items: { login: number; master_password: string }[]
  }>('POST /admin/v1/accounts/import', jobs.staff, body)
  const [{ login, master_password: password } = { login: 0, master_password: '' }] = data.items
  const signIn = (given: string) =>
    jobs.server.ask<{ access_token: string }>('POST /trader/v1/auth/login', undefined, {
      login,
      password: given,
      terminal: 'desktop',
    })
  const signed = await signIn(password)
  t.equal(signed.status, 200, signed.message)
  const trader = { headers: { authorization: `Bearer ${signed.data.access_token}` } }
  const barred = await jobs.server.ask('GET /trader/v1/account', trader)
  t.match(barred, { status: 403, code: 'auth.password_change_required' })
  const next = 'Mine-12-own!'
  const change = (current: string) =>
    jobs.server.ask('POST /trader/v1/auth/change-password', trader, {
      current_password: current,
      new_password: next,
    })
  t.match(await change('Wrong-12-own!'), { status: 401 })
  t.match(await change(password), { status: 200 })
  t.match(await signIn(password), { status: 401 })
  t.match(await signIn(next), { status: 200 })
  const hash = stored(dataDir, (db) => credentialsRepo(db).hash(login, 'master'))
  t.match(hash, /^\$argon2id\$/)
})

t.test(`an import that is killed ${KILLS} times carries out every record once`, async (t) => {
  const id = await start(tableOf('Some', SOME))
  await jobs.killIn(t, id, KILLS, (left) => {
    t.equal(named('Some'), left.done, 'as many accounts as records are done')
  })
  t.match(await jobs.over(id), { state: 'done', done: SOME, error: '' })
  t.equal(named('Some'), SOME)
  const rows = await result(id)
  t.same(
    rows.map(([line]) => Number(line)),
    Array.from({ length: SOME }, (_, n) => n + 2),
  )
  t.equal(new Set(rows.map(([, , login]) => login)).size, SOME)
  const [, , login, , password = ''] = rows[SOME - 1] ?? []
  const signIn = { login: Number(login), password, terminal: 'desktop' }
  const signed = await jobs.server.ask('POST /trader/v1/auth/login', undefined, signIn)
  t.equal(signed.status, 200, 'with the password of its row')
  t.equal(jobs.job(id)?.state, 'done')
})

t.test('others sign in and trade on while passwords that were typed are hashed', async (t) => {
  const login = await jobs.server.openAccount(jobs.staff, 'demo\\standard', '1000.00')
  await jobs.server.signInTrader(login)
  const id = await start(tableOf('Typed', 600, 'Typed-12-own!'))
  let job = await jobs.read(id)
  while (job.done === 0) job = await jobs.read(id)
  const begun = performance.now()
  const trader = await jobs.server.signInTrader(login)
  const took = performance.now() - begun
  t.match(await jobs.server.ask('GET /trader/v1/account', trader), { status: 200 })
  t.ok(took < 2000, `signed in after ${Math.round(took)} ms`)
  const busy = await jobs.read(id)
  t.match(busy, { state: 'running', total: 600 })
  t.ok(busy.done < 600, `${busy.done} are done`)
  await jobs.server.ask(`POST /admin/v1/jobs/${id}/cancel`, jobs.staff)
  const rows = await result(id)
  t.ok(rows.length >= busy.done && rows.length < 600, `${rows.length} rows of what was done`)
  t.equal(named('Typed'), rows.length)
  t.ok(rows.every(([, action, , , master]) => action === 'created' && master === ''))
  t.notOk(
    stored(dataDir, (db) => db.prepare('SELECT 1 FROM import_parts').get()),
    'nothing waits any more',
  )
})

t.test('the example of the document runs', async (t) => {
  const document = new URL('../../../docs/build/jobs.md', import.meta.url)
  const [, example = ''] =
    /```sh\n([\s\S]*?)```/.exec(readFileSync(fileURLToPath(document), 'utf8')) ?? []
  // The README's first lines leave behind cookies in a file and a csrf token.
  const signIn = `CSRF=$(curl -s -c jar -H content-type:application/json "$B/admin/v1/auth/login" \
    -d '{"login":1,"password":"'"$PASSWORD"'"}' | sed 's/.*"csrf_token":"\\([^"]*\\)".*/\\1/')\n`
  const { stdout, stderr, status } = spawnSync('sh', ['-e', '-c', signIn + example], {
    cwd: scratch(t),
    env: {
      ...process.env,
      B: `http://127.0.0.1:${jobs.server.port}`,
      PASSWORD: jobs.server.adminPassword,
    },
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
