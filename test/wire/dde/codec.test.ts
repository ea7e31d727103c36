import t from 'tap'
import {
  filterLine,
  isPing,
  isServiceLine,
  lineFromQuote,
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
