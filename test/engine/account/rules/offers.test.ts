import t from 'tap'
import { OFFER_MS, type Offer, Offers } from '../../../../engine/account/rules/offers.js'

const AT = 1_000_000
const OFFER: Offer = { symbolId: 1, volume: 5, bid: 10, ask: 11, at: AT }

t.test('an offer holds to the end of its time, and for as long others are made beside it', (t) => {
  const offers = new Offers()
  const first = offers.make(7, OFFER)
  t.equal(offers.find(7, first, AT + OFFER_MS), OFFER)
  t.equal(offers.find(7, first, AT + OFFER_MS + 1), undefined)
  t.equal(offers.find(8, first, AT), undefined, 'it is the account’s')
  const other = { ...OFFER, at: AT + OFFER_MS }
  const second = offers.make(7, other)
  t.equal(offers.find(7, first, AT + OFFER_MS), OFFER)
  t.equal(offers.find(7, second, AT + OFFER_MS), other)
  t.end()
})

t.test('what is taken is gone alone', (t) => {
  const offers = new Offers()
  const [first, second] = [offers.make(7, OFFER), offers.make(7, OFFER)]
  t.not(first, second)
  offers.take(7, 'none')
  offers.take(7, first)
  offers.take(8, second)
  t.equal(offers.find(7, first, AT), undefined)
  t.equal(offers.find(7, second, AT), OFFER)
  offers.take(7, second)
  t.equal(offers.find(7, second, AT), undefined)
  t.end()
})

t.test('an account has sixteen offers: one more takes the place of the oldest', (t) => {
  const offers = new Offers()
  const made = Array.from({ length: 17 }, () => offers.make(7, OFFER))
  const held = made.map((id) => offers.find(7, id, AT) !== undefined)
  t.same(held, [false, ...made.slice(1).map(() => true)])
  t.end()
})
