import { Piscina } from 'piscina'
import type { DatedBackup } from '../../storage/backup/dated-backups.js'
import { type Clock, within } from '../thread/clock.js'
import { CronTimes } from '../thread/cron-times.js'
import { threadError } from '../thread/thread-error.js'
import type { BackupTask } from './backup.task.js'
import type { ScheduledJob } from './scheduled-job.js'

type Task = Omit<BackupTask, 'at' | 'now'>

const FIRST_RETRY_MS = 5 * 60_000
const RETRY_MAX_MS = 3_600_000
/** The pause after a start, because the server has other work to do first. */
const SETTLE_MS = 5_000
/** The maximum duration of a run. A longer one is given up. */
const RUN_MAX_MS = 12 * 3_600_000
/** The longest time that a stop waits for a table that is being copied. */
const STOP_MS = 1_000

/** Makes backups on a separate thread, which ends after each. */
export function backupJob(schedule: string, task: Task, clock: Clock): ScheduledJob {
  const pool = new Piscina<BackupTask, DatedBackup>({
    filename: new URL('./backup.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 1,
  })
  return {
    name: 'backup',
    times: { kind: 'cron', cron: CronTimes.of(schedule) },
    retryMs: { first: FIRST_RETRY_MS, max: RETRY_MAX_MS },
    settleMs: SETTLE_MS,
    async run(at) {
      const abort = new AbortController()
      const made = pool.run({ ...task, at, now: clock.now() }, { signal: abort.signal })
      try {
        const { path, bytes, removed } = await within(clock, RUN_MAX_MS, made, 'it took too long')
        return { path, bytes, removed: removed.length }
      } catch (error) {
        abort.abort()
        throw threadError(error)
      }
    },
    async stop() {
      const gone = pool.destroy()
      await within(clock, STOP_MS, gone, 'the backup goes on').catch(() => undefined)
    },
  }
}
