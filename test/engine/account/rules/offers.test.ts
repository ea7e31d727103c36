import t from 'tap'
import { OFFER_MS, type Offer, Offers } from '../../../../engine/account/rules/offers.js'

const AT = 1_000_000
const OFFER: Offer = { symbolId: 1, side: 1, volume: 5, bid: 10, ask: 11, at: AT, moveMaxPts: 2 }

t.test('an offer holds to the end of its time, and for as long others are made beside it', (t) => {
  const offers = new Offers()
  const first = offers.make(7, OFFER)
  t.equal(offers.find(7, first, AT + OFFER_MS), OFFER)
  t.equal(offers.find(7, first, AT + OFFER_MS + 1), undefined)
  t.equal(offers.find(8, first, AT), undefined, 'it is the account’s')
  const other = { ...OFFER, symbolId: 2, at: AT + OFFER_MS }
  const second = offers.make(7, other)
  t.equal(offers.find(7, first, AT + OFFER_MS), OFFER)
  t.equal(offers.find(7, second, AT + OFFER_MS), other)
  t.end()
})

t.test('what is taken is gone alone', (t) => {
  const offers = new Offers()
  const [first, second] = [offers.make(7, OFFER), offers.make(7, { ...OFFER, symbolId: 2 })]
  t.not(first, second)
  offers.take(7, 'none')
  offers.take(7, first)
  offers.take(8, second)
  t.equal(offers.find(7, first, AT), undefined)
  t.match(offers.find(7, second, AT), { symbolId: 2 })
  offers.take(7, second)
  t.equal(offers.find(7, second, AT), undefined)
  t.end()
})
