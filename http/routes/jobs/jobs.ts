import type { Success } from '../../../actors/thread/ask.js'
import { rightsBeyond, scopeExcess } from '../../../engine/access/grants.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import type { ByteSource } from '../../../wire/answer/byte-source.js'
import { CSV_MEDIA } from '../../../wire/format/csv.js'
import { JobParams, JobsPageView, JobsQuery, JobView } from '../../../wire/schema/shared/job.js'
import {
  isApart,
  isOpenJob,
  jobView,
  keepsRows,
  resultFile,
  type StoredJob,
} from '../../../wire/stored/stored-job.js'
import type { Session } from '../../exchange/session.js'
import {
  type FrontContext,
  type FrontRoute,
  type FrontServices,
  rawRoute,
  route,
} from '../route.js'

/** Routes to follow background jobs. The routes that start a job belong to its subject. */
export const adminJobRoutes: readonly FrontRoute[] = [
  listRoute(),
  readRoute(),
  resultRoute(),
  cancelRoute(),
]

function listRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/jobs',
    audience: 'staff',
    rights: [],
    summary: 'List jobs',
    description:
      'Your own jobs, newest first; with the right `config.servers` those of all staff, or of one owner. ' +
      'The server keeps finished jobs for seven days, at most 50 per owner. The event `job` tells the ' +
      'owner about progress, at most twice a second.',
    query: JobsQuery,
    data: JobsPageView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const { owner, state, page, limit } = query
      const seesAll = session.rights.has('config.servers')
      if (!seesAll && owner !== undefined && owner !== session.login) {
        return because('forbidden.jobs_of_others', { right: 'config.servers' })
      }
      const of = seesAll ? owner : session.login
      const filter = {
        ...(of === undefined ? {} : { owner: of }),
        ...(state === undefined ? {} : { state }),
      }
      const found = await services.queries.of(session).run('jobs.page', { filter, page, limit })
      if (!found.ok) return found
      const { rows, total } = found.value
      return { items: rows.map(jobView), page, total }
    },
  })
}

function readRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/jobs/{id}',
    audience: 'staff',
    rights: [],
    summary: 'Read a job',
    description:
      'Your own job, or any with the right `config.servers`. `total` is null before the items are ' +
      'counted.',
    params: JobParams,
    data: JobView,
    errors: ['not_found', 'unavailable'],
    async handle({ params, session, services }) {
      const job = await seenJob(services, session, params.id)
      return isRefusal(job) ? job : jobView(job)
    },
  })
}

function resultRoute(): FrontRoute {
  return rawRoute({
    method: 'GET',
    path: '/admin/v1/jobs/{id}/result',
    audience: 'staff',
    rights: [],
    rate: { per: 'login', max: 60, seconds: 60 },
    summary: 'Download the result of a job',
    description:
      'Answers the bytes of the result, after the job is done and while the server keeps it. You ' +
      'need the rights and scope of the job, as does its owner. A login can read four files at a ' +
      'time.\n\n' +
      'Results of an import or bulk action are only for the owner. They also exist if the job ' +
      'failed or was cancelled, with the rows so far. The result of an import has the passwords ' +
      'that the server made, until it was downloaded completely.',
    params: JobParams,
    media: CSV_MEDIA,
    errors: ['not_found', 'conflict', 'too_many_requests', 'unavailable'],
    async handle(context) {
      const { params, session, services } = context
      const job = await seenJob(services, session, params.id)
      if (isRefusal(job)) return job
      const refusal = refuseResult(job, session)
      if (refusal !== null) return refusal
      const read = keepsRows(job)
        ? await importResult(context, job.id)
        : await services.results.read(session.login, { id: job.file, bytes: job.bytes })
      if (!read.ok) return read
      const { name, media } = resultFile(job)
      const source = read.value
      const headers = attachmentHeaders(name)
      return { mediaType: media, body: '', source, headers, isSecret: keepsRows(job) }
    },
  })
}

function cancelRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/jobs/{id}/cancel',
    audience: 'staff',
    rights: [],
    summary: 'Cancel a job',
    description:
      'Your own job, or any with the right `config.servers`. Its result is deleted, except the rows of an ' +
      'import or bulk action. A finished or failed job is a `conflict`; a cancelled one is returned as it ' +
      'is.',
    params: JobParams,
    data: JobView,
    errors: ['not_found', 'conflict', 'unavailable'],
    async handle(context) {
      const { id } = context.params
      const { actor } = context
      const cancelled = await context.services.desk.ask('jobs.cancel', { actor, id })
      return cancelled.ok ? jobView(cancelled.value) : cancelled
    },
  })
}

/**
 * Finds a job. Other people's jobs are reported as missing, except to callers with
 * `config.servers`.
 */
async function seenJob(
  services: FrontServices,
  session: Session,
  id: number,
): Promise<StoredJob | Refusal> {
  const found = await services.queries.of(session).run('job.get', { id })
  if (!found.ok) return found
  const { owner } = found.value
  if (isApart(found.value)) return because('not_found.job', { id })
  if (owner === session.login || session.rights.has('config.servers')) return found.value
  return because('not_found.job', { id })
}

/** Refuses a result that was created with more rights or a wider scope than the reader has now. */
function refuseLess(job: Pick<StoredJob, 'rights' | 'scope'>, session: Session): Refusal | null {
  const [right] = rightsBeyond(job.rights, session.rights)
  if (right !== undefined) return because('forbidden.result_right', { right })
  if (scopeExcess(job.scope, session.groupScope) === null) return null
  return because('forbidden.result_scope')
}

function refuseResult(job: StoredJob, session: Session): Refusal | null {
  const less = refuseLess(job, session)
  if (less !== null) return less
  if (keepsRows(job) && job.owner !== session.login) {
    return because('forbidden.result_of_owner', { id: job.id })
  }
  if (job.state === 'done' || (keepsRows(job) && !isOpenJob(job) && job.bytes > 0)) return null
  const { id, state } = job
  return because('conflict.job_no_result', { id, state })
}

/** Returns rows that may contain passwords. Once all have been sent, the passwords are deleted. */
async function importResult(
  context: FrontContext<'staff', unknown, unknown, unknown>,
  id: number,
): Promise<Success<ByteSource> | Refusal> {
  const { services, session, actor } = context
  const rows = await services.desk.ask('imports.result', { id })
  if (!rows.ok) return rows
  return services.results.hold(session.login, rows.value, () => {
    void services.desk.ask('imports.shown', { actor, id })
  })
}
