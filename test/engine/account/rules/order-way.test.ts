import t from 'tap'
import { type OrderEvent, PLAIN_TERMS } from '../../../../engine/account/event.js'
import { wayFrom, wayOf, withTimes } from '../../../../engine/account/rules/order-way.js'

// What is known of an order that waits: of each kind what there is, and of an attempt the newest.

const QUOTE = { bid: 100, ask: 110 }
const order = (way: string) => ({ ...PLAIN_TERMS, id: 7, way }) as unknown as OrderEvent

t.test('a way has what is known, and is empty where nothing is', (t) => {
  t.equal(wayFrom(0, undefined), '')
  t.same(wayOf(order('')), {})
  t.same(wayOf(order(wayFrom(0, QUOTE))), QUOTE)
  t.same(wayOf(order(wayFrom(1000.12345678, QUOTE))), { received: 1000.123, ...QUOTE })
  t.end()
})

t.test('what a provider says joins it, and takes the place of an attempt before', (t) => {
  const begun = order(wayFrom(1000.5, QUOTE))
  t.equal(withTimes(begun, undefined), begun)
  const sent = withTimes(begun, { sent: 1001, acknowledged: 1002, filled: 1003 })
  t.same(wayOf(sent), { received: 1000.5, ...QUOTE, sent: 1001, acknowledged: 1002, filled: 1003 })
  const anew = withTimes(sent, { sent: 2001 })
  t.same(wayOf(anew), { received: 1000.5, ...QUOTE, sent: 2001 })
  t.equal(anew.id, 7)
  t.end()
})
