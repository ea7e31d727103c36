import t from 'tap'
import type { OrderEvent } from '../../../../engine/account/event.js'
import {
  dropOrder,
  holdOrder,
  withoutOrder,
} from '../../../../engine/account/holdings/hold-order.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { givenAccount } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'
import { orderEvent } from '../../../given/records/events.js'

const book = givenBook()

function order(id: number, over: Partial<OrderEvent> = {}): OrderEvent {
  return orderEvent({ id, rateMargin: RATE_ONE, ...over })
}

function holding(...orders: readonly OrderEvent[]) {
  const account = givenAccount(book)
  for (const one of orders) holdOrder(account, one)
  return account
}

const REST = order(51)

for (const [name, gone] of [
  ['the last of its symbol', order(52, { symbolId: 2 })],
  ['beside one of the same kind', order(52, { price: 109_000 })],
  ['of another kind', order(52, { side: -1, kind: 'stop' })],
  ['without a reserve', order(52, { rateMargin: 0n })],
] as const) {
  t.test(`an account as if an order were not there has all but it: ${name}`, async (t) => {
    const account = holding(REST, gone)
    const seen = withoutOrder(account, gone)
    t.same(seen, holding(REST))
    t.same(account, holding(REST, gone), 'the account itself keeps it')
    dropOrder(account, gone)
    t.same(account, holding(REST))
  })
}
