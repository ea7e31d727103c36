import t from 'tap'
import { BOARD_SYMBOLS_MAX, PRICE_BOARD_BYTES, PriceBoard } from '../../actors/price-board.js'

t.test('a quote that its writer did not finish is freed by the next writer', async (t) => {
  const memory = new SharedArrayBuffer(PRICE_BOARD_BYTES)
  const died = new PriceBoard(memory)
  died.write(1, 110, 120, 5)
  died.write(2, 210, 220, 5)
  // What a writer that ends inside `write` leaves: an odd sequence word.
  Atomics.add(new Int32Array(memory, 0, BOARD_SYMBOLS_MAX), 2, 1)
  const next = new PriceBoard(memory)
  t.equal(next.takeOver(), 1)
  t.equal(next.takeOver(), 0)
  t.match(next.quote(1), { bid: 110, ask: 120 }, 'a finished quote stays')
  t.equal(next.quote(2), undefined, 'a reader no longer waits')
  next.write(2, 230, 240, 6)
  t.match(next.quote(2), { bid: 230, ask: 240, at: 6 })
})
