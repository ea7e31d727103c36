import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { filePath, sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { reportJobsRepo } from '../../storage/repos/reports/report-jobs.js'
import { reportSchedulesRepo } from '../../storage/repos/reports/report-schedules.js'
import { openReader, openWriter } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'
import { CHEAP_SERVER, pause, ServerProcess, type StaffSession } from './server-process.js'

// A workbook whose making is killed in its middle, a schedule whose server is killed around its time, and one whose e-mails
// are under way then. By command with more kills and accounts: `node dist/test/crash/report-crash.test.js 10 200000`.

const KILLS = Number(process.argv[2] ?? 1)
const ACCOUNTS = Number(process.argv[3] ?? 30_000)
const LOOK_MS = 5
const JOBS = '/admin/v1/reports/jobs'

t.setTimeout(0)

interface Job {
  readonly id: number
  readonly state: string
  readonly rows: number
}

const READER = `
import sys, json, zipfile, re
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
sheet = book.read('xl/worksheets/sheet1.xml').decode()
print(json.dumps([int(one) for one in re.findall('<row><c><v>([0-9]+)</v>', sheet)]))
`

function stored(dataDir: string, id: number) {
  const db = openReader(sqlitePath(dataDir))
  try {
    return jobsRepo(db).get(id)
  } finally {
    db.close()
  }
}

async function read(server: ServerProcess, staff: StaffSession, id: number): Promise<Job> {
  const { data, status, message } = await server.ask<Job>(`GET ${JOBS}/${id}`, staff)
  if (status !== 200) throw new Error(message)
  return data
}

t.test(`a workbook that is killed ${KILLS} times has every account once`, async (t) => {
  const dataDir = scratch(t)
  const start = () => ServerProcess.start({ dataDir, script: CHEAP_SERVER })
  await start().then((first) => first.terminate())
  const db = openWriter(sqlitePath(dataDir))
  const accounts = accountsRepo(db)
  db.exec('BEGIN')
  for (let login = 2001; login < 2001 + ACCOUNTS; login++) {
    accounts.insert(accountWithDefaults({ login, group: 'demo\\standard', name: `N ${login}` }), 1)
  }
  db.exec('COMMIT')
  const logins = db
    .prepare<[], number>("SELECT login FROM accounts WHERE group_path LIKE 'demo%' ORDER BY login")
    .pluck()
    .all()
  db.close()
  let server = await start()
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const body = { module: 'accounts_summary', format: 'xlsx' }
  const { id } = (await server.ask<Job>(`POST ${JOBS}`, staff, body)).data
  for (let kill = 1, reached = 0; kill <= KILLS; kill++) {
    let job = await read(server, staff, id)
    while (job.state !== 'done' && job.rows <= reached) job = await read(server, staff, id)
    await server.kill()
    const left = stored(dataDir, id)
    t.equal(left?.state, 'running', `killed in its middle, at ${left?.done} of ${left?.total}`)
    appendFileSync(filePath(dataDir, left?.file ?? ''), 'half a slice')
    reached = left?.done ?? 0
    server = await start()
    staff = await server.signInStaff()
  }
  let job = await read(server, staff, id)
  while (job.state === 'running' || job.state === 'queued') {
    await pause(LOOK_MS)
    job = await read(server, staff, id)
  }
  t.match(job, { state: 'done', rows: logins.length, attempts: 1, error: '' })
  const answer = await fetch(`http://127.0.0.1:${server.port}${JOBS}/${id}/download`, {
    headers: staff.headers,
  })
  const file = join(dataDir, 'book.xlsx')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  const seen = execFileSync('python3', ['-c', READER, file], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  t.same(JSON.parse(seen), logins)
})

function scheduled(dataDir: string): { jobs: number; dueAt: number } {
  const db = openReader(sqlitePath(dataDir))
  try {
    const [schedule] = reportSchedulesRepo(db).all()
    return { jobs: reportJobsRepo(db).count(null), dueAt: schedule?.due_at ?? 0 }
  } finally {
    db.close()
  }
}

function startedAt(dataDir: string, time: string): Promise<ServerProcess> {
  const env = { CLOCK_START: `2030-01-01T${time}Z` }
  return ServerProcess.start({ dataDir, script: CHEAP_SERVER, env })
}

t.test('a time is run once, killed at the moment or before it', async (t) => {
  const dataDir = scratch(t)
  const startAt = (time: string) => startedAt(dataDir, time)
  const at = (time: string): number => Date.parse(`2030-01-01T${time}Z`)
  let server = await startAt('10:50:00')
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const config = { name: 'Deals', module: 'deals' }
  const { data } = await server.ask<Job>('POST /admin/v1/reports/configs', staff, config)
  const schedule = { config_id: data.id, cron: '0 * * * *', format: 'csv' }
  await server.ask('POST /admin/v1/reports/schedules', staff, schedule)
  t.same(scheduled(dataDir), { jobs: 0, dueAt: at('11:00:00') })
  // On a busy machine all this takes a while.
  await server.kill()
  server = await startAt('10:59:58')
  while (scheduled(dataDir).jobs === 0) await pause(LOOK_MS)
  await server.kill()
  t.same(scheduled(dataDir), { jobs: 1, dueAt: at('12:00:00') }, 'at the moment')
  server = await startAt('11:00:01')
  const again = await server.signInStaff()
  while ((await read(server, again, 1)).state !== 'done') await pause(LOOK_MS)
  t.equal(scheduled(dataDir).jobs, 1, 'and not again')
  await server.kill()
  server = await startAt('13:30:00')
  while (scheduled(dataDir).jobs === 1) await pause(LOOK_MS)
  await server.kill()
  t.same(scheduled(dataDir), { jobs: 2, dueAt: at('14:00:00') }, 'what was missed, by one run')
})

t.test(
  'a report of a schedule is e-mailed once, but for a letter that nobody owned up to',
  async (t) => {
    const dataDir = scratch(t)
    const peer = await SmtpPeer.start(t)
    const startAt = (time: string) => startedAt(dataDir, time)
    let server = await startAt('10:50:00')
    t.teardown(() => server.kill())
    const staff = await server.signInStaff()
    const main = await server.ask<Job>('POST /admin/v1/mail-servers', staff, {
      name: 'Main',
      server: `127.0.0.1:${peer.port}`,
      security: 'none',
      sender_email: 'desk@broker.example',
      is_default: true,
    })
    const config = { name: 'Desk\\Deals', module: 'deals' }
    const { data } = await server.ask<Job>('POST /admin/v1/reports/configs', staff, config)
    const email_to = 'ada@example.com, bob@example.com'
    const schedule = { config_id: data.id, cron: '0 * * * *', format: 'csv', email_to }
    t.equal((await server.ask('POST /admin/v1/reports/schedules', staff, schedule)).status, 200)
    // The first letter comes whole, and is not answered: whoever sent it cannot know that it was taken.
    let [reach, release] = [() => {}, () => {}]
    const reached = new Promise<void>((resolve) => {
      reach = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    peer.onText = async () => {
      reach()
      await released
      return null
    }
    // On a busy machine all this takes a while.
    await server.kill()
    server = await startAt('10:59:58')
    while (scheduled(dataDir).jobs === 0) await pause(LOOK_MS)
    await server.kill()
    server = await startAt('11:00:01')
    await reached
    await server.kill()
    release()
    await peer.until(1)
    server = await startAt('11:00:20')
    const letters = () =>
      peer.taken.filter(({ mime }) => mime.subject?.startsWith('Report ') === true)
    const addresses = () => [...new Set(letters().flatMap(({ to }) => to))].sort()
    while (addresses().length < 2) await peer.until(peer.taken.length + 1)
    await server.kill()
    server = await startAt('11:00:40')
    const again = await server.signInStaff()
    const queued = async (): Promise<unknown> => {
      const { data: row } = await server.ask<{ stats: { queued: number } }>(
        `GET /admin/v1/mail-servers/${main.data.id}`,
        again,
      )
      return row.stats.queued
    }
    while ((await queued()) !== 0) await pause(LOOK_MS)
    t.same(addresses(), ['ada@example.com', 'bob@example.com'])
    const ids = new Set(letters().map(({ to, mime }) => `${to} ${mime.messageId}`))
    t.equal(ids.size, 2, 'each has one letter, whatever was killed')
    t.ok(
      letters().length <= 4,
      `${letters().length} letters: what was under way at a kill, once more`,
    )
    t.same(scheduled(dataDir), { jobs: 1, dueAt: Date.parse('2030-01-01T12:00:00Z') })
  },
)
