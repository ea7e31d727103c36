import t from 'tap'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { LivePrices } from '../../../http/socket/live-prices.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { givenBook } from '../../given/book.js'
import { StaffReader } from '../../given/fronts/staff-reader.js'

t.test('quotes and depth go by the settings of then', (t) => {
  const clock = new ManualClock()
  const board = new PriceBoard(createSharedBuffers().board)
  board.write(1, 110000, 110010, clock.now())
  const prices = new LivePrices(board, clock)
  const reader = new StaffReader(1, [])
  Object.assign(reader.connection.ws as object, { subscribe: () => true, unsubscribe: () => true })
  const ask = () => {
    prices.quotes.subscribe(reader.connection, [1])
    prices.depths.answer(reader.connection, 'd', { symbol: 'EURUSD' })
    return reader.heard()
  }
  t.match(ask(), [{ id: 'd', code: 'trade.symbol_unknown' }])
  prices.setBook(givenBook())
  t.match(ask(), [
    { event: 'quote', data: { s: 'EURUSD', b: '1.10000', a: '1.10010' } },
    { id: 'd', code: 'ok', data: { symbol: 'EURUSD' } },
  ])
  prices.depths.answer(reader.connection, 'n', { symbol: 'USDJPY' })
  t.match(reader.heard(), [{ id: 'n', code: 'ok', data: { symbol: 'USDJPY', bids: [], asks: [] } }])
  t.end()
})
