import type { Once } from '../../actors/desk/remembered-answers.js'
import { tokenDigest } from '../../actors/thread/random.js'
import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../wire/answer/errors.js'
import { findErrors } from '../../wire/check/validate.js'
import { Body, Uuid } from '../../wire/schema/scalars.js'
import type { PlainRequest } from '../server/request.js'
import type { AnyContext } from './route.js'

const HEADER = 'idempotency-key'
const KeyBody = Body({ key: Uuid })

/** The header's UUID in small letters; empty without one. */
export function idempotencyKey(request: PlainRequest): string | Refusal {
  const sent = request.headers[HEADER]
  if (sent === undefined) return ''
  const wrong = findErrors(KeyBody, { key: sent }, 0)
  return wrong === null ? sent.toLowerCase() : refuseField('Idempotency-Key', 'must be a UUID')
}

/**
 * What the desk is told of a request with a key: a spread of nothing without one. The order of fields
 * and the spelling of the JSON do not make it another request.
 */
export function onceOf(
  context: Pick<AnyContext, 'request' | 'body'>,
): { readonly once?: Once } | Refusal {
  const { request, body } = context
  const key = idempotencyKey(request)
  if (typeof key !== 'string') return key
  if (key === '') return {}
  const digest = tokenDigest(`${request.method} ${request.path}\n${inOrder(body)}`)
  return { once: { key, digest } }
}

/** JSON with the fields of every object by their names. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const fields = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(fields)
  })
}
