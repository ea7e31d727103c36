import { because } from '../../../engine/reasons/reasons.js'
import { JobView, LogArchiveBody } from '../../../wire/schema/shared/job.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import { type FrontRoute, route } from '../route.js'

export const adminLogRoutes: readonly FrontRoute[] = [archiveRoute()]

function archiveRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/logs/archive',
    audience: 'staff',
    rights: ['config.servers'],
    rate: { per: 'login', max: 20, seconds: 3600 },
    summary: 'Archive the logs',
    description:
      'Starts a job that copies new parts of the logs into files of `LOG_ARCHIVE_DIR` and reads ' +
      'them back to check them. It copies everything up to its start, or the periods that ended ' +
      'before `until`. Its result is a CSV file with a row for each written file.\n\n' +
      '`total` is an estimate until the job is done. Files stay if you cancel the job. ' +
      '`conflict`: `LOG_ARCHIVE_DIR` is not set.',
    idempotent: true,
    body: LogArchiveBody,
    bodyOptional: true,
    data: JobView,
    errors: ['conflict', 'too_many_requests', 'unavailable'],
    example: { body: { until: '2026-01-31T09:30:00Z' } },
    async handle(context) {
      const { body, services } = context
      if (!services.keepsLogArchive) {
        return because('conflict.no_log_archive')
      }
      const created = await services.desk.ask('jobs.create', {
        actor: context.actor,
        ...context.keyed,
        kind: 'log.archive',
        request: body ?? {},
        rights: ['config.servers'],
        scope: [],
      })
      return created.ok ? jobView(created.value) : created
    },
  })
}
