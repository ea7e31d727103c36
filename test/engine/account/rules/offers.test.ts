import t from 'tap'
import { type Offer, type OfferFate, Offers } from '../../../../engine/account/rules/offers.js'

const AT = 1_000_000
const HELD_MS = 3_000
const OFFER: Offer = {
  symbolId: 1,
  group: 'demo\\standard',
  side: 1,
  volume: 5,
  bid: 10,
  ask: 11,
  at: AT,
  until: AT + HELD_MS,
  moveMaxPts: 2,
}

t.test('an offer holds to the end of its time, and for as long others are made beside it', (t) => {
  const offers = new Offers()
  const first = offers.make(7, OFFER)
  t.equal(offers.find(7, first, AT + HELD_MS), OFFER)
  t.equal(offers.find(7, first, AT + HELD_MS + 1), undefined)
  t.equal(offers.find(8, first, AT), undefined, 'it is the account’s')
  const later = AT + HELD_MS
  const other = { ...OFFER, symbolId: 2, at: later, until: later + HELD_MS }
  const second = offers.make(7, other)
  t.equal(offers.find(7, first, AT + HELD_MS), OFFER)
  t.equal(offers.find(7, second, AT + HELD_MS), other)
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

t.test('an offer is counted when it is made, and when it is taken or over', (t) => {
  const heard: (readonly [OfferFate, number])[] = []
  const offers = new Offers((fate, { symbolId }) => heard.push([fate, symbolId]))
  const told = () => heard.splice(0)
  offers.make(7, OFFER)
  const second = offers.make(7, OFFER)
  t.same(told(), [
    ['made', 1],
    ['expired', 1],
    ['made', 1],
  ])
  offers.take(7, second)
  offers.take(7, second)
  t.same(told(), [['taken', 1]])
  offers.make(8, { ...OFFER, symbolId: 2 })
  offers.make(9, { ...OFFER, symbolId: 3, until: OFFER.until + 1 })
  told()
  offers.sweep(OFFER.until)
  t.same(told(), [], 'none is over yet')
  offers.sweep(OFFER.until + 1)
  t.same(told(), [['expired', 2]])
  offers.sweep(OFFER.until + 2)
  offers.sweep(OFFER.until + 3)
  t.same(told(), [['expired', 3]], 'each once')
  t.end()
})
