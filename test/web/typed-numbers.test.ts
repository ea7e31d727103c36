import t from 'tap'
import { pageModule } from '../given/page-module.js'

// What people type: a comma is a point, a thousand is one only if the text can mean nothing else, and a stop that is left, taken off or moved are three things.

const NUMBERS: readonly (readonly [string, number, string | null])[] = [
  ['1,5', 2, '1.5'],
  ["1'000.50", 2, '1000.50'],
  ['1 000', 2, '1000'],
  ['1,000', 2, null],
  ['1,000', 5, null],
  ['157,123', 3, null],
  ['1.000', 2, null],
  ['12.345', 0, null],
  ['1.000', 3, '1.000'],
  ['157.123', 3, '157.123'],
  ['0,123', 5, '0.123'],
  ['1.000,50', 2, '1000.50'],
  ['1,000.50', 2, '1000.50'],
  ['12,345,678.90', 2, '12345678.90'],
  ['1,000,000', 2, '1000000'],
  ['1.000.000', 5, '1000000'],
  ['1,00.50', 2, null],
  ['1,000.500.000', 2, null],
  ['1.13.5', 5, null],
  ['-1', 2, null],
  ['', 2, null],
]

const LEVELS: readonly (readonly [string, string | null, object | null])[] = [
  ['1.14000', '1.14000', { to: 'unchanged' }],
  ['1.14', '1.14000', { to: 'unchanged' }],
  ['', null, { to: 'unchanged' }],
  ['', '1.14000', { to: 'none', was: '1.14000' }],
  ['0', '1.14000', { to: 'none', was: '1.14000' }],
  ['1.15', '1.14000', { to: 'price', was: '1.14000', price: '1.15' }],
  ['1.15', null, { to: 'price', was: null, price: '1.15' }],
  ['1.13.5', '1.14000', null],
  ['1,000', '1.14000', null],
]

t.test('a number as it is typed', async (t) => {
  const { typedNumber } = await pageModule<{
    typedNumber(text: string, digits: number): string | null
  }>('web/text/numbers.ts')
  for (const [text, digits, wanted] of NUMBERS) {
    t.equal(typedNumber(text, digits), wanted, `${text} with ${digits}`)
  }
})

t.test('a stop as it is typed', async (t) => {
  const { typedLevel } = await pageModule<{
    typedLevel(text: string, was: string | null, digits: number): object | null
  }>('web/text/level-change.ts')
  for (const [text, was, wanted] of LEVELS)
    t.same(typedLevel(text, was, 5), wanted, `${text} ${was}`)
})
