import t from 'tap'
import { pageModule, pageModules } from '../given/page-module.js'

// What people type and paste, in both languages, and that a stop which is left, taken off or moved are three things.

type Kind = 'amount' | 'price' | 'volume' | 'count'

/** Decimals of the field, and how a single mark of thousands is read there. */
const FIELDS: Readonly<Record<Kind, readonly [number, 'taken' | 'asked']>> = {
  amount: [2, 'taken'],
  price: [3, 'taken'],
  volume: [2, 'asked'],
  count: [0, 'taken'],
}

/** What a field reads on an English page and on a German one; `?` asks back, null is no number. */
const NUMBERS: readonly (readonly [string, Kind, string | null, string | null])[] = [
  // The page's own full form, and that of the other language.
  ['10,000.00', 'amount', '10000.00', '10000.00'],
  ['10.000,00', 'amount', '10000.00', '10000.00'],
  ['+1,234.50', 'amount', '1234.50', '1234.50'],
  ['1.234.567', 'amount', '1234567', '1234567'],
  ['1,234,567.89', 'price', '1234567.89', '1234567.89'],
  // Blanks, narrow and wide, and apostrophes.
  ['10 000.00', 'amount', '10000.00', '10000.00'],
  ['10\u202f000,00', 'amount', '10000.00', '10000.00'],
  ['10\u00a0000', 'amount', '10000', '10000'],
  ["1'000.50", 'amount', '1000.50', '1000.50'],
  ['1’000.50', 'amount', '1000.50', '1000.50'],
  ['1 000', 'volume', '1000', '1000'],
  ['1 5', 'volume', null, null],
  // One mark that may be thousands: an amount and a count have no three decimals.
  ['10,000', 'amount', '10000', '?'],
  ['1.234', 'amount', '?', '1234'],
  ['1,234', 'count', '1234', '?'],
  ['1.234', 'count', '?', '1234'],
  // A volume is never a thousand times as much.
  ['1.234', 'volume', '?', '?'],
  ['1,234', 'volume', '?', '?'],
  ['1,234.00', 'volume', '1234.00', '1234.00'],
  ['1.234,00', 'volume', '1234.00', '1234.00'],
  // A price with three decimals, as the page prints it and as the other language does.
  ['157.123', 'price', '157.123', '?'],
  ['157,123', 'price', '?', '157.123'],
  ['1.234,567', 'price', '1234.567', '1234.567'],
  // Slips: a point on a German page, a comma on an English one.
  ['1.5', 'volume', '1.5', '1.5'],
  ['1,5', 'volume', '1.5', '1.5'],
  ['1,5', 'amount', '1.5', '1.5'],
  ['1.16339', 'price', '1.16339', '1.16339'],
  ['0.125', 'volume', '0.125', '0.125'],
  ['0,125', 'volume', '0.125', '0.125'],
  ['1234.567', 'amount', '1234.567', '1234.567'],
  // No numbers.
  ['1,000,50', 'amount', null, null],
  ['1,00,000', 'amount', null, null],
  ['10,000.000,00', 'amount', null, null],
  ['1.13.5', 'price', null, null],
  ['-1', 'amount', null, null],
  ['1 USD', 'amount', null, null],
  ['', 'amount', null, null],
]

/** What a page prints, by language. */
const PRINTED: readonly (readonly [string, string, string])[] = [
  ['10000.00', '10,000.00', '10.000,00'],
  ['-12345678.90', '−12,345,678.90', '−12.345.678,90'],
  ['999', '999', '999'],
  ['1.16339', '1.16339', '1,16339'],
  ['157.123', '157.123', '157,123'],
  ['0.10', '0.10', '0,10'],
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

interface Modules {
  readonly marks: { writeNumbersIn(language: string): void }
  readonly shown: { grouped(text: string): string }
  readonly typed: {
    typedNumber(text: string, digits: number, thousands: string): string | null
    isAmbiguous(text: string, digits: number, thousands: string): boolean
    fieldText(decimal: string): string
    stepped(text: string, step: string, steps: number, digits: number): string | null
    withoutUnit(text: string, unit: string): string
  }
}

const modules = () =>
  pageModules<Modules>({
    marks: 'web/text/marks.ts',
    shown: 'web/text/numbers.ts',
    typed: 'web/text/typed-numbers.ts',
  })

t.test(
  'a field reads what people of both languages type, and asks if it has two readings',
  async (t) => {
    const { marks, typed } = await modules()
    const read = (text: string, kind: Kind) => {
      const [digits, thousands] = FIELDS[kind]
      if (typed.isAmbiguous(text, digits, thousands)) return '?'
      return typed.typedNumber(text, digits, thousands)
    }
    for (const [text, kind, english, german] of NUMBERS) {
      marks.writeNumbersIn('en')
      t.equal(read(text, kind), english, `${text} as ${kind} in English`)
      marks.writeNumbersIn('de')
      t.equal(read(text, kind), german, `${text} as ${kind} in German`)
    }
  },
)

t.test('a page prints a number by its language, and a field reads it again', async (t) => {
  const { marks, shown, typed } = await modules()
  for (const [number, english, german] of PRINTED) {
    for (const [language, wanted] of [
      ['en', english],
      ['de', german],
    ] as const) {
      marks.writeNumbersIn(language)
      t.equal(shown.grouped(number), wanted, `${number} in ${language}`)
      const plain = number.replace('-', '')
      for (const text of [wanted.replace('−', ''), typed.fieldText(plain)])
        t.equal(typed.typedNumber(text, 3, 'asked'), plain, `${text} in ${language}`)
    }
  }
})

t.test(
  'a field steps in the form of its page, and takes a number that is pasted with its currency',
  async (t) => {
    const { marks, typed } = await modules()
    marks.writeNumbersIn('de')
    t.equal(typed.stepped('157,123', '0.001', 1, 3), '157,124')
    t.equal(typed.stepped('1.234', '0.01', 1, 3), null)
    t.equal(typed.withoutUnit('10.000,00 USD', 'USD'), '10.000,00')
    t.equal(typed.withoutUnit('10.000,00 EUR', 'USD'), '10.000,00 EUR')
  },
)

t.test('a stop as it is typed', async (t) => {
  const { typedLevel } = await pageModule<{
    typedLevel(text: string, was: string | null, digits: number): object | null
  }>('web/text/level-change.ts')
  for (const [text, was, wanted] of LEVELS)
    t.same(typedLevel(text, was, 5), wanted, `${text} ${was}`)
})
