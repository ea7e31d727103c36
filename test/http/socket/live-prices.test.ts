import t from 'tap'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { LivePrices } from '../../../http/socket/live-prices.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { givenBook } from '../../given/book.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'

t.test('quotes and depth go by the settings of then', (t) => {
  const clock = new ManualClock()
  const board = new PriceBoard(createSharedBuffers().board)
  board.write(1, 110000, 110010, clock.now())
  const prices = new LivePrices(board, clock)
  const live = { kind: 'live', session: {} as never } as const
  const connection = new TraderConnection(1, 'json', '', live, 0)
  const library = new GivenLibrarySocket()
  connection.ws = library.ws
  const ask = (symbol: string) => {
    prices.quotes.subscribe(connection, [1])
    prices.depths.answer(connection, 'd', { symbol })
    return library.heard()
  }
  t.match(ask('EURUSD'), [{ id: 'd', code: 'trade.symbol_unknown' }])
  prices.setBook(givenBook())
  t.match(ask('EURUSD'), [
    { event: 'quote', data: { s: 'EURUSD', b: '1.10000', a: '1.10010' } },
    { id: 'd', code: 'ok', data: { symbol: 'EURUSD' } },
  ])
  t.match(ask('USDJPY').slice(1), [{ id: 'd', data: { symbol: 'USDJPY', bids: [], asks: [] } }])
  t.end()
})
