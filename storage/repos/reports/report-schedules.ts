import type { UnixMs } from '../../../engine/units.js'
import type { StoredReportSchedule } from '../../../wire/stored/stored-report-schedule.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

export type NewSchedule = Pick<
  StoredReportSchedule,
  'owner' | 'config_id' | 'cron' | 'format' | 'email_to' | 'due_at'
>

/** A scheduled job that is over, and whom it is to be e-mailed to. */
export interface ReportToMail {
  readonly id: number
  readonly mail_to: string
}

/** The only SQL that names report schedules, and the reports that they e-mail. */
export const reportSchedulesRepo = perDatabase((db: Sqlite) => {
  const select = db.prepare<[number], StoredReportSchedule>(
    'SELECT * FROM report_schedules WHERE id = ?',
  )
  const selectAll = db.prepare<[], StoredReportSchedule>(
    'SELECT * FROM report_schedules ORDER BY id',
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM report_schedules').pluck()
  const insert = db.prepare<[NewSchedule & { readonly at: UnixMs }], StoredReportSchedule>(
    `INSERT INTO report_schedules (owner, config_id, cron, format, email_to, due_at, created_at, updated_at)
     VALUES (@owner, @config_id, @cron, @format, @email_to, @due_at, @at, @at) RETURNING *`,
  )
  const update = db.prepare<[NewSchedule & { readonly id: number; readonly at: UnixMs }]>(
    `UPDATE report_schedules SET owner = @owner, config_id = @config_id, cron = @cron, format = @format,
       email_to = @email_to, due_at = @due_at, updated_at = @at, version = version + 1 WHERE id = @id`,
  )
  const remove = db.prepare<[number]>('DELETE FROM report_schedules WHERE id = ?')
  const selectDue = db.prepare<[number], StoredReportSchedule>(
    'SELECT * FROM report_schedules WHERE due_at <= ? ORDER BY due_at, id LIMIT 1',
  )
  const selectNext = db
    .prepare<[], number | null>('SELECT min(due_at) FROM report_schedules')
    .pluck()
  const selectPlannedAfter = db.prepare<[number], StoredReportSchedule>(
    `SELECT * FROM report_schedules
     WHERE due_at IS NOT NULL AND max(coalesce(last_at, 0), updated_at) > ? ORDER BY id`,
  )
  const countFailing = db
    .prepare<[], number>(
      `SELECT count(*) FROM report_schedules WHERE error <> ''
         OR EXISTS (SELECT 1 FROM report_jobs WHERE id = last_job AND state = 'failed')`,
    )
    .pluck()
  const plan = db.prepare<[number | null, number]>(
    'UPDATE report_schedules SET due_at = ? WHERE id = ?',
  )
  const ran = db.prepare<
    [Pick<StoredReportSchedule, 'id' | 'due_at' | 'last_at' | 'last_job' | 'error'>]
  >(
    `UPDATE report_schedules SET due_at = @due_at, last_at = @last_at, last_job = @last_job, error = @error
     WHERE id = @id`,
  )
  const mailTo = db.prepare<[string, number]>('UPDATE report_jobs SET mail_to = ? WHERE id = ?')
  const selectToMail = db.prepare<[], ReportToMail>(
    `SELECT id, mail_to FROM report_jobs WHERE mail_to <> '' AND finished_at IS NOT NULL ORDER BY id LIMIT 1`,
  )
  return {
    get: (id: number): StoredReportSchedule | undefined => select.get(id),
    all: (): StoredReportSchedule[] => selectAll.all(),
    count: (): number => count.get() as number,
    insert: (schedule: NewSchedule, at: UnixMs): StoredReportSchedule =>
      insert.get({ ...schedule, at }) as StoredReportSchedule,
    update(id: number, schedule: NewSchedule, at: UnixMs): StoredReportSchedule {
      update.run({ ...schedule, id, at })
      return select.get(id) as StoredReportSchedule
    },
    remove(id: number): void {
      remove.run(id)
    },
    /** The one that waits longest. */
    due: (now: UnixMs): StoredReportSchedule | undefined => selectDue.get(now),
    nextDue: (): UnixMs | null => selectNext.get() ?? null,
    /** Those whose next time was found later than this. */
    plannedAfter: (at: UnixMs): StoredReportSchedule[] => selectPlannedAfter.all(at),
    /** Those whose newest run was refused, or failed. */
    failing: (): number => countFailing.get() as number,
    plan(id: number, due: UnixMs | null): void {
      plan.run(due, id)
    },
    ran(schedule: StoredReportSchedule): void {
      const { id, due_at, last_at, last_job, error } = schedule
      ran.run({ id, due_at, last_at, last_job, error })
    },
    /** Empty: to nobody any more. */
    mailTo(job: number, addresses: string): void {
      mailTo.run(addresses, job)
    },
    toMail: (): ReportToMail | undefined => selectToMail.get(),
  }
})
