import t from 'tap'
import { SimulatedBook } from '../../../../actors/links/simulator/simulated-book.js'
import {
  ENDED_MAX,
  OPEN_MAX,
  SimulatedOrders,
} from '../../../../actors/links/simulator/simulated-orders.js'
import { FixMessage, readFixMessage } from '../../../../wire/fix/codec/message.js'
import { type FixField, fieldsText, frameText } from '../../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../../wire/fix/dictionary/time.js'

// Goal: an order of the built-in provider is traded, ended and remembered as it says, and no otherwise.

const NOW = Date.UTC(2026, 2, 4, 10)
const INSTRUMENT = { base: 'EUR', quote: 'USD', digits: 5, spreadPts: 1, lot: 100_000 } as const
const OWNER = 'desk'
/** Tags of orders. */
const LIMIT = 44
const STOP = 99

type Fields = Readonly<Record<number, string>>
type Levels = readonly (readonly [price: string, lots: string])[]

function message(type: string, fields: Fields): FixMessage {
  const body = Object.entries(fields).map(([tag, value]): FixField => [Number(tag), value])
  const text = frameText(fieldsText([[35, type], ...body]))
  const read = readFixMessage(Buffer.from(text, 'latin1'))
  if (!(read instanceof FixMessage)) throw new Error('a message that can be read')
  return read
}

/** The orders of a house that trades EURUSD and GBPUSD, with what is told of them. */
class OrderHouse {
  now = NOW
  trades = 0
  #isHeard = false
  /** `owner ClOrdID ExecType OrdStatus`; of a refused cancel or change with its reason in place of the first status. */
  readonly told: string[] = []
  readonly reports: ReadonlyMap<number, string>[] = []
  /** The reports as they are written, with | between fields. */
  readonly texts: string[] = []
  readonly books = new Map(
    ['EURUSD', 'GBPUSD'].map((name) => [name, new SimulatedBook({ ...INSTRUMENT, name })]),
  )
  readonly orders = new SimulatedOrders({
    book: (symbol) => this.books.get(symbol),
    now: () => this.now,
    report: (owner, type, body) => {
      if (!this.#isHeard) return
      const fields = new Map(body.map(([tag, value]) => [tag, String(value)]))
      this.reports.push(fields)
      this.texts.push(body.map(([tag, value]) => `${tag}=${value}`).join('|'))
      const said = type === '8' ? fields.get(150) : `refused${fields.get(102)}`
      this.told.push(`${owner} ${fields.get(11)} ${said} ${fields.get(39)}`)
    },
    traded: () => this.trades++,
  })

  constructor() {
    this.moved([['1.17000', '1']], [['1.17010', '1']])
  }

  moved(bids: Levels, asks: Levels, symbol = 'EURUSD'): void {
    const [low, high] = [bids, asks].map((levels) =>
      levels.map(([price, lots]) => ({ price, lots })),
    )
    const book = this.books.get(symbol) as SimulatedBook
    book.refill({ symbol, bids: low ?? [], asks: high ?? [] })
    this.orders.moved(book)
  }

  /** A market order that buys one lot and rests, unless `more` says otherwise; answers what was told. */
  place(id: string, more: Fields = {}, owner = OWNER): string[] {
    return this.#heard(() => this.orders.place(owner, message('D', fieldsOf(id, more))))
  }

  replace(id: string, before: string, more: Fields = {}, owner = OWNER): string[] {
    const fields = { ...fieldsOf(id, more), 41: before }
    return this.#heard(() => this.orders.replace(owner, message('G', fields)))
  }

  cancel(id: string, before: string, owner = OWNER): string[] {
    const fields = { 11: id, 41: before, 55: 'EURUSD', 54: '1' }
    return this.#heard(() => this.orders.cancel(owner, message('F', fields)))
  }

  status(id: string, owner = OWNER): string[] {
    return this.#heard(() => this.orders.status(owner, message('H', { 11: id, 55: 'EURUSD' })))
  }

  move(bids: Levels, asks: Levels, symbol = 'EURUSD'): string[] {
    return this.#heard(() => this.moved(bids, asks, symbol))
  }

  tick(): string[] {
    return this.#heard(() => this.orders.tick())
  }

  /** Some fields of the newest report. */
  last(...tags: number[]): (string | undefined)[] {
    return tags.map((tag) => this.reports.at(-1)?.get(tag))
  }

  #heard(work: () => void): string[] {
    const before = this.told.length
    this.#isHeard = true
    work()
    this.#isHeard = false
    return this.told.slice(before)
  }
}

function fieldsOf(id: string, more: Fields): Fields {
  return { 11: id, 55: 'EURUSD', 54: '1', 38: '100000', 40: '1', 59: '0', ...more }
}

t.test('an order takes from the other side no worse than its limit, at the limit too', (t) => {
  const house = new OrderHouse()
  const limit = (price: string, side: string): Fields => ({ 40: '2', [LIMIT]: price, 54: side })
  t.same(house.place('low', limit('1.17009', '1')), ['desk low 0 0'])
  t.same(house.place('at', limit('1.17010', '1')), ['desk at 0 0', 'desk at F 2'])
  t.same(house.last(31, 32, 14, 6), ['1.17010', '100000', '100000', '1.1701'])
  t.same(house.place('high', limit('1.17001', '2')), ['desk high 0 0'])
  t.same(house.place('sold', limit('1.17000', '2')), ['desk sold 0 0', 'desk sold F 2'])
  t.same(house.last(31, 54), ['1.17000', '2'])
  t.equal(house.orders.openOrders, 2)
  t.same(house.move([['1.17001', '1']], [['1.17009', '1']]).toSorted(), [
    'desk high F 2',
    'desk low F 2',
  ])
  t.equal(house.orders.openOrders, 0)
  t.same(house.place('buys'), ['desk buys 0 0'], 'nothing is left of the levels')
  t.equal(house.trades, 4, 'the book is told of by a trade, and by nothing else')
  t.end()
})

t.test(
  'what is there at once is taken in part, or whole, or not at all, as the order says',
  (t) => {
    const half = { 38: '200000' }
    for (const [time, told] of [
      ['0', ['0 0', 'F 1']],
      ['3', ['0 0', 'F 1', '4 4']],
      ['4', ['0 0', '4 4']],
    ] as const) {
      const house = new OrderHouse()
      const said = house.place('a', { ...half, 59: time })
      t.same(
        said,
        told.map((one) => `desk a ${one}`),
      )
      t.equal(house.orders.openOrders, time === '0' ? 1 : 0)
      t.equal(house.trades, time === '4' ? 0 : 1)
    }
    const house = new OrderHouse()
    t.same(house.place('b', { 59: '4' }), ['desk b 0 0', 'desk b F 2'], 'all that stands there')
    t.same(house.place('c', { 59: '3' }), ['desk c 0 0', 'desk c 4 4'], 'nothing stands there')
    house.place('d', half)
    house.move([], [['1.17', '0.5']])
    t.same(house.last(14, 151, 6), ['50000', '150000', '1.17'])
    house.move(
      [],
      [
        ['1.18', '0.5'],
        ['1.19', '5'],
      ],
    )
    t.same(house.last(39, 14, 151, 6), ['2', '200000', '0', '1.1825'])
    t.end()
  },
)

t.test('all or nothing looks at what stands within its limit, and at no more', (t) => {
  const house = new OrderHouse()
  const whole = { 59: '4', 40: '2', 38: '200000' }
  house.moved(
    [
      ['1.16990', '1'],
      ['1.16980', '1'],
    ],
    [
      ['1.17010', '1'],
      ['1.17020', '1'],
    ],
  )
  t.same(house.place('a', { ...whole, [LIMIT]: '1.17019' }), ['desk a 0 0', 'desk a 4 4'])
  const sells = { ...whole, 54: '2' }
  t.same(house.place('b', { ...sells, [LIMIT]: '1.16981' }), ['desk b 0 0', 'desk b 4 4'])
  t.equal(house.trades, 0)
  const sold = ['desk c 0 0', 'desk c F 1', 'desk c F 2']
  t.same(house.place('c', { ...sells, [LIMIT]: '1.1698' }), sold)
  t.equal(house.trades, 1)
  const bought = ['desk d 0 0', 'desk d F 1', 'desk d F 2']
  t.same(house.place('d', { ...whole, [LIMIT]: '1.1702' }), bought)
  t.end()
})

t.test('every report is whole', (t) => {
  const house = new OrderHouse()
  const at = `60=${fixTimeText(NOW)}`
  const said = (work: () => unknown): string[] => {
    const from = house.texts.length
    work()
    return house.texts.slice(from)
  }
  const limited = { 40: '2', [LIMIT]: '1.1701', 38: '250000.5', 54: '1' }
  t.same(
    said(() => house.place('a', limited)),
    [
      `37=S1|11=a|17=X1|150=0|39=0|55=EURUSD|54=1|38=250000.5|44=1.1701|151=250000.5|14=0|6=0|${at}`,
      `37=S1|11=a|17=X2|150=F|39=1|55=EURUSD|54=1|38=250000.5|44=1.1701|32=100000|31=1.17010|151=150000.5|14=100000|6=1.1701|${at}`,
    ],
  )
  t.same(
    said(() => house.replace('b', 'a', { ...limited, 38: '300000', [LIMIT]: '1.17' })),
    [
      `37=S1|11=b|41=a|17=X3|150=5|39=1|55=EURUSD|54=1|38=300000|44=1.17|151=200000|14=100000|6=1.1701|${at}`,
    ],
  )
  t.same(
    said(() => house.cancel('c', 'x')),
    ['37=NONE|11=c|41=x|39=8|434=1|102=1|58=there is no such order here'],
  )
  t.same(
    said(() => house.cancel('c', 'b')),
    [
      `37=S1|11=c|41=b|17=X4|150=4|39=4|55=EURUSD|54=1|38=300000|44=1.17|151=0|14=100000|6=1.1701|${at}`,
    ],
  )
  t.same(
    said(() => house.replace('d', 'b', limited)),
    ['37=S1|11=d|41=b|39=4|434=2|102=0|58=that cannot be done to it'],
  )
  t.same(
    said(() => house.status('a')),
    [`37=S1|11=a|17=X5|150=I|39=4|55=EURUSD|54=1|38=300000|44=1.17|151=0|14=100000|6=1.1701|${at}`],
  )
  t.same(
    said(() => house.status('x')),
    [
      `37=NONE|11=x|17=X6|150=I|39=8|103=5|55=EURUSD|54=|151=0|14=0|6=0|${at}|58=there is no such order here`,
    ],
  )
  t.same(
    said(() => house.place('e', { 54: '2', 38: '0' })),
    [
      `37=NONE|11=e|17=X7|150=8|39=8|103=13|55=EURUSD|54=2|151=0|14=0|6=0|${at}|58=the quantity is not above 0, or has too many decimals`,
    ],
  )
  t.same(
    said(() => house.place('f', { 54: '2', 59: '3' })),
    [
      `37=S4|11=f|17=X8|150=0|39=0|55=EURUSD|54=2|38=100000|151=100000|14=0|6=0|${at}`,
      `37=S4|11=f|17=X9|150=F|39=2|55=EURUSD|54=2|38=100000|32=100000|31=1.17000|151=0|14=100000|6=1.17|${at}`,
    ],
  )
  t.end()
})

t.test('a stop waits for its price, and is none any more once that has come', (t) => {
  const house = new OrderHouse()
  const stop = (price: string, side: string): Fields => ({ 40: '3', [STOP]: price, 54: side })
  t.same(house.place('up', stop('1.17020', '1')), ['desk up 0 0'])
  t.same(house.place('down', stop('1.16990', '2')), ['desk down 0 0'])
  const limit = { 40: '4', [STOP]: '1.17020', [LIMIT]: '1.17005' }
  t.same(house.place('back', limit), ['desk back 0 0'])
  for (const ask of ['1.17019', '1.17018']) {
    t.same(house.move([['1.16991', '1']], [[ask, '9']]), [], 'it has not come')
  }
  t.same(house.move([], []), [], 'there is no price')
  t.same(house.move([['1.16991', '1']], [['1.17020', '2']]), ['desk up F 2'])
  t.same(house.move([['1.16990', '1']], [['1.17006', '1']]), ['desk down F 2'])
  t.same(house.move([], [['1.17005', '1']]), ['desk back F 2'], 'its limit holds from then on')
  t.end()
})

t.test('an order of which something is wrong is refused, and leaves nothing', (t) => {
  const house = new OrderHouse()
  const far = { 40: '2', [LIMIT]: '0.5' }
  const texts: Readonly<Record<string, string>> = {
    1: 'this symbol is not traded here',
    11: 'orders of this kind are not taken here',
    13: 'the quantity is not above 0, or has too many decimals',
    99: 'a price is wrong',
  }
  const wrong: [Fields, reason: string][] = [
    [{ 55: 'NOSUCH' }, '1'],
    [{ 11: 'x'.repeat(65) }, '99'],
    [{ 40: '9' }, '11'],
    [{ 59: '9' }, '11'],
    [{ 54: '9' }, '11'],
    [{ 38: '0' }, '13'],
    [{ 38: '1.000000001' }, '13'],
    [{ 40: '2' }, '99'],
    [{ 40: '3' }, '99'],
    [{ 40: '4', [LIMIT]: '1' }, '99'],
    [{ 40: '4', [STOP]: '1' }, '99'],
    [{ 40: '2', [LIMIT]: '0' }, '99'],
    [{ 40: '3', [STOP]: '-1' }, '99'],
  ]
  for (const [fields, reason] of wrong) {
    const id = fields[11] ?? 'w'
    t.same(house.place('w', fields), [`desk ${id} 8 8`], JSON.stringify(fields))
    const text = id.length > 1 ? 'the ClOrdID is too long' : texts[reason]
    t.same(house.last(103, 58), [reason, text])
    t.same(house.status(id), [`desk ${id} I 8`], 'it is not known')
  }
  t.equal(house.orders.openOrders, 0)
  t.same(house.place('x'.repeat(64), far), [`desk ${'x'.repeat(64)} 0 0`])
  t.same(house.place('other', { ...far, 40: '1' }), ['desk other 0 0', 'desk other F 2'])
  t.same(house.place('other', far), ['desk other 8 8'], 'its name was used, though it has ended')
  t.same(house.last(103, 58), ['6', 'this ClOrdID was used before'])
  t.same(house.place('other', far, 'else'), ['else other 0 0'], 'names are of each owner')
  t.end()
})

t.test('an order is replaced by one of its kind that asks for more than it has filled', (t) => {
  const house = new OrderHouse()
  const far = { 40: '2', [LIMIT]: '1.17010', 38: '300000' }
  t.same(house.place('one', far), ['desk one 0 0', 'desk one F 1'])
  const refused: [Fields, string][] = [
    [{ ...far, 55: 'GBPUSD' }, 'one'],
    [{ ...far, 54: '2' }, 'one'],
    [{ 40: '1', 38: '300000' }, 'one'],
    [{ ...far, 38: '100000' }, 'one'],
    [{ ...far, 38: '0' }, 'one'],
    [{ ...far, 11: 'one' }, 'one'],
  ]
  for (const [fields, before] of refused) {
    const id = fields[11] ?? 'two'
    const said = house.replace('two', before, fields)
    t.same(said, [`desk ${id} refused0 1`], JSON.stringify(fields))
    t.same(house.last(434, 41), ['2', before])
  }
  t.same(house.replace('two', 'none', far), ['desk two refused1 8'])
  t.same(house.replace('two', 'none', { ...far, 55: 'NOSUCH' }), ['desk two refused1 8'])
  t.same(house.replace('two', 'one', far, 'else'), ['else two refused1 8'])
  t.same(house.status('one'), ['desk one I 1'])
  t.same(house.last(38, 44, 151), ['300000', '1.1701', '200000'], 'it is as it was')
  t.same(house.replace('two', 'one', { ...far, 38: '200000' }), ['desk two 5 1'])
  t.same(house.last(41, 38, 151), ['one', '200000', '100000'])
  house.moved([], [['1.17020', '1']])
  t.same(house.replace('three', 'two', { ...far, [LIMIT]: '1.1702', 38: '200000' }), [
    'desk three 5 1',
    'desk three F 2',
  ])
  for (const name of ['one', 'two', 'three']) t.same(house.status(name), [`desk ${name} I 2`])
  t.same(house.replace('four', 'three', far), ['desk four refused0 2'], 'it has ended')
  const stop = { 40: '3', [STOP]: '1.18' }
  t.same(house.place('stop', stop), ['desk stop 0 0'])
  t.same(house.replace('lower', 'stop', { ...stop, [STOP]: '1.175' }), ['desk lower 5 0'])
  t.same(house.move([], [['1.175', '1']]), ['desk lower F 2'])
  t.end()
})

t.test('an order is cancelled once, by its owner, and ends when its time is over', (t) => {
  const house = new OrderHouse()
  const far = { 40: '2', [LIMIT]: '0.5' }
  house.place('a', far)
  t.same(house.cancel('b', 'a', 'else'), ['else b refused1 8'])
  t.same(house.cancel('b', 'a'), ['desk b 4 4'])
  t.same(house.last(41, 151), ['a', '0'])
  t.same(house.cancel('c', 'a'), ['desk c refused0 4'])
  t.same(house.last(434), ['1'])
  t.same(house.move([], [['0.5', '1']]), [], 'nothing trades any more')
  house.moved([], [])
  house.place('timed', { ...far, 59: '6', 126: fixTimeText(NOW + 1_000) })
  house.place('unread', { ...far, 59: '6', 126: 'soon', 55: 'GBPUSD' })
  house.place('rests', far)
  t.equal(house.orders.openOrders, 3)
  t.same(house.tick(), ['desk unread C C'], 'a time that cannot be read is over')
  house.now += 999
  t.same(house.tick(), [])
  house.now++
  t.same(house.tick(), ['desk timed C C'])
  t.equal(house.orders.openOrders, 1)
  t.same(house.move([['0.4', '1']], [['0.5', '1']], 'GBPUSD'), [], 'of another symbol')
  const ids = house.reports.map((fields) => fields.get(17)).filter((id) => id !== undefined)
  t.equal(new Set(ids).size, ids.length, 'each execution has a name of its own')
  t.end()
})

t.test('the newest orders that ended are known by all their names', (t) => {
  const house = new OrderHouse()
  const far = { 40: '2', [LIMIT]: '0.5' }
  house.place('one', far)
  house.replace('two', 'one', far)
  house.cancel('c', 'two')
  const { orders } = house
  for (let n = 1; n < ENDED_MAX; n++) {
    orders.place(OWNER, message('D', fieldsOf(`n${n}`, { ...far, 59: '3' })))
  }
  t.same(house.status('one'), ['desk one I 4'])
  house.place('last', { ...far, 59: '3' })
  for (const name of ['one', 'two']) t.same(house.status(name), [`desk ${name} I 8`])
  t.same(house.status('n1'), ['desk n1 I 4'])
  t.same(house.place('one', far), ['desk one 0 0'], 'the name is free')
  t.end()
})

t.test('so many orders are open, and one that ends makes room', (t) => {
  const house = new OrderHouse()
  const far = { 40: '2', [LIMIT]: '0.5' }
  for (let n = 1; n < OPEN_MAX; n++) {
    house.orders.place(OWNER, message('D', fieldsOf(`n${n}`, far)))
  }
  t.same(house.place('last', far), ['desk last 0 0'])
  t.same(house.place('more', far), ['desk more 8 8'])
  t.same(house.last(103, 58), ['3', 'too many orders are open'])
  house.cancel('c', 'n1')
  t.same(house.place('more', far), ['desk more 0 0'])
  t.equal(house.orders.openOrders, OPEN_MAX)
  t.end()
})
