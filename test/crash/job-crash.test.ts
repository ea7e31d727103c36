import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import t, { type Test } from 'tap'
import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { fileDirectory, filePath, sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { openReader, openWriter } from '../../storage/sqlite/open.js'
import { readCsv } from '../../wire/answer/csv.js'
import { scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { pause, ServerProcess, type StaffSession } from './server-process.js'

// An export that is killed in its middle again and again: it goes on from what is durable, and every account is
// in its result once. `node dist/test/crash/job-crash.test.js 10 60000` kills it so often, with so many accounts:
// there is to be enough left to do after each kill.

const KILLS = Number(process.argv[2] ?? 3)
const ACCOUNTS = Number(process.argv[3] ?? 30_000)
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

function fill(dataDir: string): number[] {
  const db = openWriter(sqlitePath(dataDir))
  const accounts = accountsRepo(db)
  db.exec('BEGIN')
  for (let login = 2001; login < 2001 + ACCOUNTS; login++) {
    const name = login % 7 === 0 ? `=Name "${login}"\n` : `Name ${login}`
    accounts.insert(accountWithDefaults({ login, group: 'demo\\standard', name }), 1)
  }
  db.exec('COMMIT')
  const logins = db.prepare<[], number>('SELECT login FROM accounts ORDER BY login').pluck().all()
  db.close()
  return logins
}

function stored(dataDir: string, id: number) {
  const db = openReader(sqlitePath(dataDir))
  try {
    return jobsRepo(db).get(id)
  } finally {
    db.close()
  }
}

async function read(server: ServerProcess, staff: StaffSession, id: number): Promise<JobData> {
  const { data, status, message } = await server.ask<JobData>(`GET /admin/v1/jobs/${id}`, staff)
  if (status !== 200) throw new Error(message)
  return data
}

t.test(`an export that is killed ${KILLS} times has every account once`, async (t) => {
  const dataDir = scratch(t)
  const env = { DEMO_TICKS_PER_SEC: '1' }
  await ServerProcess.start({ dataDir, env }).then((first) => first.terminate())
  const logins = fill(dataDir)
  let server = await ServerProcess.start({ dataDir, env })
  let staff = await server.signInStaff()
  const made = await server.ask<JobData>('POST /admin/v1/accounts/export', staff, {})
  t.equal(made.status, 200, made.message)
  const { id } = made.data
  let reached = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const from = reached
    let job = await read(server, staff, id)
    while (job.state !== 'done' && job.done <= from) job = await read(server, staff, id)
    await server.kill()
    const left = stored(dataDir, id)
    t.equal(left?.state, 'running', `killed in its middle, at ${left?.done} of ${left?.total}`)
    t.ok((left?.done ?? 0) >= job.done, 'what was told is durable')
    const content = filePath(dataDir, left?.file ?? '')
    t.ok(statSync(content).size >= (left?.bytes ?? 0))
    // A crash leaves a part of a slice that was not reported.
    appendFileSync(content, 'half a line of an account')
    reached = left?.done ?? 0
    server = await ServerProcess.start({ dataDir, env })
    staff = await server.signInStaff()
  }
  let job = await read(server, staff, id)
  while (job.state === 'running') {
    await pause(LOOK_MS)
    job = await read(server, staff, id)
  }
  t.match(job, { state: 'done', done: logins.length, total: logins.length, error: '' })
  const answer = await fetch(`http://127.0.0.1:${server.port}/admin/v1/jobs/${id}/result`, {
    headers: staff.headers,
  })
  t.equal(answer.status, 200)
  const table = readCsv(await answer.text(), { recordsMax: 1e6, cellsMax: 100 })
  if (!table.ok) throw new Error(`${table.line}:${table.column} ${table.says}`)
  const [, ...rows] = table.records
  t.same(
    rows.map(({ cells }) => Number(cells[0])),
    logins,
  )
  await cancelledLeavesNothing(t, server, staff)
  await told(t, server, staff)
  const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers: staff.headers })
  t.match(await metrics.text(), /openfloor_jobs_open 0\n[\s\S]*openfloor_job_result_bytes [1-9]/)
  await server.terminate()
})

/** Waits for the news on the owner's socket, from a whole server. */
async function told(t: Test, server: ServerProcess, staff: StaffSession): Promise<void> {
  const { Cookie = '' } = staff.headers
  const origin = `http://127.0.0.1:${server.port}`
  const client = await WsClient.open({
    port: server.port,
    path: '/admin/v1/socket',
    protocol: 'openfloor.json',
    headers: { cookie: Cookie, origin },
  })
  const { data } = await server.ask<JobData>('POST /admin/v1/accounts/export', staff, { login: 1 })
  for (let frame = await client.next(); ; frame = await client.next()) {
    t.match(frame, { event: 'job', data: { id: data.id, owner: 1 } })
    if (frame.data?.['state'] === 'done') break
  }
  client.destroy()
}

async function cancelledLeavesNothing(t: Test, server: ServerProcess, staff: StaffSession) {
  const { data } = await server.ask<JobData>('POST /admin/v1/accounts/export', staff, {})
  let job = data
  while (job.done === 0) job = await read(server, staff, data.id)
  const cancelled = await server.ask<JobData>(`POST /admin/v1/jobs/${data.id}/cancel`, staff)
  t.match(cancelled, { status: 200, data: { state: 'cancelled' } })
  const content = filePath(server.dataDir, stored(server.dataDir, data.id)?.file ?? '')
  while (existsSync(content)) await pause(LOOK_MS)
  t.equal(readdirSync(fileDirectory(server.dataDir)).length, 1, 'its file goes')
  t.match(await read(server, staff, data.id), { state: 'cancelled' })
}
