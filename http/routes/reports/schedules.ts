import {
  CreateReportScheduleBody,
  PatchReportScheduleBody,
  ReportScheduleParams,
  ReportSchedulesView,
  ReportScheduleView,
} from '../../../wire/schema/records/report-schedule.js'
import { scheduleView } from '../../../wire/stored/stored-report-schedule.js'
import { type FrontRoute, route } from '../route.js'

const PATH = '/admin/v1/reports/schedules'
const RIGHTS = ['config.reports']

const listRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List report schedules',
  description: 'Lists schedules by id, each with its last run and the time of the next one.',
  data: ReportSchedulesView,
  errors: ['unavailable'],
  async handle({ services }) {
    const found = await services.desk.ask('report_schedules.list', null)
    return found.ok ? found.value.map(scheduleView) : found
  },
})

const createRoute = route({
  method: 'POST',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Create a report schedule',
  description:
    '`cron` has five fields in server time: minute, hour, day, month, weekday. Each run is a ' +
    'report job of yours, with your rights and scope at that time, for the period of the ' +
    'configuration. If runs were missed, one run replaces them.\n\n' +
    '`email_to` has up to ten addresses, separated by commas. They get the totals, and with the ' +
    'right `reports.export` the file, up to 10 MiB.',
  idempotent: true,
  body: CreateReportScheduleBody,
  data: ReportScheduleView,
  errors: ['conflict', 'unavailable'],
  example: { body: { config_id: 1, cron: '0 6 * * 1-5', format: 'xlsx' } },
  async handle({ actor, keyed, body, services }) {
    const fields = { email_to: '', ...body }
    const made = await services.desk.ask('report_schedules.create', { actor, ...keyed, fields })
    return made.ok ? scheduleView(made.value) : made
  },
})

const patchRoute = route({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Change a report schedule',
  description:
    'Send the version that you last read. You become the owner: later runs use your rights and ' +
    'scope. A change without effect returns the schedule as it is.',
  params: ReportScheduleParams,
  body: PatchReportScheduleBody,
  data: ReportScheduleView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' }, body: { version: 1, cron: '0 7 * * *' } },
  async handle({ actor, params, body, services }) {
    const { version, ...fields } = body
    const asked = { actor, id: params.id, version, fields }
    const changed = await services.desk.ask('report_schedules.change', asked)
    return changed.ok ? scheduleView(changed.value) : changed
  },
})

const deleteRoute = route({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Delete a report schedule',
  description: 'Jobs that the schedule started stay.',
  params: ReportScheduleParams,
  errors: ['not_found', 'unavailable'],
  async handle({ actor, params, services }) {
    const removed = await services.desk.ask('report_schedules.remove', { actor, id: params.id })
    return removed.ok ? null : removed
  },
})

export const reportScheduleRoutes: readonly FrontRoute[] = [
  listRoute,
  createRoute,
  patchRoute,
  deleteRoute,
]
