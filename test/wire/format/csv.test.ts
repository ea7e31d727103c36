import fc from 'fast-check'
import t from 'tap'
import {
  brokenText,
  type CsvCell,
  CsvNumber,
  CsvReader,
  csvLine,
  readCsv,
} from '../../../wire/format/csv.js'
import { characters } from '../../given/texts.js'

const BOUNDS = { recordsMax: 1000, cellsMax: 20 }
const HOSTILE = fc.string({
  unit: fc.constantFrom(...'=+-@\t\r\n\'",; a0é\u{1F600}'),
  maxLength: 12,
})
const TEXT = fc.oneof(HOSTILE, fc.string({ unit: characters, maxLength: 20 }))

function cellsOf(text: string): readonly (readonly string[])[] {
  const table = readCsv(text, BOUNDS)
  if (!table.ok) throw new Error(`${table.line}:${table.column} ${table.says}`)
  return table.records.map(({ cells }) => cells)
}

t.test('whatever text is written is read back, and no cell begins like a formula', (t) => {
  const rows = fc.array(fc.array(TEXT, { minLength: 2, maxLength: 6 }), { maxLength: 8 })
  fc.assert(
    fc.property(rows, (rows) => {
      const text = rows.map(csvLine).join('')
      t.same(cellsOf(text), rows)
      for (const row of rows) {
        for (const cell of row) {
          const [written = ''] = [csvLine([cell]).replace(/^"/, '')]
          if (/^[=+\-@\t\r]/.test(written) && written !== '\r\n') t.fail(JSON.stringify(cell))
        }
      }
    }),
  )
  t.end()
})

t.test('an apostrophe goes before formulas alone, and numbers stay numbers', (t) => {
  const cases: readonly (readonly [CsvCell | CsvNumber, string])[] = [
    ['=1+1', "'=1+1"],
    ['+44 20', "'+44 20"],
    ['-5', "'-5"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['\ra', '"\'\ra"'],
    ["'=a", "''=a"],
    ["'a", "'a"],
    ['a=1', 'a=1'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    [-5, '-5'],
    [new CsvNumber('-5.00'), '-5.00'],
    [true, 'true'],
    [null, ''],
  ]
  for (const [cell, written] of cases) t.equal(csvLine([cell]), `${written}\r\n`)
  t.same(cellsOf("'=a,''=a,'a,'-5,-5\r\n"), [['=a', "'=a", "'a", '-5', '-5']])
  t.end()
})

t.test('other line ends, a byte order mark and lines without anything are taken', (t) => {
  t.same(cellsOf('\uFEFFa,b\n\n"c\nd",\r\n,e'), [
    ['a', 'b'],
    ['c\nd', ''],
    ['', 'e'],
  ])
  const table = readCsv('a\n"b\nc"\nd', BOUNDS)
  t.same(table.ok && table.records.map(({ line }) => line), [1, 2, 4])
  t.end()
})

t.test('what is no table is refused with its line and column', (t) => {
  const cases: readonly (readonly [string, number, number, RegExp])[] = [
    ['a,"b', 1, 3, /left open/],
    ['a\n"b\nc', 2, 1, /left open/],
    ['a\nb"c', 2, 2, /without quotes/],
    ['"a"b', 1, 4, /comma/],
    ['"a\nb",c\n"x"y', 3, 4, /comma/],
    ['a\rb', 1, 2, /comma/],
  ]
  for (const [text, line, column, says] of cases) {
    t.match(readCsv(text, BOUNDS), { ok: false, line, column, says }, JSON.stringify(text))
  }
  t.end()
})

t.test('records and cells have bounds', (t) => {
  const bounds = { recordsMax: 2, cellsMax: 3 }
  t.match(readCsv('1,2,3\n1,2,3\n', bounds), { ok: true })
  t.match(readCsv('1,2,3\n1,2,3,4\n', bounds), { ok: false, line: 2, column: 7 })
  t.match(readCsv('1\n2\n3\n', bounds), { ok: false, line: 3, column: 1 })
  t.end()
})

t.test('a cell has a bound, and a fault in a cell of many lines names where it begins', (t) => {
  const bounds = { recordsMax: 9, cellsMax: 9, cellLengthMax: 3 }
  t.match(readCsv('abc,"a\nb"\nabc', bounds), { ok: true })
  t.match(readCsv('abc,"a\nb"\nab,abcd', bounds), { ok: false, line: 3, column: 4, says: /3 char/ })
  t.match(readCsv('a,"a\nbc"', bounds), { ok: false, line: 1, column: 3 })
  t.end()
})

t.test('records say where they and their cells lie, whatever is read before', (t) => {
  const text = '\uFEFFa,bb,c\r\n\r\n"x\ny","z",\n1,2,3'
  const reader = new CsvReader(text, BOUNDS)
  t.match(reader.next(), { line: 1, columns: [1, 3, 6], cells: ['a', 'bb', 'c'] })
  const second = reader.next()
  t.match(second, { line: 3, columns: [1, 4, 8], cells: ['x\ny', 'z', ''] })
  const third = reader.next()
  t.match(third, { line: 5 })
  t.equal(reader.next(), null)
  t.equal(reader.next(), null, 'and nothing after the end')
  if (second === null || third === null || 'says' in second || 'says' in third) return t.fail()
  const part = text.slice(second.from, third.to)
  const again = new CsvReader(part, BOUNDS, second.line)
  t.match(again.next(), { line: 3, cells: second.cells })
  t.match(again.next(), { line: 5, cells: third.cells }, 'a part is read like the whole')
  return t.end()
})

t.test('half a character is named with its line and column', (t) => {
  t.equal(brokenText('a,\u{1F600}\n\uFFFD'), null)
  t.match(brokenText('a\nb,\ud800c'), { line: 2, column: 3, says: /UTF-8/ })
  t.match(brokenText('\uFEFF\udc00'), { line: 1, column: 1 })
  t.end()
})
