import { because } from '../../../engine/reasons/reasons.js'
import { JobView, LogArchiveBody } from '../../../wire/schema/records/job.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import { type Route, route } from '../../pipeline/route.js'

export const adminLogRoutes: readonly Route[] = [archiveRoute()]

function archiveRoute(): Route {
  return route({
    method: 'POST',
    path: '/admin/v1/logs/archive',
    audience: 'staff',
    rights: ['config.servers'],
    rate: { per: 'login', max: 20, seconds: 3600 },
    summary: 'Archive the logs',
    description:
      'Starts a job that writes what the logs have and their archive has not into files of LOG_ARCHIVE_DIR, and ' +
      'reads it back: all that there is as it begins, or the turns that ended before until. Its result is CSV, a ' +
      'line for each file. total is an estimate until it is done. What was written stays when the job is cancelled. ' +
      'Without LOG_ARCHIVE_DIR it is a conflict.',
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
