import t from 'tap'
import type { OrderEvent } from '../../../../engine/account/event.js'
import { PLAIN_TERMS } from '../../../../engine/account/event.js'
import {
  askedTerms,
  changeAsked,
  goingAsked,
  isGoing,
  keptThere,
} from '../../../../engine/account/rules/order-there.js'

// Goal: an order is asked to go once, whatever else is asked of it at the time.

const RESTING = {
  ...PLAIN_TERMS,
  ...{ type: 'order', id: 7, state: 'placed', version: 3, attempt: 1, price: 116_000 },
  ...{ volumeInitial: 100, volumeCurrent: 100 },
} as unknown as OrderEvent

t.test('an order that is being changed goes once that is answered, and is asked once', (t) => {
  const changing = changeAsked(RESTING, { ...RESTING, price: 115_000 })
  t.notOk(isGoing(changing))
  const going = goingAsked(changing, 'stop_out') as OrderEvent
  t.match(askedTerms(going), { price: 115_000, goes: 'stop_out' })
  t.ok(isGoing(going))
  t.equal(goingAsked(going, 'cancel'), undefined)
  t.notOk(isGoing(keptThere(going)))
  t.end()
})

t.test('one of which nothing else is asked is asked at once', (t) => {
  const going = goingAsked(RESTING, 'expiration') as OrderEvent
  t.match(going, { state: 'started', asked: 'expiration', version: 4 })
  t.ok(isGoing(going))
  t.equal(goingAsked(going, 'cancel'), undefined)
  t.end()
})
