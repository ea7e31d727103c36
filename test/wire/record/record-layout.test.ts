import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import t from 'tap'
import { RecordBuffer } from '../../../wire/record/record-buffer.js'
import {
  compileReader,
  compileWriter,
  type EventHead,
  int,
  type Kind,
  type Layout,
  MASK_VERSION,
  oneOf,
  rate,
  recordTime,
  repeatedText,
  requestName,
  since,
  text,
  uint,
  usually,
} from '../../../wire/record/record-layout.js'
import { RecordReader } from '../../../wire/record/record-reader.js'

interface OldShape {
  readonly type: 'sample'
  readonly id: number
  readonly colour: 'red' | 'blue'
}

interface NewShape extends OldShape {
  readonly note: string
}

const HEAD = { at: 5, name: 'mine' }
const COLOURS = ['red', 'blue'] as const
const OLD: Layout<OldShape> = { id: uint, colour: oneOf(COLOURS) }
const NEW: Layout<NewShape> = { ...OLD, note: since(MASK_VERSION, text, 'none') }

function written<T>(layout: Layout<T>, event: T): RecordReader {
  const into = new RecordBuffer()
  compileWriter(layout)(into, event, HEAD)
  return new RecordReader(into.bytes())
}

t.test('Y1: a record of an older version reads with the value it lacked', (t) => {
  const old = written(OLD, { type: 'sample', id: 7, colour: 'blue' })
  t.strictSame(compileReader('sample', NEW, 1)(old, HEAD), {
    type: 'sample',
    id: 7,
    colour: 'blue',
    note: 'none',
  })
  const event: NewShape = { type: 'sample', id: 7, colour: 'red', note: 'kept' }
  t.strictSame(compileReader('sample', NEW, MASK_VERSION)(written(NEW, event), HEAD), event)
  t.end()
})

t.test('a place beyond the list is a bad record', (t) => {
  const into = new RecordBuffer()
  into.uint(7)
  into.byte(2)
  const read = compileReader<OldShape>('sample', OLD, 1)
  t.throws(() => read(new RecordReader(into.bytes()), HEAD), { name: 'BadRecord' })
  t.end()
})

interface WideShape {
  readonly type: 'wide'
  readonly id: number
  readonly at: number
  readonly colour: 'red' | 'blue'
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: bigint
  readonly f: bigint
  readonly name: string
  readonly session: string
  readonly comment: string
  readonly late: number
}

/** More fields with a usual value than a byte has bits; the last is newer than the mask. */
const WIDE: Layout<WideShape> = {
  id: uint,
  at: recordTime,
  colour: usually(oneOf(COLOURS), 'blue'),
  a: usually(uint, 0),
  b: int,
  c: usually(int, -1),
  d: since(3, uint, 7),
  e: usually(rate, 5n),
  f: rate,
  name: requestName,
  session: repeatedText,
  comment: usually(text, ''),
  late: since(MASK_VERSION + 2, uint, 3),
}

const anyHead = fc.record({ at: fc.nat(9), name: fc.constantFrom('', 'a', 'b') })
const anyWide: fc.Arbitrary<WideShape> = fc.record(
  {
    type: fc.constant('wide' as const),
    id: fc.maxSafeNat(),
    at: fc.nat(9),
    colour: fc.constantFrom(...COLOURS),
    a: fc.nat(2),
    b: fc.maxSafeInteger(),
    c: fc.integer({ min: -2, max: 2 }),
    d: fc.constantFrom(0, 7),
    e: fc.constantFrom(0n, 5n, 2n ** 70n),
    f: fc.bigInt(),
    name: fc.constantFrom('', 'a', 'b', 'other'),
    session: fc.constantFrom(
      '',
      'web:1',
      'web:2',
      'beb:2',
      'wéb:2',
      'в:2',
      'x'.repeat(63),
      'x'.repeat(64),
    ),
    comment: fc.constantFrom('', 'x'),
    late: fc.constantFrom(3, 4),
  },
  { noNullPrototype: true },
)

/** Y2 as it is said, field by field: the bits of all that are not as usual, then these. */
function plainly(event: WideShape, head: EventHead, version: number): Uint8Array {
  const stored = Object.entries<Kind<unknown>>(WIDE).filter(([, kind]) => kind.version <= version)
  const isUsual = (name: string, { usual }: Kind<unknown>): boolean => {
    const value = event[name as keyof WideShape]
    return usual !== undefined && value === ('head' in usual ? head[usual.head] : usual.value)
  }
  const bits = stored.filter(([, { usual }]) => usual !== undefined)
  const mask = new Uint8Array(Math.ceil(bits.length / 8))
  bits.forEach(([name, kind], index) => {
    if (!isUsual(name, kind)) (mask[index >> 3] as number) |= 1 << (index & 7)
  })
  const into = new RecordBuffer()
  into.reserve(1000)
  for (const byte of mask) into.byte(byte)
  for (const [name, kind] of stored) {
    const value = event[name as keyof WideShape]
    if (isUsual(name, kind)) continue
    if (kind.store === 'oneOf') into.byte(kind.list.indexOf(value))
    else if (kind.store === 'rate') into.rate(value as bigint)
    else if (kind.store === 'uint' || kind.store === 'int') into[kind.store](value as number)
    else into.text(value as string)
  }
  return into.bytes().slice()
}

t.test('Y2: what is as usual is left out, as it would be field by field, and read back', (t) => {
  const write = compileWriter(WIDE)
  const newest = compileReader('wide', WIDE, MASK_VERSION + 2)
  const first = compileReader('wide', WIDE, MASK_VERSION)
  fc.assert(
    fc.property(anyWide, anyHead, (event, head) => {
      const into = new RecordBuffer()
      write(into, event, head)
      deepStrictEqual(into.bytes().slice(), plainly(event, head, MASK_VERSION + 2))
      deepStrictEqual(newest(new RecordReader(into.bytes()), head), event)
      const older = new RecordReader(plainly(event, head, MASK_VERSION))
      deepStrictEqual(first(older, head), { ...event, late: 3 })
    }),
    { numRuns: 500 },
  )
  t.end()
})

t.test('a repeated text that passes the end is a bad record, though it was read before', (t) => {
  const into = new RecordBuffer()
  into.reserve(100)
  into.text('desktop:s-1')
  const bytes = into.bytes().slice()
  t.equal(new RecordReader(bytes).repeatedText(), 'desktop:s-1')
  const cut = new RecordReader(bytes.subarray(0, bytes.length - 1))
  t.throws(() => cut.repeatedText(), { name: 'BadRecord' })
  t.end()
})
