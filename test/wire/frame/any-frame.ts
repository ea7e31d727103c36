import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { Packr, Unpackr } from 'msgpackr'
import { type FrameWriter, Key } from '../../../wire/frame/frame-writer.js'
import { JsonWriter, MsgpackWriter } from '../../../wire/frame/writer.js'
import { characters, graphemes } from '../../given/texts.js'

/** Random frames, written by the writers under test and read by those of other people. */

const packr = new Packr({ useRecords: false })
const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true, int64AsType: 'number' })

export function pack(value: unknown): Uint8Array {
  return Uint8Array.from(packr.pack(value))
}

export function writtenAsJson(write: (w: FrameWriter) => void): unknown {
  const w = new JsonWriter()
  write(w)
  return JSON.parse(Buffer.from(w.bytes.subarray(0, w.length)).toString('utf8'))
}

export function writtenAsMsgpack(write: (w: FrameWriter) => void): unknown {
  const w = new MsgpackWriter()
  write(w)
  return unpackr.unpack(w.bytes.slice(0, w.length))
}

/** MessagePack is UTF-8, which has no halves of pairs, and msgpackr packs -0 as 0. */
export function wellFormed(value: unknown): unknown {
  if (value === 0) return 0
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('utf8')
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wellFormed(each)]))
}

export function decimalText(value: number, digits: number): string {
  return new Decimal(value).div(new Decimal(10).pow(digits)).toFixed(digits)
}

export const texts = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: characters, maxLength: 80 }),
  fc.string({ unit: graphemes, maxLength: 40 }),
  fc.array(fc.nat(0xffff), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom('"', '\\', '\n\u0000\u001f', '\u{1f4b6}', '\ud83d', '\udcb6x', 'x'.repeat(5000)),
)
export const wholes = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -300, max: 300 }),
  fc.constantFrom(0, 127, 128, -1, 0xffff_ffff, 0x1_0000_0000, 9_007_199_254_740_991),
)

/** Also of the years before 0 and after 9999, whose texts are longer. */
export const moments = fc.oneof(
  fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
  fc.integer({ min: 1_700_000_000_000, max: 1_700_000_002_000 }),
  fc.integer({ min: 253_402_300_798_000, max: 253_402_300_802_000 }),
  fc.integer({ min: -62_167_219_202_000, max: -62_167_219_198_000 }),
)

/** One field: what is called on the writer, and what a reader must find. */
interface Field {
  readonly write: (w: FrameWriter, key: Key) => void
  readonly means: unknown
}

const digits = fc.integer({ min: 0, max: 10 })
const scalar: fc.Arbitrary<Field> = fc.oneof(
  wholes.map((n) => ({ write: (w: FrameWriter, key: Key) => w.int(key, n), means: n + 0 })),
  fc.boolean().map((b) => ({ write: (w: FrameWriter, key: Key) => w.bool(key, b), means: b })),
  fc.constant({ write: (w: FrameWriter, key: Key) => w.none(key), means: null }),
  texts.map((s) => ({ write: (w: FrameWriter, key: Key) => w.text(key, s), means: s })),
  fc.tuple(wholes, digits).map(([n, d]) => ({
    write: (w: FrameWriter, key: Key) => w.scaled(key, n, d),
    means: decimalText(n, d),
  })),
  fc.tuple(wholes, digits).map(([n, d]) => ({
    write: (w: FrameWriter, key: Key) => w.trimmed(key, n, d),
    means: new Decimal(n).div(new Decimal(10).pow(d)).toFixed(),
  })),
  moments.map((ms) => ({
    write: (w: FrameWriter, key: Key) => w.time(key, ms),
    means: new Date(ms).toISOString(),
  })),
  fc.maxSafeNat().map((n) => ({
    write: (w: FrameWriter, key: Key) => w.intText(key, n),
    means: String(n),
  })),
)

const names = fc.stringMatching(/^[a-z][a-z_]{0,30}$/)
const keys = new Map<string, Key>()
function keyOf(name: string): Key {
  const key = keys.get(name) ?? new Key(name)
  keys.set(name, key)
  return key
}

interface Tree {
  readonly write: (w: FrameWriter, key?: Key) => void
  readonly means: Readonly<Record<string, unknown>>
}

function treeOf(fields: readonly (readonly [string, Field])[]): Tree {
  return {
    write(w, key) {
      w.map(fields.length, key)
      for (const [name, field] of fields) field.write(w, keyOf(name))
      w.endMap()
    },
    means: Object.fromEntries(fields.map(([name, { means }]) => [name, means])),
  }
}

function listOf(items: readonly Tree[]): Field {
  return {
    write(w, key) {
      w.array(items.length, key)
      for (const item of items) item.write(w)
      w.endArray()
    },
    means: items.map((item) => item.means),
  }
}

const fieldsOf = (field: fc.Arbitrary<Field>, most: number) =>
  fc.uniqueArray(fc.tuple(names, field), { maxLength: most, selector: ([name]) => name })

const leaf: fc.Arbitrary<Tree> = fieldsOf(scalar, 20).map(treeOf)
const inner: fc.Arbitrary<Field> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  leaf,
  fc.array(leaf, { maxLength: 20 }).map(listOf),
)

/** A map of scalars, maps of scalars, and lists of such maps: what frames consist of. */
export const anyFrame: fc.Arbitrary<Tree> = fieldsOf(inner, 20).map(treeOf)
