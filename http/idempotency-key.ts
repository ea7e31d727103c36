import type { Refusal } from '../engine/code.js'
import { refuseField } from '../wire/errors.js'
import { Body, Uuid } from '../wire/schema/scalars.js'
import { findErrors } from '../wire/validate.js'
import type { PlainRequest } from './request.js'

const HEADER = 'idempotency-key'
const KeyBody = Body({ key: Uuid })

/** The header's UUID in small letters; empty without one. */
export function idempotencyKey(request: PlainRequest): string | Refusal {
  const sent = request.headers[HEADER]
  if (sent === undefined) return ''
  const wrong = findErrors(KeyBody, { key: sent }, 0)
  return wrong === null ? sent.toLowerCase() : refuseField('Idempotency-Key', 'must be a UUID')
}
