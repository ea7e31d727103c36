import fc from 'fast-check'
import t from 'tap'
import {
  filterLine,
  isMarket,
  isPing,
  isServiceLine,
  lineFromQuote,
  pointsFromText,
  quoteFromLine,
  symbolsFromFilterLine,
} from '../../../wire/dde/codec.js'

t.test(
  'a quote line has a symbol and two prices; of more values exactly one is skipped',
  async (t) => {
    const rows: [string, [string, string, string] | undefined][] = [
      ['EURUSD 1.1 1.2', ['EURUSD', '1.1', '1.2']],
      ['EURUSD 0 1.1 1.2', ['EURUSD', '1.1', '1.2']],
      ['EURUSD 1700000000 1.1 1.2 9.9', ['EURUSD', '1.1', '1.2']],
      ['EURUSD 1.1 1.2 ', ['EURUSD', '1.1', '1.2']],
      ['#AAPL.US 1 2', ['#AAPL.US', '1', '2']],
      ['EURUSD', undefined],
      ['EURUSD 1.1', undefined],
      ['EURUSD 1.1 ', undefined],
      ['EURUSD  1.1', undefined],
      [' 1.1 1.2', undefined],
      ['', undefined],
      [`${'S'.repeat(32)} 1 2`, ['S'.repeat(32), '1', '2']],
      [`${'S'.repeat(33)} 1 2`, undefined],
      ['EUR\u00dfUSD 1.1 1.2', undefined],
      ['EUR\u0000 1.1 1.2', undefined],
      ['EUR;USD 1.1 1.2', undefined],
    ]
    for (const [line, quote] of rows) {
      const read = quoteFromLine(line)
      t.same(read === undefined ? undefined : [read.symbol, read.bid, read.ask], quote, line)
    }
    const written = lineFromQuote('EURUSD', '1.10000', '1.10010')
    t.equal(written, 'EURUSD 1.10000 1.10010\r\n')
  },
)

t.test('price text becomes exact points, rounded half away from zero', async (t) => {
  const rows: [string, number, number | undefined][] = [
    ['1.10005', 5, 110005],
    ['1.1', 5, 110000],
    ['1', 5, 100000],
    ['1.100054', 5, 110005],
    ['1.100055', 5, 110006],
    ['1.1000549999999', 5, 110005],
    ['-1.100055', 5, -110006],
    ['-0.4', 0, 0],
    ['0.5', 0, 1],
    ['-0.5', 0, -1],
    ['0.999999', 5, 100000],
    ['64250.12', 2, 6425012],
    ['9007199254740991', 0, 9007199254740991],
    ['9007199254740991.5', 0, undefined],
    ['9007199254740992', 0, undefined],
    ['900719925474099', 2, undefined],
    ['', 5, undefined],
    ['-', 5, undefined],
    ['.5', 5, undefined],
    ['1.', 5, undefined],
    ['1e5', 5, undefined],
    ['1,5', 5, undefined],
    ['+1', 5, undefined],
    ['0x10', 5, undefined],
    ['NaN', 5, undefined],
    ['1.1.1', 5, undefined],
    ['1'.repeat(33), 0, undefined],
  ]
  for (const [text, digits, points] of rows) {
    t.equal(pointsFromText(text, digits), points, `${text} at ${digits}`)
  }
})

t.test('points agree with integer arithmetic on any decimal text', async () => {
  const text = fc.tuple(
    fc.boolean(),
    fc.nat(10_000_000),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 12 }),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 8 }), ([negative, whole, fraction], digits) => {
      const decimal = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
      const scaled = BigInt(`${whole}${fraction.padEnd(20, '0')}`)
      const unit = 10n ** BigInt(20 - digits)
      const size = Number((scaled + unit / 2n) / unit)
      const points = pointsFromText(decimal, digits)
      return points === (negative && size !== 0 ? -size : size)
    }),
    { numRuns: 5_000 },
  )
})

t.test('a market is above zero and not crossed', async (t) => {
  t.ok(isMarket(1, 1))
  t.ok(isMarket(1, 2))
  t.notOk(isMarket(0, 1))
  t.notOk(isMarket(-1, 1))
  t.notOk(isMarket(2, 1))
})

t.test('service lines and pings are known in any writing', async (t) => {
  for (const line of ['> Ping', '< News', '>', '<x']) t.ok(isServiceLine(line), line)
  for (const line of ['', 'EURUSD 1 2', ' > Ping']) t.notOk(isServiceLine(line), line)
  for (const line of ['> Ping', '> ping ', '>PING', ' > ping']) t.ok(isPing(line), line)
  for (const line of ['Ping', '> Pong', '', `>${' '.repeat(40)}ping`]) t.notOk(isPing(line), line)
})

t.test('the symbol filter goes there and back', async (t) => {
  t.equal(filterLine(['EURUSD', 'GBPUSD']), '> Symbols:EURUSD;GBPUSD;\r\n')
  t.same(symbolsFromFilterLine('> Symbols:EURUSD;GBPUSD;'), ['EURUSD', 'GBPUSD'])
  t.same(symbolsFromFilterLine('> symbols: EURUSD ;; B\u00e4D;GBPUSD'), ['EURUSD', 'GBPUSD'])
  t.same(symbolsFromFilterLine('> Symbols:'), [])
  t.equal(symbolsFromFilterLine('> Ping'), undefined)
  t.equal(filterLine(Array.from({ length: 5_000 }, () => 'S'.repeat(32))), undefined)
})
