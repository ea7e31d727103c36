import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { refuseReportJob } from '../../../engine/reports/job-reach.js'
import { isConfigurator, openingOf } from '../../../engine/reports/openings.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import {
  ReportJobParams,
  ReportJobsQuery,
  ReportJobsView,
  ReportJobTablesView,
  ReportJobView,
  ReportRowsParams,
  ReportRowsQuery,
  ReportRowsView,
  RunReportBody,
} from '../../../wire/schema/records/report.js'
import { queuedReport } from '../../../wire/stored/stored-job.js'
import {
  reportFile,
  reportView,
  type StoredReport,
  sectionView,
} from '../../../wire/stored/stored-report.js'
import type { Session } from '../../exchange/session.js'
import type { KnownActor } from '../../pipeline/actor.js'
import { tablesReached } from '../../pipeline/current-tables.js'
import { CSP_HEADER } from '../../server/answer-headers.js'
import { type FrontRoute, type FrontServices, rawRoute, route } from '../route.js'
import { READER_RIGHTS, readerOf, timeOf } from './report-reader.js'

const PATH = '/admin/v1/reports/jobs'

/** Prevents scripts from running if the page is opened in a browser instead of saved. */
const OPENED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const listRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'List report jobs',
  description:
    'Lists your report jobs, newest first; with `all=true` and the right `config.reports`, those ' +
    'of all staff. The event `report_job` reports progress to the owner. The server keeps a job ' +
    'for your `reports_months` and its result for seven days.',
  query: ReportJobsQuery,
  data: ReportJobsView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const { all, page, limit } = query
    if (all && !session.rights.has('config.reports')) {
      return because('forbidden.jobs_of_others', { right: 'config.reports' })
    }
    const owner = all ? null : session.login
    const found = await services.queries.of(session).run('report_jobs.page', { owner, page, limit })
    if (!found.ok) return found
    const { rows, total } = found.value
    return { items: rows.map(reportView), page, total }
  },
})

const runRoute = route({
  method: 'POST',
  path: PATH,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'Run a report',
  description:
    'Runs a report configuration that you may open, or with the right `config.reports` a module. ' +
    '`params` has the inputs of the module: `from` and `to` are days in server time, both ' +
    'inclusive; `groups` are masks separated by commas. Without a value, the default of the ' +
    'configuration applies; the first day is then the oldest that you may ask for.\n\n' +
    'The report contains everything that happened before the request. `job_id` alone writes the ' +
    'rows of a finished job in the format `json` as a file of another format. ' +
    '`too_many_requests`: you have four open jobs.',
  idempotent: true,
  body: RunReportBody,
  data: ReportJobView,
  errors: ['not_found', 'conflict', 'too_many_requests', 'unavailable'],
  example: { body: { module: 'deals', format: 'csv', params: { from: '2026-01-01' } } },
  async handle({ actor, keyed, body, services }) {
    const { config_id: configId, job_id: copyOf, module, format, params = {} } = body
    const behind = await tablesReached(services)
    if (behind !== undefined) return behind
    const run = await services.desk.ask('reports.run', {
      actor,
      ...keyed,
      ...(configId === undefined ? {} : { configId }),
      ...(module === undefined ? {} : { module }),
      ...(copyOf === undefined ? {} : { copyOf }),
      format,
      params,
    })
    return run.ok ? reportView(queuedReport(run.value)) : run
  },
})

const readRoute = route({
  method: 'GET',
  path: `${PATH}/{id}`,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'Read a report job',
  description:
    'You can read your own jobs with the rights that they need. With the right `config.reports` ' +
    'you can read all jobs within your scope; those of the journal also need the right ' +
    '`journal`.\n\n' +
    'When the job is done, `sections` has its tables: columns, totals, number of rows and the ' +
    'first hundred rows. Jobs in the formats `json` and `html` also have the points of their ' +
    'charts.',
  params: ReportJobParams,
  data: ReportJobTablesView,
  errors: ['not_found', 'unavailable'],
  async handle({ params, session, services }) {
    const found = await services.queries.of(session).run('report_jobs.get', { id: params.id })
    const report = found.ok ? seen(found.value, session) : found
    if (isRefusal(report)) return report
    return { ...reportView(report), sections: report.sections.map(sectionView) }
  },
})

const rowsRoute = route({
  method: 'GET',
  path: `${PATH}/{id}/sections/{n}`,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'Page through the rows of a report job',
  description:
    'Answers rows of one table of a job in the format `json`, from `offset`, for seven days ' +
    'after it is done. `n` is the place of the table in `sections`, from 0. After the last row ' +
    'the page is empty. `conflict`: the job has another format, so its rows are only in its file.',
  params: ReportRowsParams,
  query: ReportRowsQuery,
  data: ReportRowsView,
  errors: ['not_found', 'conflict', 'unavailable'],
  async handle({ params: { id, n }, query: { offset, limit }, session, services }) {
    const report = await seenHead(services, session, id)
    if (isRefusal(report)) return report
    if (report.state !== 'done') return noResult(report)
    const asked = { id, section: n, offset, limit }
    const found = await services.queries.of(session).run('report_jobs.rows', asked)
    if (!found.ok) return found
    const { rows, rowCount } = found.value
    const list = jsonField('rows', jsonList(rows))
    return new JsonText(
      jsonObject(jsonFields({ offset }), list, jsonFields({ row_count: rowCount })),
    )
  },
})

const cancelRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/cancel`,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'Cancel a report job',
  description:
    'Cancels a job that you may read, and deletes its result. If the job is already cancelled, ' +
    'the server returns it as it is. `conflict`: the job is done or has failed.',
  params: ReportJobParams,
  data: ReportJobView,
  errors: ['not_found', 'conflict', 'unavailable'],
  async handle({ params, actor, services }) {
    const cancelled = await services.desk.ask('reports.cancel', { actor, id: params.id })
    return cancelled.ok ? reportView(cancelled.value) : cancelled
  },
})

const deleteRoute = route({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'Delete a report job',
  description:
    'Deletes a job that you may read, with its result. `conflict`: the job is not finished. ' +
    'Cancel it first.',
  params: ReportJobParams,
  errors: ['not_found', 'conflict', 'unavailable'],
  async handle({ params, actor, services }) {
    const removed = await services.desk.ask('reports.remove', { actor, id: params.id })
    return removed.ok ? null : removed
  },
})

const downloadRoute = rawRoute({
  method: 'GET',
  path: `${PATH}/{id}/download`,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  rate: { per: 'login', max: 60, seconds: 60 },
  summary: 'Download the result of a report job',
  description:
    'Answers the file of a job that you may read, for seven days after it is done. You need the ' +
    'right `reports.export` and, without `config.reports`, a report line that allows it. A login ' +
    'can read four files at a time.',
  params: ReportJobParams,
  media: 'application/octet-stream',
  errors: ['not_found', 'conflict', 'too_many_requests', 'unavailable'],
  async handle({ params, session, services, actor }) {
    const { id } = params
    const report = await seenHead(services, session, id)
    if (isRefusal(report)) return report
    const refusal = await refuseExport({ services, session, actor }, report)
    if (refusal !== null) return refusal
    const job = await services.queries.of(session).run('job.get', { id })
    if (!job.ok) return job.code === 'not_found' ? goneResult(id) : job
    const { file, bytes } = job.value
    const read = await services.results.read(session.login, { id: file, bytes })
    if (!read.ok) return read
    const { name, media } = reportFile(id, report.request)
    const headers = [...attachmentHeaders(name), [CSP_HEADER, OPENED_POLICY] as const]
    return { mediaType: media, body: '', source: read.value, headers }
  },
})

function goneResult(id: number): Refusal {
  return because('not_found.report_result', { id })
}

type ReportHead = Omit<StoredReport, 'sections'>

async function seenHead(
  services: FrontServices,
  session: Session,
  id: number,
): Promise<ReportHead | Refusal> {
  const found = await services.queries.of(session).run('report_jobs.head', { id })
  return found.ok ? seen(found.value, session) : found
}

/**
 * Other people's reports are reported as missing, except to those who manage report configurations.
 * Everybody needs the scope of the report.
 */
function seen<Report extends ReportHead>(report: Report, session: Session): Report | Refusal {
  const { id, owner, rights, scope, request } = report
  if (owner !== session.login && !isConfigurator(session)) {
    return because('not_found.report_job', { id })
  }
  const holds = { rights: session.rights, scope: session.groupScope }
  return refuseReportJob({ module: request.module, rights, scope }, holds) ?? report
}

async function refuseExport(
  by: { readonly services: FrontServices; readonly session: Session; readonly actor: KnownActor },
  report: ReportHead,
): Promise<Refusal | null> {
  const { services } = by
  const reader = await readerOf(by)
  if (isRefusal(reader)) return reader
  const { name } = report.request
  const opening = openingOf({ name, enabled: true }, reader, timeOf(services))
  if (opening?.canExport !== true) {
    return because('forbidden.export_report')
  }
  return report.state === 'done' ? null : noResult(report)
}

function noResult({ id, state }: Pick<StoredReport, 'id' | 'state'>): Refusal {
  return because('conflict.report_no_result', { id, state })
}

export const reportJobRoutes: readonly FrontRoute[] = [
  listRoute,
  runRoute,
  readRoute,
  rowsRoute,
  cancelRoute,
  deleteRoute,
  downloadRoute,
]
