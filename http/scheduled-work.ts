import type { FileKeeper } from '../actors/files/file-keeper.js'
import { backupJob } from '../actors/schedule/backup-job.js'
import { logArchiveJob } from '../actors/schedule/log-archive-job.js'
import { ReportSchedules } from '../actors/schedule/report-schedules.js'
import type { Schedule } from '../actors/schedule/schedule.js'
import { serverSchedule } from '../actors/schedule/server-schedule.js'
import { RetentionPool } from '../actors/server/retention.js'
import type { Supervisor } from '../actors/server/supervisor.js'
import type { Clock } from '../actors/thread/clock.js'
import type { Logger } from '../actors/thread/logger.js'
import type { Settings } from './settings.js'

interface ScheduledWorkParts {
  readonly settings: Settings
  readonly supervisor: Supervisor
  readonly files: FileKeeper
  readonly shards: number
  readonly clock: Clock
  readonly logger: Logger
}

interface ScheduledWork {
  readonly schedule: Schedule
  readonly reportSchedules: ReportSchedules
}

/** Starts the jobs that run at configured times. */
export function scheduledWork({
  settings,
  supervisor,
  files,
  shards,
  clock,
  logger,
}: ScheduledWorkParts): ScheduledWork {
  const { dataDir, logRetentionDays: retentionDays, diskReserveBytes: reserveBytes } = settings
  const { backup: asked, logArchive: archived } = settings
  const looks = new RetentionPool({
    dataDir,
    shards,
    retentionDays,
    reserveBytes,
    logArchive: archived?.directory,
  })
  const retention = {
    bounds: (now: number) => looks.bounds(now),
    held: () => looks.held,
    trim: (shard: number, beforeSeq: number) =>
      supervisor.shards[shard]?.post({ type: 'trim', beforeSeq }),
    stop: () => looks.stop(),
  }
  const task = { dataDir, shards, reserveBytes }
  const backup = asked && backupJob(asked.schedule, { ...task, ...asked }, clock)
  const times = archived?.schedule
  const logArchive = times === undefined ? undefined : logArchiveJob(times, supervisor, clock)
  const reportSchedules = new ReportSchedules(supervisor)
  const reports = reportSchedules.job
  const parts = { supervisor, clock, logger, retention, files }
  const schedule = serverSchedule({ ...parts, backup, logArchive, reports })
  return { schedule, reportSchedules }
}
