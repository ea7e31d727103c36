import t from 'tap'
import type { Quote } from '../../../engine/book/prices.js'
import { missingPrices } from '../../../engine/margin-watch/missing-prices.js'
import { givenAccount } from '../../given/account.js'
import { symbolIn } from '../../given/book.js'
import { PointPrices, TIERS, WatchedWorld } from './given-watch.js'

t.test(
  'a price is missing where there is none, and for a rate where a side is not above 0',
  (t) => {
    const { book } = new WatchedWorld(5, 0)
    // In euros, its profit comes by EURUSD, and the tiers count pounds, by EURGBP.
    const position = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' } as const
    const account = givenAccount(book, { group: TIERS, positions: [position] })
    const [own, pounds] = [symbolIn(book, 'EURUSD').id, symbolIn(book, 'EURGBP').id]
    const missing = (first: Partial<Quote> | null, second: Partial<Quote> | null = {}) => {
      const prices = new PointPrices()
      const good = { bid: 1, ask: 1, at: 0 }
      if (first !== null) prices.quotes.set(own, { ...good, ...first })
      if (second !== null) prices.quotes.set(pounds, { ...good, ...second })
      return [...missingPrices(account, book, prices)]
    }
    t.same(missing({}), [])
    t.same(missing(null), [own])
    t.same(missing(null, null), [own, pounds])
    for (const price of [0, -1]) {
      for (const side of ['bid', 'ask'] as const) {
        t.same(missing({ [side]: price }), [own], `${side} ${price}`)
        t.same(missing({}, { [side]: price }), [pounds], `${side} ${price} of a rate alone`)
      }
    }
    const plain = givenAccount(book, { positions: [{ ...position, symbol: 'US500' }] })
    const prices = new PointPrices()
    t.same([...missingPrices(plain, book, prices)], [symbolIn(book, 'US500').id])
    prices.quotes.set(symbolIn(book, 'US500').id, { bid: -1, ask: 0, at: 0 })
    t.same([...missingPrices(plain, book, prices)], [], 'no rate goes by it')
    t.end()
  },
)
