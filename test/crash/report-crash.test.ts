import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { filePath } from '../../storage/paths.js'
import { reportJobsRepo } from '../../storage/repos/reports/report-jobs.js'
import { reportSchedulesRepo } from '../../storage/repos/reports/report-schedules.js'
import { scratch } from '../given/desk.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'
import { addAccounts, type JobData, JobServer, stored } from './job-server.js'
import { CHEAP_SERVER, pause, ServerProcess } from './server-process.js'

// A workbook whose making is killed in its middle, a schedule whose server is killed around its time, and one whose e-mails
// are under way then. By command with more kills and accounts: `node dist/test/crash/report-crash.test.js 10 200000`.

const KILLS = Number(process.argv[2] ?? 1)
const ACCOUNTS = Number(process.argv[3] ?? 30_000)
const LOOK_MS = 5
const JOBS = '/admin/v1/reports/jobs'

t.setTimeout(0)

const READER = `
import sys, json, zipfile, re
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
sheet = book.read('xl/worksheets/sheet1.xml').decode()
print(json.dumps([int(one) for one in re.findall('<row><c><v>([0-9]+)</v>', sheet)]))
`

t.test(`a workbook that is killed ${KILLS} times has every account once`, async (t) => {
  const options = { dataDir: scratch(t), script: CHEAP_SERVER }
  const { dataDir } = options
  await ServerProcess.start(options).then((first) => first.terminate())
  addAccounts(dataDir, ACCOUNTS, (login) => `N ${login}`)
  const logins = stored(dataDir, (db) =>
    db
      .prepare<[], number>(
        "SELECT login FROM accounts WHERE group_path LIKE 'demo%' ORDER BY login",
      )
      .pluck()
      .all(),
  )
  const jobs = await JobServer.start(options, JOBS)
  t.teardown(() => jobs.server.kill())
  const body = { module: 'accounts_summary', format: 'xlsx' }
  const { id } = (await jobs.server.ask<JobData>(`POST ${JOBS}`, jobs.staff, body)).data
  await jobs.killIn(t, id, KILLS, ({ file }) => {
    appendFileSync(filePath(dataDir, file), 'half a slice')
  })
  t.match(await jobs.over(id), { state: 'done', rows: logins.length, attempts: 1, error: '' })
  const answer = await jobs.made(id, 'download')
  const file = join(dataDir, 'book.xlsx')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  const seen = execFileSync('python3', ['-c', READER, file], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  t.same(JSON.parse(seen), logins)
})

function scheduled(dataDir: string): { jobs: number; dueAt: number } {
  return stored(dataDir, (db) => {
    const [schedule] = reportSchedulesRepo(db).all()
    return { jobs: reportJobsRepo(db).count(null), dueAt: schedule?.due_at ?? 0 }
  })
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
  const { data } = await server.ask<JobData>('POST /admin/v1/reports/configs', staff, config)
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
  const isDone = async () =>
    (await server.ask<JobData>(`GET ${JOBS}/1`, again)).data.state === 'done'
  while (!(await isDone())) await pause(LOOK_MS)
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
    const main = await server.ask<JobData>('POST /admin/v1/mail-servers', staff, peer.record)
    const config = { name: 'Desk\\Deals', module: 'deals' }
    const { data } = await server.ask<JobData>('POST /admin/v1/reports/configs', staff, config)
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
