import type { Once } from '../../actors/desk/remembered-answers.js'
import { tokenDigest } from '../../actors/thread/random.js'
import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { findErrors } from '../../wire/check/validate.js'
import { Body, type TSchema, Uuid } from '../../wire/types/scalars.js'
import type { PlainRequest } from '../exchange/request.js'

const HEADER = 'idempotency-key'
const KeyBody = Body({ key: Uuid })

/**
 * The key of a request in the form for the desk. An empty object without a key, so that it can be
 * spread.
 */
export interface KeyedRequest {
  readonly once?: Once
}

/** The UUID from the header in lower case; empty if the header is missing. */
export function idempotencyKey(request: PlainRequest): string | Refusal {
  const sent = request.headers[HEADER]
  if (sent === undefined) return ''
  const wrong = findErrors(KeyBody, { key: sent }, 0)
  return wrong === null ? sent.toLowerCase() : refuseField('Idempotency-Key', say('field.uuid'))
}

/** The parts of a route that decide whether two requests are the same. */
interface KeyRule {
  readonly idempotent: boolean
  readonly besidesKey: readonly string[]
  readonly body?: TSchema | null
}

const NO_KEY: KeyedRequest = {}

/**
 * Requests are the same if they differ only in field order, JSON formatting, fields of
 * `besidesKey`, or a default that is given or left out. A file is compared by its digest.
 */
export function keyedRequest(
  { idempotent, besidesKey, body: schema }: KeyRule,
  request: PlainRequest,
  body: unknown,
  fileDigest: string | null = null,
): KeyedRequest | Refusal {
  if (!idempotent) return NO_KEY
  const key = idempotencyKey(request)
  if (typeof key !== 'string') return key
  if (key === '') return NO_KEY
  const told = withoutDefaults(body, schema)
  const asked = besidesKey.length === 0 ? told : withoutFields(told as object, besidesKey)
  const brought = fileDigest === null ? '' : `\n${fileDigest}`
  const digest = tokenDigest(`${request.method} ${request.path}\n${orderedJson(asked)}${brought}`)
  return { once: { key, digest } }
}

/** The body without fields whose value equals the default. */
function withoutDefaults(body: unknown, schema: TSchema | null | undefined): unknown {
  const { properties } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, Field>> }
  if (properties === undefined || typeof body !== 'object' || body === null) return body
  const said = Object.entries(body).filter(([name, value]) => {
    const usual = properties[name]?.default
    return usual === undefined || orderedJson(value) !== orderedJson(usual)
  })
  return Object.fromEntries(said)
}

interface Field {
  readonly default?: unknown
}

/** The value as JSON, with the fields of every object sorted by name. */
export function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const fields = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(fields)
  })
}

export function withoutFields(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
