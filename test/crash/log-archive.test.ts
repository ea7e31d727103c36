import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { archiveDirectories, segmentsIn } from '../../storage/archive/log-archive.js'
import { openfloor } from '../given/command.js'
import { moment, scratch } from '../given/desk.js'
import { CHEAP_SERVER, ServerProcess, type StaffSession } from './server-process.js'

// A server that archives its logs each second, is killed in the middle of it, and goes on: every record is in the
// archive once, and equal to the log's. `node dist/test/crash/log-archive.test.js 20` kills it so often.

const KILLS = Number(process.argv[2] ?? 2)
const root = scratch(t)
const [dataDir, directory] = [join(root, 'data'), join(root, 'kept')]
const env = {
  CLOCK_START: '2026-03-04T08:00:00Z',
  DEMO_TICKS_PER_SEC: '100',
  SHARDS: '2',
  LOG_ARCHIVE_DIR: directory,
  LOG_ARCHIVE_SCHEDULE: '* * * * * *',
}
const archived = { DATA_DIR: dataDir, LOG_ARCHIVE_DIR: directory }
let server: ServerProcess
let staff: StaffSession
t.teardown(() => server?.kill())

interface JobData {
  readonly id: number
  readonly owner: number
  readonly state: string
  readonly done: number
}

async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await ServerProcess.start({ dataDir, env: { ...env, ...more }, script: CHEAP_SERVER })
  staff = await server.signInStaff()
}

const files = (): number => archiveDirectories(directory).flatMap(segmentsIn).length
const partial = (): boolean =>
  archiveDirectories(directory).some((path) =>
    readdirSync(path).some((name) => name.endsWith('.partial')),
  )

async function runs(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const line = new RegExp(`^openfloor_schedule_${name}\\{job="log_archive"\\} (\\S+)$`, 'm')
  return Number(line.exec(text)?.[1] ?? Number.NaN)
}

t.test('what is archived each second survives kills, once', async (t) => {
  for (let kill = 0; kill < KILLS; kill++) {
    await start()
    const [before, done] = [files(), await runs('runs_done')]
    await server.openAccount(staff, 'demo\\standard', '1000.00')
    // In turns behind the end of a file, and in the middle of one where it is met.
    if (kill % 2 === 0) while (files() === before) await moment()
    else while (!partial() && (await runs('runs_done')) < done + 2) await moment()
    await server.kill()
  }
  await start()
  const { data } = await server.ask<JobData>('POST /admin/v1/logs/archive', staff, {})
  t.match(data, { owner: 1, kind: 'log.archive' })
  for (let job = data; job.state !== 'done'; ) {
    await moment()
    job = (await server.ask<JobData>(`GET /admin/v1/jobs/${data.id}`, staff)).data
    if (job.state === 'failed') throw new Error('the job failed')
  }
  // The server's own goes on beside it.
  while ((await runs('runs_done')) === 0) await moment()
  const path = `http://127.0.0.1:${server.port}/admin/v1/jobs/${data.id}/result`
  const result = await fetch(path, { headers: staff.headers })
  t.match(await result.text(), /^shard,first_seq,last_seq,records,/)
  t.match(result.headers.get('content-disposition'), `log-archive-${data.id}.csv`)
  const { data: all } = await server.ask<{ items: JobData[] }>(
    'GET /admin/v1/jobs?limit=200',
    staff,
  )
  t.ok(all.items.some(({ owner, state }) => owner === 0 && state === 'done'))
  t.notOk(all.items.some(({ state }) => state === 'failed'))
  t.equal(await runs('runs_failed'), 0)
  await server.terminate()
  t.match(await openfloor(['archive', 'verify'], archived), { code: 0, stdout: /: 0 faults/ })
  t.match(await openfloor(['verify'], archived), { code: 0 }, 'the same as the logs')
  const printed = await openfloor(['archive', 'print', '1001', directory])
  t.equal(printed.stdout.split('\n').filter((line) => line.includes('"login":1001')).length, 1)
})

t.test('a restored server archives beside what was archived before', async (t) => {
  const [copy, restored] = [join(root, 'copy'), join(root, 'restored')]
  t.match(await openfloor(['backup', copy, '--with-key'], archived), { code: 0 })
  t.match(await openfloor(['restore', copy], { DATA_DIR: restored }), { code: 0 })
  const before = readdirSync(directory)
  t.equal(before.length, 1)
  server = await ServerProcess.start({ dataDir: restored, env })
  while (readdirSync(directory).length === 1) await moment()
  while ((await runs('runs_done')) === 0) await moment()
  await server.terminate()
  t.match(await openfloor(['archive', 'verify'], archived), { code: 0 })
  const verified = await openfloor(['verify'], { ...archived, DATA_DIR: restored })
  t.match(verified, { code: 0 })
})
