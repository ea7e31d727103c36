import t from 'tap'
import {
  BOARD_SYMBOLS_MAX,
  PRICE_BOARD_BYTES,
  PriceBoard,
} from '../../../actors/shared/price-board.js'
import { between } from '../../given/between.js'
import { givenBook } from '../../given/book.js'

const FIVE = givenBook().records.symbols
const THREE = givenBook({ symbols: { EURUSD: { digits: 3 } } }).records.symbols

function boards(): [PriceBoard, PriceBoard] {
  const memory = new SharedArrayBuffer(PRICE_BOARD_BYTES)
  return [new PriceBoard(memory), new PriceBoard(memory)]
}

t.test('a price in other digits than a thread knows is no price for it', async (t) => {
  const [writer, reader] = boards()
  writer.follow(FIVE)
  reader.follow(FIVE)
  writer.write(1, 110_000, 110_010, 1)
  t.match(reader.quote(1), { bid: 110_000, ask: 110_010, at: 1 })
  reader.follow(THREE)
  t.equal(reader.quote(1), undefined, 'its settings are ahead of the writer')
  writer.follow(THREE)
  writer.write(1, 1_100, 1_101, 2)
  t.match(reader.quote(1), { bid: 1_100 })
  reader.follow(FIVE)
  t.equal(reader.quote(1), undefined, 'its settings are behind the writer')
  t.match(writer.last(1), { bid: 1_100, ask: 1_101, at: 2, digits: 3 })
})

t.test(
  'a price and its day are read in the digits that they are of, or where one side knows none',
  async (t) => {
    const rows = [
      [FIVE, FIVE, true],
      [FIVE, THREE, false],
      [THREE, FIVE, false],
      [undefined, FIVE, true],
      [FIVE, undefined, true],
      [undefined, undefined, true],
    ] as const
    const none = { open: null, high: null, low: null, close: null }
    for (const [written, read, isReadable] of rows) {
      const [writer, reader] = boards()
      if (written !== undefined) writer.follow(written)
      if (read !== undefined) reader.follow(read)
      t.equal(reader.quote(1), undefined)
      t.same(reader.dayFigures(1, 5), none)
      writer.write(1, 110, 120, 5, 77)
      const quote = { bid: 110, ask: 120, at: 5, usableUntil: 77 }
      t.same(reader.quote(1), isReadable ? quote : undefined)
      const day = { open: 110, high: 110, low: 110, close: null }
      t.same(reader.dayFigures(1, 5), isReadable ? day : none)
      const next = { ...none, close: 110 }
      t.same(reader.dayFigures(1, 5 + 86_400_000), isReadable ? next : none)
      const digits = written === undefined ? 255 : written === FIVE ? 5 : 3
      t.same(writer.last(1), { ...quote, digits })
      writer.clear(1)
      t.same(
        [reader.quote(1), reader.dayFigures(1, 5), reader.dayRange(1, 5)],
        [undefined, none, undefined],
      )
      t.same([writer.usableUntil(1), writer.last(1)], [0, undefined])
    }
  },
)

t.test('a price is usable as long as it was written to be, and not when it expired', async (t) => {
  const [writer, reader] = boards()
  t.equal(writer.usableUntil(1), 0)
  writer.expire(1)
  t.equal(reader.versionOf(1), 0, 'there is nothing to expire')
  writer.write(1, 110, 120, 5, 77)
  t.equal(writer.usableUntil(1), 77)
  writer.setUsableUntil(1, 88)
  t.same([writer.usableUntil(1), reader.quote(1)?.usableUntil, reader.versionOf(1)], [88, 88, 4])
  writer.expire(1)
  t.same([writer.usableUntil(1), reader.quote(1)?.usableUntil, reader.versionOf(1)], [0, 0, 6])
  writer.rewrite(1, 111, 121, 6, 99)
  t.same(reader.quote(1), { bid: 111, ask: 121, at: 6, usableUntil: 99 })
  t.same(reader.dayFigures(1, 6), { open: 110, high: 111, low: 110, close: null })
  writer.write(1, 100, 121, 7)
  t.same(reader.dayRange(1, 7), { high: 111, low: 100 })
  t.equal(writer.usableUntil(1), Number.POSITIVE_INFINITY)
  writer.setOffQuotes(3)
  t.equal(reader.offQuotes, 3)
})

t.test('the front is told once, and takes each symbol that moved since', async (t) => {
  const [writer, reader] = boards()
  const moved = (): number[] => {
    const ids: number[] = []
    reader.takeMoved((id) => ids.push(id))
    return ids
  }
  t.same(moved(), [])
  const ids = [1, 31, 32, 63, 64, BOARD_SYMBOLS_MAX - 1]
  const told = [...ids, 1].map((id) => writer.write(id, 1, 2, 3))
  t.same(told, [true, false, false, false, false, false, false])
  t.same(moved(), ids)
  t.same(moved(), [])
  t.equal(writer.rewrite(31, 1, 2, 3, 4), true)
  t.equal(writer.write(31, 1, 2, 3), false)
  t.same(moved(), [31])
  for (const id of [0, BOARD_SYMBOLS_MAX]) {
    t.throws(() => writer.write(id, 1, 2, 3), /a symbol id fits the board/)
  }
  t.equal(reader.versionOf(BOARD_SYMBOLS_MAX), 0)
})

t.test('a cleared symbol has no price until it is written again', async (t) => {
  const [writer, reader] = boards()
  writer.clear(1)
  t.equal(reader.quote(1), undefined, 'one that never had a price')
  writer.write(1, 110, 120, 1)
  writer.write(2, 210, 220, 1)
  writer.clear(1)
  t.equal(reader.quote(1), undefined)
  t.equal(writer.last(1), undefined)
  t.match(reader.quote(2), { bid: 210 })
  writer.write(1, 130, 140, 2)
  t.match(reader.quote(1), { bid: 130, ask: 140, at: 2 })
  writer.clearOthers((id) => id === 1)
  t.match(reader.quote(1), { bid: 130 })
  t.equal(reader.quote(2), undefined)
})

t.test('an id beyond the board has no price', async (t) => {
  const [, reader] = boards()
  t.equal(reader.quote(BOARD_SYMBOLS_MAX), undefined)
  t.equal(reader.quote(BOARD_SYMBOLS_MAX - 1), undefined)
})

t.test('a quote that its writer did not finish is freed by the next writer', async (t) => {
  const memory = new SharedArrayBuffer(PRICE_BOARD_BYTES)
  const died = new PriceBoard(memory)
  died.write(1, 110, 120, 5)
  died.write(2, 210, 220, 5)
  // An odd sequence word is left by a writer that ends inside `write`.
  Atomics.add(new Int32Array(memory, 0, BOARD_SYMBOLS_MAX), 2, 1)
  const next = new PriceBoard(memory)
  t.equal(next.takeOver(), 1)
  t.equal(next.takeOver(), 0)
  t.match(next.quote(1), { bid: 110, ask: 120 }, 'a finished quote stays')
  t.equal(next.quote(2), undefined, 'a reader no longer waits')
  next.write(2, 230, 240, 6)
  t.match(next.quote(2), { bid: 230, ask: 240, at: 6 })
})

t.test('high and low restart with the day of the server clock', async (t) => {
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  const at = (time: string): number => Date.parse(`2026-03-${time}Z`)
  board.setDayOffset(-120)
  board.write(1, 110, 120, at('02T01:59:59.999'))
  board.write(1, 105, 120, at('02T01:59:59.999'))
  t.same(board.dayRange(1, at('02T01:00:00')), { high: 110, low: 105 })
  t.equal(board.dayRange(1, at('02T02:00:00')), undefined, 'midnight two hours behind UTC')
  board.write(1, 90, 95, at('02T02:00:00'))
  t.same(board.dayRange(1, at('03T01:59:59')), { high: 90, low: 90 })
  t.equal(board.dayRange(2, at('02T02:00:00')), undefined)
})

t.test('a half-written quote takes the range of its day with it', async (t) => {
  const memory = new SharedArrayBuffer(PRICE_BOARD_BYTES)
  const board = new PriceBoard(memory)
  board.write(1, 110, 120, 5)
  Atomics.add(new Int32Array(memory, 0, BOARD_SYMBOLS_MAX), 1, 1)
  board.takeOver()
  board.write(1, 100, 120, 6)
  t.same(board.dayRange(1, 6), { high: 100, low: 100 })
})

const DAY_MS = 86_400_000

t.test('what the history has of the same day counts among its figures', async (t) => {
  for (const [earlier, told] of [
    [
      { open: 108, high: 120, low: 90, close: 95 },
      { open: 108, high: 120, low: 90, close: 95 },
    ],
    [
      { open: 108, high: 109, low: 107, close: 0 },
      { open: 108, high: 110, low: 105, close: null },
    ],
  ] as const) {
    const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
    board.write(1, 110, 120, DAY_MS)
    board.write(1, 105, 120, DAY_MS)
    board.addEarlier(1, { ...earlier, last: 107, at: DAY_MS })
    t.same(board.dayFigures(1, DAY_MS), told)
    t.match(board.quote(1), { bid: 105, ask: 120 })
  }
})

t.test('the last bid of an earlier day is the close, where none is known', async (t) => {
  const earlier = { open: 1, high: 999, low: 1, last: 107, close: 5 }
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  board.write(1, 110, 120, DAY_MS)
  const own = { open: 110, high: 110, low: 110 }
  t.same(board.dayFigures(1, DAY_MS), { ...own, close: null })
  board.addEarlier(1, { ...earlier, at: 2 * DAY_MS })
  t.same(board.dayFigures(1, DAY_MS), { ...own, close: null }, 'a later day is none before')
  board.addEarlier(1, { ...earlier, at: DAY_MS - 1 })
  t.same(board.dayFigures(1, DAY_MS), { ...own, close: 107 })
  board.addEarlier(1, { ...earlier, last: 108, at: DAY_MS - 2 })
  t.same(board.dayFigures(1, DAY_MS), { ...own, close: 107 }, 'once')
  board.write(1, 111, 121, 2 * DAY_MS)
  board.addEarlier(1, { ...earlier, at: 2 * DAY_MS - 1 })
  const next = { open: 111, high: 111, low: 111, close: 110 }
  t.same(board.dayFigures(1, 2 * DAY_MS), next, 'the board knew it itself')
})

t.test('an earlier day that counts is another version of the symbol, as a price is', async (t) => {
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  const earlier = { open: 100, high: 130, low: 90, last: 110, at: DAY_MS, close: 95 }
  const versions = [board.versionOf(1)]
  board.write(1, 110, 120, DAY_MS)
  versions.push(board.versionOf(1))
  board.addEarlier(1, earlier)
  versions.push(board.versionOf(1))
  t.same(versions, [0, 2, 4], 'else who reads meanwhile would take a half of each')
})

t.test('a symbol without a price gets no day', async (t) => {
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  const earlier = { open: 1, high: 9, low: 1, last: 7, close: 5, at: 5 }
  board.addEarlier(1, earlier)
  t.equal(board.versionOf(1), 0)
  board.write(1, 110, 120, 5)
  board.clear(1)
  board.addEarlier(1, earlier)
  board.write(1, 100, 120, 6)
  t.same(board.dayFigures(1, 6), { open: 100, high: 100, low: 100, close: null })
})

t.test('a symbol beyond the board has no prices', async (t) => {
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  t.equal(board.quote(BOARD_SYMBOLS_MAX), undefined)
  t.equal(board.dayRange(BOARD_SYMBOLS_MAX, 5), undefined)
})

t.test('a price that changes during a read is read again', async (t) => {
  const memory = new SharedArrayBuffer(PRICE_BOARD_BYTES)
  const [writer, reader] = [new PriceBoard(memory), new PriceBoard(memory)]
  const isLock = (cells: ArrayLike<unknown>): boolean =>
    cells instanceof Int32Array && cells.byteOffset === 0
  let bid = 100
  writer.write(1, bid, 900, 1)
  // After the values were read, and before it is known whether they belong together.
  const read = <T>(look: () => T): T => {
    const writes = (): void => void writer.write(1, ++bid, 900, bid)
    return between('load', [2, isLock], writes, look)
  }
  const usableUntil = Number.POSITIVE_INFINITY
  t.same(
    read(() => reader.quote(1)),
    { bid: 101, ask: 900, at: 101, usableUntil },
  )
  t.same(
    read(() => reader.dayRange(1, 5)),
    { high: 102, low: 100 },
  )
  const figures = { open: 100, high: 103, low: 100, close: null }
  t.same(
    read(() => reader.dayFigures(1, 5)),
    figures,
  )
})

t.test('a half-written price is none, and neither are the figures of its day', async (t) => {
  const memory = new SharedArrayBuffer(PRICE_BOARD_BYTES)
  const [writer, reader] = [new PriceBoard(memory), new PriceBoard(memory)]
  writer.write(1, 110, 120, 5)
  Atomics.add(new Int32Array(memory, 0, BOARD_SYMBOLS_MAX), 1, 1)
  const none = { open: null, high: null, low: null, close: null }
  t.same(
    [reader.quote(1), reader.dayRange(1, 5), reader.dayFigures(1, 5)],
    [undefined, undefined, none],
  )
  t.same(reader.dayFigures(BOARD_SYMBOLS_MAX, 5), none, 'nor is there any beyond the board')
})

t.test('what is cleared has no levels either, and what had nothing stays as it is', async (t) => {
  const [writer, reader] = boards()
  writer.depth.write(1, { bids: [{ distance: 0, volume: 5 }], asks: [], at: 5 })
  writer.clear(1)
  t.same(reader.depth.read(1), { bids: [], asks: [], at: 0 })
  t.equal(reader.versionOf(1), 0, 'it had no price')
  writer.write(1, 110, 120, 5)
  writer.clear(1)
  t.equal(reader.versionOf(1), 4)
})

t.test('a change of digits restarts the day figures', async (t) => {
  const [writer, reader] = boards()
  writer.follow(FIVE)
  writer.write(1, 110_000, 110_010, 5)
  writer.follow(THREE)
  reader.follow(THREE)
  writer.write(1, 1_100, 1_101, 6)
  t.same(reader.dayFigures(1, 6), { open: 1_100, high: 1_100, low: 1_100, close: null })
  writer.write(1, 1_090, 1_101, 7)
  t.same(reader.dayFigures(1, 7), { open: 1_100, high: 1_100, low: 1_090, close: null })
})

t.test('each price is on the tape, as a tick or as what settings made of one', async (t) => {
  const [writer, reader] = boards()
  writer.follow(FIVE)
  writer.write(1, 110, 120, 5, 77)
  writer.rewrite(1, 111, 121, 6, 99)
  const at = { symbolId: 1, digits: 5 }
  t.equal(reader.tape.head, 2)
  t.same(
    [reader.tape.at(0), reader.tape.at(1)],
    [
      { ...at, bid: 110, ask: 120, at: 5, usableUntil: Number.POSITIVE_INFINITY },
      { ...at, bid: 111, ask: 121, at: 6, usableUntil: 99 },
    ],
  )
})

t.test('the last symbol of a board has its price beside those of the others', async (t) => {
  const [writer, reader] = boards()
  const last = BOARD_SYMBOLS_MAX - 1
  writer.write(last, 110_000, 110_010, 7)
  writer.write(last - 1, 120_000, 120_010, 8)
  t.match(reader.quote(last), { bid: 110_000, ask: 110_010, at: 7 })
  t.match(reader.quote(last - 1), { bid: 120_000, ask: 120_010, at: 8 })
})
