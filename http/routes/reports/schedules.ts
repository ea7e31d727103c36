import {
  CreateReportScheduleBody,
  PatchReportScheduleBody,
  ReportScheduleParams,
  ReportSchedulesView,
  ReportScheduleView,
} from '../../../wire/schema/records/report-schedule.js'
import { scheduleView } from '../../../wire/stored/stored-report-schedule.js'
import { type Route, route } from '../../pipeline/route.js'

const PATH = '/admin/v1/reports/schedules'
const RIGHTS = ['config.reports']

const listRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List report schedules',
  description: 'By id, with their last run and the time of the next one.',
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
    'cron has five fields, on the server clock: minute, hour, day, month, weekday. A run is a report job of yours, with ' +
    'your rights and scope as they are then, of the period that the configuration names. email_to are up to ten ' +
    'addresses with commas between; they get the totals, and the file up to 10 MiB, which needs reports.export. What was ' +
    'missed is made up by one run.',
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
    'Send the version that you last read. Runs are yours from then on. A change that changes nothing answers the ' +
    'schedule as it is.',
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
  description: 'Jobs of the schedule stay.',
  params: ReportScheduleParams,
  errors: ['not_found', 'unavailable'],
  async handle({ actor, params, services }) {
    const removed = await services.desk.ask('report_schedules.remove', { actor, id: params.id })
    return removed.ok ? null : removed
  },
})

export const reportScheduleRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  patchRoute,
  deleteRoute,
]
