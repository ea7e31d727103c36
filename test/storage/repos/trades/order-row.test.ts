import t from 'tap'
import type { OrderEvent } from '../../../../engine/account/event.js'
import { hasPlainTerms } from '../../../../storage/repos/trades/order-row.js'
import { orderEvent } from '../../../given/records/events.js'

// The terms of an order that are the columns' defaults are not written: none that differs may be taken for one.

const PLAIN: OrderEvent = orderEvent({ id: 7, volumeInitial: 1, volumeCurrent: 1, price: 116_000 })

/** Each of the terms that have columns of their own among the defaults, as it may be. */
const OTHERS: readonly Partial<OrderEvent>[] = [
  { triggerPrice: 1 },
  { stopLoss: 1 },
  { takeProfit: 1 },
  { trailingPts: 1 },
  { expiration: 'day' },
  { expiresAt: 1 },
  { byPositionId: 1 },
  { ocoOrderId: 1 },
  { activatedAt: 1 },
  { rateMargin: 1n },
  { dealer: 1 },
  { version: 2 },
  { gatewayId: 1 },
  { externalId: 'x' },
  { filledValue: 1n },
  { lastDealId: 1 },
  { attempt: 1 },
  { asked: 'place' },
  { heldFills: '[]' },
]

t.test('an order is plain when each of its terms is its default, and only then', async (t) => {
  t.equal(hasPlainTerms(PLAIN), true)
  for (const other of OTHERS) {
    t.equal(hasPlainTerms({ ...PLAIN, ...other }), false, Object.keys(other).join())
  }
})
