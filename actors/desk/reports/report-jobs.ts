import { refuseWithout } from '../../../engine/access/rights.js'
import { monthsBefore } from '../../../engine/calendar/calendar.js'
import { wallTime } from '../../../engine/calendar/server-clock.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { REPORTS_KEPT_PER_OWNER } from '../../../engine/limits/jobs.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { refuseReportJob } from '../../../engine/reports/job-reach.js'
import {
  isReportModule,
  moduleFacts,
  moduleTexts,
  type ReportModule,
} from '../../../engine/reports/modules.js'
import {
  isConfigurator,
  type OpeningTime,
  oldestByMonths,
  openingOf,
  type ReportReader,
} from '../../../engine/reports/openings.js'
import { type RequestedReport, settled } from '../../../engine/reports/requested-report.js'
import type { UnixMs } from '../../../engine/units.js'
import type { StoredJob } from '../../../wire/stored/stored-job.js'
import type {
  ReportFormat,
  ReportRequest,
  StoredReport,
} from '../../../wire/stored/stored-report.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'
import { aboutJob, type CreateJob, JobsDesk } from '../jobs.js'
import type { Once } from '../remembered-answers.js'
import { readerOf } from './report-readers.js'

/**
 * Report jobs. Each is a job (actors/desk/jobs.ts) with an additional row that outlives it.
 *
 *   - The parameters of a report are checked on request against the owner's current rights, report
 *     lines and months. The report runs with these rights and that scope, or fails.
 *   R2. A job is visible to its owner and to staff who manage configurations, within their rights
 *       and scope (engine/reports/job-reach.ts); for others it does not exist.
 *   - Rows expire by the owner's `reports_months`, and beyond `REPORTS_KEPT_PER_OWNER`.
 *   R4. A copy has the rows of a finished job in another format, and is hidden from the same users.
 */

export interface RunReport {
  readonly actor: Actor
  readonly once?: Once
  /** The configured report to run; exactly one of this, `module` and `copyOf` is given. */
  readonly configId?: number
  readonly module?: string
  /** The finished job whose rows become a file of another format. */
  readonly copyOf?: number
  readonly format: ReportFormat
  readonly params: RequestedReport
  /** The schedule that runs the report, if there is one. */
  readonly scheduleId?: number
  /**
   * The day from which periods are counted, on the server's clock; undefined for the current day.
   */
  readonly ofDay?: string
}

interface OneReport {
  readonly actor: Actor
  readonly id: number
}

/** Rights to read reports. Either of them is enough. */
const READING: ReadonlySet<string> = new Set(['reports', 'config.reports'])
/** Rights that show more fields of a report than its own rights do. */
const OPENING = ['accounts.name', 'config.staff'] as const
const SWEEP_MAX = 1000
/** The name of the server in the records of reports. */
const SERVER = 'trade'

export function reportJobsDesk(desk: Desk) {
  const reports = new ReportJobsDesk(desk)
  return {
    'reports.run': (request: RunReport) => reports.run(request),
    'reports.cancel': (request: OneReport) => reports.cancel(request),
    'reports.remove': (request: OneReport) => reports.remove(request),
    /** Deletes old report rows and returns their number. */
    'reports.sweep': () => reports.sweep(),
  }
}

interface Runnable {
  readonly configId: number | null
  readonly name: string
  readonly module: ReportModule
  readonly config: Readonly<Record<string, string>>
  readonly oldestFrom: string | null
}

export class ReportJobsDesk {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #jobs: JobsDesk

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#jobs = new JobsDesk(desk)
  }

  /** Runs a report as a job; `fill` adds the job's further data in the same change. */
  run(
    { actor, format, params, scheduleId, copyOf, ofDay, ...asked }: RunReport,
    fill: (job: StoredJob) => void = () => undefined,
  ): Outcome<StoredJob> {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    if (copyOf !== undefined) {
      const { configId, module } = asked
      const isAlone = Object.keys(params).length === 0 && (configId ?? module) === undefined
      if (isAlone) return this.#copy(caller, actor, copyOf, format)
      return refuseInput([{ path: 'job_id', ...say('field.beside_format') }])
    }
    const runnable = this.#runnable(caller, asked)
    if (isRefusal(runnable)) return runnable
    const { configId, name, module, config, oldestFrom } = runnable
    const { alsoNeeds } = moduleFacts(module)
    const lacking = refuseWithout(caller.rights, alsoNeeds)
    if (lacking !== null) return lacking
    const given = settled(params, { module, config, oldestFrom, today: ofDay ?? this.#today() })
    if ('length' in given) {
      return refuseInput(given.map(({ path, ...said }) => ({ path: `params.${path}`, ...said })))
    }
    const { profile, rights } = caller
    const own = rights.has('reports') ? 'reports' : 'config.reports'
    const request: ReportRequest = {
      config_id: configId,
      module,
      name,
      format,
      params: { ...given, config, in_reach: profile.group_scope, server: SERVER },
      journal_from: this.#monthsBack(profile.logs_months),
      schedule_id: scheduleId ?? null,
    }
    const held = [own, ...alsoNeeds, ...OPENING.filter((right) => rights.has(right))]
    return this.#create({ actor, request, rights: held, scope: profile.group_scope }, fill)
  }

  /** Refuses to send the results of a configuration outside the company; null if the caller may. */
  refuseExport(actor: Actor, configId: number): Refusal | null {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const config = this.#desk.config.world.get('reports', configId)
    if (config === undefined) return null
    if (openingOf(config, readerOf(caller), this.#time())?.canExport === true) return null
    return because('forbidden.emailed_by')
  }

  #create(
    asked: Omit<CreateJob, 'kind' | 'request'> & { readonly request: ReportRequest },
    fill: (job: StoredJob) => void = () => undefined,
  ): Outcome<StoredJob> {
    return this.#jobs.create({ kind: 'report', ...asked }, (job) => {
      this.#desk.tables.reportJobs.insert(job)
      fill(job)
      return job
    })
  }

  /** See R4. */
  #copy(caller: Caller, actor: Actor, of: number, format: ReportFormat): Outcome<StoredJob> {
    const seen = this.#seen(actor, of)
    if (isRefusal(seen)) return seen
    const { state, request, rights, scope } = seen
    if (state !== 'done') {
      return because('conflict.report_no_result', { id: of, state })
    }
    if (request.format !== 'json') {
      return because('conflict.report_rows_in_file', { id: of })
    }
    if (this.#desk.tables.jobs.get(of) === undefined) {
      return because('not_found.report_result', { id: of })
    }
    const own = caller.rights.has('reports') ? 'reports' : 'config.reports'
    const held = [own, ...rights.filter((right) => !READING.has(right))]
    const copied = { ...request, format, schedule_id: null, copy_of: of }
    return this.#create({ actor, request: copied, rights: held, scope })
  }

  cancel({ actor, id }: OneReport): Outcome<StoredReport> {
    const seen = this.#seen(actor, id)
    if (isRefusal(seen) || seen.state === 'cancelled') return isRefusal(seen) ? seen : accept(seen)
    const job = this.#desk.tables.jobs.get(id)
    if (job === undefined || seen.state === 'done' || seen.state === 'failed') {
      return because(seen.state === 'done' ? 'conflict.report_done' : 'conflict.report_failed', {
        id,
      })
    }
    const cancelled = this.#jobs.cancelJob(actor, job)
    return cancelled.ok ? this.#report(id) : cancelled
  }

  remove({ actor, id }: OneReport): Outcome<null> {
    const seen = this.#seen(actor, id)
    if (isRefusal(seen)) return seen
    if (seen.state === 'queued' || seen.state === 'running') {
      return because('conflict.report_not_over', { id })
    }
    return this.#desk.change((journal) => {
      this.#desk.tables.reportJobs.remove(id)
      this.#desk.tables.jobs.removeReport(id)
      const text = `Report job ${id} was deleted: ${seen.request.name}`
      journal(actor, { kind: 'job', about: aboutJob(id), text })
      return accept(null)
    })
  }

  sweep(): Outcome<number> {
    return this.#desk.change(() => {
      let gone = 0
      for (const owner of this.#desk.tables.reportJobs.owners()) {
        const until = this.#monthsBack(this.#desk.tables.staff.get(owner)?.reports_months ?? 0)
        if (until !== null)
          gone += this.#desk.tables.reportJobs.removeUntil(owner, until, SWEEP_MAX)
        gone += this.#desk.tables.reportJobs.removeBeyond(owner, REPORTS_KEPT_PER_OWNER, SWEEP_MAX)
      }
      return accept(gone)
    })
  }

  #runnable(
    caller: Caller,
    { configId, module }: Pick<RunReport, 'configId' | 'module'>,
  ): Runnable | Refusal {
    const reader = readerOf(caller)
    if (configId !== undefined) return this.#configured(reader, configId)
    if (!isConfigurator(reader)) {
      return because('forbidden.config_reports')
    }
    if (module === undefined || !isReportModule(module)) {
      return refuseInput([{ path: 'module', ...say('field.report_module') }])
    }
    const oldestFrom = oldestByMonths(reader.reportsMonths, this.#time())
    return { configId: null, name: moduleTexts(module).title, module, config: {}, oldestFrom }
  }

  #configured(reader: ReportReader, id: number): Runnable | Refusal {
    const config = this.#desk.config.world.get('reports', id)
    const opening = config === undefined ? null : openingOf(config, reader, this.#time())
    if (config === undefined || opening === null || !isReportModule(config.module)) {
      return because('not_found.report_config', { id })
    }
    const { name, module, params } = config
    return { configId: id, name, module, config: params, oldestFrom: opening.oldestFrom }
  }

  #today(): string {
    const { clock, now } = this.#time()
    return wallTime(clock, now).date
  }

  #time(): OpeningTime {
    const [settings] = this.#desk.config.world.list('settings')
    const clock = settings ?? { utc_offset_min: 0, daylight_saving: 'none' }
    return { clock, now: this.#desk.clock.now() }
  }

  #monthsBack(months: number): UnixMs | null {
    return months === 0 ? null : monthsBefore(this.#desk.clock.now(), months)
  }

  /** The report job if the caller may see it (R2). */
  #seen(actor: Actor, id: number): StoredReport | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const report = this.#desk.tables.reportJobs.get(id)
    const isSeen = report?.owner === caller.login || isConfigurator(readerOf(caller))
    if (report === undefined || !isSeen) return because('not_found.report_job', { id })
    const { rights, scope, request } = report
    const holds = { rights: caller.rights, scope: caller.profile.group_scope }
    return refuseReportJob({ module: request.module, rights, scope }, holds) ?? report
  }

  #report(id: number): Outcome<StoredReport> {
    const report = this.#desk.tables.reportJobs.get(id)
    return report === undefined ? because('not_found.report_job', { id }) : accept(report)
  }
}
