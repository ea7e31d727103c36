import { assert } from '../../engine/assert.js'
import { INTEGER_BYTES, type RecordBuffer, TEXT_HEAD_BYTES } from './record-buffer.js'
import type { RecordReader } from './record-reader.js'

/**
 * A layout lists the fields of an event in the order in which they are stored, each with its type.
 * Writer and reader are compiled from it, so they always agree. They are compiled because
 * interpreting the layout for every record would cost several times as much as the record itself.
 *
 * Y1. Fields are only added at the end, with `since(version, …)`, and the record version increases
 *     by one. In older records they have the given value.
 * Y2. From `MASK_VERSION` on, an event begins with a bit for each field that has a usual value;
 *     fields with that value are not stored. Most fields of most events have it, and skipping one
 *     costs a comparison. Neither the usual value of a field nor whether it has one may change,
 *     because old records would be read wrongly.
 */
export interface Kind<T> {
  readonly store: 'uint' | 'int' | 'text' | 'repeatedText' | 'rate' | 'oneOf'
  readonly list: readonly T[]
  /** The first record version with the field. */
  readonly version: number
  /** The value of the field in older records. */
  readonly before: T | undefined
  readonly usual: Usual<T> | undefined
}

/** A constant value, or a value from the head of the event's record. */
export type Usual<T> = { readonly value: T } | { readonly head: keyof EventHead }

/** The part of a record's head that events usually repeat. */
export interface EventHead {
  readonly at: number
  /** The name in the record's request key, or empty. */
  readonly name: string
}

export type Layout<T> = { readonly [K in keyof Omit<T, 'type'>]-?: Kind<T[K]> }

/** The first record version whose events begin with a mask. */
export const MASK_VERSION = 9
const MASK_BITS = 8

const PLAIN = { list: [], version: 1, before: undefined, usual: undefined } as const
export const uint: Kind<number> = { store: 'uint', ...PLAIN }
export const int: Kind<number> = { store: 'int', ...PLAIN }
export const text: Kind<string> = { store: 'text', ...PLAIN }
/** A text that many records share. The reader reuses a string that it has recently read. */
export const repeatedText: Kind<string> = { store: 'repeatedText', ...PLAIN }
export const rate: Kind<bigint> = { store: 'rate', ...PLAIN }

/** The index in `list` is stored, so `list` may only grow at its end. */
export function oneOf<T>(list: readonly T[]): Kind<T> {
  return { ...PLAIN, store: 'oneOf', list }
}

/**
 * A field that is missing in records before `version`. `before` is its value there, and its usual
 * value.
 */
export function since<T>(version: number, kind: Kind<T>, before: T): Kind<T> {
  return { ...kind, version, before, usual: kind.usual ?? { value: before } }
}

export function usually<T>(kind: Kind<T>, value: T): Kind<T> {
  return { ...kind, usual: { value } }
}

export const recordTime: Kind<number> = { ...uint, usual: { head: 'at' } }
/** A text that usually equals the name in the record's request key. */
export const requestName: Kind<string> = { ...text, usual: { head: 'name' } }

export type EventWriter<T> = (into: RecordBuffer, event: T, head: EventHead) => void
export type EventReader<T> = (from: RecordReader, head: EventHead) => T

/** Compiles a writer for the newest version. */
export function compileWriter<T>(layout: Layout<T>): EventWriter<T> {
  const fields = fieldsOf(layout)
  const bits = bitsOf(fields)
  const masks = maskNames(bits.size)
  const room = fields.map(([name, kind]) => roomFor(name, kind)).join(' + ')
  const writes = fields.map(([name, kind]) => {
    const write = writeOf(name, kind)
    const bit = bits.get(name)
    if (bit === undefined) return write
    return `if (event.${name} !== ${usualOf(kind)}) { ${masks[bit.mask]} |= ${bit.value}; ${write} }`
  })
  const body = [
    `into.reserve(${masks.length} + ${room})`,
    'const maskAt = into.length',
    ...masks.map((mask) => `let ${mask} = 0`),
    `into.skip(${masks.length})`,
    ...writes,
    ...masks.map((mask, index) => `into.setByte(maskAt + ${index}, ${mask})`),
  ]
  return compiled(`(into, event, head) => {\n${body.join('\n')} }`, fields)
}

/** Compiles a reader for records of `version`. */
export function compileReader<T>(type: string, layout: Layout<T>, version: number): EventReader<T> {
  const fields = fieldsOf(layout)
  const stored = fields.filter(([, kind]) => kind.version <= version)
  const bits = version < MASK_VERSION ? new Map<string, Bit>() : bitsOf(stored)
  const masks = maskNames(bits.size)
  const reads = fields.map(([name, kind], index) => {
    if (kind.version > version) return `${name}: kinds[${index}].before`
    const argument = kind.store === 'oneOf' ? `kinds[${index}].list` : ''
    const read = `from.${kind.store}(${argument})`
    const bit = bits.get(name)
    if (bit === undefined) return `${name}: ${read}`
    return `${name}: (${masks[bit.mask]} & ${bit.value}) === 0 ? ${usualOf(kind)} : ${read}`
  })
  const body = [
    ...masks.map((mask) => `const ${mask} = from.byte()`),
    `return { type: ${JSON.stringify(type)}, ${reads.join(', ')} }`,
  ]
  return compiled(`(from, head) => {\n${body.join('\n')} }`, fields)
}

type Field = readonly [name: string, kind: Kind<unknown>]

interface Bit {
  /** The index of the mask's byte, and the bit in it. */
  readonly mask: number
  readonly value: number
}

/** Compiles `code`, which is a function of `kinds`, the field types. */
function compiled<F>(code: string, fields: readonly Field[]): F {
  return new Function('kinds', `return ${code}`)(fields.map(([, kind]) => kind)) as F
}

function fieldsOf<T>(layout: Layout<T>): Field[] {
  return Object.entries<Kind<unknown>>(layout)
}

function bitsOf(fields: readonly Field[]): Map<string, Bit> {
  const names = fields.filter(([, { usual }]) => usual !== undefined).map(([name]) => name)
  return new Map(
    names.map((name, index) => {
      return [name, { mask: Math.floor(index / MASK_BITS), value: 1 << (index % MASK_BITS) }]
    }),
  )
}

function maskNames(bits: number): string[] {
  return Array.from({ length: Math.ceil(bits / MASK_BITS) }, (_, index) => `mask${index}`)
}

function usualOf({ usual }: Kind<unknown>): string {
  assert(usual !== undefined, 'a bit is of a field with a usual value')
  return 'head' in usual ? `head.${usual.head}` : constant(usual.value)
}

/** Compares the values of a list one by one, which is several times faster than searching it. */
function writeOf(name: string, { store, list }: Kind<unknown>): string {
  if (store !== 'oneOf') return `into.${store === 'repeatedText' ? 'text' : store}(event.${name})`
  const places = list.map((value, place) => `value === ${constant(value)} ? ${place} : `)
  return `{ const value = event.${name}; into.byte(${places.join('')}into.refuse(value)) }`
}

function constant(value: unknown): string {
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}

function roomFor(name: string, kind: Kind<unknown>): string {
  switch (kind.store) {
    case 'text':
    case 'repeatedText':
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
