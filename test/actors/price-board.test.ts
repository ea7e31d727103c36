import t from 'tap'
import { BOARD_SYMBOLS_MAX, PRICE_BOARD_BYTES, PriceBoard } from '../../actors/price-board.js'
import { givenBook } from '../given/book.js'

const FIVE = givenBook().symbolsById
const THREE = givenBook({ symbols: { EURUSD: { digits: 3 } } }).symbolsById

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
