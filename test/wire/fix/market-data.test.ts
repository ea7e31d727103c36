import t from 'tap'
import { FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import { type FixField, fieldsText, frameText } from '../../../wire/fix/codec/write.js'
import {
  FixMarketData,
  type FixMarketTerms,
  type FixRequest,
  REFUSED_LINES_MAX,
  REQUESTS_PIECE,
  RESUBSCRIBE_TICKS,
} from '../../../wire/fix/market-data/market-data.js'
import { newsIn } from '../../../wire/fix/market-data/news.js'
import { BOOK_ENTRIES_MAX } from '../../../wire/fix/market-data/price-book.js'
import { securitiesIn } from '../../../wire/fix/market-data/security-list.js'

/** Fields as `55=EURUSD|270=1.1`. */
function message(text: string): FixMessage {
  const fields = text.split('|').map((field): FixField => {
    const at = field.indexOf('=')
    return [Number(field.slice(0, at)), field.slice(at + 1)]
  })
  const read = readFixMessage(Buffer.from(frameText(fieldsText(fields)), 'latin1'))
  if (!(read instanceof FixMessage)) throw new Error(`a test says what can be read: ${text}`)
  return read
}

function market(given: Partial<FixMarketTerms> = {}) {
  const said: string[] = []
  const sent: FixRequest[] = []
  const data = new FixMarketData(
    { names: ['EURUSD', 'GBPUSD'], depth: 0, updateType: '1', ...given },
    'c1',
    5,
    {
      send: (requests) => void sent.push(...requests),
      quote: (symbol, bid, ask) => said.push(`${symbol} ${bid} ${ask}`),
      levels: (symbol, bids, asks) => {
        const side = (levels: typeof bids) =>
          levels.map(({ price, size }) => `${price}x${size}`).join(' ')
        said.push(`${symbol} [${side(bids)}] [${side(asks)}]`)
      },
      refused: (what) => said.push(what),
      broken: (why) => said.push(`broken: ${why}`),
    },
  )
  data.begin()
  const hear = (text: string): string[] => {
    said.length = 0
    data.take(message(text))
    return [...said]
  }
  return { data, said, sent, hear }
}

const BOOK =
  '35=W|262=c1-1|55=EURUSD|268=3|269=0|278=b1|270=1.1|271=100|269=0|278=b2|270=1.09|271=50|269=1|278=a1|270=1.2|271=70'

t.test('a snapshot is a whole book, what changes of it is taken in', async (t) => {
  const { hear, sent } = market()
  const request = '262=c1-1 263=1 264=0 265=1 267=2 269=0 269=1 146=1 55=EURUSD'
  t.equal(sent[0]?.[1].map(([tag, value]) => `${tag}=${value}`).join(' '), request)
  t.same(hear(BOOK), ['EURUSD 1.1 1.2', 'EURUSD [1.1x100 1.09x50] [1.2x70]'])
  const change = (entries: string) => hear(`35=X|262=c1-1|${entries}`)
  // New best bid; a size alone; the best is gone; a new id of an old entry.
  t.equal(change('268=1|279=0|269=0|278=b3|270=1.15|271=10')[0], 'EURUSD 1.15 1.2')
  t.equal(change('268=1|279=1|269=0|278=b3|271=25')[1], 'EURUSD [1.15x25 1.1x100 1.09x50] [1.2x70]')
  t.equal(change('268=2|279=2|278=b3|279=2|278=b1')[0], 'EURUSD 1.09 1.2')
  t.equal(
    change('268=1|279=1|269=1|278=a2|280=a1|270=1.19|271=.5')[1],
    'EURUSD [1.09x50] [1.19x0.5]',
  )
  // Of one price there is one level; a deletion of what is not there is nothing.
  t.equal(
    change('268=2|279=0|269=1|278=a9|270=1.190|271=2|279=2|269=1|278=zz')[1],
    'EURUSD [1.09x50] [1.19x2.5]',
  )
  // No bid is no quote, until there is one again: without an id by its price.
  t.same(change('268=1|279=2|278=b2'), [])
  t.same(change('268=1|279=0|269=0|270=1.05|271=3')[0], 'EURUSD 1.05 1.19')
  t.same(change('268=1|279=2|269=0|270=1.05'), [])
  // Neither zero nor a minus is a price.
  t.same(hear('35=W|262=c1-1|55=EURUSD|268=2|269=0|270=0|269=1|270=-1'), [])
})

/** As standard providers send it: a snapshot without ids. */
const PLAIN_BOOK = (bids: readonly string[], asks: readonly string[]) => {
  const entries = [
    ...bids.map((price) => `269=0|270=${price}`),
    ...asks.map((p) => `269=1|270=${p}`),
  ]
  return `35=W|262=c1-1|55=EURUSD|268=${entries.length}|${entries.map((e) => `${e}|271=10`).join('|')}`
}

t.test('changes with ids follow a snapshot without any', async (t) => {
  const one = market({ depth: 1 })
  one.hear(PLAIN_BOOK(['1.1'], ['1.2']))
  const best = (entries: string) => one.hear(`35=X|262=c1-1|${entries}`)
  // Of depth 1 an id that was not told before is that of the side, whatever is done to it.
  t.same(best('268=2|279=1|269=0|278=x|270=1.3|271=1|279=1|269=1|278=y|270=1.4|271=1'), [
    'EURUSD 1.3 1.4',
  ])
  t.same(best('268=2|279=0|269=0|278=u|270=1.0|271=1|279=0|269=1|278=v|270=1.05|271=1'), [
    'EURUSD 1.0 1.05',
  ])
  t.same(best('268=1|279=1|269=0|278=u|270=1.01'), ['EURUSD 1.01 1.05'])
  t.same(best('268=2|279=2|269=0|278=w|279=0|269=0|278=w|270=1.02|271=1'), ['EURUSD 1.02 1.05'])

  const deep = market({ depth: 3 })
  deep.hear(PLAIN_BOOK(['1.3', '1.2', '1.1'], ['1.4', '1.5', '1.6']))
  const change = (entries: string) => deep.hear(`35=X|262=c1-1|${entries}`)[1]
  const asks = '[1.4x10 1.5x10 1.6x10]'
  t.equal(
    change('268=1|279=1|269=0|278=b|290=2|270=1.25'),
    `EURUSD [1.3x10 1.25x10 1.1x10] ${asks}`,
  )
  t.equal(change('268=1|279=2|269=0|278=c|290=1'), `EURUSD [1.25x10 1.1x10] ${asks}`)
  t.equal(change('268=1|279=1|269=0|278=d|270=1.1|271=7'), `EURUSD [1.25x10 1.1x7] ${asks}`)
  t.equal(change('268=1|279=2|269=1|278=e|270=1.5'), 'EURUSD [1.25x10 1.1x7] [1.4x10 1.6x10]')
  t.equal(
    change('268=1|279=1|269=0|278=d|271=3'),
    'EURUSD [1.25x10 1.1x3] [1.4x10 1.6x10]',
    'known',
  )
})

t.test('an inconsistent book is requested again and reported', async (t) => {
  const { hear, said, sent, data } = market({ depth: 3 })
  hear(PLAIN_BOOK(['1.3', '1.2'], ['1.4', '1.5']))
  sent.length = 0
  t.same(hear('35=X|262=c1-1|268=1|279=2|269=0|278=zz'), [], 'which of the two?')
  t.same(hear('35=X|262=c1-1|268=1|279=0|269=0|278=n|270=1.35|271=1'), [], 'nothing old is quoted')
  data.tick()
  t.same(said, ['EURUSD is subscribed again: a change names no entry that was told'])
  const asked = () => sent.map(([, body]) => `${body[0]?.[1]} ${body[1]?.[1]}`)
  t.same(asked(), ['c1-1 2', 'c1-3 1'])
  t.same(hear(PLAIN_BOOK(['1.1'], ['1.2'])), [], 'what still comes of the old one is none of it')
  const whole = PLAIN_BOOK(['1.31', '1.2'], ['1.4', '1.5']).replace('c1-1', 'c1-3')
  t.equal(hear(whole)[0], 'EURUSD 1.31 1.4')
  // Sides of two times: crossed for good.
  sent.length = 0
  hear('35=X|262=c1-3|268=1|279=0|269=0|278=q|270=1.45|271=1')
  for (let i = 0; i < RESUBSCRIBE_TICKS; i++) data.tick()
  t.same(asked(), ['c1-3 2', 'c1-4 1'])
  t.equal(said.at(-1), 'EURUSD is subscribed again: its sides are crossed')
})

t.test(
  'a feed without a spread is quoted while it lasts, and is not requested again',
  async (t) => {
    const { hear, said, sent, data } = market({ depth: 1 })
    sent.length = 0
    t.same(hear(PLAIN_BOOK(['1.2'], ['1.2'])), ['EURUSD 1.2 1.2'])
    for (let i = 0; i < RESUBSCRIBE_TICKS; i++) data.tick()
    t.same([said, sent], [['EURUSD 1.2 1.2'], []])
    const step = (price: string) =>
      hear(
        `35=X|262=c1-1|268=2|279=1|269=0|278=b|270=${price}|271=1|279=1|269=1|278=a|270=${price}|271=1`,
      )
    for (const price of ['1.21', '1.19']) {
      t.same(step(price), [`EURUSD ${price} ${price}`])
      for (let i = 0; i < RESUBSCRIBE_TICKS; i++) data.tick()
    }
    t.same([said, sent], [['EURUSD 1.19 1.19'], []])
  },
)

t.test(
  'entries without a symbol are about the one before; strays count and do nothing',
  async (t) => {
    const { hear, data } = market({ depth: 1 })
    hear('35=W|262=c1-2|55=GBPUSD|268=2|269=0|270=1.3|269=1|270=1.4')
    hear('35=W|262=c1-1|55=EURUSD|268=2|269=0|270=1.1|269=1|270=1.2')
    const both =
      '35=X|268=3|279=0|269=0|55=GBPUSD|270=1.31|279=0|269=1|270=1.39|279=0|269=0|55=EURUSD|270=1.11'
    t.same(hear(both), ['GBPUSD 1.31 1.39', 'EURUSD 1.11 1.2'])
    t.same(hear('35=W|55=EURUSD|268=2|269=0|270=1.5|269=1|270=1.6'), ['EURUSD 1.5 1.6'])
    const strays = [
      '35=W|262=c0-1|55=EURUSD|268=2|269=0|270=9|269=1|270=9',
      '35=W|262=c1-1|55=GBPUSD|268=2|269=0|270=9|269=1|270=9',
      '35=X|262=c0-1|268=1|279=0|269=0|55=EURUSD|270=9',
      '35=X|268=1|279=0|269=0|270=9',
      '35=Y|262=c0-1',
    ]
    for (const stray of strays) t.same(hear(stray), [], stray)
    t.equal(data.strays, strays.length)
    t.notOk(data.take(message('35=j|372=D|380=3')), 'a refusal of something else is not about it')
  },
)

t.test('what is repeated after a gap is quoted with what follows', async (t) => {
  const { hear, data, said } = market({ depth: 1 })
  t.same(hear('35=W|43=Y|262=c1-1|55=EURUSD|268=2|269=0|270=1.1|269=1|270=1.2'), [])
  t.same(hear('35=W|262=c1-2|55=GBPUSD|268=2|269=0|270=1.3|269=1|270=1.4').length, 2)
  hear('35=X|43=Y|262=c1-1|268=1|279=0|269=0|270=1.15')
  data.tick()
  t.same(said, ['EURUSD 1.15 1.2'])
})

t.test('refusals are told in words, up to a bound', async (t) => {
  const names = Array.from({ length: REFUSED_LINES_MAX + 1 }, (_, i) => `S${i + 1}`)
  const { hear } = market({ names })
  t.match(hear('35=Y|262=c1-1|281=0|58=no such thing'), [
    `the provider refuses 1 of ${names.length} symbols: S1: it does not know the symbol (no such thing)`,
  ])
  t.match(hear('35=j|372=V|379=c1-2|380=0'), [/S2: reason 0/])
  for (let i = 3; i <= REFUSED_LINES_MAX; i++) t.equal(hear(`35=Y|262=c1-${i}`).length, 1)
  t.same(hear(`35=Y|262=c1-${REFUSED_LINES_MAX + 1}`), [], 'one more fills no log')
})

t.test('requests go out in pieces, and what is not wanted any more is ended', async (t) => {
  const names = Array.from({ length: REQUESTS_PIECE + 1 }, (_, i) => `S${i + 1}`)
  const { data, sent, hear } = market({ names })
  t.equal(sent.length, REQUESTS_PIECE)
  data.tick()
  t.equal(sent.length, REQUESTS_PIECE + 1)
  data.renew({ names: [...names.slice(1), 'NEW'], depth: 0, updateType: '1' })
  const asked = sent.slice(-2).map(([, body]) => body.map(([tag, value]) => `${tag}=${value}`))
  t.match(asked, [
    ['262=c1-1', '263=2'],
    [`262=c1-${names.length + 1}`, '263=1'],
  ])
  t.same(hear('35=W|262=c1-1|268=2|269=0|270=1.1|269=1|270=1.2'), [], 'what still comes is a stray')
})

t.test('one price more than a book may have is told', async (t) => {
  const { hear } = market()
  const entries = (count: number): string =>
    Array.from({ length: count }, (_, i) => `279=0|269=0|278=e${i}|270=1.${i + 1}|271=1`).join('|')
  const full = hear(`35=X|262=c1-1|268=${BOOK_ENTRIES_MAX}|${entries(BOOK_ENTRIES_MAX)}`)
  t.same(full, [])
  t.match(hear('35=X|262=c1-1|268=1|279=0|269=1|278=more|270=1.2'), [/^broken: .* too many prices/])
  const whole = entries(BOOK_ENTRIES_MAX + 1).replaceAll('279=0|', '')
  t.match(hear(`35=W|262=c1-1|268=${BOOK_ENTRIES_MAX + 1}|${whole}`), [/^broken: .* of EURUSD/])
})

t.test('a list of securities and news are read, whatever they leave out', async (t) => {
  const list =
    '35=y|320=l1|322=1|560=0|146=3|55=EURUSD|107=Euro|231=100000|561=1000|562=1000|969=0.00001|55=GOLD|15=USD|1008=2|55=' +
    'X'.repeat(65)
  t.match(securitiesIn(message(list)), [
    { name: 'EURUSD', digits: 5, description: 'Euro', contractSize: '100000', minVolume: '1000' },
    { name: 'GOLD', digits: 2, currency: 'USD', volumeStep: '', digitsOf: undefined },
  ])
  t.equal(securitiesIn(message('35=y|320=l1|322=1|560=2')), undefined)
  t.same(newsIn(message('35=B|42=20260105-09:00:00|148=Rates|33=2|58=one|58=two'), 7), {
    headline: 'Rates',
    text: 'one\ntwo',
    at: Date.UTC(2026, 0, 5, 9),
  })
  t.equal(newsIn(message('35=B|148=H|33=1|58=x'), 7).at, 7)
})
