import { INTEGER_BYTES, type RecordBuffer, TEXT_HEAD_BYTES } from './record-buffer.js'
import type { RecordReader } from './record-reader.js'

/**
 * A layout names the fields of an event in the order in which they are stored, each with its kind.
 * Writer and reader are both compiled from it, so they cannot disagree; compiled, because walking
 * the layout for every record costs several times the record.
 *
 *   Y1. A field is only ever added, at the end, with `since(version, …)`, and the record version
 *       rises by one. Records of an older version read as if it had the value given there.
 */
export interface Kind<T> {
  readonly store: 'uint' | 'int' | 'text' | 'rate' | 'oneOf'
  readonly list: readonly T[]
  /** The first record version that has the field. */
  readonly version: number
  /** The value of the field in records before that. */
  readonly before: T | undefined
}

export type Layout<T> = { readonly [K in keyof Omit<T, 'type'>]-?: Kind<T[K]> }

export const uint: Kind<number> = { store: 'uint', list: [], version: 1, before: undefined }
export const int: Kind<number> = { store: 'int', list: [], version: 1, before: undefined }
export const text: Kind<string> = { store: 'text', list: [], version: 1, before: undefined }
export const rate: Kind<bigint> = { store: 'rate', list: [], version: 1, before: undefined }

/** Stored as the value's place in `list`, which therefore only grows at its end. */
export function oneOf<T>(list: readonly T[]): Kind<T> {
  return { store: 'oneOf', list, version: 1, before: undefined }
}

/** A field that records before `version` do not have. */
export function since<T>(version: number, kind: Kind<T>, before: T): Kind<T> {
  return { ...kind, version, before }
}

export type EventWriter<T> = (into: RecordBuffer, event: T) => void
export type EventReader<T> = (from: RecordReader) => T

/** Writes the fields of the newest version. */
export function compileWriter<T>(layout: Layout<T>): EventWriter<T> {
  const fields = fieldsOf(layout)
  const room = fields.map(([name, kind]) => roomFor(name, kind)).join(' + ')
  const writes = fields.map(([name, kind], index) =>
    kind.store === 'oneOf'
      ? `into.oneOf(kinds[${index}].list, event.${name})`
      : `into.${kind.store}(event.${name})`,
  )
  const body = `return (into, event) => { into.reserve(${room}); ${writes.join('; ')} }`
  return new Function('kinds', body)(fields.map(([, kind]) => kind)) as EventWriter<T>
}

/** Reads records of `version`. */
export function compileReader<T>(type: string, layout: Layout<T>, version: number): EventReader<T> {
  const fields = fieldsOf(layout)
  const reads = fields.map(([name, kind], index) => {
    if (kind.version > version) return `${name}: kinds[${index}].before`
    if (kind.store === 'oneOf') return `${name}: from.oneOf(kinds[${index}].list)`
    return `${name}: from.${kind.store}()`
  })
  const body = `return (from) => ({ type: ${JSON.stringify(type)}, ${reads.join(', ')} })`
  return new Function('kinds', body)(fields.map(([, kind]) => kind)) as EventReader<T>
}

function fieldsOf<T>(layout: Layout<T>): [string, Kind<unknown>][] {
  return Object.entries<Kind<unknown>>(layout)
}

function roomFor(name: string, kind: Kind<unknown>): string {
  switch (kind.store) {
    case 'text':
      return `${TEXT_HEAD_BYTES} + 2 * event.${name}.length`
    case 'oneOf':
      return '1'
    case 'rate':
      return `${1 + INTEGER_BYTES}`
    case 'uint':
    case 'int':
      return `${INTEGER_BYTES}`
  }
}
