import type { Refusal } from '../../engine/code.js'
import { refuseField, refuseInput } from '../../engine/reasons/fault.js'
import type { Fault } from '../../engine/reasons/keyed-text.js'
import { because, say } from '../../engine/reasons/reasons.js'
import { findErrors } from '../../wire/check/validate.js'
import { type ParsedJson, parseJson, parseJsonInSteps } from '../../wire/format/parse-json.js'
import { Body, type TSchema } from '../../wire/types/scalars.js'
import { pathParameters, type Route } from './route.js'

/** The maximum length of a query value whose schema does not allow more. */
export const QUERY_VALUE_MAX = 512
/** The maximum number of query parameters, more than any route defines. */
const QUERY_PARAMETERS_MAX = 64

export type InputReading = { readonly ok: true; readonly value: unknown } | Refusal

const NOTHING: InputReading = { ok: true, value: null }
const EMPTY = Body({})
const names = new WeakMap<Route, readonly string[]>()

export function readParams(route: Route, raw: readonly string[]): InputReading {
  if (route.params === null) return NOTHING
  let inPath = names.get(route)
  if (inPath === undefined) {
    inPath = pathParameters(route.path)
    names.set(route, inPath)
  }
  const params: Record<string, string> = {}
  for (let i = 0; i < inPath.length; i++) {
    const name = inPath[i] as string
    const value = decoded(raw[i] as string)
    if (value === null) return refuseField(name, say('field.not_utf8_code'))
    params[name] = value
  }
  return checked(route.params, params, 0)
}

/** Refuses repeated and unknown parameters. An empty value counts as left out. */
export function readQuery(route: Route, raw: string): InputReading {
  if (route.ignoresQuery || (route.query === null && raw === '')) return NOTHING
  const query: Record<string, string> = {}
  const known = propertiesOf(route.query)
  const parts = raw === '' ? [] : raw.split('&', QUERY_PARAMETERS_MAX + 1)
  if (parts.length > QUERY_PARAMETERS_MAX) {
    return because('invalid_input.parameters', { max: QUERY_PARAMETERS_MAX })
  }
  const seen = new Set<string>()
  for (const part of parts) {
    if (part === '') continue
    const error = takeParameter(part, known, seen, query, route.refusesEmptyQuery)
    if (error !== null) return refuseInput([error])
  }
  return route.query === null ? NOTHING : checked(route.query, query, 0)
}

/** Parses and checks a body. `bytes` is null if the request has none. */
export function readBody(route: Route, bytes: Uint8Array | null): InputReading {
  const isEmpty = bytes === null || bytes.length === 0
  if (route.method === 'GET') return NOTHING
  if (route.upload !== null) return refuseField(route.upload.field, say('field.missing'))
  if (isEmpty) {
    if (route.body === null || route.bodyOptional) return NOTHING
    return because('invalid_input.no_body')
  }
  // Copies the bytes, because the handler may wait and the socket reuses its buffer.
  if (route.bodyMedia !== null) return { ok: true, value: bytes.slice() }
  return checkedBody(route, parseJson(bytes, route.marksBadBytes, route.bodyPartsMax), bytes.length)
}

/** Reads a large JSON body like `readBody`, but yields after each step. */
export function* readBodyInSteps(route: Route, bytes: Uint8Array): Generator<void, InputReading> {
  const parsed = yield* parseJsonInSteps(bytes, route.marksBadBytes, route.bodyPartsMax)
  yield
  return checkedBody(route, parsed, bytes.length)
}

function checkedBody(route: Route, parsed: ParsedJson, sizeBytes: number): InputReading {
  if (!parsed.ok) return parsed
  if (route.body !== null) {
    const value = route.bodyForm === null ? parsed.value : route.bodyForm(parsed.value)
    return checked(route.body, value, sizeBytes)
  }
  // Some clients send an empty object or null to routes without a body.
  if (parsed.value === null) return NOTHING
  const read = checked(EMPTY, parsed.value, sizeBytes)
  return read.ok ? NOTHING : read
}

/** Checks the text fields of an upload. A route without such fields ignores them. */
export function readFields(route: Route, fields: Readonly<Record<string, string>>): InputReading {
  return route.body === null ? NOTHING : checked(route.body, fields, 0)
}

function checked(schema: TSchema, value: unknown, sizeBytes: number): InputReading {
  const errors = findErrors(schema, value, sizeBytes)
  return errors === null ? { ok: true, value } : refuseInput(errors)
}

function takeParameter(
  part: string,
  known: Readonly<Record<string, { readonly maxLength?: number }>>,
  seen: Set<string>,
  query: Record<string, string>,
  refusesEmpty: boolean,
): Fault | null {
  const equals = part.indexOf('=')
  const name = decoded(plusToSpace(equals < 0 ? part : part.slice(0, equals)))
  const value = equals < 0 ? '' : decoded(plusToSpace(part.slice(equals + 1)))
  const shown = (name ?? part).slice(0, 64)
  if (name === null || value === null) {
    return { path: shown, ...say('field.not_utf8_code') }
  }
  if (!Object.hasOwn(known, name)) {
    return { path: shown, ...say('field.unknown_parameter') }
  }
  if (seen.has(name)) return { path: shown, ...say('field.twice') }
  seen.add(name)
  const max = Math.max(QUERY_VALUE_MAX, known[name]?.maxLength ?? 0)
  if (value.length > max) return { path: shown, ...say('field.too_long', { max }) }
  if (value !== '') query[name] = value
  else if (refusesEmpty) return { path: shown, ...say('field.empty') }
  return null
}

function propertiesOf(schema: TSchema | null): Record<string, { readonly maxLength?: number }> {
  const shape = schema as { properties?: Record<string, { readonly maxLength?: number }> } | null
  return shape?.properties ?? {}
}

function plusToSpace(text: string): string {
  return text.includes('+') ? text.replaceAll('+', ' ') : text
}

function decoded(text: string): string | null {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
