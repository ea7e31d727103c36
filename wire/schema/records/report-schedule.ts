import { CRON_TEXT_MAX } from '../../../engine/limits/jobs.js'
import { say } from '../../../engine/reasons/reasons.js'
import { REPORT_FORMATS } from '../../stored/stored-report.js'
import {
  AnyText,
  Body,
  Choice,
  Id,
  IdText,
  Login,
  Nullable,
  Optional,
  Params,
  Rows,
  Text,
  Time,
  Version,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

const ADDRESS = '[^\\s@<>"(),:;]+@[^\\s@<>"(),:;.]+(\\.[^\\s@<>"(),:;.]+)+'

/** A list of up to ten e-mail addresses. */
const Addresses = Type.String({
  maxLength: 1024,
  pattern: `^(${ADDRESS}( *, *${ADDRESS}){0,9})?$`,
  'x-text': 'line',
  'x-says': say('field.emails'),
})

const FIELDS = {
  config_id: Id,
  cron: Text(CRON_TEXT_MAX, 1),
  format: Choice(REPORT_FORMATS),
}

export const CreateReportScheduleBody = Body({ ...FIELDS, email_to: Optional(Addresses) })

export const PatchReportScheduleBody = Body({
  version: Version,
  config_id: Optional(FIELDS.config_id),
  cron: Optional(FIELDS.cron),
  format: Optional(FIELDS.format),
  email_to: Optional(Addresses),
})

export const ReportScheduleParams = Params({ id: IdText })

export const ReportScheduleView = View({
  id: Id,
  ...FIELDS,
  email_to: AnyText,
  requested_by: Login,
  next_run_at: Nullable(Time),
  last_run_at: Nullable(Time),
  last_job_id: Nullable(Id),
  /** The reason why the last run failed, if it did. */
  error: AnyText,
  created_at: Time,
  updated_at: Time,
  version: Version,
})
export const ReportSchedulesView = Rows(ReportScheduleView)
