import t from 'tap'
import type { OrderEvent } from '../../../../../engine/account/event.js'
import { PLAIN_TERMS } from '../../../../../engine/account/event.js'
import {
  cancelRequested,
  changeRequested,
  goingOf,
  isGatewayOff,
  isGoing,
  isOwnChange,
  keepsPendings,
  keptAtProvider,
  placedAtProvider,
  requestedTerms,
  restsAtProvider,
  takenAtProvider,
} from '../../../../../engine/account/rules/at-provider/resting-order.js'
import { givenBook } from '../../../../given/book.js'
import { gatewayRecord, withParameter } from '../../../../given/floors/provider-floor.js'

// Goal: an order is asked to go once, whatever else is asked of it at the time.

const RESTING = {
  ...PLAIN_TERMS,
  type: 'order',
  id: 7,
  state: 'placed',
  version: 3,
  attempt: 1,
  price: 116_000,
  volumeInitial: 100,
  volumeCurrent: 100,
} as unknown as OrderEvent

t.test('an order that is being changed goes once that is answered, and is asked once', (t) => {
  const changing = changeRequested(RESTING, { ...RESTING, price: 115_000 })
  t.notOk(isGoing(changing))
  const going = cancelRequested(changing, 'stop_out') as OrderEvent
  t.match(requestedTerms(going), { price: 115_000, goes: 'stop_out' })
  t.ok(isGoing(going))
  t.equal(cancelRequested(going, 'cancel'), undefined)
  t.notOk(isGoing(keptAtProvider(going)))
  t.end()
})

t.test('one of which nothing else is asked is asked at once', (t) => {
  const going = cancelRequested(RESTING, 'expiration') as OrderEvent
  t.match(going, { state: 'started', asked: 'expiration', version: 4 })
  t.ok(isGoing(going))
  t.equal(cancelRequested(going, 'cancel'), undefined)
  t.end()
})

const TERMS: Partial<OrderEvent> = {
  price: 115_000,
  triggerPrice: 115_500,
  stopLoss: 114_000,
  takeProfit: 117_000,
  trailingPts: 30,
  expiration: 'specified',
  expiresAt: 99,
  comment: 'other',
  clientOrderId: 'mine',
}

t.test('what is asked is the row’s until it is answered: taken with all its terms, or not', (t) => {
  const order = { ...RESTING, filling: 'fok', volumeCurrent: 40, state: 'partial' } as OrderEvent
  const asked = changeRequested(order, { ...order, ...TERMS, filling: 'ioc', volumeInitial: 7 })
  t.same(requestedTerms(asked), { ...TERMS, attempt: 4 })
  t.same({ ...asked, asked: '' }, { ...order, state: 'started', version: 4 }, 'nothing else is it')
  t.same(takenAtProvider(asked), { ...order, ...TERMS, attempt: 4, version: 5 })
  t.same(keptAtProvider(asked), { ...order, version: 5 })
  const going = cancelRequested(asked, 'cancel') as OrderEvent
  t.same(going.version, 5)
  t.same(takenAtProvider(going), { ...order, ...TERMS, attempt: 4, version: 6 }, 'to go is no term')
  const whole = changeRequested(RESTING, { ...RESTING, ...TERMS })
  t.equal(takenAtProvider(whole).state, 'placed')
  t.end()
})

t.test('as it is placed it is the first attempt, and rests there once that is taken', (t) => {
  const { id: _, ...row } = { ...RESTING, attempt: 0 }
  const sent = placedAtProvider(row, 9)
  t.same(sent, { ...row, state: 'started', gatewayId: 9, attempt: 1, asked: 'place' })
  const order = { ...sent, id: 7, attempt: 1 } as OrderEvent
  t.same(takenAtProvider(order), { ...order, state: 'placed', asked: '', version: 4 })
  t.ok(restsAtProvider(order))
  t.notOk(restsAtProvider({ ...order, attempt: 0 }))
  t.equal(goingOf(order), undefined)
  t.notOk(isGoing(order))
  t.end()
})

t.test('each reason to go is told again, and one that is being changed goes for it', (t) => {
  for (const why of ['cancel', 'stop_out', 'expiration'] as const) {
    const going = cancelRequested(RESTING, why) as OrderEvent
    t.same(going, { ...RESTING, state: 'started', asked: why, version: 4 })
    t.equal(goingOf(going), why)
    t.equal(requestedTerms(going), undefined)
    const changing = changeRequested(RESTING, { ...RESTING, ...TERMS })
    const then = cancelRequested(changing, why) as OrderEvent
    t.same(requestedTerms(then), { ...TERMS, attempt: 4, goes: why })
    t.equal(goingOf(then), undefined)
    t.same({ ...then, asked: '' }, { ...changing, asked: '', version: 5 })
  }
  t.end()
})

t.test('the provider is asked about the prices at which it acts, and about the end', (t) => {
  t.ok(isOwnChange(RESTING, RESTING))
  for (const field of ['price', 'triggerPrice', 'expiresAt'] as const) {
    t.notOk(isOwnChange(RESTING, { ...RESTING, [field]: 5 }), field)
  }
  for (const field of ['stopLoss', 'takeProfit', 'trailingPts', 'comment'] as const) {
    t.ok(isOwnChange(RESTING, { ...RESTING, [field]: 5 }), field)
  }
  t.end()
})

t.test('a gateway that is off cannot be asked; one that keeps orders says so', (t) => {
  const there = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const here = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Market')
  const gateways = [
    { ...there, id: 1 },
    { ...there, id: 2, enabled: false },
    { ...here, id: 3 },
  ]
  const book = givenBook({ gateways })
  const ids = [1, 2, 3, 4]
  t.same(
    ids.map((id) => isGatewayOff(book, id)),
    [false, true, false, true],
  )
  t.same(
    ids.map((id) => keepsPendings(book, id)),
    [true, true, false, false],
  )
  t.end()
})
