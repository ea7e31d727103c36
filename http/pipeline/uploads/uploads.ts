import type { Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import { isRefusal } from '../../../engine/code.js'
import { UPLOAD_OVERHEAD_BYTES_MAX } from '../../../engine/limits/files.js'
import { type Admission, type PipelineServices, RequestContext } from '../context.js'
import { guardRestriction, guardRights } from '../guards.js'
import { handled } from '../handling.js'
import { idempotencyKey, type KeyedRequest, keyedRequest } from '../idempotency-key.js'
import { readParams, readQuery } from '../input.js'
import { BodyReceiver } from './receiving.js'
import type { UploadedFile } from './upload-rule.js'

/** The steps of an upload, after the guards that do not need the body. */

/**
 * Starts receiving the body, after params and query have been checked and there is space for the
 * file.
 */
export async function beginUpload(
  { route, request, session, rawParams }: Admission,
  services: PipelineServices,
  bodyBytes: number | null,
): Promise<Outcome<BodyReceiver>> {
  assert(route.upload !== null && session !== null, 'a route that takes a file knows who sends it')
  const params = readParams(route, rawParams)
  if (!params.ok) return params
  const query = readQuery(route, request.query)
  if (!query.ok) return query
  const key = route.idempotent ? idempotencyKey(request) : ''
  if (typeof key !== 'string') return key
  const { kind } = route.upload
  const bytes = Math.max(0, (bodyBytes ?? 0) - UPLOAD_OVERHEAD_BYTES_MAX)
  const isStaff = session.audience === 'staff'
  const place = await services.uploads.begin({ owner: session.login, isStaff, kind, bytes })
  if (!place.ok) return place
  const media = request.headers['content-type'] ?? ''
  const receiving = BodyReceiver.begin(route, route.upload, media, place.value, services.clock)
  if (!receiving.ok) await place.value.abandon()
  return receiving
}

/** Runs the handler after the body has arrived or has been refused. */
export async function handleUpload(
  admitted: Admission,
  services: PipelineServices,
  receiving: BodyReceiver,
): Promise<readonly [RequestContext, unknown]> {
  const { route, request, session, rawParams } = admitted
  const [params, query] = [readParams(route, rawParams), readQuery(route, request.query)]
  assert(params.ok && query.ok && session !== null, 'they were right when the upload began')
  const received = await receiving.end()
  const contextOf = (
    fields: unknown,
    keyed: KeyedRequest,
    file: UploadedFile | null,
  ): RequestContext =>
    new RequestContext(admitted, params.value, query.value, fields, services, keyed, file)
  if (!received.ok) return [contextOf(null, {}, null), received]
  const { fields, file } = received.value
  const { id, name, media, bytes, sha256 } = file
  const read = () => services.results.read(session.login, file)
  const keyed = keyedRequest(route, request, fields, sha256)
  assert(!isRefusal(keyed), 'the key was right when the upload began')
  const context = contextOf(fields, keyed, { id, name, media, bytes, sha256, read })
  try {
    // Rights may have changed during the upload, so they are checked again.
    const refusal = guardRestriction(route, session) ?? guardRights(route, session)
    const result: unknown = refusal ?? (await handled(context))
    if (isRefusal(result) || route.upload?.isPassing === true) await receiving.drop()
    return [context, result]
  } catch (error) {
    await receiving.drop()
    throw error
  }
}
