import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Fault, KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import type { TSchema } from '../types/scalars.js'
import { isTime } from '../types/utc-time.js'
import { type TextKind, tidyText } from './clean-text.js'
import {
  FIELDS_MAX,
  joinedPath,
  mistake,
  THOROUGH_BYTES_MAX,
  UNKNOWN_NAME_MAX,
} from './field-mistakes.js'

/**
 * Validates values. Each schema is compiled once, on first use or earlier (`prepareCheck`).
 * - Validation also normalizes the value: text to NFC, and numbers and flags in paths and queries
 *   to numbers and booleans. A value therefore must be validated only once.
 * - Missing fields get their default (`Default`).
 * - For a small request all errors are returned, for a large one only the first, because collecting
 *   a hundred thousand errors would block the thread.
 */
interface Place {
  readonly parentData: Record<string | number, unknown>
  readonly parentDataProperty: string | number
}

const checks = new WeakMap<TSchema, { quick?: ValidateFunction; thorough?: ValidateFunction }>()
let quickAjv: Ajv | undefined
let thoroughAjv: Ajv | undefined

/**
 * The errors in `value`, or null. `sizeBytes` is the size of its text. Text is normalized in place,
 * so `value` must be an object or array for that.
 */
export function findErrors(
  schema: TSchema,
  value: unknown,
  sizeBytes: number,
): readonly Fault[] | null {
  const check = compiled(schema, sizeBytes <= THOROUGH_BYTES_MAX)
  if (check(value)) return null
  return fieldErrors(check.errors ?? [])
}

/** Compiles a check in advance. `thorough` is for small requests. */
export function prepareCheck(schema: TSchema, thorough: boolean): void {
  compiled(schema, thorough)
}

function compiled(schema: TSchema, thorough: boolean): ValidateFunction {
  let both = checks.get(schema)
  if (both === undefined) {
    both = {}
    checks.set(schema, both)
  }
  if (thorough) {
    thoroughAjv ??= newAjv(true)
    both.thorough ??= thoroughAjv.compile(schema)
    return both.thorough
  }
  quickAjv ??= newAjv(false)
  both.quick ??= quickAjv.compile(schema)
  return both.quick
}

function newAjv(allErrors: boolean): Ajv {
  // Strict mode already finds wrong schemas in the code, so the meta-schema is not needed.
  const options = { strict: true, validateSchema: false, meta: false } as const
  // The library's code optimizer would take nearly half of the compile time.
  const code = { optimize: false } as const
  const ajv = new Ajv({
    ...options,
    allErrors,
    verbose: true,
    ownProperties: true,
    useDefaults: true,
    code,
  })
  ajv.addKeyword({ keyword: 'x-says', schemaType: 'object' })
  ajv.addKeyword({ keyword: 'x-bytes', schemaType: 'boolean' })
  ajv.addKeyword({
    keyword: 'x-text',
    type: 'string',
    schemaType: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    compile: (kind: TextKind) => (data: string, place?: Place) => tidyInPlace(data, kind, place),
  })
  ajv.addKeyword({
    keyword: 'x-time',
    type: 'string',
    schemaType: 'boolean',
    errors: false,
    validate: (_schema: boolean, data: string) => isTime(data),
  })
  ajv.addKeyword({
    keyword: 'x-integer',
    type: 'string',
    schemaType: 'object',
    modifying: true,
    errors: false,
    compile: (range: { minimum: number; maximum: number }) => (data: string, place?: Place) =>
      convertInteger(data, range, place),
  })
  ajv.addKeyword({
    keyword: 'x-flag',
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    compile: () => (data: string, place?: Place) => convert(place, data === 'true'),
  })
  return ajv
}

function tidyInPlace(data: string, kind: TextKind, place: Place | undefined): boolean {
  const tidy = tidyText(data, kind)
  return tidy === data || (tidy !== undefined && convert(place, tidy))
}

function convertInteger(
  data: string,
  range: { minimum: number; maximum: number },
  place: Place | undefined,
): boolean {
  const value = Number(data)
  // `pattern` may run later; text that it will refuse is left unchanged so that it reports the error.
  if (!Number.isSafeInteger(value)) return false
  if (value < range.minimum || value > range.maximum) return false
  return convert(place, value)
}

function convert(place: Place | undefined, value: unknown): boolean {
  if (place === undefined) return false
  place.parentData[place.parentDataProperty] = value
  return true
}

function fieldErrors(errors: readonly ErrorObject[]): Fault[] {
  const byPath = new Map<string, Fault>()
  for (const error of errors) {
    const path = pathOf(error)
    // Later errors of the same field are often consequences of its first one.
    if (!byPath.has(path)) byPath.set(path, { path, ...mistakeOf(error) })
    if (byPath.size === FIELDS_MAX) break
  }
  return [...byPath.values()]
}

function pathOf(error: ErrorObject): string {
  let path = ''
  for (const part of error.instancePath.split('/').slice(1)) {
    path = joinedPath(path, part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  if (error.keyword === 'required') return joinedPath(path, String(error.params['missingProperty']))
  if (error.keyword !== 'additionalProperties') return path
  return joinedPath(path, String(error.params['additionalProperty']).slice(0, UNKNOWN_NAME_MAX))
}

function mistakeOf(error: ErrorObject): KeyedText {
  const { keyword, params, schema, parentSchema } = error
  const says = (parentSchema as { 'x-says'?: KeyedText } | undefined)?.['x-says']
  const value = keyword === 'type' ? params['type'] : (params['limit'] ?? schema)
  const unsaid = say('field.not_valid')
  return mistake(keyword, value, says) ?? { ...unsaid, message: error.message ?? unsaid.message }
}
