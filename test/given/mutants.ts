import { Packr } from 'msgpackr'
import type { Prng } from '../../engine/numbers/prng.js'

/** Things that are nearly right: values with something odd in them, and bytes with something changed. */

const packr = new Packr({ useRecords: false, variableMapSize: true })

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324]
const TEXTS = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '0.0',
  '0.00000001',
  '0.000000001',
  '999999999999',
  '1e3',
  '1.',
  '.5',
  '+1',
  '0x10',
  'NaN',
  'Infinity',
  '00000001',
  '9007199254740993',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '1,5',
  '١',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀',
  'a\nb',
  '__proto__',
  'constructor',
  '../..',
  "' OR 1=1",
  'buy',
  'open',
  'gtc',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '*',
  '!*',
]
const OTHERS = [null, true, false, [], {}, [[]], [null], { a: { b: { c: [] } } }, [1, '2']]
const ODD: readonly unknown[] = [...NUMBERS, ...TEXTS, ...OTHERS]

/** A copy with a thing or up to three changed, left out or added; the names come from the others. */
export function mutated(prng: Prng, value: unknown, names: readonly string[]): unknown {
  let changed = structuredClone(value)
  for (let count = 1 + prng.below(2) * prng.below(3); count > 0; count--) {
    changed = changedOnce(prng, changed, names)
  }
  return changed
}

function changedOnce(prng: Prng, value: unknown, names: readonly string[]): unknown {
  if (prng.below(40) === 0) return one(prng, ODD)
  if (Array.isArray(value)) {
    const at = prng.below(value.length + 1)
    if (at === value.length) return [...value, one(prng, ODD)]
    return value.with(at, changedOnce(prng, value[at], names))
  }
  if (typeof value !== 'object' || value === null) return odder(prng, value)
  const fields = { ...value } as Record<string, unknown>
  const own = Object.keys(fields)
  const name = own[prng.below(Math.max(1, own.length))]
  switch (prng.below(6)) {
    case 0:
      if (name !== undefined) delete fields[name]
      return fields
    case 1:
      return { ...fields, [one(prng, names)]: one(prng, ODD) }
    default:
      if (name !== undefined) fields[name] = changedOnce(prng, fields[name], names)
      return fields
  }
}

/** Mostly another one of its kind, which passes the shapes; sometimes a little different, or anything. */
function odder(prng: Prng, value: unknown): unknown {
  const kind = prng.below(5)
  if (kind === 0) return one(prng, ODD)
  if (typeof value === 'number') {
    return kind === 1 ? value + prng.below(5) - 2 : one(prng, NUMBERS)
  }
  if (typeof value !== 'string') return String(value)
  if (kind > 1) return one(prng, TEXTS)
  const at = prng.below(value.length + 1)
  const piece = one(prng, ['0', '9', '.', '-', 'e', '\u0000', ''])
  return `${value.slice(0, at)}${piece}${value.slice(at + prng.below(2))}`
}

/** Its text or its MessagePack, now and then with some bytes changed, put in, left out or cut off. */
export function brokenBytes(prng: Prng, value: unknown, codec: 'json' | 'msgpack'): Buffer {
  const whole = codec === 'json' ? Buffer.from(JSON.stringify(value) ?? '') : packr.pack(value)
  const bytes = [...whole]
  for (let count = Math.max(0, prng.below(16) - 12); count > 0; count--) {
    const at = prng.below(bytes.length + 1)
    const kind = prng.below(4)
    if (kind === 0) bytes.splice(at, 1)
    else if (kind === 1) bytes.splice(at, 0, prng.below(256))
    else if (kind === 2) bytes[at] = prng.below(256)
    else if (prng.below(10) === 0) bytes.length = at
  }
  return Buffer.from(bytes)
}

export function one<Kind>(prng: Prng, of: readonly Kind[]): Kind {
  return of[prng.below(of.length)] as Kind
}
