import type { SuccessCode } from '../../engine/code.js'

/**
 * Parts of JSON text that one thread has written and another puts into an answer.
 *
 * - Only this file creates and joins these types, so that braces always match: fields of an object
 *   are passed without braces, and objects and lists consist of complete parts.
 * - A caller of `jsonWritten` guarantees that the text is a single JSON value.
 */
declare const VALUE: unique symbol
declare const FIELDS: unique symbol
declare const LINES: unique symbol
declare const CODED: unique symbol

/** The JSON text of a single value. */
export type JsonValue = string & { readonly [VALUE]: true }

/** Fields of an object without its braces, such as `"a":1,"b":2`. An empty text has no fields. */
export type JsonFields = string & { readonly [FIELDS]: true }

/** Parts of the same kind, one per line. Serialized JSON contains no line feeds. */
export type JsonLines<Part extends JsonValue | JsonFields> = string & { readonly [LINES]: Part }

/** A value with the success code of its answer. */
export type CodedJson = string & { readonly [CODED]: true }

/** The forms of JSON in which a thread may answer. */
export type ReadyJson =
  | JsonValue
  | JsonFields
  | JsonLines<JsonValue>
  | JsonLines<JsonFields>
  | CodedJson

export const JSON_NULL = 'null' as JsonValue

/**
 * Handles primitive values separately for speed, because a page of accounts has thousands of them.
 */
export function jsonOf(value: unknown): JsonValue {
  if (value === null || value === undefined) return JSON_NULL
  if (typeof value === 'boolean') return (value ? 'true' : 'false') as JsonValue
  if (typeof value === 'number' && Number.isInteger(value)) return String(value) as JsonValue
  return (value === '' ? '""' : (JSON.stringify(value) ?? JSON_NULL)) as JsonValue
}

/** The output of a JSON frame writer as a part. */
export function jsonIn({ bytes, length }: { bytes: Uint8Array; length: number }): JsonValue {
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('utf8') as JsonValue
}

/** Marks stored text as JSON, so that it is not encoded again. */
export function jsonWritten(text: string): JsonValue {
  return text as JsonValue
}

export function jsonFields(object: Readonly<Record<string, unknown>>): JsonFields {
  return fieldsOfObject(jsonOf(object))
}

export function fieldsOfObject(text: JsonValue): JsonFields {
  return text.slice(1, -1) as JsonFields
}

export function jsonField(name: string, value: JsonValue): JsonFields {
  return `"${name}":${value}` as JsonFields
}

/** One field for each name, in order. */
export function namedFields(
  names: readonly string[],
  textOf: (place: number) => JsonValue,
): JsonFields {
  let text = ''
  for (let i = 0; i < names.length; i++) text += `${i === 0 ? '' : ','}"${names[i]}":${textOf(i)}`
  return text as JsonFields
}

export function joinedFields(...parts: readonly JsonFields[]): JsonFields {
  let text = ''
  for (const part of parts) text += text === '' || part === '' ? part : `,${part}`
  return text as JsonFields
}

export function jsonObject(...parts: readonly JsonFields[]): JsonValue {
  return `{${joinedFields(...parts)}}` as JsonValue
}

export function jsonList(items: readonly JsonValue[]): JsonValue {
  return `[${items.join(',')}]` as JsonValue
}

/**
 * The beginning of an object whose last field is a list that is written item by item; see
 * `listItem` and `endList`.
 */
export function beginList(fields: JsonFields, name: string): string {
  return `{${fields}${fields === '' ? '' : ','}"${name}":[`
}

export function listItem(value: JsonValue, isFirst: boolean): string {
  return isFirst ? `\n${value}` : `,\n${value}`
}

/** Ends the list. `fields` are written after it. */
export function endList(fields: JsonFields): string {
  return `]${fields === '' ? '' : ','}${fields}}`
}

export function inLines<Part extends JsonValue | JsonFields>(
  parts: readonly Part[],
): JsonLines<Part> {
  return parts.join('\n') as unknown as JsonLines<Part>
}

export function ofLines<Part extends JsonValue | JsonFields>(lines: JsonLines<Part>): Part[] {
  return lines.split('\n') as Part[]
}

export function codedJson(code: SuccessCode, value: JsonValue): CodedJson {
  return `${code} ${value}` as CodedJson
}

export function ofCoded(coded: CodedJson): {
  readonly code: SuccessCode
  readonly value: JsonValue
} {
  const space = coded.indexOf(' ')
  const code = coded.slice(0, space) as SuccessCode
  return { code, value: coded.slice(space + 1) as JsonValue }
}
