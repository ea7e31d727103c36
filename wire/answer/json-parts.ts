import type { SuccessCode } from '../../engine/code.js'
import type { FrameWriter } from '../frame/frame-writer.js'

/**
 * JSON that is text already, because the thread that has the values wrote it, on its way into an answer.
 *
 *   J1. Text of these types is made and joined here alone, so no part of it has an open brace: the fields of
 *       an object travel without braces, and an object or a list is made of parts that are whole.
 *   J2. Whoever calls `jsonWritten` vouches that the text is one value.
 */
declare const VALUE: unique symbol
declare const FIELDS: unique symbol
declare const LINES: unique symbol
declare const CODED: unique symbol

/** The JSON text of one whole value. */
export type JsonValue = string & { readonly [VALUE]: true }

/** Fields of an object without its braces: `"a":1,"b":2`. Empty is none. */
export type JsonFields = string & { readonly [FIELDS]: true }

/** Parts of one kind, a line each: JSON has no line feed of its own. */
export type JsonLines<Part extends JsonValue | JsonFields> = string & { readonly [LINES]: Part }

/** A value behind the code of success that it is answered with. */
export type CodedJson = string & { readonly [CODED]: true }

/** The parts that a thread may answer as they are. */
export type ReadyJson =
  | JsonValue
  | JsonFields
  | JsonLines<JsonValue>
  | JsonLines<JsonFields>
  | CodedJson

export const JSON_NULL = 'null' as JsonValue

/** Plain values by themselves: of a page of accounts there are thousands. */
export function jsonOf(value: unknown): JsonValue {
  if (value === null || value === undefined) return JSON_NULL
  if (typeof value === 'boolean') return (value ? 'true' : 'false') as JsonValue
  if (typeof value === 'number' && Number.isInteger(value)) return String(value) as JsonValue
  return (value === '' ? '""' : (JSON.stringify(value) ?? JSON_NULL)) as JsonValue
}

/** The bytes that a JSON writer has written, as a part. */
export function jsonIn({ bytes, length }: Pick<FrameWriter, 'bytes' | 'length'>): JsonValue {
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('utf8') as JsonValue
}

/** Text that is kept as JSON. */
export function jsonWritten(text: string): JsonValue {
  return text as JsonValue
}

export function jsonFields(object: Readonly<Record<string, unknown>>): JsonFields {
  return fieldsOfObject(jsonOf(object))
}

/** The fields in the text of an object. */
export function fieldsOfObject(text: JsonValue): JsonFields {
  return text.slice(1, -1) as JsonFields
}

export function jsonField(name: string, value: JsonValue): JsonFields {
  return `"${name}":${value}` as JsonFields
}

/** A field of each name, in their order. */
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

/** An object whose last field is a list that is written item by item: its beginning, an item, and its end. */
export function listBegun(fields: JsonFields, name: string): string {
  return `{${fields}${fields === '' ? '' : ','}"${name}":[`
}

export function listItem(value: JsonValue, isFirst: boolean): string {
  return isFirst ? `\n${value}` : `,\n${value}`
}

/** `fields` are those behind the list. */
export function listEnded(fields: JsonFields): string {
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
