import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import t, { type Test } from 'tap'
import { fileDirectory, filePath } from '../../storage/paths.js'
import { readCsv } from '../../wire/format/csv.js'
import { scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { addAccounts, type JobData, JobServer } from './job-server.js'
import { pause, ServerProcess } from './server-process.js'

// An export that is killed in its middle again and again: it goes on from what is durable, and every account is
// in its result once. `node dist/test/crash/job-crash.test.js 10 60000` kills it so often, with so many accounts:
// there is to be enough left to do after each kill.

const KILLS = Number(process.argv[2] ?? 3)
const ACCOUNTS = Number(process.argv[3] ?? 30_000)
/** Between two looks at what only has to come to its end. */
const LOOK_MS = 10

t.setTimeout(0)

t.test(`an export that is killed ${KILLS} times has every account once`, async (t) => {
  const dataDir = scratch(t)
  const options = { dataDir, env: { DEMO_TICKS_PER_SEC: '1' } }
  await ServerProcess.start(options).then((first) => first.terminate())
  const nameOf = (login: number) => (login % 7 === 0 ? `=Name "${login}"\n` : `Name ${login}`)
  const logins = addAccounts(dataDir, ACCOUNTS, nameOf)
  const jobs = await JobServer.start(options)
  const made = await jobs.server.ask<JobData>('POST /admin/v1/accounts/export', jobs.staff, {})
  t.equal(made.status, 200, made.message)
  const { id } = made.data
  await jobs.killIn(t, id, KILLS, ({ file, bytes }) => {
    const content = filePath(dataDir, file)
    t.ok(statSync(content).size >= bytes)
    // A crash leaves a part of a slice that was not reported.
    appendFileSync(content, 'half a line of an account')
  })
  const done = { state: 'done', done: logins.length, total: logins.length, error: '' }
  t.match(await jobs.over(id), done)
  const answer = await jobs.made(id, 'result')
  t.equal(answer.status, 200)
  const table = readCsv(await answer.text(), { recordsMax: 1e6, cellsMax: 100 })
  if (!table.ok) throw new Error(`${table.line}:${table.column} ${table.says}`)
  const [, ...rows] = table.records
  t.same(
    rows.map(({ cells }) => Number(cells[0])),
    logins,
  )
  await cancelledLeavesNothing(t, jobs)
  await told(t, jobs)
  const metrics = await jobs.page('/metrics')
  t.match(await metrics.text(), /openfloor_jobs_open 0\n[\s\S]*openfloor_job_result_bytes [1-9]/)
  await jobs.server.terminate()
})

/** Waits for the news on the owner's socket, from a whole server. */
async function told(t: Test, { server, staff }: JobServer): Promise<void> {
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

async function cancelledLeavesNothing(t: Test, jobs: JobServer): Promise<void> {
  const { server, staff } = jobs
  const { data } = await server.ask<JobData>('POST /admin/v1/accounts/export', staff, {})
  let job = data
  while (job.done === 0) job = await jobs.read(data.id)
  const cancelled = await server.ask<JobData>(`POST /admin/v1/jobs/${data.id}/cancel`, staff)
  t.match(cancelled, { status: 200, data: { state: 'cancelled' } })
  const content = filePath(server.dataDir, jobs.job(data.id)?.file ?? '')
  while (existsSync(content)) await pause(LOOK_MS)
  t.equal(readdirSync(fileDirectory(server.dataDir)).length, 1, 'its file goes')
  t.match(await jobs.read(data.id), { state: 'cancelled' })
}
