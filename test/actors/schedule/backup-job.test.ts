import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { backupJob } from '../../../actors/schedule/backup-job.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { moment, scratch } from '../../given/desk.js'
import { idleThreads } from '../../given/idle-threads.js'
import { openLogs, openTables } from '../../given/records/projection.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

const AT = Date.parse('2026-03-04T02:00:00.003Z')
const SERVER = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'

async function given(t: Tap, over: object = {}, clock: Clock = systemClock()) {
  const root = scratch(t)
  const [dataDir, directory] = [join(root, 'data'), join(root, 'backups')]
  mkdirSync(dataDir)
  const db = openTables(dataDir)
  metaRepo(db).set('server_id', SERVER)
  db.close()
  for (const log of openLogs(dataDir, 1)) await log.close()
  const task = { dataDir, directory, shards: 1, keep: 1, reserveBytes: 0, ...over }
  const job = backupJob('0 2 * * *', task, clock)
  t.teardown(() => job.stop?.())
  return { directory, job }
}
type Tap = { teardown(run: () => unknown): unknown }

t.test('a run makes the backup of its time, and says what it has made and removed', async (t) => {
  const { directory, job } = await given(t)
  const { name, retryMs, settleMs, times } = job
  t.same([name, retryMs, settleMs], ['backup', { first: 300_000, max: 3_600_000 }, 5_000])
  t.equal(times.kind === 'cron' && times.cron.text, '0 2 * * *')
  const pathOf = (time: string) => join(directory, `openfloor-${SERVER}-${time}`)
  const first = await job.run(AT)
  t.match(first, { path: pathOf('20260304T020000003Z'), bytes: Number, removed: 0 })
  t.match(await job.run(AT + 86_400_000), { path: pathOf('20260305T020000003Z'), removed: 1 })
  t.same(readdirSync(directory), [`openfloor-${SERVER}-20260305T020000003Z`])
})

t.test('one that cannot be made says why', async (t) => {
  const { job } = await given(t, { shards: 2 })
  await t.rejects(job.run(AT), Error)
})

t.test('one that takes too long is given up, and the next one is made', async (t) => {
  const clock = new TimedClock(AT)
  const { directory, job } = await given(t, { keep: 5 }, clock)
  const late = t.rejects(job.run(AT), { message: 'it took too long' })
  await settled()
  t.equal(clock.waits, 12 * 3_600_000)
  await clock.pass(12 * 3_600_000)
  await late
  await job.run(AT + 1)
  t.same(readdirSync(directory), [`openfloor-${SERVER}-20260304T020000004Z`])
  t.equal(clock.waits, undefined, 'nobody waits any more')
})

t.test('a stop ends the run that is under way, and waits for its thread', async (t) => {
  const before = idleThreads()
  const { job } = await given(t)
  const cutOff = t.rejects(job.run(AT))
  while (process.platform === 'linux' && idleThreads() === before) await moment()
  await job.stop?.()
  t.equal(idleThreads(), before)
  await cutOff
})
