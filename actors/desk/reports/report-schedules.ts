import { MINUTE_MS } from '../../../engine/calendar/durations.js'
import { type ServerClock, wallTime } from '../../../engine/calendar/server-clock.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseStale } from '../../../engine/config/kind.js'
import { REPORT_SCHEDULES_MAX } from '../../../engine/limits/jobs.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { UnixMs } from '../../../engine/units.js'
import type { ReportFormat } from '../../../wire/stored/stored-report.js'
import type { StoredReportSchedule } from '../../../wire/stored/stored-report-schedule.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import { CLOCK_JUMP_MS } from '../../thread/clock.js'
import { CronError, CronTimes } from '../../thread/cron-times.js'
import { type Actor, SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'
import { StaffReach } from '../identity/staff-reach.js'
import type { Once } from '../remembered-answers.js'
import { ReportJobsDesk } from './report-jobs.js'
import { ReportMails } from './report-mails.js'

/**
 * Reports that run on a schedule.
 *
 *   S1. Creating the job of a run and setting the next time are one change, so each time is run
 *       once.
 *   S2. Missed runs are replaced by one run for the newest missed time. If the owner has too many
 *       jobs at present, it is tried again each minute. After another refusal it is skipped, and
 *       the schedule shows why.
 *   S3. If the clock is set back by up to an hour, nothing runs twice. If it was further ahead, the
 *       planned times are dropped and computed again; otherwise a schedule would rest until the
 *       clock reaches them.
 *   S4. A run belongs to its maker, with the rights, report lines and scope at that time. A user
 *       who changes a schedule becomes its maker, so nobody runs reports with another user's
 *       access.
 *   S5. Times use the server's clock; if its offset or summer time changes, the next times are
 *       computed again.
 */

export interface ReportStep {
  /** The time when the next schedule is due; null if there is none. */
  readonly next: UnixMs | null
  readonly did: number
  /** The number of schedules whose newest run was refused or failed. */
  readonly failing: number
}

interface ScheduleFields {
  readonly config_id: number
  readonly cron: string
  readonly format: ReportFormat
  readonly email_to: string
}

interface CreateReportSchedule {
  readonly actor: Actor
  readonly once?: Once
  readonly fields: ScheduleFields
}

interface ChangeReportSchedule {
  readonly actor: Actor
  readonly id: number
  readonly version: number
  readonly fields: Partial<ScheduleFields>
}

/** Refusal codes after which a later run may succeed. */
const FOR_NOW: ReadonlySet<string> = new Set(['too_many_requests', 'unavailable'])

export type ReportSchedulesOperations = OperationsOf<ReturnType<typeof reportSchedulesDesk>>

export function reportSchedulesDesk(desk: Desk) {
  const schedules = new ReportSchedulesDesk(desk)
  return {
    'report_schedules.list': (): Outcome<readonly StoredReportSchedule[]> =>
      accept(desk.tables.reportSchedules.all()),
    'report_schedules.create': (request: CreateReportSchedule) => schedules.create(request),
    'report_schedules.change': (request: ChangeReportSchedule) => schedules.change(request),
    'report_schedules.remove': (request: { readonly actor: Actor; readonly id: number }) =>
      schedules.remove(request),
    /** Runs one due schedule, or sends one finished report. Returns when the next step is due. */
    'report_schedules.step': () => schedules.step(),
    'report_schedules.next': () => schedules.look(),
  }
}

class ReportSchedulesDesk {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #jobs: ReportJobsDesk
  readonly #mails: ReportMails
  /** The clock settings with which the next times were last computed. */
  #plannedBy = ''

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#jobs = new ReportJobsDesk(desk)
    this.#mails = new ReportMails(desk)
  }

  create({ actor, fields }: CreateReportSchedule): Outcome<StoredReportSchedule> {
    if (this.#desk.tables.reportSchedules.count() >= REPORT_SCHEDULES_MAX) {
      return because('conflict.schedules_max', { max: REPORT_SCHEDULES_MAX })
    }
    const whole = this.#whole(actor, fields)
    if (isRefusal(whole)) return whole
    const made = this.#desk.change((journal) => {
      const schedule = this.#desk.tables.reportSchedules.insert(whole, this.#desk.clock.now())
      const text = `Report schedule ${schedule.id} was created`
      journal(actor, { kind: 'config', about: aboutSchedule(schedule.id), text })
      return accept(schedule)
    })
    return this.#told(made)
  }

  change({ actor, id, version, fields }: ChangeReportSchedule): Outcome<StoredReportSchedule> {
    const before = this.#desk.tables.reportSchedules.get(id)
    if (before === undefined) return missing(id)
    if (before.version !== version) return refuseStale('report schedule', before.version)
    const names = Object.keys(fields) as (keyof ScheduleFields)[]
    const changed = names.filter((name) => fields[name] !== before[name])
    if (changed.length === 0) return accept(before)
    const { config_id, cron, format, email_to } = before
    const whole = this.#whole(actor, { config_id, cron, format, email_to, ...fields })
    if (isRefusal(whole)) return whole
    const made = this.#desk.change((journal) => {
      const changes = changed.map((field) => ({ field, from: before[field], to: whole[field] }))
      const text = `Report schedule ${id} was changed: ${changed.join(', ')}`
      journal(actor, { kind: 'config', about: aboutSchedule(id), text, changes })
      return accept(this.#desk.tables.reportSchedules.update(id, whole, this.#desk.clock.now()))
    })
    return this.#told(made)
  }

  remove({ actor, id }: { readonly actor: Actor; readonly id: number }): Outcome<null> {
    if (this.#desk.tables.reportSchedules.get(id) === undefined) return missing(id)
    const removed = this.#desk.change((journal) => {
      this.#desk.tables.reportSchedules.remove(id)
      const text = `Report schedule ${id} was deleted`
      journal(actor, { kind: 'config', about: aboutSchedule(id), text })
      return accept(null)
    })
    return this.#told(removed)
  }

  look(): Outcome<ReportStep> {
    const planned = this.#planAgain()
    return planned.ok ? accept(this.next(0)) : planned
  }

  step(): Outcome<ReportStep> {
    const planned = this.#planAgain()
    if (!planned.ok) return planned
    const mailed = this.#mails.mailOne()
    if (!mailed.ok) return mailed
    if (mailed.value) return accept(this.next(1))
    const due = this.#desk.tables.reportSchedules.due(this.#desk.clock.now())
    if (due === undefined) return accept(this.next(0))
    const ran = this.#run(due)
    return ran.ok ? accept(this.next(1)) : ran
  }

  next(did: number): ReportStep {
    const now = this.#desk.clock.now()
    const due = this.#desk.tables.reportSchedules.nextDue()
    const next = this.#desk.tables.reportSchedules.toMail() === undefined ? due : now
    return { next, did, failing: this.#desk.tables.reportSchedules.failing() }
  }

  /**
   * Plans again the schedules whose times are too far ahead (S3), and all of them if the server's
   * clock settings changed (S5).
   */
  #planAgain(): Outcome<null> {
    const now = this.#desk.clock.now()
    const { reportSchedules } = this.#desk.tables
    const clock = JSON.stringify(this.#clock())
    const isSetAnew = clock !== this.#plannedBy
    this.#plannedBy = clock
    const planned = isSetAnew
      ? reportSchedules.dueAfter(now + MINUTE_MS)
      : reportSchedules.plannedAfter(now + CLOCK_JUMP_MS)
    const moved = planned
      .map(({ id, cron, due_at }) => ({ id, before: due_at, due: this.#nextOf(cron, now) }))
      .filter(({ before, due }) => before !== null && before > now && before !== due)
    if (moved.length === 0) return accept(null)
    return this.#desk.change((journal) => {
      for (const { id, due } of moved) reportSchedules.plan(id, due)
      const why = isSetAnew ? "The server's clock was set" : 'The clock was put back'
      const text = `${why}: the next runs of ${moved.length} report schedules were planned again`
      journal(SYSTEM, { kind: 'job', text })
      return accept(null)
    })
  }

  /** Runs a due schedule and sets its next time (S1, S2). */
  #run(schedule: StoredReportSchedule): Outcome<unknown> {
    const now = this.#desk.clock.now()
    const { config_id: configId, format, email_to, id: scheduleId } = schedule
    const due_at = this.#nextOf(schedule.cron, now)
    const actor = { ...SYSTEM, login: schedule.owner }
    const asked = { actor, configId, format, params: {}, scheduleId, ofDay: this.#dayOf(schedule) }
    const refusal = this.#refuseRun(actor, schedule)
    const run =
      refusal ??
      this.#jobs.run(asked, ({ id }) => {
        this.#desk.tables.reportSchedules.ran({
          ...schedule,
          due_at,
          last_at: now,
          last_job: id,
          error: '',
        })
        if (email_to !== '') this.#desk.tables.reportSchedules.mailTo(id, email_to)
      })
    if (run.ok) return run
    const later = FOR_NOW.has(run.code) ? now + MINUTE_MS : due_at
    return this.#desk.change((journal) => {
      const error = run.message
      this.#desk.tables.reportSchedules.ran({
        ...schedule,
        due_at: later,
        last_at: now,
        last_job: null,
        error,
      })
      if (schedule.error !== error) {
        journal(SYSTEM, {
          kind: 'job',
          about: aboutSchedule(scheduleId),
          text: `Report schedule ${scheduleId} did not run: ${error}`,
        })
      }
      return accept(null)
    })
  }

  /**
   * Refuses a schedule that may not run. A report sent by e-mail leaves the company, like a file
   * that its maker exports (S4).
   */
  #refuseRun(actor: Actor, { config_id, email_to }: StoredReportSchedule): Refusal | null {
    if (this.#desk.config.world.get('reports', config_id)?.enabled !== true) {
      return because('conflict.report_disabled')
    }
    return email_to === '' ? null : this.#jobs.refuseExport(actor, config_id)
  }

  /** The day of the planned time, even if the run is late (S2). */
  #dayOf({ cron }: StoredReportSchedule): string {
    const [clock, now] = [this.#clock(), this.#desk.clock.now()]
    return wallTime(clock, CronTimes.of(cron).newest(clock, now) ?? now).date
  }

  #whole(actor: Actor, fields: ScheduleFields) {
    const caller = this.#reach.holder(actor, 'config.reports')
    if (isRefusal(caller)) return caller
    const { config_id, cron: text, format } = fields
    const email_to = addressesOf(fields.email_to).join(', ')
    if (email_to !== '' && !caller.rights.has('reports.export')) {
      return because('forbidden.email_reports')
    }
    if (this.#desk.config.world.get('reports', config_id) === undefined) {
      return refuseField('config_id', say('field.no_report_config', { id: config_id }))
    }
    const cron = cronOf(text)
    if (isRefusal(cron)) return cron
    const due_at = this.#nextOf(cron, this.#desk.clock.now())
    return { owner: caller.login, config_id, cron, format, email_to, due_at }
  }

  #nextOf(cron: string, after: UnixMs): UnixMs | null {
    return CronTimes.of(cron).next(this.#clock(), after) ?? null
  }

  #clock(): ServerClock {
    const [settings] = this.#desk.config.world.list('settings')
    return settings ?? { utc_offset_min: 0, daylight_saving: 'none' }
  }

  #told<T>(outcome: Outcome<T>): Outcome<T> {
    if (outcome.ok) this.#desk.publish({ type: 'report_schedules' })
    return outcome
  }
}

function missing(id: number): Refusal {
  return because('not_found.report_schedule', { id })
}

export function addressesOf(text: string): string[] {
  const all = text.split(',').map((one) => one.trim())
  return [...new Set(all)].filter((one) => one !== '')
}

/**
 * The cron expression of a schedule. Seconds are refused, because a report each second would only
 * be load.
 */
function cronOf(text: string): string | Refusal {
  try {
    const { text: cron } = CronTimes.of(text)
    if (cron.split(' ').length === 5) return cron
    return refuseField('cron', say('field.cron_fields'))
  } catch (error) {
    if (error instanceof CronError)
      return refuseField('cron', say('field.cron', { text: error.message }))
    throw error
  }
}

function aboutSchedule(id: number) {
  return { kind: 'report_schedules', id }
}
