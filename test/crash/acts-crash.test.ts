import { randomUUID } from 'node:crypto'
import t from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { verifyAll } from './audit.js'
import { CHEAP_SERVER, pause, ServerProcess } from './server-process.js'

// A message to many accounts that is cut short by `kill -9`: the job goes on, and each account hears of it once.
// `node dist/test/crash/acts-crash.test.js 10` kills it so often.

const KILLS = Number(process.argv[2] ?? 1)
const ACCOUNTS = 500
const LOOK_MS = 20
const SHARDS = 1

t.setTimeout(0)

interface Job {
  readonly id: number
  readonly state: string
  readonly done: number
}

t.test('a message to many goes on after a kill, and nobody gets it twice', async (t) => {
  const dataDir = scratch(t)
  const start = () => ServerProcess.start({ dataDir, shards: SHARDS, script: CHEAP_SERVER })
  let server = await start()
  let staff = await server.signInStaff()
  const csv = `group,name\r\n${'demo\\standard,Ada\r\n'.repeat(ACCOUNTS)}`
  const made = await server.ask<{ items: { login: number }[] }>(
    'POST /admin/v1/accounts/import',
    staff,
    { csv, dry_run: false },
  )
  const logins = made.data.items.map(({ login }) => login)
  t.equal(logins.length, ACCOUNTS)
  const clerk = await server.openStaff(staff, ['accounts.view', 'notifications'], ['*'])
  const headers = { ...clerk.headers, 'idempotency-key': randomUUID() }
  const body = { act: 'notify', params: { message: 'Noon.' }, logins, dry_run: false }
  const begun = await server.ask<{ job: Job }>(
    'POST /admin/v1/accounts/batch',
    { ...clerk, headers },
    body,
  )
  const { id } = begun.data.job
  const job = async () => (await server.ask<Job>(`GET /admin/v1/jobs/${id}`, staff)).data
  for (let kill = 0; kill < KILLS; kill++) {
    const before = (await job()).done
    while ((await job()).done === before && before < ACCOUNTS) await pause(1)
    await server.kill()
    server = await start()
    staff = await server.signInStaff()
  }
  while ((await job()).state !== 'done') await pause(LOOK_MS)
  t.equal((await job()).done, ACCOUNTS)
  await server.kill()
  const db = openReader(sqlitePath(dataDir))
  const heard = db.prepare(
    'SELECT login, count(*) AS n FROM notifications GROUP BY login ORDER BY login',
  )
  t.same(
    heard.all(),
    logins.map((login) => ({ login, n: 1 })),
  )
  db.close()
  t.same(await verifyAll(dataDir, SHARDS), [])
})
