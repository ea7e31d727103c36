import type { UnixMs } from '../../../engine/units.js'
import type { StoredReportSchedule } from '../../../wire/stored/stored-report-schedule.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

export type NewSchedule = Pick<
  StoredReportSchedule,
  'owner' | 'config_id' | 'cron' | 'format' | 'email_to' | 'due_at'
>

/** A finished scheduled report, and the e-mail addresses that receive it. */
export interface ReportToMail {
  readonly id: number
  readonly mail_to: string
}

/** All SQL statements for report schedules, and for the reports that they e-mail. */
export const reportSchedulesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const get = (id: number) =>
    sql.get<StoredReportSchedule>`SELECT * FROM report_schedules WHERE id = ${id}`
  return {
    get,
    all: () => sql.all<StoredReportSchedule>`SELECT * FROM report_schedules ORDER BY id`,
    count: () => sql.value<number>`SELECT count(*) FROM report_schedules` ?? 0,
    insert: (schedule: NewSchedule, at: UnixMs) =>
      get(
        Number(sql.insert('report_schedules', { ...schedule, created_at: at, updated_at: at })),
      ) as StoredReportSchedule,
    update(
      id: number,
      { owner, config_id, cron, format, email_to, due_at }: NewSchedule,
      at: UnixMs,
    ) {
      sql.run`UPDATE report_schedules SET owner = ${owner}, config_id = ${config_id}, cron = ${cron},
        format = ${format}, email_to = ${email_to}, due_at = ${due_at}, updated_at = ${at}, version = version + 1
        WHERE id = ${id}`
      return get(id) as StoredReportSchedule
    },
    remove: (id: number) => sql.run`DELETE FROM report_schedules WHERE id = ${id}`,
    removeOf: (config: number) => sql.run`DELETE FROM report_schedules WHERE config_id = ${config}`,
    /** The due schedule that has waited longest. */
    due: (now: UnixMs) =>
      sql.get<StoredReportSchedule>`SELECT * FROM report_schedules
        WHERE due_at <= ${now} ORDER BY due_at, id LIMIT 1`,
    nextDue: () => sql.value<UnixMs>`SELECT min(due_at) FROM report_schedules` ?? null,
    /** The schedules whose next run is after `at`. */
    dueAfter: (at: UnixMs) =>
      sql.all<StoredReportSchedule>`SELECT * FROM report_schedules WHERE due_at > ${at} ORDER BY id`,
    /** The schedules whose next time was computed after this moment. */
    plannedAfter: (at: UnixMs) =>
      sql.all<StoredReportSchedule>`SELECT * FROM report_schedules
        WHERE due_at IS NOT NULL AND max(coalesce(last_at, 0), updated_at) > ${at} ORDER BY id`,
    /** Counts the schedules whose newest run was refused or failed. */
    failing: () =>
      sql.value<number>`SELECT count(*) FROM report_schedules WHERE error <> ''
        OR EXISTS (SELECT 1 FROM report_jobs WHERE id = last_job AND state = 'failed')` ?? 0,
    plan: (id: number, due: UnixMs | null) =>
      sql.run`UPDATE report_schedules SET due_at = ${due} WHERE id = ${id}`,
    ran: ({ id, due_at, last_at, last_job, error }: StoredReportSchedule) =>
      sql.run`UPDATE report_schedules SET due_at = ${due_at}, last_at = ${last_at}, last_job = ${last_job},
        error = ${error} WHERE id = ${id}`,
    /**
     * Sets the addresses that still have to receive the report; empty if no more e-mails are sent.
     */
    mailTo: (job: number, addresses: string) =>
      sql.run`UPDATE report_jobs SET mail_to = ${addresses} WHERE id = ${job}`,
    toMail: () =>
      sql.get<ReportToMail>`SELECT id, mail_to FROM report_jobs
        WHERE mail_to <> '' AND finished_at IS NOT NULL ORDER BY id LIMIT 1`,
  }
})
