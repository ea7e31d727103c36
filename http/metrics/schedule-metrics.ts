import { Gauge, type Registry } from 'prom-client'
import type { RunFigures } from '../../actors/schedule/job-runs.js'
import type { ReportSchedules } from '../../actors/schedule/report-schedules.js'
import type { Schedule } from '../../actors/schedule/schedule.js'
import { gaugesOf } from './gauges.js'

/** Metrics of scheduled jobs and of scheduled reports. */
export function scheduleMetrics(
  registry: Registry,
  schedule: Pick<Schedule, 'figures'>,
  reports: Pick<ReportSchedules, 'failing'>,
): void {
  const gauge = (name: string, help: string, read: (of: RunFigures) => number): void => {
    new Gauge({
      name: `openfloor_schedule_${name}`,
      help,
      labelNames: ['job'],
      registers: [registry],
      collect() {
        for (const figures of schedule.figures) this.set({ job: figures.job }, read(figures))
      },
    })
  }
  gauge('runs_done', 'Runs that were done since the start', ({ done }) => done)
  gauge('runs_failed', 'Runs that failed since the start', ({ failed }) => failed)
  gauge('done_at_seconds', 'When a run was done last, 0 before the first', (of) => of.doneAt / 1000)
  gauge(
    'due_at_seconds',
    'When a run is due, or since when; 0 when none is',
    (of) => of.dueAt / 1000,
  )
  gauge('unwell', '1 while the newest run failed, or is late by an hour', (of) =>
    Number(of.isUnwell),
  )
  gaugesOf(registry)(
    'report_schedules_failing',
    'Schedules of reports whose newest run was refused or failed',
    () => reports.failing,
  )
}
