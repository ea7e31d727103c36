import t from 'tap'
import { RecordBuffer } from '../../../wire/record/record-buffer.js'
import {
  compileReader,
  compileWriter,
  type Layout,
  oneOf,
  since,
  text,
  uint,
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

const COLOURS = ['red', 'blue'] as const
const OLD: Layout<OldShape> = { id: uint, colour: oneOf(COLOURS) }
const NEW: Layout<NewShape> = { ...OLD, note: since(2, text, 'none') }

function written<T>(layout: Layout<T>, event: T): RecordReader {
  const into = new RecordBuffer()
  compileWriter(layout)(into, event)
  return new RecordReader(into.bytes())
}

t.test('Y1: a record of an older version reads with the value it lacked', (t) => {
  const old = written(OLD, { type: 'sample', id: 7, colour: 'blue' })
  t.strictSame(compileReader('sample', NEW, 1)(old), {
    type: 'sample',
    id: 7,
    colour: 'blue',
    note: 'none',
  })
  const event: NewShape = { type: 'sample', id: 7, colour: 'red', note: 'kept' }
  t.strictSame(compileReader('sample', NEW, 2)(written(NEW, event)), event)
  t.end()
})

t.test('a place beyond the list is a bad record', (t) => {
  const into = new RecordBuffer()
  into.uint(7)
  into.byte(2)
  const read = compileReader('sample', OLD, 1)
  t.throws(() => read(new RecordReader(into.bytes())), { name: 'BadRecord' })
  t.end()
})
